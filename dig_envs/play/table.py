"""Play a game between people and agents: actions, undo, hints, and the moments shown to each viewer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dig_envs.core.agent import Agent, Candidate, Decisions
from dig_envs.core.agent_names import agents_for, default_agents, find_agent
from dig_envs.core.arguments import whole_number
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, IllegalActionError, OrderError, nearest
from dig_envs.core.game import NOBODY, Game
from dig_envs.records import Decision, GameRecord
from dig_envs.render.history import ViewerHistory
from dig_envs.render.view import PUBLIC, View
from dig_envs.render.wording import wording_of
from dig_envs.utils.text import printable

MAX_NAME = 40  # characters
AGENT_STREAM, HINT_STREAM = 0, 1  # of random numbers


@dataclass(frozen=True)
class Participant:
    """The person or agent on one seat.

    Attributes:
        name: the name that everybody sees.
        agent: the agent's name for `find_agent`; None for a person.
    """

    name: str
    agent: str | None = None


@dataclass(frozen=True)
class Hint:
    """An agent's choice for a person's decision.

    Attributes:
        action: the number of the chosen action.
        words: the action in words.
        candidates: numbers and descriptions of the actions that the agent considered; empty if the agent reports none.
    """

    action: int
    words: str
    candidates: tuple[tuple[int, Candidate], ...]


class Table:
    """One game between people and agents. Not safe for use by several threads at the same time.

    Args:
        game: a game or its id.
        options: the game's options; `num_players` is the number of participants.
        seed: the seed of the deal.
        participants: the person or agent of each seat.
        actions: all actions so far, which are replayed.
        epoch: number of undos and restarts so far. Each of them numbers the moments from 0.

    Attributes:
        paused: whether the agents wait.

    Raises:
        ArgumentError, UnknownAgentError, OptionError, IllegalActionError: invalid arguments.
    """

    def __init__(
        self,
        game: str | Game,
        options: Mapping[str, Any],
        seed: int,
        participants: Sequence[Participant],
        actions: Sequence[int] = (),
        epoch: int = 0,
    ):
        self.game = game_of(game)
        self.given_options = {**options, "num_players": len(participants)}
        self.options = self.game.parse_options(**self.given_options)
        self.seed = seed
        self.participants = tuple(Participant(_checked_name(each.name), each.agent) for each in participants)
        self.names = tuple(each.name for each in self.participants)
        self.agents = {name: self._load_agent(name) for name in {each.agent for each in self.participants} if name is not None}
        self.wording = wording_of(self.game)
        self.epoch = epoch
        self.paused = False
        self._replay(actions)

    def _load_agent(self, name: str) -> Agent:
        agent = find_agent(name, self.game)
        agent.check(self.options)
        return agent

    def _replay(self, actions: Sequence[int]) -> None:
        self._batch = Batch(self.game, self.options, 1, self.seed, num_threads=1, deal_again=False)
        self.actions: list[int] = []
        self._movers: list[int] = []
        self.histories = {viewer: ViewerHistory(viewer, self.game) for viewer in (*self.people, PUBLIC)}
        self._show()
        for action in actions:
            self._step(int(action))

    # --- participants

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, each in enumerate(self.participants) if each.agent is None]

    @property
    def mover(self) -> int:
        """The seat that must decide, which may be secret; NOBODY after the end."""
        return int(self._batch.players[0])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.mover == NOBODY

    @property
    def rewards(self) -> list[float]:
        """Each seat's reward, once the game has ended."""
        return self._batch.rewards[0].tolist()

    @property
    def decisions(self) -> list[tuple[int, int]]:
        """All decisions so far as pairs (seat, action), secret decisions included."""
        return list(zip(self._movers, self.actions, strict=True))

    def record(self, names: Sequence[str] | None = None) -> GameRecord:
        """Record the decisions so far, with the names of the seats or with other names."""
        decisions = [Decision(seat, action) for seat, action in self.decisions]
        return GameRecord.from_decisions(self.game, self.options, self.seed, self.names if names is None else names, decisions)

    @property
    def agent_to_move(self) -> bool:
        """Whether an agent must decide."""
        return not self.over and self.is_thinking(self.mover)

    def is_thinking(self, mover: int) -> bool:
        """Return whether an agent that is not paused has a seat."""
        return not self.paused and self.participants[mover].agent is not None

    @cached_property
    def advisers(self) -> list[str]:
        """The agents that give hints: the bots, strongest first, all others that can play here, and those at the table."""
        bots = default_agents(self.game)[::-1]
        others = [name for name in agents_for(self.game, self.options) if name not in bots]
        return [*bots, *others, *sorted(name for name in self.agents if name not in (*bots, *others))]

    # --- actions

    def act(self, seat: int, moment: int, action: int) -> None:
        """Carry out a person's action.

        Args:
            seat: the person's seat.
            moment: the number of the moment that the person saw.
            action: a legal action.

        Raises:
            OrderError: it is not this seat's turn, or the moment is not the latest.
            IllegalActionError: the action is not legal.
        """
        if moment != self._history_of_mover(seat).latest.number:
            raise OrderError("the game has moved on; look at the latest position")
        self._step(whole_number("action", action, -(2**31), 2**31))

    def agent_choice(self) -> Callable[[], int]:
        """Return a function that returns the choice of the agent that must decide. Another thread may call it."""
        if not self.agent_to_move:
            raise OrderError("it is not an agent's turn")
        agent, decisions = self.agents[str(self.participants[self.mover].agent)], self.decision(AGENT_STREAM)
        return lambda: int(agent.act(decisions)[0])

    def play_agent(self, action: int | None = None) -> None:
        """Carry out an agent's choice.

        Args:
            action: from `agent_choice`, which is called if None.

        Raises:
            IllegalActionError: the choice is illegal. The message reveals neither it nor the legal actions to the other seats.
        """
        action = self.agent_choice()() if action is None else action
        if not 0 <= action < self.game.num_actions or not self._batch.masks[0, action]:
            raise IllegalActionError(f"{self.names[self.mover]} has chosen an illegal action")
        self._step(action)

    def hint(self, seat: int, adviser: str) -> Callable[[], Hint]:
        """Return a function that returns an agent's choice for a person's decision. Another thread may call it.

        Raises:
            OrderError: it is not this seat's turn.
            ArgumentError: no such adviser.
        """
        self._history_of_mover(seat)
        if adviser not in self.advisers:
            raise ArgumentError(f'there is no adviser "{adviser!s:.40}"; {nearest(adviser, self.advisers, "advisers")}')
        decisions, view = self.decision(HINT_STREAM), self.view(seat)

        def choose() -> Hint:
            agent = self.agents.get(adviser) or self._load_agent(adviser)
            explained = agent.explain(decisions)
            action, candidates = explained[0] if explained else (int(agent.act(decisions)[0]), ())
            numbers = {self.game.actions.name(int(number)): int(number) for number in decisions.masks[0].nonzero()[0]}
            considered = tuple((numbers[each.action], each) for each in candidates if each.action in numbers)
            return Hint(action, self.wording.ACTIONS.label(view, action), considered)

        return choose

    def undo(self, seat: int) -> None:
        """Return to the moment before a person's last action.

        Raises:
            OrderError: several people play, or the person has not acted yet.
        """
        if self.people != [seat]:
            raise OrderError("undo is possible only where one person plays against agents")
        if seat not in self._movers:
            raise OrderError("there is no move to undo")
        self.epoch += 1
        self._replay(self.actions[: len(self._movers) - 1 - self._movers[::-1].index(seat)])

    def _history_of_mover(self, seat: int) -> ViewerHistory:
        if self.over:
            raise OrderError("the game is over")
        if seat not in self.people or seat != self.mover:
            raise OrderError("it is not this seat's turn")
        return self.histories[seat]

    def decision(self, stream: int) -> Decisions:
        """Return the present decision. Its random numbers depend on the seed, its number, the seat and the stream."""
        generator = np.random.default_rng([self.seed, len(self.actions), self.mover, stream])
        return self._batch.decisions(generator=generator)

    def _step(self, action: int) -> None:
        before, mover = self._batch.states, self.mover
        self._batch.step(np.array([action]))
        self.actions.append(action)
        self._movers.append(mover)
        for viewer, history in self.histories.items():
            history.hear(self.view(viewer, before), mover, action)
        self._show()

    def _show(self) -> None:
        """Add the present moment to the history of each viewer that may be shown it."""
        state = self._batch.states
        for viewer, history in self.histories.items():
            history.see(self.view(viewer, state), self.mover, self._batch.masks[0])

    def view(self, viewer: int, state: np.ndarray | None = None) -> View:
        """Return a viewer's view of a state; of the present one if None."""
        return View(self.game, self.options, self._batch.states if state is None else state, viewer, self.names)


def _checked_name(name: Any) -> str:
    words = printable(" ".join(str(name).split()))
    if not 1 <= len(words) <= MAX_NAME:
        raise ArgumentError(f"a name has 1 to {MAX_NAME} characters, not {len(words)}: {words!r:.60}")
    return words
