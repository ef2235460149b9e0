"""Play on from a moment of a finished game with the same deal, and compare a decision that is made again with the first one."""

from typing import Any

from dig_envs.core.agent_names import default_agents
from dig_envs.core.errors import ArgumentError, OrderError, nearest
from dig_envs.play.prospects import scale_of
from dig_envs.play.review import STREAM, LossEstimator
from dig_envs.play.table import Participant, Table


class Retry:
    """The first decision of a branch, which its person makes again.

    Args:
        table: the branch, at its first moment.
        seat: the person's seat, which must decide.
        action: the action that the person chose first.
    """

    def __init__(self, table: Table, seat: int, action: int):
        self.seat, self.place, self.action = seat, len(table.actions), action
        self._decision, self._view = table.decision(STREAM), table.view(seat)
        self._words, self._scale = table.wording.ACTIONS.label, scale_of(table.options)

    def question(self) -> dict[str, Any]:
        """Describe the first choice, before the person chooses again."""
        return {"before": self._words(self._view, self.action), "now": None, "values": None}

    def compared(self, action: int, estimator: LossEstimator) -> dict[str, Any]:
        """Compare a new choice with the first one. Another thread may call it."""
        message = {**self.question(), "now": self._words(self._view, action)}
        if action == self.action:
            return message
        gain = estimator.price(self._decision, self.action, action, 1)
        values = [self._scale.value(gain.chosen), self._scale.value(gain.best)]
        return {**message, "unit": self._scale.unit, "values": values, "equal": gain.low <= 0.0 <= gain.high}


def branch(table: Table, seat: int, moment: int, agent: str = "") -> tuple[Table, Retry | None]:
    """Set up a table that begins at a moment of a seat in a finished game.

    Args:
        table: the finished game.
        seat: the seat of the person who plays on.
        moment: the number of the seat's moment.
        agent: the agent of all other seats; "" for the agents of the game, and the strongest bot in place of other people.

    Returns:
        the table, and the person's decision if the person decided at the moment.

    Raises:
        ArgumentError: there is no such moment or agent.
        OrderError: the game was over at the moment.
    """
    if agent not in ("", *table.advisers):
        raise ArgumentError(f'there is no agent "{agent!s:.40}"; {nearest(agent, table.advisers, "agents")}')
    place = _decisions_before(table, seat, moment)
    if place == len(table.actions):
        raise OrderError("the game was over at this moment")
    mover, action = table.decisions[place]
    participants = [each if other == seat else _agent_at(table, other, agent) for other, each in enumerate(table.participants)]
    branched = Table(table.game, table.given_options, table.seed, participants, table.actions[:place])
    return branched, Retry(branched, seat, action) if mover == seat else None


def _agent_at(table: Table, seat: int, agent: str) -> Participant:
    chosen = agent or table.participants[seat].agent or default_agents(table.game)[-1]
    if chosen == table.participants[seat].agent:
        return table.participants[seat]
    return Participant(chosen if len(table.participants) == 2 else f"{chosen} {seat}", chosen)


def _decisions_before(table: Table, seat: int, moment: int) -> int:
    """Return the number of decisions before a moment of a seat."""
    if not 0 <= moment <= table.histories[seat].latest.number:
        raise ArgumentError(f"the moments of this game are from 0 to {table.histories[seat].latest.number}, not {moment}")
    replayed = Table(table.game, table.given_options, table.seed, [Participant(name) for name in table.names])
    for place, (mover, action) in enumerate(table.decisions):
        if replayed.histories[seat].latest.number == moment:
            return place
        replayed.act(mover, replayed.histories[mover].latest.number, action)
    return len(table.actions)
