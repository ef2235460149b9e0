"""Play a game through `dig-envs mcp`, as an assistant would: start the server, call its tools, follow its hints."""

import argparse
import asyncio
import re
import sys

from mcp import Client, StdioServerParameters, stdio_client

SERVER = StdioServerParameters(command=sys.executable, args=["-m", "dig_envs.training.cli.main", "mcp"])  # dig-envs mcp


async def call(client, tool, **arguments):
    """Call a tool, and return its text. The text of a refused call says what would be right."""
    return (await client.call_tool(tool, arguments)).content[0].text


async def play(game, seed, hints):
    """Play a game to its end, and return the result in words."""
    async with Client(stdio_client(SERVER)) as client:
        said = await call(client, "new_game", game=game, seed=seed, opponents=["greedy"])
        while not said.startswith("The game is over"):
            advice = await call(client, "hint") if hints else "choose 1."
            number = re.search(r"choose (\d+)\.", advice)[1]
            said = (await call(client, "choose", action=int(number))).partition("\n\n")[2]
        return said


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="dig_dig_v0")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args(arguments)
    print("first action always:", asyncio.run(play(given.game, given.seed, hints=False)))
    print("the expert's hints: ", asyncio.run(play(given.game, given.seed, hints=True)))


if __name__ == "__main__":
    main()
