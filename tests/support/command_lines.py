"""Find the command lines of `dig-envs` in Markdown, and parse them with the parsers of the commands."""

import re
import shlex
from argparse import Namespace
from importlib import import_module

from dig_envs.training.algorithms import DEFAULT, module_of
from dig_envs.training.cli.arguments import Parser
from dig_envs.training.cli.main import COMMANDS, STUDIES
from dig_envs.training.cli.settings_arguments import add_settings, given_settings
from dig_envs.training.run.config import TrainingConfig
from dig_envs.training.run.config_files import settings_from, with_given

FILE = re.compile(r"\.(zip|py)\b")
FENCED = re.compile(r"^```\w*\n(.*?)^```", re.S | re.M)
INLINE = re.compile(r"`(dig-envs \w+ [^-`\n][^`\n]*)`")  # commands with a game; other inline commands are fragments
OPEN = re.compile(r"…|\.\.\.|\b[A-Z]{2,}\b(?!=)|\bN\b")  # placeholders


def command_lines(markdown: str) -> list[str]:
    """List the command lines in code blocks and in the text.

    Comments, pipes and lines with placeholders are left out.
    """
    blocks = [block.replace("\\\n", " ") for block in FENCED.findall(markdown)]
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("dig-envs ")]
    found = [re.split(r" [#|]", line)[0].strip() for line in [*lines, *INLINE.findall(FENCED.sub("", markdown))]]
    names = {f"dig-envs study {name}" for name in STUDIES}
    return sorted({line for line in found if not OPEN.search(line) and "--help" not in line} - names)


def parse(line: str) -> Namespace:
    """Parse a command line; the parser raises `ArgumentError` for arguments that do not exist."""
    _, name, *words = shlex.split(line)
    if name == "study":
        name, *words = words
    assert name in COMMANDS or name in STUDIES, f"{name} is not a command"
    if name == "train":
        return train_parser(_algorithm(words)).parse_args(words)
    parsers = import_module(f"dig_envs.training.cli.{name}")
    parser = parsers.make_parser(_algorithm(words)) if name == "seeds" else parsers.make_parser()
    return parser.parse_args(words)


def train_parser(algorithm: str) -> Parser:
    """Make a parser with the arguments of `dig-envs train`."""
    parser = Parser("dig-envs train", "", "")
    add_settings(parser, module_of(algorithm).Config)
    for name in ("--algo", "--resume", "--config"):
        parser.add_argument(name)
    return parser


def settings_of(line: str) -> TrainingConfig:
    """Return the checked settings of a command line of `dig-envs train`, without agents from files that do not exist."""
    given = parse(line)
    config = module_of(given.algo or DEFAULT).Config
    settings = {name: value for name, value in given_settings(given, config).items() if not FILE.search(str(value))}
    return with_given(settings_from(given.config, config) if given.config else config(), settings).validated()


def _algorithm(words: list[str]) -> str:
    return words[words.index("--algo") + 1] if "--algo" in words else DEFAULT
