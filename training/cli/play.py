"""Play a game against agents and other people, in a browser or in this terminal."""

import contextlib
import ipaddress
import itertools
import secrets
import sys
import webbrowser
from pathlib import Path
from typing import Any

import dig_envs
from dig_envs.core.agent_names import split_label
from dig_envs.core.arguments import LARGEST, whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import AGENT_HELP, Parser, add_options, game_options, split_agents
from dig_envs.utils.libraries import load
from dig_envs.utils.text import printable

LOCAL = "127.0.0.1"
PORT = 8765
FILE = Path("runs/play.sqlite")
EXAMPLES = """
dig-envs play dig_v0 --against expert
dig-envs play digging_bandits_v0 --against expert,greedy
dig-envs play lets_dig_for_treasure_v0 --people 2 --names Ann,Bob --against expert
dig-envs play two_bit_bandits_v0 --players 1 --terminal
dig-envs play --resume
"""


def main(arguments: list[str]) -> None:
    """Play, or go on with a game that was kept."""
    given = parser().parse_args(arguments)
    hosts = allowed_hosts(given.host, given.port)
    table = None if given.resume else new_table(given)
    if not given.terminal:
        for library in ("starlette", "uvicorn"):
            load(library)  # so that what is missing is said before a game is begun
    from dig_envs.play.store import Store

    store = Store(given.file)
    try:
        saved = store.add(table) if table is not None else store.open(given.number, split_agents(given.against))
        print(f"dig-envs: game {saved.number} of {given.file}, seed {saved.table.seed}", file=sys.stderr)
        (_in_terminal if given.terminal else _in_browser)(given, saved, store, hosts)
        if given.keep:
            _keep(saved.table, given.keep)
        if not saved.table.over:
            print(f"dig-envs: kept; go on with: dig-envs play --resume --number {saved.number}", file=sys.stderr)
    finally:
        store.close()


def new_table(given: Any) -> Any:
    """Set up the table that the arguments describe.

    Raises:
        ArgumentError: they do not fit each other.
    """
    from dig_envs.play.table import Table

    if given.game is None:
        raise ArgumentError("name a game, as in: dig-envs play dig_v0 --against expert; or go on with one: --resume")
    if given.number is not None:
        raise ArgumentError("--number is for --resume")
    game = dig_envs.game_of(given.game)
    options = game_options(given)
    agents = split_agents(given.against)
    if "" in agents:
        raise ArgumentError(f"--against takes names of agents separated by commas, not {given.against!r:.60}")
    people = whole_number("--people", given.people, 1, game.max_players)
    players = options.pop("num_players", max(people + len(agents), game.min_players))
    if players < people + len(agents):
        raise ArgumentError(f"{people + len(agents)} can't share {players} seats")
    if players > people and not agents:
        raise ArgumentError(f"{players - people} seats are free: say who plays there, as in --against expert")
    seed = secrets.randbelow(2**31) if given.seed is None else whole_number("--seed", given.seed, 0, LARGEST)
    return Table(game, options, seed, chairs(given, players, people, agents))


def chairs(given: Any, players: int, people: int, agents: list[str]) -> list[Any]:
    """Return who plays each seat: people from `--seat` on, and agents on the others, in turn where there are more seats."""
    from dig_envs.play.table import LONGEST_NAME, Chair
    from dig_envs.utils.text import shortened

    first = whole_number("--seat", given.seat, 0, players - 1)
    names = [name.strip() for name in given.names.split(",")] if given.names else []
    if names and len(names) != people:
        raise ArgumentError(f"--names takes {people} name{'s' * (people > 1)}, not {len(names)}")
    names = names or (["Player"] if people == 1 else [f"Player {k + 1}" for k in range(people)])
    seats = [(first + k) % players for k in range(people)]
    others = [seat for seat in range(players) if seat not in seats]
    seated = dict(zip(seats, [Chair(name) for name in names], strict=True))
    chosen = list(itertools.islice(itertools.cycle(agents), len(others))) if others else []
    for seat, agent in zip(others, chosen, strict=True):
        name = shortened(split_label(agent)[0] or agent, LONGEST_NAME - 2)
        seated[seat] = Chair(name if chosen.count(agent) == 1 else f"{name} {seat}", agent)
    return [seated[seat] for seat in range(players)]


def _keep(table: Any, path: Path) -> None:
    """Write the game as far as it was played."""
    from dig_envs.records import Decision, GameRecord

    decisions = [Decision(seat, action) for seat, action in table.decisions]
    GameRecord.made(table.game, table.options, table.seed, table.names, decisions).save(path)
    print(f"dig-envs: kept {path}", file=sys.stderr)


def allowed_hosts(host: str, port: int) -> frozenset[str]:
    """Return the names by which the server may be asked for: the address and, on this machine, "localhost".

    Raises:
        ArgumentError: no address of one machine.
    """
    whole_number("--port", port, 1, 65535)
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        raise ArgumentError(f'--host takes an address such as {LOCAL}, not "{host:.60}"') from None
    if address.is_unspecified or address.is_multicast:
        raise ArgumentError(f"--host takes the one address that others reach this machine by, not {host}; links carry it")
    names = {written(host, port)} | ({f"localhost:{port}"} if address.is_loopback else set())
    return frozenset(names)


def written(host: str, port: int) -> str:
    """Write an address and a port as in links."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _in_terminal(given: Any, saved: Any, store: Any, hosts: frozenset[str]) -> None:
    from dig_envs.play.terminal import play

    if len(saved.table.people) != 1:
        raise ArgumentError("in a terminal one person plays; several use links, without --terminal")
    try:
        play(saved, store, input, print)
    except KeyboardInterrupt:
        print(file=sys.stderr)


def _in_browser(given: Any, saved: Any, store: Any, hosts: frozenset[str]) -> None:
    from dig_envs.play.server import run
    from dig_envs.play.session import Session
    from dig_envs.play.tokens import token_of
    from dig_envs.render.view import PUBLIC

    table = saved.table
    base = f"http://{written(given.host, given.port)}/t/"
    links = {viewer: base + token_of(saved.key, viewer) for viewer in (*table.people, PUBLIC)}

    def tell() -> None:
        for viewer, link in links.items():
            name = "onlookers" if viewer == PUBLIC else f"{printable(table.names[viewer])} (seat {viewer})"
            print(f"{name}: {link}", flush=True)
        print("dig-envs: give each player its own link, and keep yours; Ctrl-C stops the server", file=sys.stderr)
        if len(table.people) == 1 and not given.no_browser:
            webbrowser.open(links[table.people[0]])

    with contextlib.suppress(KeyboardInterrupt):
        run(Session(saved, store), given.host, given.port, hosts, ready=tell)


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("play", __doc__, EXAMPLES)
    found.add_argument("game", nargs="?", metavar="GAME", help='a game of "dig-envs games", such as dig_v0')
    add_options(found)
    found.add_argument(
        "--against",
        default="",
        metavar="A,B,...",
        help=f"the agents on the other seats, in order; from the first again if seats are left; {AGENT_HELP}",
    )
    found.add_argument("--people", type=int, default=1, metavar="N", help="how many people play, each with a link (default: 1)")
    found.add_argument("--names", metavar="X,Y,...", help="the people's names")
    found.add_argument(
        "--seat", type=int, default=0, metavar="N", help="the first person's seat, the others follow (default: 0)"
    )
    found.add_argument("--seed", type=int, metavar="S", help="the deal (default: a new one each time)")
    found.add_argument("--resume", action="store_true", help="go on with the newest game that has not ended")
    found.add_argument("--number", type=int, metavar="N", help="with --resume: go on with this game of the file")
    found.add_argument("--file", type=Path, default=FILE, metavar="FILE", help=f"where games are kept (default: {FILE})")
    found.add_argument(
        "--keep", type=Path, metavar="GAME", help="write the game, as far as it was played, into a file for dig-envs watch"
    )
    found.add_argument("--terminal", action="store_true", help="play in this terminal, as over ssh")
    found.add_argument(
        "--host",
        default=LOCAL,
        metavar="ADDRESS",
        help=f"this machine's address that links carry (default: {LOCAL}, nobody else)",
    )
    found.add_argument("--port", type=int, default=PORT, metavar="N", help=f"(default: {PORT})")
    found.add_argument("--no-browser", action="store_true", help="print the link without opening it")
    return found
