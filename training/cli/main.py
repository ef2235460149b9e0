"""The command `dig-envs`: finds the command's module in `training/commands`, and turns errors into one line and exit code 2."""

import os
import sys
from importlib import import_module

import dig_envs
from dig_envs.core.errors import ArgumentError, DigEnvsError, nearest
from dig_envs.training.cli.arguments import Parser
from dig_envs.training.process.interrupts import Stopped
from dig_envs.utils.libraries import advice
from dig_envs.utils.text import printable

COMMANDS = {
    "games": "list the games and their options",
    "bots": "list the scripted and the trained agents of a game, and its feature sets",
    "train": "train an agent with PPO or DQN, in a league, or clone another agent or search",
    "seeds": "train with each of several seeds, and draw the spread of their learning curves",
    "arena": "rank agents against each other",
    "curve": "measure how strong a search is with each of several budgets",
    "exploit": "train against one agent, and tell how much can be won from it",
    "ship": "store a trained model in the package, with what it wins",
    "strength": "measure how strong all agents are, and write the page that tells",
    "watch": "watch agents play a game, or a game that was kept",
    "replay": "check a game that was kept, and write it as a page",
    "analyse": "search at one decision of a game, and show what was found",
    "play": "play a game against agents and other people",
    "bench": "measure how fast games are played",
    "fuzz": "play very many games, and check everything at each decision",
}
EXAMPLES = """
dig-envs games
dig-envs arena --game dig_v0 --agents random,greedy,expert --games 2000
dig-envs watch --game dig_v0 --agents expert,greedy
dig-envs play dig_v0 --against expert
dig-envs COMMAND --help
"""


def main(arguments: list[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: as on the command line, without the program's name; those of this process if None.

    Returns:
        The exit code: 0; 1 after a check that failed, 2 after bad input (with one line on stderr), 130 or 143 after a signal.
    """
    given = sys.argv[1:] if arguments is None else arguments
    command = given[0] if given else "--help"
    code = 0
    try:
        if command.startswith("-"):
            _top_parser().parse_args(given or [command])
        elif command not in COMMANDS:
            raise ArgumentError(f'there is no command "{command}"; {nearest(command, COMMANDS, "commands")}')
        else:
            code = import_module(f"dig_envs.training.commands.{command}").main(given[1:]) or 0
        sys.stdout.flush()
    except DigEnvsError as error:
        return _fail(command, str(error))
    except ModuleNotFoundError as error:
        return _fail(command, advice(error.name or "a library"))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone; nothing may be flushed at exit
    except MemoryError:
        return _fail(command, "there is not enough memory for that")
    except Stopped as stopped:
        return _fail(command, str(stopped), stopped.exit_code) if str(stopped) else stopped.exit_code
    except KeyboardInterrupt:
        return 130
    return code


def _top_parser() -> Parser:
    width = max(map(len, COMMANDS))
    listed = "\n".join(f"  {name:{width}}  {sentence}" for name, sentence in COMMANDS.items())
    parser = Parser("", f"Games about digging, and agents that play them.\n\ncommands:\n{listed}", EXAMPLES)
    parser.usage = "dig-envs COMMAND ..."
    parser.add_argument("--version", action="version", version=f"dig-envs {dig_envs.__version__}")
    return parser


def _fail(command: str, message: str, exit_code: int = 2) -> int:
    program = f"dig-envs {command}" if command in COMMANDS else "dig-envs"
    print(f"{program}: {printable(' '.join(message.split()))}", file=sys.stderr)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
