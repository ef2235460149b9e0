"""Base class of positions for scenario tests: play named actions, check the state after each, and read the result.

Each game has a subclass `Position` that sets up a position from words.
"""

from typing import Any, ClassVar, Self

import numpy as np

from dig_envs.agents import features
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.engine import blocks_in
from dig_envs.core.game import NOBODY, End, Game


class GamePosition:
    """A running game. A subclass sets `game`, calls `_set_up` for a blank state, and fills the state."""

    game: ClassVar[Game]

    def _set_up(self, **options: Any) -> None:
        self.options = self.game.parse_options(**options)
        self.layout = self.game.layout(self.options)
        self._hold(self.game.template(self.options))

    def _hold(self, states: np.ndarray) -> None:
        self._bytes = states
        self.state = view(states)[0]
        self.table = self.state.table

    # --- playing

    def do(self, *actions: str) -> Self:
        """Play actions by name. Each action must be legal, and each new state must keep the invariants."""
        for action in actions:
            assert action in self.legal, f"{action} is not legal for seat {self.mover}; legal: {self.legal}"
            self.game.apply(self.state, self.game.actions.number(action))
            self._check()
        return self

    def _check(self) -> None:
        broken = np.zeros(1, np.int64)
        engine_of(self.game).check_states(self._bytes, broken)
        assert not broken.any(), f"invariant {broken[0]} is broken"

    # --- looking

    @property
    def mover(self) -> int | None:
        """The seat to act; None after the end."""
        return None if self.state.secret.mover == NOBODY else self.state.secret.mover

    @property
    def legal(self) -> list[str]:
        """The names of the mover's legal actions; empty after the end."""
        mask = np.zeros(self.game.num_actions, np.int8)
        if self.mover is not None:
            self.game.legal(self.table, self.state.seats[self.mover], self.mover, view(mask))
        return self.game.actions.legal(mask)

    @property
    def end(self) -> End:
        return End(self.table.end)

    @property
    def standings(self) -> list[float]:
        """The result of each seat, such as its points."""
        out = np.zeros(self.game.max_players)
        self.game.standings(self.table, self.state.seats, view(out))
        return out[: self.options.num_players].tolist()

    @property
    def rewards(self) -> list[float]:
        points, out = np.zeros(self.game.max_players), np.zeros(self.game.max_players)
        self.game.standings(self.table, self.state.seats, view(points))
        self.game.rewards(self.table, view(points), view(out))
        return out[: self.options.num_players].tolist()

    def seen(self, seat: int) -> dict[str, np.ndarray]:
        """Return a seat's observation as a dict of blocks by name."""
        out = np.zeros(self.layout.size, np.float32)
        self.game.encode(self.table, self.state.seats[seat], seat, blocks_in(self.game.encode, view(out)))
        return self.layout.decode(out)

    def features(self, seat: int = 0) -> dict[str, np.ndarray]:
        """Return the features `expert` of a seat as a dict of blocks by name."""
        found = features.make("expert", game=self.game)
        layout = found.layout(self.options)
        out = np.zeros(layout.size, np.float32)
        found.function(self.table, self.state.seats[seat], seat, view(out))
        assert out.min() >= 0.0 and out.max() <= 1.0
        return layout.decode(out)

    def redealt(self, seat: int, seed: int) -> Self:
        """Return another position with the same information for this seat."""
        twin = object.__new__(type(self))
        twin.options, twin.layout = self.options, self.layout
        twin._hold(np.zeros(1, self.game.state))
        table, own = self._bytes["table"].copy(), self._bytes["seats"][:, seat].copy()
        engine_of(self.game).redeal_states(table, own, np.array([seat]), np.array([seed]), twin._bytes)
        twin._check()
        return twin
