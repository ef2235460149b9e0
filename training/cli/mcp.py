"""Serve the games to an assistant, such as a language model: the Model Context Protocol on standard input and output.

The assistant's program starts this command. Its tools deal a game, show it, play it, explain the rules and give hints.
"""

from dig_envs.training.cli.arguments import Parser

EXAMPLES = "dig-envs mcp"


def main(arguments: list[str]) -> None:
    """Serve until the input ends."""
    make_parser().parse_args(arguments)
    from dig_envs.adapters.mcp import server

    server().run("stdio")


def make_parser() -> Parser:
    return Parser("dig-envs mcp", __doc__, EXAMPLES)
