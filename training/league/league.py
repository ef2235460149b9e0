"""A league under way: a training session that ends a generation now and then.

At the end of a generation the learner plays duplicate games against every member. What it wins says how often it meets each in
the next generation, and whether a frozen copy of it becomes a member too. The learner itself, its optimiser and its games go
on as if nothing had happened.
"""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs.core.agent import Agent
from dig_envs.core.errors import ArgumentError
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.deal_numbers import LEAGUE
from dig_envs.training.arena.players import number_duplicates
from dig_envs.training.arena.ratings import Duel, Estimate
from dig_envs.training.league.matchmaking import LeaguePool, is_let_in
from dig_envs.training.league.standings import Generation, Standings, self_name, standings_from
from dig_envs.training.run.evaluate import Result
from dig_envs.training.run.learner import policy_of
from dig_envs.training.run.make_tables import pool_for
from dig_envs.training.run.pool_training import PoolTraining
from dig_envs.training.show.tables import new_table, shown
from dig_envs.utils.files import replace

if TYPE_CHECKING:
    from rich.table import Table

    from dig_envs.training.league.settings import Config

STANDINGS = "standings.tensors"  # in a checkpoint
SUMMARY, CHART = "league.json", "league.png"  # in the folder


@dataclass(frozen=True)
class LeagueResult(Result):
    """The outcome of a league.

    Attributes:
        standings: what each generation won.
        ratings: by agent on Elo's scale, with 95 % intervals: every generation in order, then the other members.
    """

    standings: Standings = field(default_factory=Standings)
    ratings: dict[str, Estimate] = field(default_factory=dict)

    def tables(self) -> "list[Table]":
        """Return the ratings, the best first, and the evaluation, as tables."""
        admitted = self.standings.admitted
        refused = {self_name(number) for number in range(len(self.standings.generations)) if number not in admitted}
        table = new_table("Ratings in the league", ("agent", "member"), ("rating", "95 % interval"))
        for name, rating in sorted(self.ratings.items(), key=lambda item: -item[1].value):
            table.add_row(
                shown(name), "no" if name in refused else "yes", f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"
            )
        return [table, *super().tables()]


class League(PoolTraining):
    """A league under way. Its snapshots are the past selves, its reviews end generations.

    Attributes:
        standings: what each generation has won so far.
    """

    config: "Config"

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.standings = Standings()
        self.due |= {"review": 0, "snapshot": 0}

    def _make_pool(self) -> LeaguePool:
        return LeaguePool(pool_for(self.config, self.config.snapshots), self.config.power, self.config.search_share)

    def _finish(self) -> None:
        """End the last generation, and measure the learner as it is at the end."""
        if self.standings.generations[-1].steps < self.learner.steps:
            self._add_snapshot()
        super()._finish()

    def _add_snapshot(self) -> None:
        """End a generation."""
        with self.average.in_place():
            layers, number = policy_of(self.learner), len(self.standings.generations)
            duels = self._meet(self._as_saved(self_name(number), layers))
            ended = Generation(self.learner.steps, self._is_let_in(duels), duels)
            if ended.admitted:
                self._write_model(self.run.folder / f"generation-{number}.zip")
        for entry, share in zip(self.pool.entries, ended.shares.values(), strict=True):
            entry.win_share = share.value
        if ended.admitted:
            self.pool.add_snapshot(layers, features=self.features, options=self.batch.options)
        self.standings.generations.append(ended)
        self._tell(ended)
        self.due["checkpoint"] = self.learner.steps  # what a generation's end has cost is not to be lost

    def _members(self) -> dict[str, Agent]:
        """Return the members by name, in the order of the pool's entries; past selves as they would play once saved."""
        entries = self.pool.entries
        bots = number_duplicates([entry.label for entry in entries[: self.pool.bots]])
        members = {name: entry.agent for name, entry in zip(bots, entries, strict=False)}
        selves = zip(self.standings.kept(self.config.snapshots), self.pool.snapshot_layers(), strict=True)
        return members | {name: self._as_saved(name, layers) for name, layers in selves}

    def _meet(self, agent: Agent) -> dict[str, Duel]:
        """Let the learner play each member, always the same deals."""
        options = self.batch.options
        sets = np.array(duplicate.seatings(options.num_players, num_teams=options.num_teams))
        deals = LEAGUE + np.arange(-(-self.config.league_games // len(sets)))
        return {
            name: duplicate.play_duel(self.game, options, agent, other, deals, sets) for name, other in self._members().items()
        }

    def _is_let_in(self, duels: Mapping[str, Duel]) -> bool:
        """Tell whether the league takes the learner in; it begins with the learner as that was before the first generation."""
        admitted = self.standings.admitted
        shares = {member: float(duel.shares.mean()) for member, duel in duels.items()}
        return not admitted or is_let_in(shares, self_name(admitted[-1]), self.config.gate_against, self.config.gate)

    def _tell(self, ended: Generation) -> None:
        """Log and draw a generation's results, and write them down."""
        from dig_envs.training.league.standings import draw_league

        rated = self.standings.ratings()
        summary = self.standings.summary(rated)
        path = self.run.folder / SUMMARY
        try:
            replace(path, json.dumps(summary, indent=1).encode())
        except OSError as error:
            raise ArgumentError(f"{path} can't be written: {error.strerror}") from error
        title = f"League: {self.game.id}, {self.batch.options.num_players} players"
        draw_league(self.standings, rated, title, self.run.folder / CHART)
        name = self_name(len(self.standings.generations) - 1)
        self.learner.record("league/rating", rated[name].value)
        for member, share in ended.shares.items():
            self.learner.record(f"league/{member}", share.value)
        self.run.advance(0, f"training ({name}, {'let in' if ended.admitted else 'not let in'}, {rated[name].value:.0f})")

    def result(self, evaluated: Result) -> LeagueResult:
        """Return the outcome of the league, whose last model has been evaluated."""
        found = super().result(evaluated)
        plain = {item.name: getattr(found, item.name) for item in dataclasses.fields(Result)}
        return LeagueResult(**plain, standings=self.standings, ratings=self.standings.ratings())

    # --- files

    def memory_files(self) -> dict[str, bytes]:
        """Return the further files of a checkpoint by name: those of `PoolTraining` and the standings."""
        return {**super().memory_files(), STANDINGS: self.standings.as_bytes()}

    def restore(self, counters: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        """Continue from the counters and the files of a checkpoint, in a league that was just made."""
        self.standings = standings_from(files[STANDINGS])
        if len(self.standings.admitted) != counters["snapshots_taken"]:
            raise ValueError(
                f"its standings have admitted {len(self.standings.admitted)} selves, its pool {counters['snapshots_taken']}"
            )
        super().restore(counters, files)
