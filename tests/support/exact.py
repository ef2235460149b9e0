"""Find by brute force what a seat can reach at most against a bot, in positions with few worlds.

A *belief* is the worlds that agree with what the seat knows, each with its weight. An action is carried out in all of them, the
bot plays on in all other seats to the seat's next choice, and the worlds part by what the seat knows then; its choices there
are tried one after another in the same way. Nothing may be drawn on the way: neither by the rules nor by the bot.
"""

from collections import defaultdict

import numpy as np

from dig_envs.core.agent import Bot
from dig_envs.core.compiler import compiled
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.kernels import CHOICE, only_legal, zero
from dig_envs.core.game import End, Game
from dig_envs.core.rng import RNG

NOBODY_ASKS = -1
NO_ACTION = -1
DRAWS = 4000  # determinizations, from which the worlds and their weights are counted

legal = apply = standings = rewards = call_bot = lambda *_: None  # bound by the engine


@compiled
def play_on(states, actions, asked, bots, dice, masks, points):
    """Carry out an action in each state, if any, and let the bot play on until seat `asked` has a choice, or to the end.

    Writes the mask of that choice, and after an end the rewards into points[k, 1].
    """
    for k in range(len(states)):
        state, mask = states[k], masks[k]
        if actions[k] != NO_ACTION:
            apply(state, actions[k])
        while state.table.end == End.RUNNING:
            mover = np.int64(state.secret.mover)
            zero(mask)
            legal(state.table, state.seats[mover], mover, mask)
            action = only_legal(mask)
            if action == CHOICE and mover == asked:
                break
            if action == CHOICE:
                action = call_bot(bots[0], state.table, state.seats[mover], mover, mask, dice[0])
            apply(state, action)
        if state.table.end != End.RUNNING:
            zero(mask)
            standings(state.table, state.seats, points[k, 0])
            rewards(state.table, points[k, 0], points[k, 1])


class Exact:
    """Values of actions at one seat's decisions against a bot, without any sampling.

    Args:
        game: whose rules draw nothing after the deal.
        bot: which plays all other seats, and draws nothing.
        player: the seat whose decisions are valued.
    """

    def __init__(self, game: Game, bot: Bot, player: int):
        engine = engine_of(game)
        self.game, self.player, self.bot = game, player, bot
        self._play_on = engine.kernel(play_on)
        self._bots = engine.bots([bot.function])
        self._found: dict[tuple, float] = {}

    def best_replies(self, worlds: np.ndarray, weights: np.ndarray) -> dict[int, float]:
        """Value each legal action of the seat's choice, if it plays as well as can be from there on."""
        totals = self._replies(worlds, weights, self._mask(worlds))
        return {action: total / weights.sum() for action, total in totals.items()}

    def one_step(self, worlds: np.ndarray, weights: np.ndarray) -> dict[int, float]:
        """Value each legal action of the seat's choice, if it plays as the bot does from there on."""
        return {
            int(action): float(weights @ self._run(worlds.copy(), action, NOBODY_ASKS)[1] / weights.sum())
            for action in np.flatnonzero(self._mask(worlds))
        }

    def _replies(self, worlds: np.ndarray, weights: np.ndarray, mask: np.ndarray) -> dict[int, float]:
        """Sum the worlds' values, times their weights, by action."""
        actions = np.flatnonzero(mask)
        lines, weights = np.tile(worlds, len(actions)), np.tile(weights, len(actions))
        masks, rewards = self._run(lines, np.repeat(actions, len(worlds)), self.player)
        totals = dict.fromkeys(actions.tolist(), 0.0)
        parts = defaultdict(list)
        tables = as_bytes(lines["table"])
        seats = as_bytes(lines["seats"][:, self.player])
        for k, action in enumerate(np.repeat(actions, len(worlds)).tolist()):
            if masks[k].any():
                parts[action, tables[k], seats[k]].append(k)
            else:
                totals[action] += weights[k] * rewards[k]
        for (action, *_), rows in parts.items():
            totals[action] += self._best(lines[rows], weights[rows], masks[rows[0]])
        return totals

    def _best(self, worlds: np.ndarray, weights: np.ndarray, mask: np.ndarray) -> float:
        """Sum the worlds' values, times their weights, for the best action; a belief is solved once."""
        belief = tuple(sorted(zip(as_bytes(worlds), weights.tolist(), strict=True)))
        if belief not in self._found:
            self._found[belief] = max(self._replies(worlds, weights, mask).values())
        return self._found[belief]

    def _mask(self, worlds: np.ndarray) -> np.ndarray:
        """Return the mask of the choice at which the worlds stand."""
        return self._run(worlds.copy(), NO_ACTION, self.player)[0][0]

    def _run(self, lines: np.ndarray, actions: np.ndarray | int, asked: int) -> tuple[np.ndarray, np.ndarray]:
        """Play on in place; returns masks, and the seat's reward where the game has ended."""
        masks = np.zeros((len(lines), self.game.num_actions), np.int8)
        points = np.zeros((len(lines), 2, self.game.max_players))
        actions = np.broadcast_to(actions, len(lines)).astype(np.int64)
        dice = np.zeros(1, RNG)
        self._play_on(lines, actions, asked, self._bots, dice, masks, points)
        assert not dice["drawn"].any() and not lines["secret"]["rng"]["drawn"].any(), "something was drawn on the way"
        return masks, points[:, 1, self.player]


def as_bytes(records: np.ndarray) -> list[bytes]:
    """Return each record of an array as bytes."""
    return np.ascontiguousarray(records).view(f"V{records.dtype.itemsize}").tolist()


def belief_of(game: Game, state: np.ndarray, player: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the worlds that agree with what a seat knows in a state, shape (1,), and how often each is imagined."""
    drawn = np.zeros(DRAWS, game.state)
    tables, seats = (np.repeat(part, DRAWS) for part in (state["table"], state["seats"][:, player]))
    engine_of(game).redeal_states(tables, seats, np.full(DRAWS, player), np.arange(DRAWS), drawn)
    drawn["secret"]["rng"] = 0
    _, first, counts = np.unique(as_bytes(drawn), return_index=True, return_counts=True)
    return drawn[first], counts.astype(np.float64)
