"""Tables of people for the tests of play: what each viewer is sent, and the same moment with other secrets."""

import copy
import random
import re

import numpy as np

from dig_envs.play.server import event
from dig_envs.play.table import Chair, Moment, Table, Track
from dig_envs.play.view import moment_message
from dig_envs.render.view import PUBLIC
from tests.support.catalogue import Case
from tests.support.play import redealt, with_states
from tests.support.sightings import raw, without_hidden

TRIES = 60  # of ways to go on from a redeal
DEEPEST = 12  # decisions between two moments of a viewer that are followed


def people_table(case: Case, seed: int, turns: int = 30) -> Table:
    """A table of people only."""
    options = dict(case.shortened(turns).options) if "max_turns" not in case.options else dict(case.options)
    players = options.pop("num_players", 2)
    return Table(case.game, options, seed, [Chair(f"Player {seat}") for seat in range(players)])


def legal(table: Table) -> list[int]:
    """The legal actions of whoever must decide."""
    return table._batch.masks[0].nonzero()[0].tolist()


def sent(table: Table, viewer: int, moment: Moment | None = None, known: int = 0) -> str:
    """What a viewer is sent of a moment, by default its newest."""
    track = table.track(viewer)
    return event("moment", moment_message(table, track, moment or track.last, known))


def knowledge(table: Table, viewer: int) -> bytes:
    """All that a viewer may know: the table without what is hidden there, and the own record."""
    state, game = table._batch.states, table.game
    own = np.zeros(1, game.seat) if viewer == PUBLIC else state["seats"][:, viewer]
    known = np.concatenate([raw(np.ascontiguousarray(state["table"])), raw(np.ascontiguousarray(own))], axis=1)
    return without_hidden(known, game).tobytes()


def branch(table: Table, viewer: int, states: np.ndarray | None = None) -> Table:
    """A copy of a table that goes on by itself, from other states if they are given, and shows itself to one viewer only."""
    twin = copy.copy(table)
    twin._batch = table._batch.clone() if states is None else with_states(table._batch, states)
    twin.actions, twin._movers = list(table.actions), list(table._movers)
    track = table.track(viewer)
    twin.tracks = {viewer: copy.copy(track)}
    copied = twin.tracks[viewer]
    copied.log, copied.recent = list(track.log), track.recent.copy()
    if states is not None:
        last = track.last
        copied.recent[-1] = Moment(last.number, twin._batch.states, twin.mover, _mask(twin, copied), last.told)
    return twin


def _mask(table: Table, track: Track) -> np.ndarray | None:
    return table._batch.masks[0].copy() if track.viewer == table.mover else None


def with_other_secrets(table: Table, viewer: int, seed: int) -> Table:
    """A branch in which the viewer knows the same and the rest is dealt anew; dice fall alike."""
    states = table._batch.states
    player = viewer if viewer != PUBLIC else seed % table.options.num_players
    other = redealt(table._batch, states, player, np.array([seed]))
    other["secret"]["rng"] = states["secret"]["rng"]
    return branch(table, viewer, other)


def deeds(table: Table, viewer: int, since: int) -> list[tuple[int, str]]:
    """What was openly done since so many actions, who did it included; the viewer's own deeds exactly."""
    found = []
    for mover, action in zip(table._movers[since:], table.actions[since:], strict=True):
        name = table.game.actions.name(action)
        known = name if mover == viewer else openly(table.game.id, name)
        found += [] if known is None else [(mover, known)]
    return found


def openly(game: str, name: str) -> str | None:
    """What all see of an action by the rules; None for nothing, as of passing where that is a secret (C-4)."""
    return next((seen for pattern, seen in SECRETS[game] if re.fullmatch(pattern, name)), name)


SECRETS: dict[str, list[tuple[str, str | None]]] = {
    "dig_v0": [(r"place \w+", "place")],
    "dig_dig_v0": [],
    "lets_dig_for_treasure_v0": [("no dog", None), ("steal .*", "steal"), (r"score \d", "score"), (r"put \d", "put")],
    "two_bit_bandits_v0": [("pass", None), ("keep (first|second)", "keep")],
    "digging_bandits_v0": [
        ("pass|end turn", None),
        ("shuffle plainly|set a trap", "shuffle"),
        ("lay (first|second)", "lay"),
        ("name .*", "name"),
    ],
}


def same_for_the_viewer(start: Table, viewer: int, real: Table, generator: random.Random) -> Table | None:
    """Play on from a redeal until the viewer is shown another moment, the same being done openly as in the real game, and the
    viewer knowing the same in the end. What is done in secret may differ, and whether anybody is asked in secret."""
    since, tries = len(start.actions), TRIES
    done, known = deeds(real, viewer, since), knowledge(real, viewer)
    waiting = [start]
    while waiting and tries:
        table = waiting.pop()
        choices = legal(table)
        generator.shuffle(choices)
        for action in choices[:tries]:
            tries -= 1
            twin = branch(table, viewer)
            twin._step(action)
            so_far = deeds(twin, viewer, since)
            if so_far != done[: len(so_far)]:
                continue
            if twin.track(viewer).last.number == start.track(viewer).last.number:
                if not twin.over and len(twin.actions) < since + DEEPEST:
                    waiting.append(twin)
            elif so_far == done and knowledge(twin, viewer) == known:
                return twin
    return None
