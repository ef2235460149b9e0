"""Name the commands that play against, watch, rate and resume a trained run."""

import shlex
from typing import TYPE_CHECKING, Any

from dig_envs.core.agent_names import default_agents
from dig_envs.training.run.checkpoint import resume_command
from dig_envs.training.run.config import GamesConfig

if TYPE_CHECKING:
    from dig_envs.training.run.evaluate import Result


def next_steps(result: "Result", config: GamesConfig) -> list[str]:
    """Return the commands, each with its purpose as a comment.

    Args:
        result: the result of the run.
        config: the settings of the run.
    """
    model = str(result.best.model if result.best else result.model)
    options = config.sizes[0]
    alone = config.played.parse_options(**options).num_players == 1
    playing = [config.played.id, *option_words(options)]
    bots = default_agents(config.played)
    watched = model if alone else f"{model},{bots[-1]}"
    commands = {} if alone else {"play against it": _line("play", *playing, "--against", model)}
    commands |= {
        "watch it": _line("watch", *playing, "--agents", watched),
        "rate it": _line("arena", *playing, "--agents", ",".join([model, *bots[-2:]]), "--games", "1000"),
    }
    if result.checkpoint:
        commands["continue"] = resume_command(config, result.checkpoint, "--steps", str(2 * result.steps))
    return [f"{command}  # {purpose}" for purpose, command in commands.items()]


def _line(*words: str) -> str:
    return shlex.join(["dig-envs", *words])


def option_words(options: dict[str, Any]) -> list[str]:
    """Return a game's options as words of a command line.

    >>> option_words({"scents": True, "num_players": 3})
    ['--players', '3', '--option', 'scents=true']
    """
    given = [f"{name}={_text(value)}" for name, value in options.items() if name != "num_players"]
    players = ["--players", str(options["num_players"])] if "num_players" in options else []
    return [*players, *(word for text in given for word in ("--option", text))]


def _text(value: Any) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
