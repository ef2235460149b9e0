"""Play games between two agents in TextArena's loop."""

import argparse
import random
import re

import textarena as ta

import dig_envs.adapters.textarena  # registers the games  # noqa: F401


class RandomAgent(ta.Agent):
    """Plays at random. A language model takes its place: `ta.agents.OpenAIAgent("…")`, or your own class."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def __call__(self, observation):
        last_number = re.findall(r"^(\d+)\. ", observation, re.M)[-1]  # the legal actions end the observation
        return f"I take any. [{self.random.randint(1, int(last_number))}]"


def play(game, agents, seed, **options):
    """Play a game, and return the players' rewards and TextArena's facts about them."""
    env = ta.make(game, **options)
    env.reset(num_players=len(agents), seed=seed)
    done = False
    while not done:
        player, observation = env.get_observation()
        done, _ = env.step(action=agents[player](observation))
    return env.close()


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="dig_envs/DigDig-v0-train")
    parser.add_argument("--games", type=int, default=3)
    given = parser.parse_args(arguments)
    for seed in range(given.games):
        rewards, facts = play(given.game, [RandomAgent(1), RandomAgent(2)], seed)
        turns = [facts[player]["turn_count"] for player in facts]
        print(f"seed {seed}: rewards {rewards}, turns {turns}, {facts[0]['reason']}")


if __name__ == "__main__":
    main()
