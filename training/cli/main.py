"""The command `dig-envs`: find the module of a command or study in this folder, and run it."""

import sys
from importlib import import_module

import dig_envs
from dig_envs.core.errors import ArgumentError, nearest
from dig_envs.training.cli.arguments import Parser
from dig_envs.training.cli.run_command import run_command

COMMANDS = {
    "games": "list the games and their options",
    "bots": "list the scripted and the trained agents of a game, and its feature sets",
    "play": "play a game against agents and other people",
    "train": "train an agent: PPO, DQN, cloning, expert iteration, league",
    "arena": "rank agents against each other",
    "watch": "watch agents play a game, or watch a recorded game",
    "replay": "check a recorded game, and write it as a page",
    "analyse": "search at one decision of a game, and show the values of all actions",
    "exact": "measure exactly how exploitable agents are in a small variant, and solve the variant",
    "exploit": "train against one agent, and measure how much the learner wins",
    "speed": "measure how fast games run",
    "mcp": "serve the games to an assistant, as tools of the Model Context Protocol",
}
STUDIES = {
    "seeds": "train with several seeds, and draw the spread of the learning curves",
    "curve": "measure how strong a search is with each of several budgets",
    "humans": "measure how people play against agents, from games that they agreed to keep",
    "text": "measure how well a language model plays through text",
    "benchmark": "compare algorithms: exact exploitability in small variants, win shares in full games",
    "fuzz": "play many games, and check states, masks, observations and rewards at each decision",
}
MAINTENANCE = {"ship": "python -m maintenance.ship", "strength": "python -m maintenance.strength"}
RENAMED = {"bench": "speed"}  # old names, which are accepted and not listed
EXAMPLES = """
dig-envs games
dig-envs arena dig_v0 --agents random,greedy,expert --games 2000
dig-envs watch dig_v0 --agents expert,greedy
dig-envs play dig_v0 --against expert
dig-envs COMMAND --help
"""
STUDY_EXAMPLES = """
dig-envs study seeds dig_v0 --seeds 0,1,2 --algo ppo
dig-envs study curve dig_v0 --budgets 30,100,300
dig-envs study fuzz dig_v0 --moves 1e6
dig-envs study STUDY --help
"""


def main(arguments: list[str] | None = None) -> int:
    """Run a command, and return its exit code as `run_command` does.

    Args:
        arguments: as on the command line, without the program's name; those of this process if None.
    """
    name, *rest = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    name = RENAMED.get(name, name)
    if name == "study" and rest and rest[0] in STUDIES:
        name, *rest = rest
    if name in STUDIES:
        program = f"dig-envs study {name}"
    else:
        program = f"dig-envs {name}" if name in (*COMMANDS, "study") else "dig-envs"
    return run_command(program, lambda words: _run(name, words), rest)


def _run(name: str, arguments: list[str]) -> int | None:
    if name in COMMANDS or name in STUDIES:
        return import_module(f"dig_envs.training.cli.{name}").main(arguments)
    if name in MAINTENANCE:
        raise ArgumentError(f'"{name}" is a tool of the maintainers: in a clone of the repository run {MAINTENANCE[name]}')
    if name == "study":
        study, *rest = arguments or ["--help"]
        if not study.startswith("-"):
            raise ArgumentError(f'there is no study "{study}"; {nearest(study, STUDIES, "studies")}')
        study_parser().parse_args([study, *rest])
    elif name.startswith("-"):
        top_parser().parse_args([name, *arguments])
    else:
        raise ArgumentError(f'there is no command "{name}"; {nearest(name, COMMANDS, "commands")}')
    return None


def top_parser() -> Parser:
    """Make the parser of `dig-envs` without a command."""
    commands = _listed("commands", COMMANDS)
    more = "Studies of agents and algorithms: dig-envs study --help"
    parser = Parser("dig-envs", f"Games about digging, and agents that play them.\n\n{commands}\n\n{more}", EXAMPLES)
    parser.usage = "dig-envs COMMAND ..."
    parser.add_argument("--version", action="version", version=f"dig-envs {dig_envs.__version__}")
    return parser


def study_parser() -> Parser:
    """Make the parser of `dig-envs study` without a study."""
    parser = Parser("dig-envs study", f"Study agents and algorithms.\n\n{_listed('studies', STUDIES)}", STUDY_EXAMPLES)
    parser.usage = "dig-envs study STUDY ..."
    return parser


def _listed(title: str, commands: dict[str, str]) -> str:
    width = max(map(len, commands))
    return "\n".join([f"{title}:", *(f"  {name:{width}}  {sentence}" for name, sentence in commands.items())])


if __name__ == "__main__":
    sys.exit(main())
