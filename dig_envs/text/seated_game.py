"""Play one game with agents at some seats, and write the log of each other seat."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dig_envs.core.agent import Agent, Bot, checked_actions
from dig_envs.core.batch import Batch
from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import NOBODY, Game, Options
from dig_envs.core.seeds import checked_seed
from dig_envs.records import Decision, GameRecord
from dig_envs.render.history import ViewerHistory
from dig_envs.render.view import View
from dig_envs.text.position import names_for

AGENT_STREAM = 0  # of random numbers
FORFEIT = -1  # the action of a seat that forfeits


class SeatedGame:
    """One game. Agents have some seats; the other seats belong to learners.

    Args:
        game, options: the game and its options.
        seed: the seed of the deal.
        agents: the agents by their seats.

    Attributes:
        learners: the seats without an agent.
        decisions: all decisions so far, as pairs of a seat and an action or FORFEIT.
        mover: the seat that must decide; NOBODY after the end.
        histories: the log of each learner, as this seat knows it.
        views: the present position, as each learner knows it.
    """

    def __init__(self, game: Game, options: Options, seed: int, agents: Mapping[int, Agent]):
        self.game, self.options, self.seed, self.agents = game, options, seed, agents
        self.batch = Batch(game, options, 1, seed, num_threads=1, deal_again=False)
        self.learners = tuple(seat for seat in range(options.num_players) if seat not in agents)
        self.decisions: list[tuple[int, int]] = []
        self.histories = {seat: ViewerHistory(seat, game) for seat in self.learners}
        self._generators = self.batch.bot_generators[0]
        self._show()

    @property
    def mask(self) -> np.ndarray:
        """int8 (num_actions,), the legal actions."""
        return self.batch.masks[0]

    def advance(self, play_forced: bool) -> None:
        """Play the decisions of agents until a learner must decide.

        Args:
            play_forced: whether a learner's decision with one legal action is played too.
        """
        while (seat := self.mover) != NOBODY:
            if seat in self.agents:
                self.step(self._choice_of(seat))
            elif play_forced and np.count_nonzero(self.mask) == 1:
                self.step(int(self.mask.argmax()))
            else:
                return

    def _choice_of(self, seat: int) -> int:
        """Return an agent's choice. Scripted bots draw the same random numbers as in the arena."""
        agent = self.agents[seat]
        if isinstance(agent, Bot):
            return int(agent.act_with(self.batch.decisions(), self._generators[seat : seat + 1])[0])
        decisions = self.batch.decisions(generator=self.random(AGENT_STREAM))
        return int(checked_actions(agent, agent.act(decisions), decisions.masks)[0])

    def random(self, stream: int) -> np.random.Generator:
        """Return a generator whose numbers depend on the seed, the decision, the seat and the stream."""
        return np.random.default_rng([self.seed, len(self.decisions), self.mover, stream])

    def step(self, action: int) -> None:
        """Play an action, or FORFEIT, for the seat that must decide."""
        before, mover = self.views, self.mover
        if action == FORFEIT:
            self.batch.step_or_forfeit(np.array([self.mask.argmin()]))
        else:
            self.batch.step(np.array([action]))
            for seat, history in self.histories.items():
                history.hear(before[seat], mover, action)
        self.decisions.append((mover, action))
        self._show()

    def _show(self) -> None:
        """Show the present position to the learners."""
        self.mover = int(self.batch.players[0])
        state, count = self.batch.states, self.options.num_players
        self.views = {seat: View(self.game, self.options, state, seat, names_for(seat, count)) for seat in self.learners}
        for seat, history in self.histories.items():
            history.see(self.views[seat], self.mover, self.mask)

    def record(self, names: Sequence[str]) -> GameRecord:
        """Return a record of all decisions so far, which replays. A forfeit is no decision."""
        made = [Decision(seat, action) for seat, action in self.decisions if action != FORFEIT]
        return GameRecord.from_decisions(self.game, self.options, self.seed, names, made)

    # --- copies

    def copy(self) -> "SeatedGame":
        """Return an independent copy."""
        twin = copy.copy(self)
        twin.batch, twin.decisions, twin._generators = self.batch.clone(), list(self.decisions), self._generators.copy()
        twin.histories = {seat: history.copy() for seat, history in self.histories.items()}
        return twin

    def saved(self) -> dict[str, Any]:
        """Return the game so far as values for JSON."""
        return {
            "seed": self.seed,
            "decisions": self.decisions,
            "generators": self._generators.tobytes().hex(),
        }

    def restored(self, saved: Mapping[str, Any]) -> "SeatedGame":
        """Return a saved game of the same seats. No agent is asked.

        Raises:
            DigEnvsError, ValueError, TypeError, KeyError: the values are damaged, or of a game with other arguments.
        """
        twin = SeatedGame(self.game, self.options, checked_seed(saved["seed"]), self.agents)
        for seat, action in saved["decisions"]:
            if twin.mover != seat:
                raise SnapshotError(f"seat {seat!r:.40} does not decide here")
            twin.step(int(action))
        twin._generators = np.frombuffer(bytes.fromhex(saved["generators"]), self._generators.dtype).copy()
        if len(twin._generators) != self.options.num_players:
            raise SnapshotError("it has other seats")
        return twin
