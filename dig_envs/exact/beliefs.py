"""Exact best responses without a game tree, by a sweep over beliefs, against agents without memory.

Such agents decide from the table and their own record. So the value of a best response depends only on what the responder sees
and on the distribution of the other seats' hidden cards and records: its *belief*. The sweep goes forward in layers of equal
numbers of actions. A belief is a set of weighted *particles*, which are states; equal beliefs of a layer are merged, and each
agent is asked once at each distinct record of a layer. Values then go backward.

This reaches games whose trees are too large: many histories lead to equal beliefs. It costs more where agents choose among many
actions with positive probability.

If an agent draws random numbers, its actions are sampled, and the best response also exploits the noise of the sample. So each
particle then has two weights, one for each of two independent samples. The response is best against the first sample; its value
against the second is not biased. Arrays of weights and values have an axis "samples" of length 1 or 2.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.agent import Decisions
from dig_envs.core.engine.record_arrays import copy_field
from dig_envs.core.game import NOBODY, Game, Options
from dig_envs.exact import belief_kernel as kernel
from dig_envs.exact.enumeration import bytes_of, chance_of, compiled_pass, kernel_of, new_stack, unlistable_draws
from dig_envs.exact.errors import NotEnumerableError, TooLargeError
from dig_envs.exact.policies import Policy, checked_probabilities, probability_function
from dig_envs.exact.records import CHUNK, observations_of

MAX_PARTICLES = 4_000_000
MIX = np.uint64(0x9E3779B97F4A7C15)
CHILD_ARRAYS = kernel.Children._fields[:-1]
ROUNDING = 2.0**40  # weights are compared to 12 digits


class Layer(NamedTuple):
    """What values need of one layer, backward.

    Attributes:
        num_beliefs: the number of beliefs.
        owners: int64 (groups,), the belief of each group: one for each action of the responder, or one for all others'.
        end_values: float64 (groups, samples, seats), the expected reward of the ends among the children.
        edge_groups: int64 (edges,), the group from which an edge to a belief of the next layer comes.
        edge_weights: float64 (edges, samples), its probability in the group.
        edge_beliefs: int64 (edges,), the belief of the next layer.
    """

    num_beliefs: int
    owners: np.ndarray
    end_values: np.ndarray
    edge_groups: np.ndarray
    edge_weights: np.ndarray
    edge_beliefs: np.ndarray


class Particles(NamedTuple):
    """The particles of one layer, sorted by belief: states (n,), weights (n, samples) and beliefs (n,).

    The sum of a belief's weights is 1; it is 0 if the agents, with the actions of that sample, never come there.
    """

    states: np.ndarray
    weights: np.ndarray
    beliefs: np.ndarray


class Sweep:
    """Sweeps over the beliefs of a game whose seats play given agents.

    Args:
        game, options: the game.
        policies: one policy for each seat, without memory.
        samples: the number of actions drawn at each record where an agent draws random numbers.
        seed: the seed of these draws.
        max_particles: the greatest number of particles and of actions in a layer.
        progress: called after each layer with the numbers of layers and of beliefs so far.
        roots: the states at the start, structured (n,), with zeroed generators, and their probabilities, float64 (n,). So also
            the ending of a full game can be swept. None for the deals of a variant.

    Attributes:
        num_beliefs: the number of beliefs in all sweeps so far.

    Raises:
        NotEnumerableError: as for `enumerate_game`.
        ArgumentError: a policy has memory, or is no policy of this game.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        policies: list[Policy],
        samples: int,
        seed: int,
        max_particles: int = MAX_PARTICLES,
        progress: Callable[[int, int], Any] | None = None,
        roots: tuple[np.ndarray, np.ndarray] | None = None,
    ):
        self.game, self.options = game, options
        self.roots: np.ndarray
        self.probabilities: np.ndarray
        self.roots, self.probabilities = chance_of(game, options).roots(options) if roots is None else roots
        self.asks = [probability_function(game, options, policy) for policy in policies]
        self.samples, self.seed = samples, seed
        self.max_particles, self.progress = max_particles, progress
        self.num_beliefs = 0
        self._sampled: set[int] = set()  # digests of records

    @property
    def sampled(self) -> int:
        """The number of records at which actions were sampled so far."""
        return len(self._sampled)

    def values(self) -> np.ndarray:
        """Return the expected reward of each seat, float64 (seats,)."""
        return self._sweep(NOBODY, 1)[0]

    def best_response(self, seat: int) -> tuple[float, float]:
        """Return the expected reward of a seat's best response to the other seats, and an estimate without bias.

        The second number is the expected reward of the same response against an independent sample of the agents' actions. It
        equals the first if no action was sampled.
        """
        before = self.sampled
        values = self._sweep(seat, 1 if before == 0 else 2)
        if before == 0 and self.sampled:
            values = self._sweep(seat, 2)
        return float(values[0, seat]), float(values[-1, seat])

    def _sweep(self, responder: int, samples: int) -> np.ndarray:
        """Return the expected reward of each seat if the responder plays its best response to the first sample.

        Returns:
            float64 (samples, seats).
        """
        generator = np.random.default_rng(self.seed)
        particles, weights = self._first_layer(responder, samples)
        layers = []
        while len(particles.states):
            particles, layer = self._next_layer(particles, responder, generator)
            layers.append(layer)
            self.num_beliefs += layer.num_beliefs
            if self.progress:
                self.progress(len(layers), self.num_beliefs)
        values = np.zeros((0, samples, self.options.num_players))
        for layer in reversed(layers):
            values = _values_before(layer, values, responder)
        return np.tensordot(weights, values, 1)

    def _first_layer(self, responder: int, samples: int) -> tuple[Particles, np.ndarray]:
        """Return the deals as particles, and the probability of each belief."""
        table = np.ascontiguousarray(self.roots["table"]).view(np.uint8).reshape(len(self.roots), -1)
        seen = np.zeros((len(self.roots), 0), np.uint8)
        if responder != NOBODY:
            seat = copy_field(self.roots, "seats", np.full(len(self.roots), responder)).view(np.uint8)
            asked = self.roots["secret"]["mover"][:, None] == responder
            seen = np.concatenate([table, seat.reshape(len(self.roots), -1), asked.astype(np.uint8)], axis=1)
        _, beliefs = np.unique(seen, axis=0, return_inverse=True) if seen.shape[1] else (None, np.zeros(len(seen), np.int64))
        beliefs = np.asarray(beliefs).reshape(-1)
        order = np.argsort(beliefs, kind="stable")
        states, probabilities, beliefs = self.roots[order], self.probabilities[order], beliefs[order]
        totals = np.bincount(beliefs, probabilities)
        weights = np.repeat((probabilities / totals[beliefs])[:, None], samples, axis=1)
        return Particles(states, weights, beliefs), totals

    def _next_layer(self, particles: Particles, responder: int, generator: np.random.Generator) -> tuple[Particles, Layer]:
        """Carry out all actions of a layer."""
        states, weights, beliefs = particles
        masks, keys = self._masks_of(states)
        movers = states["secret"]["mover"].astype(np.int64)
        own = movers == responder
        others = np.flatnonzero(~own)
        chances = np.repeat(masks.astype(np.float64)[None], weights.shape[1], axis=0)
        if len(others):
            chances[:, others] = self._chances_of(
                states[others], movers[others], masks[others], keys[others], generator, len(chances)
            )
        rows, actions = np.nonzero(((chances > 0.0) & (weights.T[:, :, None] > 0.0)).any(axis=0))  # in either sample
        if len(rows) > self.max_particles:
            raise TooLargeError(f"a layer has {len(rows):,} actions of particles, above the limit of {self.max_particles:,}")
        wide = self.game.num_actions + 1
        groups = beliefs[rows] * wide + np.where(own[rows], actions, wide - 1)
        shares = np.ascontiguousarray(weights[rows] * chances[:, rows, actions].T)
        children = self._carry_out(states, rows, actions, groups, shares, responder)
        distinct, places = np.unique(children.groups, return_inverse=True)
        following, edges = _merged(children, places, self.game, responder)
        ends = np.flatnonzero(children.is_end)
        end_values = np.zeros((len(distinct), weights.shape[1], self.options.num_players))
        np.add.at(end_values, places[ends], children.weights[ends][:, :, None] * children.rewards[ends][:, None])
        return following, Layer(int(beliefs[-1]) + 1, distinct // wide, end_values, *edges)

    def _masks_of(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the mover's mask at each state, int8 (n, num_actions), and the digest of its record, uint64 (n,)."""
        masks, keys = np.zeros((len(states), self.game.num_actions), np.int8), np.zeros(len(states), np.uint64)
        with np.errstate(over="ignore"):
            kernel_of(self.game, kernel.write_masks)(states, bytes_of(states), masks, keys)
        return masks, keys

    def _chances_of(
        self,
        states: np.ndarray,
        movers: np.ndarray,
        masks: np.ndarray,
        keys: np.ndarray,
        generator: np.random.Generator,
        samples: int,
    ) -> np.ndarray:
        """Return the agents' probabilities of all actions, float64 (samples, n, num_actions).

        Each distinct record is asked once, or once for each sample if the agent draws random numbers.
        """
        _, first, places = np.unique(keys, return_index=True, return_inverse=True)
        chances = np.zeros((samples, len(first), self.game.num_actions))
        for seat, ask in enumerate(self.asks):
            own = np.flatnonzero(movers[first] == seat)
            for start in range(0, len(own), CHUNK):
                chunk = own[start : start + CHUNK]
                rows = first[chunk]
                tables, seats = copy_field(states[rows], "table"), copy_field(states[rows], "seats", movers[rows])
                observations = observations_of(self.game, self.options, tables, seats, movers[rows])
                decisions = Decisions(self.game, tables, seats, movers[rows], observations, masks[rows], generator)
                given, drawn = ask(rows, decisions, self.samples)
                self._sampled.update(keys[rows[drawn]].tolist())
                chances[:, chunk] = checked_probabilities(given, masks[rows], rows)
                for sample in range(1, samples if len(drawn) else 1):
                    chances[sample, chunk] = checked_probabilities(ask(rows, decisions, self.samples)[0], masks[rows], rows)
        return chances[:, places.reshape(-1)]

    def _carry_out(
        self, states: np.ndarray, rows: np.ndarray, actions: np.ndarray, groups: np.ndarray, shares: np.ndarray, responder: int
    ) -> kernel.Children:
        """Carry out the actions, in arrays that grow, and return the children."""
        stack = new_stack(self.game, self.options.num_players, STACK)
        pairs = kernel.Pairs(bytes_of(states), rows, actions, groups, shares)
        children = _new_children(self.game, self.options.num_players, 2 * len(rows) + 64, shares.shape[1])
        result = kernel.MUST_GROW
        while result == kernel.MUST_GROW:
            with np.errstate(over="ignore"):
                result = kernel_of(self.game, kernel.carry_out_pairs)(stack, pairs, children, np.int64(responder))
            if result == kernel.MUST_GROW:
                if len(children.weights) > 8 * self.max_particles:
                    raise TooLargeError(f"a layer has more than {len(children.weights):,} states")
                children = _grown(children)
        if result == kernel.UNLISTED:
            raise unlistable_draws(self.game)
        count = int(children.counts[kernel.CHILDREN])
        return children._replace(**{name: getattr(children, name)[:count] for name in CHILD_ARRAYS})


STACK = 4096  # positions of one action that wait for chance


def _new_children(game: Game, players: int, size: int, samples: int) -> kernel.Children:
    return kernel.Children(
        raw=np.empty((size, game.state.itemsize), np.uint8),
        weights=np.empty((size, samples)),
        groups=np.empty(size, np.int64),
        seen=np.empty(size, np.uint64),
        joint=np.empty(size, np.uint64),
        is_end=np.zeros(size, np.int8),
        rewards=np.zeros((size, players)),
        counts=np.zeros(2, np.int64),
    )


def _grown(children: kernel.Children) -> kernel.Children:
    """Return a copy with arrays of twice the length."""
    larger = {}
    for name in CHILD_ARRAYS:
        array = getattr(children, name)
        larger[name] = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
        larger[name][: len(array)] = array
    return children._replace(**larger)


def _merged(
    children: kernel.Children, places: np.ndarray, game: Game, responder: int
) -> tuple[Particles, tuple[np.ndarray, ...]]:
    """Merge equal particles of a belief, and equal beliefs. Return the next layer's particles, and the edges to it.

    Raises:
        NotEnumerableError: the responder cannot tell whether it must decide now, or after an action that it does not see. The
            layers would tell it.
    """
    live = np.flatnonzero(children.is_end == 0)
    if not len(live):
        empty, weights = np.zeros(0, np.int64), np.zeros((0, children.weights.shape[1]))
        return Particles(np.zeros(0, game.state), weights, empty), (empty, weights, empty)
    groups, seen, joint = places.reshape(-1)[live], children.seen[live], children.joint[live]
    with np.errstate(over="ignore"):
        keys = _mixed(seen ^ (groups.astype(np.uint64) + np.uint64(1)) * MIX)
    order = np.lexsort((joint, keys))
    merged, first = _numbered(order, keys, joint)
    weights = _sums(merged, children.weights[live[order]])
    beliefs, starts = _numbered(np.arange(len(first)), keys[first], keys[first])
    asked = np.ascontiguousarray(children.raw[live[first]]).view(game.state)["secret"]["mover"][:, 0] == responder
    if (np.minimum.reduceat(asked, starts) != np.maximum.reduceat(asked, starts)).any():
        raise NotEnumerableError(f'{game.id} has actions that other seats do not notice: use engine="tree"')
    totals = _sums(beliefs, weights)
    weights = weights / np.where(totals > 0.0, totals, 1.0)[beliefs]
    with np.errstate(over="ignore"):
        digests = joint[first]
        for column in weights.T:
            digests = _mixed(digests ^ np.round(column * ROUNDING).astype(np.uint64) * MIX)
        digests = _mixed(np.add.reduceat(digests, starts) ^ seen[first[starts]])
    _, chosen, numbers = np.unique(digests, return_index=True, return_inverse=True)
    renumbered = np.full(len(starts), -1)
    renumbered[chosen] = np.arange(len(chosen))
    kept = np.flatnonzero(renumbered[beliefs] >= 0)
    kept = kept[np.argsort(renumbered[beliefs[kept]], kind="stable")]
    states = np.ascontiguousarray(children.raw[live[first[kept]]]).view(game.state)[:, 0]
    following = Particles(states, weights[kept], renumbered[beliefs[kept]])
    return following, (groups[first[starts]], totals, numbers.reshape(-1))


def _sums(groups: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the sum of the weights, float64 (n, samples), in each group, float64 (groups, samples)."""
    return np.stack([np.bincount(groups, column) for column in weights.T], axis=1)


def _mixed(hashes: np.ndarray) -> np.ndarray:
    """Return hashes, uint64 (n,), with well-mixed bits."""
    hashes = (hashes ^ (hashes >> np.uint64(29))) * np.uint64(0xC2B2AE3D27D4EB4F)
    hashes = (hashes ^ (hashes >> np.uint64(32))) * np.uint64(0x165667B19E3779F9)
    return hashes ^ (hashes >> np.uint64(29))


def _numbered(order: np.ndarray, first_keys: np.ndarray, second_keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Number the distinct pairs of keys in sorted order. Return the numbers and the first place of each."""
    numbers = np.zeros(len(order), np.int64)
    compiled_pass(kernel.number_groups)(order, first_keys, second_keys, numbers)
    return numbers, order[np.flatnonzero(np.diff(numbers, prepend=-1))]


def _values_before(layer: Layer, values: np.ndarray, responder: int) -> np.ndarray:
    """Return the values of a layer's beliefs, float64 (beliefs, samples, seats), from those of the next layer."""
    groups = layer.end_values.copy()
    if len(layer.edge_groups):
        for sample, seat in np.ndindex(groups.shape[1:]):
            weighted = layer.edge_weights[:, sample] * values[layer.edge_beliefs, sample, seat]
            groups[:, sample, seat] += np.bincount(layer.edge_groups, weighted, minlength=len(groups))
    judged = groups[:, 0, responder] if responder != NOBODY else np.zeros(len(groups))
    best = np.lexsort((judged, layer.owners))  # the best group of each belief comes last
    last = np.flatnonzero(np.diff(layer.owners[best], append=layer.num_beliefs))
    return groups[best[last]]
