"""Play a game against agents and other people, in a browser or in this terminal.

Without a game, the browser opens a lobby, in which you choose game, seats and options.
"""

import contextlib
import ipaddress
import itertools
import re
import shlex
import socket
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import dig_envs
from dig_envs.core.agent_names import default_agents, risk_of, split_label
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.core.seeds import random_seed
from dig_envs.play.guard import HOST
from dig_envs.training.cli.arguments import (
    AGENT_HELP,
    Parser,
    add_game,
    add_options,
    add_renamed,
    changed_arguments,
    check_new,
    check_writable,
    game_options,
    split_agents,
)
from dig_envs.utils.libraries import load
from dig_envs.utils.text import printable

LOCAL = "127.0.0.1"
PORT = 8765
FILE = Path("runs/play.sqlite")
STUDY = Path("runs/humans")
# Arguments that are not part of a saved game.
ALSO_RESUMED = ("file", "terminal", "save_game", "study", "host", "allow_host", "port", "no_browser")
EXAMPLES = """
dig-envs play
dig-envs play dig_v0
dig-envs play digging_bandits_v0 --against expert,greedy
dig-envs play lets_dig_for_treasure_v0 --people 2 --names Ann,Bob --against expert
dig-envs play two_bit_bandits_v0 --players 1 --terminal
dig-envs play --resume
"""


def main(arguments: list[str]) -> None:
    """Play a game, resume a saved game, or open the lobby."""
    given = make_parser().parse_args(arguments)
    hosts = allowed_hosts(given.host, given.port, given.allow_host)
    if given.number is not None:
        whole_number("--number", given.number)
    if given.resume:
        _refuse_new_game(given)
    with contextlib.ExitStack() as stack:  # all that can be refused comes before a new game is saved
        listener = starting = table = None
        if not given.terminal:
            for library in ("starlette", "uvicorn"):
                load(library)
            from dig_envs.play.server import listen

            listener = stack.enter_context(listen(given.host, given.port))
            starting = stack.enter_context(_starting_page(given, listener, hosts[0]))
        if not given.resume and not _opens_lobby(given):
            table = new_table(given)
            if given.terminal:
                _check_one_person(table)
        check_writable("--save-game", given.save_game)
        if table is not None:
            check_new("--save-game", given.save_game)
        from dig_envs.play.store import Store

        store = Store(given.file)
        stack.callback(store.close)
        if _opens_lobby(given):
            _serve(given, None, store, listener, hosts, None)
            return
        saved = store.add(table) if table is not None else store.open(given.number, split_agents(given.against))
        print(f"dig-envs: game {saved.number} of {given.file}, seed {saved.table.seed}", file=sys.stderr)
        if listener is None:
            _play_in_terminal(saved, store)
            _say_how_to_resume(given, saved)
        else:
            _serve(given, saved, store, listener, hosts, starting)
        if given.save_game:
            _save_game(saved.table, given.save_game)


def _opens_lobby(given: Any) -> bool:
    """Return whether the arguments name no game and nothing that belongs to a game."""
    named = (given.game, given.players, given.people, given.names, given.seat, given.seed, given.number, given.save_game)
    return not (given.resume or given.terminal or given.option or given.against or any(value is not None for value in named))


def _say_how_to_resume(given: Any, saved: Any) -> None:
    if not saved.table.over:
        print(f"dig-envs: saved; to resume: {_resume_command(given, saved)}", file=sys.stderr)


def _refuse_new_game(given: Any) -> None:
    """Refuse arguments that describe a new game, as a saved game is resumed."""
    if given.game is not None:
        raise ArgumentError(f"{given.game} names a new game: leave it out, or leave out --resume")
    for name in ("players", "people", "names", "seat", "seed"):
        if getattr(given, name) is not None:
            raise ArgumentError(f"--{name} describes a new game: leave it out, or leave out --resume")
    if given.option:
        raise ArgumentError("--option describes a new game: leave it out, or leave out --resume")


def _resume_command(given: Any, saved: Any) -> str:
    """Return the command that resumes a game. Agents from Python files must be named again."""
    words = ["dig-envs", "play", "--resume", "--number", str(saved.number)]
    words += changed_arguments(make_parser(), given, ALSO_RESUMED)
    files = sorted(filter(risk_of, saved.table.agents))
    return shlex.join([*words, *(["--against", ",".join(files)] if files else [])])


def new_table(given: Any) -> Any:
    """Set up the table that the arguments describe.

    Raises:
        ArgumentError: the arguments contradict each other.
    """
    from dig_envs.play.table import Table

    if given.game is None:
        raise ArgumentError("name a game, as in dig-envs play dig_v0; or resume a saved game with --resume")
    if given.number is not None:
        raise ArgumentError("--number needs --resume")
    game = dig_envs.game_of(given.game)
    options = game_options(given)
    agents = split_agents(given.against)
    if "" in agents:
        raise ArgumentError(f"--against takes names of agents separated by commas, not {given.against!r:.60}")
    people = 1 if given.people is None else whole_number("--people", given.people, 1, game.max_players)
    players = options.pop("num_players", max(people + len(agents), game.min_players))
    if players < people + len(agents):
        raise ArgumentError(f"{people + len(agents)} players cannot share {players} seats")
    agents = agents or default_agents(game)[-1:]  # the strongest
    if players > people and not agents:
        raise ArgumentError(f"name agents for the free seats with --against: {game.id} offers none")
    seed = random_seed() if given.seed is None else whole_number("--seed", given.seed)
    return Table(game, options, seed, _participants(given, players, people, agents))


def _participants(given: Any, players: int, people: int, agents: list[str]) -> list[Any]:
    """Return each seat's participant: people sit from `--seat` on, and the agents, repeated as needed, take the other seats."""
    from dig_envs.play.table import MAX_NAME, Participant
    from dig_envs.utils.text import pluralized, shortened

    first = 0 if given.seat is None else whole_number("--seat", given.seat, 0, players - 1)
    names = [name.strip() for name in given.names.split(",")] if given.names else []
    if names and len(names) != people:
        raise ArgumentError(f"--names takes {pluralized(people, 'name')}, not {len(names)}")
    names = names or (["Player"] if people == 1 else [f"Player {k + 1}" for k in range(people)])
    seats = [(first + k) % players for k in range(people)]
    others = [seat for seat in range(players) if seat not in seats]
    by_seat = dict(zip(seats, [Participant(name) for name in names], strict=True))
    chosen = list(itertools.islice(itertools.cycle(agents), len(others))) if others else []
    for seat, agent in zip(others, chosen, strict=True):
        name = shortened(split_label(agent)[0] or agent, MAX_NAME - 2)
        by_seat[seat] = Participant(name if chosen.count(agent) == 1 else f"{name} {seat}", agent)
    return [by_seat[seat] for seat in range(players)]


def _save_game(table: Any, path: Path) -> None:
    """Write the decisions so far as a record."""
    table.record().save(path)
    print(f"dig-envs: saved the game in {path}", file=sys.stderr)


def allowed_hosts(host: str, port: int, more: Sequence[str] = ()) -> list[str]:
    """Return the values of the header Host that the server accepts: `more`, the address and, on this machine, "localhost".

    Links contain the first value.

    Args:
        host, port: the address at which the server listens.
        more: further names as in the browser's address, with a port if it is not `port`.

    Raises:
        ArgumentError: the host is no address, or a name has another form.
    """
    whole_number("--port", port, 1, 65535)
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        raise ArgumentError(f'--host takes an address such as {LOCAL}, not "{host:.60}"') from None
    for name in more:
        if not HOST.fullmatch(name.lower()):
            raise ArgumentError(f'--allow-host takes a name or an address, as in the address of a page, not "{name:.60}"')
    if address.is_multicast or (address.is_unspecified and not more):
        raise ArgumentError(
            f"with --host {host}, add the name by which others reach this machine: --allow-host NAME; links contain it"
        )
    names = []
    for name in more:  # behind a proxy the port may be 80, which browsers leave out
        names += [name.lower()] if re.search(r":\d+$", name) else [f"{name.lower()}:{port}", name.lower()]
    names += [] if address.is_unspecified else [host_and_port(host, port)]
    return names + ([f"localhost:{port}"] if address.is_loopback else [])


def host_and_port(host: str, port: int) -> str:
    """Return an address and a port as a link contains them."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _check_one_person(table: Any) -> None:
    if len(table.people) != 1:
        raise ArgumentError("a terminal serves one person; several people use links, without --terminal")


def _play_in_terminal(saved: Any, store: Any) -> None:
    from dig_envs.play.terminal import play

    _check_one_person(saved.table)
    try:
        play(saved, store, input, print)
    except KeyboardInterrupt:
        print(file=sys.stderr)


@contextlib.contextmanager
def _starting_page(given: Any, listener: socket.socket, host: str) -> Iterator[Any]:
    """Open the browser at the starting page if the rules of a new game must be compiled. Yield the page, or None."""
    from dig_envs.play.starting import StartingPage, has_machine_code

    alone = given.people in (None, 1) and not given.no_browser
    if given.game is None or given.resume or not alone or has_machine_code(dig_envs.game_of(given.game)):
        yield None
        return
    with StartingPage(listener, dig_envs.game_of(given.game)) as page:
        webbrowser.open(f"http://{host}{page.path}")
        yield page


def _serve(given: Any, saved: Any, store: Any, listener: Any, hosts: Sequence[str], starting: Any) -> None:
    """Serve a game, or the lobby without one, until the process is interrupted. Rematches and the lobby add further games."""
    from dig_envs.agents.search.losses import LossEstimator
    from dig_envs.play.compile_ahead import compile_ahead
    from dig_envs.play.live_tables import LiveTables
    from dig_envs.play.lobby import Lobby
    from dig_envs.play.server import run

    tables = LiveTables(store, LossEstimator, given.study, compile_ahead)
    lobby = Lobby(tables)
    if saved is None:
        _open_lobby(given, f"http://{hosts[0]}{lobby.path}")
    else:
        _open_table(given, tables.add(saved), hosts[0], starting)
    with contextlib.suppress(KeyboardInterrupt):
        run(tables, listener, frozenset(hosts), lobby)
    for live in tables.tables:
        _say_how_to_resume(given, live.saved)


def _open_lobby(given: Any, link: str) -> None:
    print(f"lobby: {link}", flush=True)
    print("dig-envs: keep this link, which starts games on this machine; Ctrl-C stops the server", file=sys.stderr)
    if not given.no_browser:
        webbrowser.open(link)


def _open_table(given: Any, live: Any, host: str, starting: Any) -> None:
    """Print the links of a table, and open the page of the only person."""
    from dig_envs.play.live_tables import path_of
    from dig_envs.render.view import PUBLIC

    table = live.table
    links = {viewer: f"http://{host}{path_of(live, viewer)}" for viewer in (*table.people, PUBLIC)}
    for viewer, link in links.items():
        name = "spectators" if viewer == PUBLIC else f"{printable(table.names[viewer])} (seat {viewer})"
        print(f"{name}: {link}", flush=True)
    print("dig-envs: give each player one link, and keep your own; Ctrl-C stops the server", file=sys.stderr)
    if starting is not None:
        starting.send(links[table.people[0]])
    elif len(table.people) == 1 and not given.no_browser:
        webbrowser.open(links[table.people[0]])


def make_parser() -> Parser:
    parser = Parser("dig-envs play", __doc__, EXAMPLES)
    add_game(parser, required=False)
    add_options(parser)
    parser.add_argument(
        "--against",
        default="",
        metavar="A,B,...",
        help=f"the agents on the other seats, in order, repeated to fill all seats (default: the strongest bot); {AGENT_HELP}",
    )
    parser.add_argument("--people", type=int, metavar="N", help="number of people; each gets a link (default: 1)")
    parser.add_argument("--names", metavar="X,Y,...", help="the people's names")
    parser.add_argument("--seat", type=int, metavar="N", help="the seat of the first person; the others follow (default: 0)")
    parser.add_argument("--seed", type=int, metavar="S", help="the seed of the deal (default: random)")
    parser.add_argument("--resume", action="store_true", help="resume the newest game that has not ended")
    parser.add_argument("--number", type=int, metavar="N", help="with --resume: resume this game of the file")
    parser.add_argument("--file", type=Path, default=FILE, metavar="FILE", help=f"the file of all games (default: {FILE})")
    meaning = "save the decisions so far in a file, for watch and replay"
    add_renamed(parser, "--save-game", "--keep", type=Path, metavar="FILE", help=meaning)
    parser.add_argument(
        "--study",
        type=Path,
        default=STUDY,
        metavar="FOLDER",
        help=f"keep finished games here for `dig-envs study humans` if all people at a table agree (default: {STUDY})",
    )
    parser.add_argument("--terminal", action="store_true", help="play in this terminal, for instance over ssh")
    parser.add_argument(
        "--host",
        default=LOCAL,
        metavar="ADDRESS",
        help=f"the address of this machine for links (default: {LOCAL}, for this machine alone)",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another name or address (NAME or NAME:PORT) by which browsers reach the server, for links; repeatable",
    )
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"the port of the server (default: {PORT})")
    parser.add_argument("--no-browser", action="store_true", help="print the link without opening it")
    return parser
