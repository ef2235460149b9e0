"""A game in progress between people and agents: moves, undo, hints, and the moments that each viewer has been shown."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.agent_names import find_agent, offered_agents
from dig_envs.core.arguments import whole_number
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, OrderError, nearest
from dig_envs.core.game import NOBODY, Game
from dig_envs.play.wording import Silent, telling_of
from dig_envs.render.view import PUBLIC, View
from dig_envs.utils.text import printable

KEPT = 64  # moments that a viewer may still be shown one by one
LONGEST_NAME = 40
HINT_STREAM, AGENT_STREAM = 1, 0


@dataclass(frozen=True)
class Chair:
    """Who sits on a seat.

    Attributes:
        name: what the others call it.
        agent: the agent's name, as `find_agent` takes it; None for a person.
    """

    name: str
    agent: str | None = None


@dataclass(frozen=True)
class Line:
    """A line of the log: who did what, in words, and what came of it; no seat for what nobody did."""

    seat: int | None
    words: str


@dataclass(frozen=True)
class Moment:
    """A moment of the game that a viewer is shown.

    Attributes:
        number: counts the viewer's moments from 0.
        state: the whole state; only `view.py` may look at it, through the viewer's eyes.
        mover: the seat that must decide, which the viewer may know; NOBODY after the end.
        mask: the legal actions if the viewer is the mover, else None.
        told: the lines of the viewer's log up to here.
    """

    number: int
    state: np.ndarray = field(repr=False)
    mover: int
    mask: np.ndarray | None = field(repr=False)
    told: int


class Track:
    """What one viewer has been shown: its log, and its latest moments."""

    def __init__(self, viewer: int):
        self.viewer = viewer
        self.log: list[Line] = []
        self.recent: deque[Moment] = deque(maxlen=KEPT)
        self.answered = -1  # the number of the last moment at which the viewer has acted

    @property
    def last(self) -> Moment:
        """The newest moment."""
        return self.recent[-1]

    def after(self, number: int) -> list[Moment]:
        """Return the moments after one that the viewer has; only the newest if it has fallen too far behind."""
        if number < self.recent[0].number - 1 or number > self.last.number:
            return [self.last]
        return [moment for moment in self.recent if moment.number > number]


class Table:
    """One game between people and agents. It serves one thread at a time.

    Args:
        game: what is played, or its id.
        options: its options, as keywords; `num_players` is the number of chairs.
        seed: the deal.
        chairs: who sits on seat 0, 1, ...
        actions: all decisions so far; the game is played up to there.
        epoch: counts how often moments were numbered anew: by an undo, or a restart.

    Raises:
        ArgumentError, UnknownAgentError, OptionError, IllegalActionError: something does not fit.
    """

    def __init__(
        self,
        game: str | Game,
        options: Mapping[str, Any],
        seed: int,
        chairs: Sequence[Chair],
        actions: Sequence[int] = (),
        epoch: int = 0,
    ):
        self.game = game_of(game) if isinstance(game, str) else game
        self.given = {**options, "num_players": len(chairs)}
        self.options = self.game.parse_options(**self.given)
        self.seed = seed
        self.chairs = tuple(Chair(_name(chair.name), chair.agent) for chair in chairs)
        self.names = tuple(chair.name for chair in self.chairs)
        self.agents = {name: self._agent(name) for name in {chair.agent for chair in self.chairs} if name is not None}
        self.telling = telling_of(self.game)
        self.epoch = epoch
        self._play_anew(actions)

    def _agent(self, name: str) -> Agent:
        agent = find_agent(name, self.game)
        agent.check(self.options)
        return agent

    def _play_anew(self, actions: Sequence[int]) -> None:
        self._batch = Batch(self.game, self.options, 1, self.seed, num_threads=1, deal_again=False)
        self.actions: list[int] = []
        self._movers: list[int] = []
        self.tracks = {viewer: Track(viewer) for viewer in (*self.people, PUBLIC)}
        self._show(self._batch.states)
        for action in actions:
            self._step(int(action))

    # --- who is there

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.agent is None]

    @property
    def mover(self) -> int:
        """The seat that must decide; NOBODY after the end. Who that is may be a secret."""
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
        """All decisions so far: the seat, and its action. Whose they were may be a secret."""
        return list(zip(self._movers, self.actions, strict=True))

    @property
    def agent_to_move(self) -> bool:
        """Whether an agent must decide."""
        return not self.over and self.chairs[self.mover].agent is not None

    @property
    def advisers(self) -> list[str]:
        """The agents that may be asked for a hint: the strongest of the game's own first, then others at the table."""
        offered = list(offered_agents(self.game))[::-1]
        return [*offered, *sorted(name for name in self.agents if name not in offered)]

    def track(self, viewer: int) -> Track:
        """Return what a viewer, a person's seat or PUBLIC, has been shown so far."""
        return self.tracks[viewer]

    # --- playing

    def act(self, seat: int, moment: int, action: int) -> None:
        """Carry out a person's decision.

        Args:
            seat: whose decision it is.
            moment: the number of the moment that it was made at.
            action: a legal action.

        Raises:
            OrderError: the seat is not asked, or not at that moment.
            IllegalActionError: the action is not legal.
        """
        track = self._asked(seat)
        if moment != track.last.number:
            raise OrderError("the game has gone on since; look again")
        self._step(whole_number("action", action, -(2**31), 2**31))

    def play_agent(self) -> None:
        """Have the agent that must decide choose, and carry that out."""
        self.carry_out(self.chosen())

    def chosen(self) -> int:
        """Return what the agent that must decide chooses."""
        if not self.agent_to_move:
            raise OrderError("no agent is to move")
        return self._choice(self.agents[str(self.chairs[self.mover].agent)], AGENT_STREAM)

    def carry_out(self, action: int) -> None:
        """Carry out the decision of the agent that must decide."""
        if not self.agent_to_move:
            raise OrderError("no agent is to move")
        self._step(action)

    def hint(self, seat: int, adviser: str) -> str:
        """Return what an agent would do in a person's place, in words.

        Raises:
            OrderError: the seat is not asked.
            ArgumentError: no such adviser.
        """
        self._asked(seat)
        if adviser not in self.advisers:
            raise ArgumentError(f'there is no adviser "{adviser!s:.40}"; {nearest(adviser, self.advisers, "advisers")}')
        action = self._choice(self.agents.get(adviser) or self._agent(adviser), HINT_STREAM)
        return self.telling.label(self.view(seat), action)

    def undo(self, seat: int) -> None:
        """Go back to before a person's last decision.

        Raises:
            OrderError: others play too, or there is nothing to take back.
        """
        if self.people != [seat]:
            raise OrderError("moves are taken back only where one person plays against agents")
        place = self._last_own()
        if place is None:
            raise OrderError("there is no move to take back")
        self.epoch += 1
        self._play_anew(self.actions[:place])

    def _last_own(self) -> int | None:
        """Return the place of the only person's last decision, or None."""
        return next((place for place in reversed(range(len(self.actions))) if self._movers[place] in self.people), None)

    def _asked(self, seat: int) -> Track:
        if self.over:
            raise OrderError("the game is over")
        if seat not in self.people or seat != self.mover:
            raise OrderError("it is not this seat's decision")
        return self.track(seat)

    def _choice(self, agent: Agent, stream: int) -> int:
        """Return an agent's choice, whose random numbers depend on the game and the decision only."""
        batch = self._batch
        generator = np.random.default_rng([self.seed, len(self.actions), self.mover, stream])
        players = batch.players.astype(np.int64)
        facts = batch.observations[:, : batch.num_facts].copy()
        decisions = Decisions.of(self.game, batch.states, players, facts, batch.masks.copy(), generator)
        return int(agent.act(decisions)[0])

    def _step(self, action: int) -> None:
        before, mover = self._batch.states, self.mover
        self._batch.step(np.array([action]))
        self.actions.append(action)
        self._movers.append(mover)
        self._tell(before, mover, action)
        self._show(self._batch.states)

    # --- what viewers are shown

    def view(self, viewer: int, state: np.ndarray | None = None) -> View:
        """Return a state, by default the present one, through a viewer's eyes."""
        return View(self.game, self.options, self._batch.states if state is None else state, viewer, self.names)

    def _tell(self, before: np.ndarray, mover: int, action: int) -> None:
        for viewer, track in self.tracks.items():
            view = self.view(viewer, before)
            words = self.telling.label(view, action) if viewer == mover else self.telling.told(view, action)
            if words is not None:
                track.log.append(Line(mover, printable(words)))
            if viewer == mover:
                track.answered = track.last.number

    def _show(self, state: np.ndarray) -> None:
        """Show the moment to those who may see it; to the others it never was."""
        for viewer, track in self.tracks.items():
            view = self.view(viewer, state)
            if not self.telling.settled(view):
                continue
            if track.recent:
                self._tell_outcome(track, view)
            number = track.last.number + 1 if track.recent else 0
            mask = self._batch.masks[0].copy() if viewer == self.mover else None
            track.recent.append(Moment(number, state, self.mover, mask, len(track.log)))

    def _tell_outcome(self, track: Track, after: View) -> None:
        """Add to the last line of a viewer's log what has changed since its last moment, as it sees both."""
        news = track.log[track.last.told :]
        mover = news[-1].seat if news else None
        outcome = getattr(self.telling, "outcome", Silent.outcome)
        phrases = outcome(self.view(track.viewer, track.last.state), after, mover)
        if not phrases:
            return
        words = printable(", ".join(phrases))
        if news:
            track.log[-1] = Line(mover, f"{news[-1].words}: {words}")
        else:
            track.log.append(Line(None, words))


def _name(name: Any) -> str:
    words = printable(" ".join(str(name).split()))
    if not 1 <= len(words) <= LONGEST_NAME:
        raise ArgumentError(f"a name has 1 to {LONGEST_NAME} letters, unlike {words!r:.60}")
    return words
