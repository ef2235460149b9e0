"""Review a finished game for one seat: which of its decisions lost most, by search on what the seat knew."""

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from dig_envs.core.agent import Candidate, Decisions
from dig_envs.core.game import Game
from dig_envs.play.table import Participant, Table
from dig_envs.records import GameRecord

WORST = 3  # decisions that a review lists
MIN_LOSS = 0.02  # of reward, from which a review lists a decision
STREAM = 2  # of random numbers, besides those of `table`


class Loss(Protocol):
    """The loss of one decision (`dig_envs.agents.search.losses.Loss`)."""

    @property
    def best(self) -> int: ...
    @property
    def loss(self) -> Any: ...
    @property
    def is_certain(self) -> bool: ...
    @property
    def candidates(self) -> tuple[Candidate, ...]: ...


LossOf = Callable[[Decisions, int], Loss]  # estimates the loss of a decision by the number of the chosen action
Judge = Callable[[Game], LossOf]


@dataclasses.dataclass(frozen=True)
class ReviewedDecision:
    """A decision of the seat with several legal actions.

    Attributes:
        place: its index among the decisions of the record.
        frame: the number of the seat's moment at which it was made, which is its frame in the seat's replay.
        words, better: the chosen and the best action, in words.
        loss: the estimated loss.
    """

    place: int
    frame: int
    words: str
    better: str
    loss: Loss


@dataclasses.dataclass(frozen=True)
class Review:
    """The review of a game for one seat.

    Attributes:
        record: the game, with the search's candidates at the seat's decisions.
        decisions: the seat's decisions with several legal actions.
    """

    record: GameRecord
    decisions: tuple[ReviewedDecision, ...]

    def worst(self) -> list[ReviewedDecision]:
        """Return up to `WORST` decisions whose loss is certain and at least `MIN_LOSS`, the largest loss first."""
        certain = [each for each in self.decisions if each.loss.is_certain and each.loss.loss.value >= MIN_LOSS]
        return sorted(certain, key=lambda each: -each.loss.loss.value)[:WORST]


def review(record: GameRecord, seat: int, loss_of: LossOf, progress: Callable[[int, int], None]) -> Review:
    """Estimate the loss of each decision of a seat.

    Args:
        record: the game.
        seat: the seat.
        loss_of: estimates the loss of one decision.
        progress: called with the number of finished decisions and the number of all decisions.
    """
    waiting = _decisions_of(record, seat)
    reviewed = []
    for completed, (place, frame, words, decision) in enumerate(waiting):
        progress(completed, len(waiting))
        chosen = record.decisions[place].action
        loss = loss_of(decision, chosen)
        reviewed.append(ReviewedDecision(place, frame, words(chosen), words(loss.best), loss))
    decisions = list(record.decisions)
    for each in reviewed:
        decisions[each.place] = dataclasses.replace(decisions[each.place], candidates=each.loss.candidates)
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
