"""Train a league: a training against a pool that measures the learner against all members after each generation.

The win shares of the learner at the end of a generation set the weights of the members in the next generation, and decide
whether a frozen copy of the learner becomes a member. The training itself is not affected.
"""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.table import Table

from dig_envs.core.agent import Agent
from dig_envs.core.errors import ArgumentError
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.deal_numbers import LEAGUE
from dig_envs.training.arena.players import number_duplicates
from dig_envs.training.arena.ratings import Duel, Estimate
from dig_envs.training.league.matchmaking import LeaguePool, passes_gate
from dig_envs.training.league.standings import Generation, Standings, draw_league, generation_name, standings_from
from dig_envs.training.run.evaluate import Result
from dig_envs.training.run.learner import policy_of
from dig_envs.training.run.make_tables import pool_for
from dig_envs.training.run.pool_training import PoolTraining
from dig_envs.training.run.run import Memory
from dig_envs.training.show.tables import new_table, shown
from dig_envs.utils.files import replace

if TYPE_CHECKING:
    from dig_envs.training.league.settings import Config

STANDINGS = "standings.safetensors"  # in a checkpoint
SUMMARY, CHART = "league.json", "league.png"  # in the folder


@dataclass(frozen=True)
class LeagueResult(Result):
    """The outcome of a league.

    Attributes:
        standings: the results of each generation.
        ratings: the rating of each agent on Elo's scale with a 95 % interval: all generations in order, then the other members.
    """

    standings: Standings = field(default_factory=Standings)
    ratings: dict[str, Estimate] = field(default_factory=dict)

    def tables(self) -> list[Table]:
        """Return the tables of the ratings, best first, and of the evaluation."""
        admitted = self.standings.admitted
        refused = {generation_name(number) for number in range(len(self.standings.generations)) if number not in admitted}
        table = new_table("Ratings in the league", ("agent", "member"), ("rating", "95 % interval"))
        for name, rating in sorted(self.ratings.items(), key=lambda item: -item[1].value):
            table.add_row(
                shown(name), "no" if name in refused else "yes", f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"
            )
        return [table, *super().tables()]


class League(PoolTraining):
    """The training of a league. Its snapshots are the past selves; reviews of the pool end generations.

    Attributes:
        standings: the results of all generations so far.
    """

    config: "Config"

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.standings = Standings()
        self.due |= {"review": 0, "snapshot": 0}

    def _make_pool(self) -> LeaguePool:
        return LeaguePool(pool_for(self.config, self.config.snapshots), self.config.power, self.config.search_share)

    def _finish(self) -> None:
        """End the last generation, and measure the learner at the end of the run."""
        if self.standings.generations[-1].steps < self.learner.steps:
            self._is_due("snapshot", self.config.snapshot_every)  # so that a resumed run does not measure these weights again
            self._add_snapshot()
            self._seat_opponents()
        super()._finish()

    def _add_snapshot(self) -> None:
        """End a generation: measure the learner, and add a copy to the members if it passes the gate."""
        with self.average.in_place():
            layers, number = policy_of(self.learner), len(self.standings.generations)
            duels = self._play_members(self._as_saved(generation_name(number), layers))
            ended = Generation(self.learner.steps, self._is_admitted(duels), duels)
            if ended.admitted:
                self._write_model(self.run.folder / f"generation-{number}.zip")
        for member, share in zip(self.pool.members, ended.shares.values(), strict=True):
            member.win_share = share.value
        if ended.admitted:
            self.pool.add_snapshot(layers, features=self.features, options=self.batch.options)
        self.standings.generations.append(ended)
        self._report(ended)
        self.due["checkpoint"] = self.learner.steps  # saves the costly results of the generation

    def _members(self) -> dict[str, Agent]:
        """Return the members by name in the order of the pool. Past selves play as their saved models."""
        pool = self.pool.members
        bots = number_duplicates([member.label for member in pool[: self.pool.bots]])
        members = {name: member.agent for name, member in zip(bots, pool, strict=False)}
        selves = zip(self.standings.member_selves(self.config.snapshots), self.pool.snapshot_layers(), strict=True)
        return members | {name: self._as_saved(name, layers) for name, layers in selves}

    def _play_members(self, agent: Agent) -> dict[str, Duel]:
        """Play duplicate games of an agent against each member, always on the same deals."""
        options = self.batch.options
        sets = np.array(duplicate.seatings(options.num_players, num_teams=options.num_teams))
        deals = LEAGUE + np.arange(-(-self.config.league_games // len(sets)))
        return {
            name: duplicate.play_duel(self.game, options, agent, other, deals, sets) for name, other in self._members().items()
        }

    def _is_admitted(self, duels: Mapping[str, Duel]) -> bool:
        """Return whether the learner becomes a member. The first past self is always admitted: the learner before training."""
        admitted = self.standings.admitted
        shares = {member: float(duel.shares.mean()) for member, duel in duels.items()}
        return not admitted or passes_gate(shares, generation_name(admitted[-1]), self.config.gate_against, self.config.gate)

    def _report(self, ended: Generation) -> None:
        """Write, draw and log the results of a generation."""
        rated = self.standings.ratings()
        summary = self.standings.summary(rated)
        path = self.run.folder / SUMMARY
        try:
            replace(path, json.dumps(summary, indent=1).encode())
        except OSError as error:
            raise ArgumentError(f"{path} cannot be written: {error.strerror}") from error
        title = f"League: {self.game.id}, {self.batch.options.num_players} players"
        draw_league(self.standings, rated, title, self.run.folder / CHART)
        name = generation_name(len(self.standings.generations) - 1)
        self.learner.record("league/rating", rated[name].value)
        for member, share in ended.shares.items():
            self.learner.record(f"league/{member}", share.value)
        self.run.advance(0, f"training ({name}, {'admitted' if ended.admitted else 'not admitted'}, {rated[name].value:.0f})")

    def result(self, evaluated: Result) -> LeagueResult:
        """Add the checkpoint, the best model, the standings and the ratings to the result of the evaluation."""
        result = super().result(evaluated)
        plain = {item.name: getattr(result, item.name) for item in dataclasses.fields(Result)}
        return LeagueResult(**plain, standings=self.standings, ratings=self.standings.ratings())

    # --- files

    def memory(self) -> Memory:
        counters, files = super().memory()
        return counters, {**files, STANDINGS: self.standings.as_bytes()}

    def restore(self, counters: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        self.standings = standings_from(files[STANDINGS])
        admitted = len(self.standings.admitted)
        if admitted != counters["snapshots_taken"]:
            raise ValueError(f"its standings have admitted {admitted} selves, its pool {counters['snapshots_taken']}")
        super().restore(counters, files)
