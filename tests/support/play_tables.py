"""Tables of human players for the tests of play: messages to each viewer, and copies of a table with other secrets."""

import copy
import random
import re

import numpy as np

from dig_envs.play.messages import moment_message
from dig_envs.play.server import event
from dig_envs.play.table import Participant, Table
from dig_envs.render.history import ViewerHistory, ViewerMoment
from dig_envs.render.view import PUBLIC, Shape
from tests.support.catalogue import Case
from tests.support.play import redealt, with_states
from tests.support.sightings import raw, without_hidden

MAX_TRIES = 60  # continuations of one redeal
MAX_DECISIONS = 12  # between two moments of a viewer


def people_table(case: Case, seed: int, turns: int = 30) -> Table:
    """Return a table with a human player at every seat."""
    options = dict(case.shortened(turns).options) if "max_turns" not in case.options else dict(case.options)
    players = options.pop("num_players", 2)
    return Table(case.game, options, seed, [Participant(f"Player {seat}") for seat in range(players)])


def legal(table: Table) -> list[int]:
    """Return the numbers of the mover's legal actions."""
    return table._batch.masks[0].nonzero()[0].tolist()


def latest_message(table: Table, viewer: int, shape: Shape = Shape.WIDE) -> dict:
    """Return the message of a viewer's latest moment, with the whole log."""
    history = table.histories[viewer]
    return moment_message(table, history, history.latest, 0, shape)


def latest_event(table: Table, viewer: int) -> str:
    """Return the texts that the server sends for a viewer's latest moment, with a picture of each shape."""
    return "".join(event("moment", latest_message(table, viewer, shape)) for shape in Shape)


def knowledge(table: Table, viewer: int) -> bytes:
    """Return all information of a viewer: the table record without hidden fields, then the seat's own record."""
    state, game = table._batch.states, table.game
    own = np.zeros(1, game.seat) if viewer == PUBLIC else state["seats"][:, viewer]
    known = np.concatenate([raw(np.ascontiguousarray(state["table"])), raw(np.ascontiguousarray(own))], axis=1)
    return without_hidden(known, game).tobytes()


def branch(table: Table, viewer: int, states: np.ndarray | None = None) -> Table:
    """Return an independent copy of a table with one viewer, and with other states if they are given."""
    twin = copy.copy(table)
    twin._batch = table._batch.clone() if states is None else with_states(table._batch, states)
    twin.actions, twin._movers = list(table.actions), list(table._movers)
    history = table.histories[viewer]
    twin.histories = {viewer: copy.copy(history)}
    copied = twin.histories[viewer]
    copied.log, copied.moments = list(history.log), history.moments.copy()
    if states is not None:
        latest = history.latest
        mask = _mask(twin, copied)
        copied.moments[-1] = ViewerMoment(latest.number, twin._batch.states, twin.mover, mask, latest.log_length)
    return twin


def _mask(table: Table, history: ViewerHistory) -> np.ndarray | None:
    return table._batch.masks[0].copy() if history.viewer == table.mover else None


def with_other_secrets(table: Table, viewer: int, seed: int) -> Table:
    """Return a branch with a redeal for the viewer. The random generator of the game stays the same."""
    states = table._batch.states
    player = viewer if viewer != PUBLIC else seed % table.options.num_players
    other = redealt(table._batch, states, player, np.array([seed]))
    other["secret"]["rng"] = states["secret"]["rng"]
    return branch(table, viewer, other)


def public_actions(table: Table, viewer: int, since: int) -> list[tuple[int, str]]:
    """Return the actions after the first `since` as the viewer knows them, as pairs (mover, name).

    The viewer's own actions have their full names. Actions of other seats have their public names (`public_name`).
    """
    found = []
    for mover, action in zip(table._movers[since:], table.actions[since:], strict=True):
        name = table.game.actions.name(action)
        known = name if mover == viewer else public_name(table.game.id, name)
        found += [] if known is None else [(mover, known)]
    return found


def public_name(game: str, name: str) -> str | None:
    """Return the public part of an action's name; None if the action is secret, such as a pass in a window (C-4)."""
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


def indistinguishable_continuation(start: Table, viewer: int, real: Table, generator: random.Random) -> Table | None:
    """Continue a redeal with the public actions of the real game, up to the viewer's next moment with the same information.

    Secret actions may differ, and so may the presence of a secret decision. Return None if no continuation is found.
    """
    since, tries = len(start.actions), MAX_TRIES
    actions, known = public_actions(real, viewer, since), knowledge(real, viewer)
    waiting = [start]
    while waiting and tries:
        table = waiting.pop()
        choices = legal(table)
        generator.shuffle(choices)
        for action in choices[:tries]:
            tries -= 1
            twin = branch(table, viewer)
            twin._step(action)
            so_far = public_actions(twin, viewer, since)
            if so_far != actions[: len(so_far)]:
                continue
            if twin.histories[viewer].latest.number == start.histories[viewer].latest.number:
                if not twin.over and len(twin.actions) < since + MAX_DECISIONS:
                    waiting.append(twin)
            elif so_far == actions and knowledge(twin, viewer) == known:
                return twin
    return None
