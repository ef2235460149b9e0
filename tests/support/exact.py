"""Compute a seat's exact best responses to a bot by brute force, in positions with few possible states.

A *belief* is the set of states that agree with the seat's knowledge, with weights. The value of an action is computed as
follows: the action is applied to all states, the bot plays the other seats up to the seat's next choice, and the states are
grouped by the seat's knowledge. The choices in each group are valued recursively. Neither the rules nor the bot may use
random numbers.
"""

from collections import defaultdict

import numpy as np

from dig_envs.core.agent import Bot
from dig_envs.core.compiler import compiled
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.kernels import CHOICE, NO_ACTION, only_legal, zero
from dig_envs.core.game import NOBODY, End, Game
from dig_envs.core.rng import RNG

SAMPLES = 4000  # determinizations, whose counts are the weights of a belief

legal = apply = standings = rewards = call_bot = lambda *_: None  # bound by the engine


@compiled
def play_on(states, actions, chooser, bots, rngs, masks, outcomes):
    """Apply an action to each state, if given, and let the bot play until seat `chooser` has a choice or the game ends.

    Write the masks of the choices into `masks`, and the rewards of ended games into outcomes[k, 1].
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
            if action == CHOICE and mover == chooser:
                break
            if action == CHOICE:
                action = call_bot(bots[0], state.table, state.seats[mover], mover, mask, rngs[0])
            apply(state, action)
        if state.table.end != End.RUNNING:
            zero(mask)
            standings(state.table, state.seats, outcomes[k, 0])
            rewards(state.table, outcomes[k, 0], outcomes[k, 1])


class Exact:
    """Computes exact values of one seat's actions against a bot.

    Args:
        game: a game whose rules use no random numbers after the deal.
        bot: the bot in all other seats; it must use no random numbers.
        player: the seat.
    """

    def __init__(self, game: Game, bot: Bot, player: int):
        engine = engine_of(game)
        self.game, self.player, self.bot = game, player, bot
        self._play_on = engine.kernel(play_on)
        self._bots = engine.bots([bot.function])
        self._found: dict[tuple, float] = {}

    def best_responses(self, states: np.ndarray, weights: np.ndarray) -> dict[int, float]:
        """Return the value of each legal action in a belief if the seat plays optimally afterwards."""
        totals = self._replies(states, weights, self._mask(states))
        return {action: total / weights.sum() for action, total in totals.items()}

    def one_step(self, states: np.ndarray, weights: np.ndarray) -> dict[int, float]:
        """Return the value of each legal action in a belief if the bot plays the seat afterwards."""
        return {
            int(action): float(weights @ self._run(states.copy(), action, NOBODY)[1] / weights.sum())
            for action in np.flatnonzero(self._mask(states))
        }

    def _replies(self, states: np.ndarray, weights: np.ndarray, mask: np.ndarray) -> dict[int, float]:
        """Return the weighted sum of the states' values for each action."""
        actions = np.flatnonzero(mask)
        states_after, weights = np.tile(states, len(actions)), np.tile(weights, len(actions))
        masks, rewards = self._run(states_after, np.repeat(actions, len(states)), self.player)
        totals = dict.fromkeys(actions.tolist(), 0.0)
        parts = defaultdict(list)
        tables = as_bytes(states_after["table"])
        seats = as_bytes(states_after["seats"][:, self.player])
        for k, action in enumerate(np.repeat(actions, len(states)).tolist()):
            if masks[k].any():
                parts[action, tables[k], seats[k]].append(k)
            else:
                totals[action] += weights[k] * rewards[k]
        for (action, *_), rows in parts.items():
            totals[action] += self._best(states_after[rows], weights[rows], masks[rows[0]])
        return totals

    def _best(self, states: np.ndarray, weights: np.ndarray, mask: np.ndarray) -> float:
        """Return the weighted sum of the states' values for the best action; results are cached by belief."""
        belief = tuple(sorted(zip(as_bytes(states), weights.tolist(), strict=True)))
        if belief not in self._found:
            self._found[belief] = max(self._replies(states, weights, mask).values())
        return self._found[belief]

    def _mask(self, states: np.ndarray) -> np.ndarray:
        """Return the mask of the seat's choice in a belief."""
        return self._run(states.copy(), NO_ACTION, self.player)[0][0]

    def _run(self, states_after: np.ndarray, actions: np.ndarray | int, chooser: int) -> tuple[np.ndarray, np.ndarray]:
        """Play the states in place. Return the masks of the seat's choices and its rewards in ended games."""
        masks = np.zeros((len(states_after), self.game.num_actions), np.int8)
        outcomes = np.zeros((len(states_after), 2, self.game.max_players))
        actions = np.broadcast_to(actions, len(states_after)).astype(np.int64)
        rngs = np.zeros(1, RNG)
        self._play_on(states_after, actions, chooser, self._bots, rngs, masks, outcomes)
        assert not rngs["drawn"].any() and not states_after["secret"]["rng"]["drawn"].any(), "a random number was used"
        return masks, outcomes[:, 1, self.player]


def as_bytes(records: np.ndarray) -> list[bytes]:
    """Return each record of an array as bytes."""
    return np.ascontiguousarray(records).view(f"V{records.dtype.itemsize}").tolist()


def belief_of(game: Game, state: np.ndarray, player: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the belief of a seat in a state, shape (1,): the possible states, and their counts among `SAMPLES` samples."""
    sampled = np.zeros(SAMPLES, game.state)
    tables, seats = (np.repeat(part, SAMPLES) for part in (state["table"], state["seats"][:, player]))
    engine_of(game).redeal_states(tables, seats, np.full(SAMPLES, player), np.arange(SAMPLES), sampled)
    sampled["secret"]["rng"] = 0
    _, first, counts = np.unique(as_bytes(sampled), return_index=True, return_counts=True)
    return sampled[first], counts.astype(np.float64)
