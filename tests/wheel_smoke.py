"""What an installed wheel must do. `wheel.py` runs this in an environment without the source tree."""

import base64
import hashlib
import subprocess
import sys
import sysconfig
import warnings
from importlib.metadata import distribution, entry_points, version
from pathlib import Path

import gymnasium
from pettingzoo.test import api_test

import dig_envs
from dig_envs import agents, training
from dig_envs.core.feature_names import offered_features

GAMES = ["dig_dig_v0", "dig_v0", "digging_bandits_v0", "lets_dig_for_treasure_v0", "two_bit_bandits_v0"]
LIBRARIES = ("numpy", "numba", "gymnasium", "pettingzoo", "rich")
GROUPS = ("dig_envs.games", "dig_envs.agents", "dig_envs.features")


def check_entry_points() -> None:
    for package in (dig_envs, agents, training):
        assert Path(sys.prefix) in Path(package.__file__).parents, f"{package.__file__} is not the installed one"
    loaded = {group: [entry.load() for entry in entry_points(group=group)] for group in GROUPS}
    assert all(loaded.values()), loaded
    assert dig_envs.games() == GAMES


def check_namesakes() -> None:
    """Import the user's own `agents` and `training`, and see that OpenAI's package is whole; make a game beside them."""
    import agents as users_agents
    import training as users_training

    assert users_agents.MINE and users_training.MINE
    installed = Path(sysconfig.get_path("purelib"))
    assert {file.name for file in installed.glob("*") if file.name in ("agents", "training")} == {"agents"}
    for file in distribution("openai-agents").files or ():
        if file.hash is not None:
            content = file.read_binary()
            digest = base64.urlsafe_b64encode(hashlib.new(file.hash.mode, content).digest()).rstrip(b"=").decode()
            assert digest == file.hash.value, f"{file} was overwritten"
    env = gymnasium.make("dig_envs/Dig-v0", opponents="greedy")
    assert env.reset(seed=1)[1]["action_mask"].any()
    env.close()


def check_game(game: str) -> bool:
    """Play a game of random moves by the rules of PettingZoo, with the features of a bot where there are some.

    Returns:
        Whether anybody was paid: nobody is after a tie of all seats, or at a limit of turns.
    """
    features = next(iter(offered_features(dig_envs.game_of(game))), None)
    env = dig_envs.env(game, features=features)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of every environment with a mask in its observation that is not PettingZoo's own
        api_test(env, num_cycles=100)
    env.reset(seed=1)
    seats, told, paid = set(env.agents), set(), False
    for number, agent in enumerate(env.agents):
        env.action_space(agent).seed(number)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            told.add(agent)
            paid |= reward != 0
        env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
    assert told == seats, f"a game of {game} ended without telling {seats - told}"
    print(game, "is played")
    return paid


def check_command(programs: Path) -> None:
    def run(*arguments: str) -> str:
        return subprocess.run([programs / "dig-envs", *arguments], capture_output=True, text=True, check=True).stdout

    assert "commands:" in run("--help")
    listed = run("games")
    for game in GAMES:
        assert game in listed
        assert {"random", "greedy", "expert"} <= set(run("bots", "--game", game).split())
        run("watch", "--game", game, "--agents", "expert,greedy", "--seed", "1", "--delay", "0", "--save", f"{game}.html")
        assert "circle" in Path(f"{game}.html").read_text(encoding="utf-8")


if __name__ == "__main__":
    print(
        f"Python {sys.version.split()[0]}:",
        *(f"{name} {version(name)}" for name in ("numpy", "numba", "gymnasium", "pettingzoo")),
    )
    check_entry_points()
    check_namesakes()
    paid = [check_game(game) for game in GAMES]
    assert any(paid), "no game was won"
    check_command(Path(sys.argv[1]))
