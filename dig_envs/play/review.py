"""Review a finished game for one seat: which of its decisions lost most, by search on what the seat knew."""

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from dig_envs.core.agent import Decisions
from dig_envs.play.table import Participant, Table
from dig_envs.records import GameRecord

PRICED = 10  # decisions whose loss a review prices
MIN_LOSS = 0.02  # of reward: a review lists a decision whose loss is certainly larger
STREAM = 2  # of random numbers, besides those of `table`


class Loss(Protocol):
    """A loss in reward with its interval, and both mean rewards (`dig_envs.agents.search.losses.Loss`)."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def chosen(self) -> float: ...
    @property
    def best(self) -> float: ...


class LossEstimator(Protocol):
    """Compares the actions of a decision (`dig_envs.agents.search.losses.LossEstimator`)."""

    def compare(self, decision: Decisions, chosen: int) -> Any: ...
    def price(self, decision: Decisions, chosen: int, best: int, together: int) -> Loss: ...


@dataclasses.dataclass(frozen=True)
class ReviewedDecision:
    """A decision of the seat with several legal actions.

    Attributes:
        place: its index among the decisions of the record.
        frame: the number of the seat's moment at which it was made, which is its frame in the seat's replay.
        words, better: the chosen and the best action, in words.
        value: the expected reward after the chosen action.
        loss: the loss against the best action; None if it was not priced.
    """

    place: int
    frame: int
    words: str
    better: str
    value: float
    loss: Loss | None


@dataclasses.dataclass(frozen=True)
class Review:
    """The review of a game for one seat.

    Attributes:
        record: the game, with the search's candidates at the seat's decisions.
        decisions: the seat's decisions with several legal actions.
    """

    record: GameRecord
    decisions: tuple[ReviewedDecision, ...]

    def mistakes(self) -> list[tuple[ReviewedDecision, Loss]]:
        """Return the decisions that certainly lost more than `MIN_LOSS`, the largest certain loss first.

        The intervals of all priced losses hold together, so decisions of equal actions rarely appear.
        """
        priced = [(each, each.loss) for each in self.decisions if each.loss is not None and each.loss.low > MIN_LOSS]
        return sorted(priced, key=lambda pair: -pair[1].low)


def review(record: GameRecord, seat: int, estimator: LossEstimator, progress: Callable[[int, int], None]) -> Review:
    """Compare the actions of each decision of a seat, and price the losses of the decisions that seem worst.

    Args:
        record: the game.
        seat: the seat.
        estimator: compares and prices actions.
        progress: called with the number of finished steps and the number of all steps.
    """
    waiting = _decisions_of(record, seat)
    total = len(waiting) + min(PRICED, len(waiting))
    compared: list[Any] = []
    for place, _, _, decision in waiting:
        progress(len(compared), total)
        compared.append(estimator.compare(decision, record.decisions[place].action))
    suspects = [k for k, each in enumerate(compared) if each.best != each.chosen]
    suspects = sorted(suspects, key=lambda k: -compared[k].gain.low)[:PRICED]
    losses: dict[int, Loss] = {}
    for k in suspects:
        progress(len(waiting) + len(losses), total)
        losses[k] = estimator.price(waiting[k][3], compared[k].chosen, compared[k].best, len(suspects))
    decisions, reviewed = list(record.decisions), []
    for k, ((place, frame, words, _), result) in enumerate(zip(waiting, compared, strict=True)):
        decisions[place] = dataclasses.replace(decisions[place], candidates=result.candidates)
        reviewed.append(ReviewedDecision(place, frame, words(result.chosen), words(result.best), result.value, losses.get(k)))
    return Review(dataclasses.replace(record, decisions=tuple(decisions)), tuple(reviewed))


def _decisions_of(record: GameRecord, seat: int) -> list[tuple[int, int, Callable[[int], str], Decisions]]:
    """Return index, frame, the actions' words and the decision of each decision of a seat with several legal actions."""
    people = [Participant(name) for name in record.names]
    table = Table(record.game, dataclasses.asdict(record.options), record.seed, people)
    decisions: list[tuple[int, int, Callable[[int], str], Decisions]] = []
    for place, decision in enumerate(record.decisions):
        latest = table.histories[decision.seat].latest
        if decision.seat == seat and latest.mask is not None and latest.mask.sum() > 1:
            words = partial(table.wording.ACTIONS.label, table.view(seat))
            decisions.append((place, latest.number, words, table.decision(STREAM)))
        table.act(decision.seat, latest.number, decision.action)
    return decisions
