"""Turn agents of every kind into realization plans.

All agents are memoryless: they decide from the table and their own record. So each agent is asked once at each distinct record.

| agent | probabilities |
|---|---|
| bot | its noise is known; at records where it draws random numbers, `samples` actions are drawn |
| network | its own probabilities |
| other agent, such as a search | `samples` actions are drawn, unless it draws no random numbers |
| array, function | the given probabilities |
| `SequencePolicy` | its own plan, which may use the whole history |
| `Mixture` | one agent is drawn before each game, by each seat on its own |
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from dig_envs.core.agent import Agent, Bot, Decisions, checked_agent
from dig_envs.core.agent_names import find_agent
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, IllegalActionError
from dig_envs.core.game import Game, Options
from dig_envs.core.rng import RNG, draw_legal
from dig_envs.exact.evaluation import Plans, plan_of
from dig_envs.exact.records import Records
from dig_envs.exact.sequence_form import SequenceForm

TOLERANCE = 1e-4  # of the sum of an agent's probabilities, which may be float32


@dataclass(frozen=True)
class Mixture:
    """A population of agents, of which each seat draws one before each game.

    Attributes:
        agents: names, agents, arrays, functions or policies.
        weights: the share of each agent, with sum 1; equal shares if empty.

    Raises:
        ArgumentError: there is no agent, or the weights are no shares.
    """

    agents: "Sequence[Policy]"
    weights: Sequence[float] = ()

    def __post_init__(self) -> None:
        if not self.agents:
            raise ArgumentError("a mixture needs an agent")
        weights = np.array(self.weights or [1.0 / len(self.agents)] * len(self.agents), float)
        if len(weights) != len(self.agents) or not (weights >= 0.0).all() or abs(weights.sum() - 1.0) > TOLERANCE:
            raise ArgumentError(f"a mixture of {len(self.agents)} agents needs as many weights with sum 1, not {self.weights}")
        object.__setattr__(self, "weights", tuple(weights / weights.sum()))


@dataclass(frozen=True)
class SequencePolicy:
    """A policy with perfect recall: a realization plan for each seat.

    Attributes:
        name: the name in tables.
        form: the sequence form that the plans belong to.
        plans: float64 (sequences,) for each seat.
    """

    name: str
    form: SequenceForm
    plans: Plans


Policy: TypeAlias = str | Agent | np.ndarray | Callable[[Decisions], np.ndarray] | Mixture | SequencePolicy


class RealizationPlan(NamedTuple):
    """The realization plan of one seat: the probability of each sequence of its own actions.

    Attributes:
        plan: float64 (sequences,).
        again: the plan from an independent sample; `plan` itself if nothing was sampled.
        sampled: the number of records at which actions were sampled.
    """

    plan: np.ndarray
    again: np.ndarray
    sampled: int


def plan_seat(records: Records, seat: int, policy: Policy, samples: int, generator: np.random.Generator) -> RealizationPlan:
    """Return the plan of a seat that plays a policy.

    Args:
        records: the records of the sequence form.
        seat: the seat.
        policy: see the module's docstring.
        samples: the number of actions drawn at each record where an agent draws random numbers.
        generator: the source of random numbers.

    Raises:
        ArgumentError: the agent plays another game; or an array or function gives no probabilities.
        IllegalActionError: the policy may choose an illegal action.
        UnknownAgentError: no agent has this name.
    """
    form = records.form
    if isinstance(policy, str):
        policy = find_agent(policy, form.game)
    if isinstance(policy, Mixture):
        parts = [plan_seat(records, seat, agent, samples, generator) for agent in policy.agents]
        plan, again = (sum(w * getattr(part, name) for w, part in zip(policy.weights, parts, strict=True)) for name in SAMPLED)
        return RealizationPlan(np.asarray(plan), np.asarray(again), sum(part.sampled for part in parts))
    if isinstance(policy, SequencePolicy):
        if policy.form.game != form.game or policy.form.options.identity != form.options.identity:
            raise ArgumentError(f"the policy {policy.name} is for {policy.form.game.id} with {policy.form.options}")
        return RealizationPlan(policy.plans[seat], policy.plans[seat], 0)
    rows = np.flatnonzero(records.players == seat)
    probabilities, sampled = _probabilities(records, rows, policy, samples, generator)
    plan = again = _plan_from(records, seat, probabilities)
    if sampled:
        again = _plan_from(records, seat, _probabilities(records, rows, policy, samples, generator)[0])
    return RealizationPlan(plan, again, sampled)


SAMPLED = ("plan", "again")


def _plan_from(records: Records, seat: int, probabilities: np.ndarray) -> np.ndarray:
    """Return a seat's plan from the probabilities of `Records.actions`."""
    behaviour = np.ones(records.form.seats[seat].num_sequences)
    behaviour[1:] = probabilities[records.places(seat)]
    return plan_of(records.form, seat, behaviour)


def _probabilities(
    records: Records, rows: np.ndarray, policy: Policy, samples: int, generator: np.random.Generator
) -> tuple[np.ndarray, int]:
    """Return the probability of each of `Records.actions` at some records, and the number of records that were sampled."""
    probabilities = np.zeros(len(records.actions))
    sampled = 0
    ask = probability_function(records.form.game, records.form.options, policy, len(records))
    for chunk in records.chunks(rows):
        decisions = records.decisions(chunk, generator)
        given, drawn = ask(chunk, decisions, samples)
        given = checked_probabilities(given, decisions.masks, chunk)
        sampled += len(drawn)
        probabilities[records.places_of(chunk)] = given[decisions.masks == 1]
    return probabilities, sampled


def checked_probabilities(given: Any, masks: np.ndarray, records: np.ndarray) -> np.ndarray:
    """Return probabilities as float64 (n, num_actions), scaled to a sum of exactly 1.

    Args:
        given: the probabilities of each action, (n, num_actions).
        masks: int8 (n, num_actions), 1 for legal actions.
        records: the numbers of the records, integers (n,), for messages.

    Raises:
        ArgumentError: the shape is wrong, a value is negative or no number, or a row's sum is not 1.
        IllegalActionError: an illegal action has a positive probability.
    """
    try:
        given = np.asarray(given, np.float64)
    except (TypeError, ValueError):
        raise ArgumentError("probabilities must be an array of numbers") from None
    if given.shape != masks.shape:
        raise ArgumentError(f"probabilities must have the shape {masks.shape}, not {given.shape}")
    if not (given >= 0.0).all():
        raise ArgumentError("a probability is negative or no number")
    illegal = np.where(masks == 1, 0.0, given).sum(axis=1)
    if illegal.max(initial=0.0) > TOLERANCE:
        row = int(illegal.argmax())
        action = int(np.where(masks[row] == 1, 0.0, given[row]).argmax())
        share = given[row, action]
        raise IllegalActionError(f"action {action} is illegal at record {records[row]}, but has probability {share:.3g}")
    totals = given.sum(axis=1)
    wrong = np.abs(totals - 1.0) > TOLERANCE
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise ArgumentError(f"the probabilities at record {records[row]} have the sum {totals[row]:.6g}, not 1")
    legal = np.where(masks == 1, given, 0.0)
    return legal / legal.sum(axis=1, keepdims=True)


# --- each kind of agent: probabilities (n, num_actions), and the rows where actions were sampled, int64

Answer = tuple[Any, np.ndarray]
NO_ROWS = np.zeros(0, np.int64)


def probability_function(
    game: Game, options: Options, policy: Policy, num_records: int | None = None
) -> Callable[[np.ndarray, Decisions, int], Answer]:
    """Return a function that asks a policy for the probabilities at some records.

    Args:
        game, options: the game.
        policy: a policy without memory: a name, an agent, a function or an array.
        num_records: the number of records of an array; None if no array is allowed.

    Raises:
        ArgumentError: it is no such policy, or plays another game.
    """
    if isinstance(policy, str):
        policy = find_agent(policy, game)
    if isinstance(policy, Agent):
        agent = checked_agent(game, policy)
        agent.check(options)
        if isinstance(agent, Bot):
            return lambda rows, decisions, samples: _ask_bot(agent, decisions, samples)
        return lambda rows, decisions, samples: _ask_agent(agent, decisions, samples)
    if callable(policy):
        return lambda rows, decisions, samples: (policy(decisions), NO_ROWS)
    if num_records is None or isinstance(policy, Mixture | SequencePolicy):
        raise ArgumentError(f"a name, an agent or a function is needed here, not {policy!r:.80}")
    try:
        array = np.asarray(policy, np.float64)
    except (TypeError, ValueError):
        raise ArgumentError(f"a policy is a name, an agent, an array or a function, not {policy!r:.80}") from None
    shape = (num_records, game.num_actions)
    if array.shape != shape:
        raise ArgumentError(f"an array of probabilities must have the shape {shape} (records, actions), not {array.shape}")
    return lambda rows, decisions, samples: (array[rows], NO_ROWS)


def is_memoryless(policy: Policy) -> bool:
    """Return whether a policy is asked at records, as a name, agent or function; an array also needs the game tree."""
    return isinstance(policy, str | Agent) or callable(policy)


def _ask_bot(bot: Bot, decisions: Decisions, samples: int) -> Answer:
    uniform = decisions.masks / decisions.masks.sum(axis=1, keepdims=True)
    if bot.noise == 1.0 or _is_uniform(bot.function):
        return uniform, NO_ROWS
    actions, drew = _bot_actions(bot, decisions)
    probabilities = _one_hot(actions, decisions.masks)
    again = np.flatnonzero(drew & (decisions.masks.sum(axis=1) > 1))
    if len(again):
        repeated = decisions.select(again)
        counts = probabilities[again]
        for _ in range(samples - 1):
            counts += _one_hot(_bot_actions(bot, repeated)[0], repeated.masks)
        probabilities[again] = counts / samples
    return (1.0 - bot.noise) * probabilities + bot.noise * uniform, again


def _bot_actions(bot: Bot, decisions: Decisions) -> tuple[np.ndarray, np.ndarray]:
    """Return the bot's actions without noise, int64 (n,), and whether the bot drew random numbers, bool (n,)."""
    engine = engine_of(bot.game)
    generators = np.zeros(len(decisions), RNG)
    generators["key"] = decisions.generator.integers(0, 1 << 32, (len(decisions), 2), dtype=np.uint64)
    actions = np.empty(len(decisions), np.int64)
    rows = decisions.tables, decisions.seats, decisions.players, decisions.masks
    engine.act(engine.bots([bot.function]), *rows, generators, 0.0, actions)
    return actions, np.asarray(generators["drawn"].any(axis=1))


def _uniform(table, seat, player, mask, rng):  # type: ignore[no-untyped-def]
    return draw_legal(mask, rng)


def _is_uniform(function: Callable) -> bool:
    """Return whether a bot's function does nothing but draw a legal action, so that its probabilities are known."""
    code, own = function.__code__, _uniform.__code__
    same = (code.co_code, code.co_names) == (own.co_code, own.co_names)
    return same and function.__globals__.get("draw_legal") is draw_legal


def _ask_agent(agent: Any, decisions: Decisions, samples: int) -> Answer:
    if hasattr(agent, "action_probabilities"):
        return agent.action_probabilities(decisions), NO_ROWS
    if hasattr(agent, "probabilities") and hasattr(agent, "inputs_of") and not getattr(agent, "deterministic", False):
        return agent.probabilities(agent.inputs_of(decisions), decisions.masks), NO_ROWS
    free = np.flatnonzero(decisions.masks.sum(axis=1) > 1)
    probabilities = decisions.masks.astype(np.float64)
    if not len(free):
        return probabilities, NO_ROWS
    asked = decisions.select(free)
    before = decisions.generator.bit_generator.state
    counts = _one_hot(agent.act(asked), asked.masks)
    drew = decisions.generator.bit_generator.state != before
    if drew:
        for _ in range(samples - 1):
            counts += _one_hot(agent.act(asked), asked.masks)
        counts /= samples
    probabilities[free] = counts
    return probabilities, free if drew else NO_ROWS


def _one_hot(actions: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Return 1 for the chosen actions and 0 for all others, float64 (n, num_actions).

    Raises:
        IllegalActionError: an action is out of range.
    """
    actions = np.asarray(actions)
    if ((actions < 0) | (actions >= masks.shape[1])).any():
        raise IllegalActionError(f"an agent chose an action that is not from 0 to {masks.shape[1] - 1}")
    chosen = np.zeros(masks.shape)
    chosen[np.arange(len(actions)), actions] = 1.0
    return chosen
