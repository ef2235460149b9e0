"""Describe how a game ended: the ranking, and facts of the course that a viewer knows.

All facts are computed from the viewer's own moments, so they contain nothing that the viewer could not have seen.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from dig_envs.core.game import NOBODY, Options
from dig_envs.play.game_frames import SeenMoment, ViewerFrames
from dig_envs.records import GameRecord
from dig_envs.render.history import LogLine
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

POINTS = "points"  # the measure of figures in which more is better


@dataclass(frozen=True)
class Standing:
    """The figures at one moment.

    Attributes:
        figures: each seat's points as the viewer knows them; None if they are not all known or no number of points.
        line: the last line of the log that led to this moment; None if nothing happened.
        number: the number of that line in the log, from 1.
    """

    figures: tuple[float, ...] | None
    line: LogLine | None
    number: int


def ending(record: GameRecord, viewer: int) -> dict[str, Any]:
    """Describe the end of a finished game to a viewer.

    Returns:
        "measure", the unit of the figures; "ranking", a list of {"seat", "place", "figure"}, best first; "facts", sentences.
    """
    frames = ViewerFrames(record.game, record.options, record.seed, record.names, viewer)
    standings = []
    for seen in frames.seen(record.moments()):
        standings.append(_standing(seen))
        last = seen.view
    alone = 1 < len(last.names) == last.options.num_teams
    names = ["you" if seat == viewer else name for seat, name in enumerate(last.names)]
    facts = _facts(standings, names) if alone and last.measure == POINTS else []
    return {"measure": last.measure, "ranking": ranking(last), "facts": [*facts, *_last_move(standings, names)]}


def ranking(view: View) -> list[dict[str, Any]]:
    """Rank the seats at the end of a game. Equal results share a place, and partners share their better place."""
    teams = _team_results(view.points, view.options)
    places = [1 + sum(other > mine for other in teams) for mine in teams]
    rows = [{"seat": seat, "place": places[seat % len(teams)], "figure": figure} for seat, figure in enumerate(view.figures)]
    return sorted(rows, key=lambda row: row["place"])


def _team_results(points: Sequence[float], options: Options) -> list[float]:
    return [max(points[team :: options.num_teams]) for team in range(options.num_teams)]


def _standing(seen: SeenMoment) -> Standing:
    line = seen.lines[-1] if seen.lines else None
    try:
        figures: tuple[float, ...] | None = tuple(float(figure) for figure in seen.view.figures)
    except ValueError:
        figures = None
    return Standing(figures, line, seen.known_lines + len(seen.lines))


def _facts(standings: Sequence[Standing], names: Sequence[str]) -> list[str]:
    """Describe the margin, the largest gain of one move, and the last change of the lead."""
    known = [standing for standing in standings if standing.figures is not None]
    if not known or known[-1] is not standings[-1]:
        return []
    return [*_margin(known[-1], names), *_largest_gain(known, names), *_last_lead(known, names)]


def _margin(end: Standing, names: Sequence[str]) -> Iterable[str]:
    order = sorted(range(len(names)), key=lambda seat: -end.figures[seat])  # type: ignore[index]
    margin = end.figures[order[0]] - end.figures[order[1]]  # type: ignore[index]
    if margin > 0:
        yield f"{names[order[0]]} finished {pluralized(margin, 'point')} ahead of {names[order[1]]}."


def _largest_gain(known: Sequence[Standing], names: Sequence[str]) -> Iterable[str]:
    """Name the move after which the difference between a seat and its best opponent grew most."""
    gains = []
    for before, after in pairwise(known):
        for seat in range(len(names)):
            gains.append((_lead(after, seat) - _lead(before, seat), seat, after))
    gain, seat, standing = max(gains, key=lambda each: each[0], default=(0.0, 0, known[0]))
    if gain > 0 and standing.line is not None:
        swing, words = pluralized(gain, "point"), _without_stop(standing.line, names)
        yield f"The largest swing was {swing} for {names[seat]}, in line {standing.number} of the game log ({words})."


def _last_lead(known: Sequence[Standing], names: Sequence[str]) -> Iterable[str]:
    """Name the line of the log from which the final leader led for good, and count the changes of the lead."""
    leaders = [_leader(standing) for standing in known]
    final, sole = leaders[-1], [leader for leader in leaders if leader is not None]
    if final is None:
        return
    first = 1 + max((k for k, leader in enumerate(leaders) if leader != final), default=-1)
    changes = sum(new != old for old, new in pairwise(sole))
    times = {0: "", 1: " The lead changed once."}.get(changes, f" The lead changed {changes} times.")
    yield f"{names[final]} led for good from line {known[first].number} of the game log.{times}"


def _leader(standing: Standing) -> int | None:
    assert standing.figures is not None
    best = max(standing.figures)
    return standing.figures.index(best) if standing.figures.count(best) == 1 else None


def _lead(standing: Standing, seat: int) -> float:
    """Return a seat's points less those of its best opponent."""
    assert standing.figures is not None
    others = [points for other, points in enumerate(standing.figures) if other != seat]
    return standing.figures[seat] - max(others)


def _last_move(standings: Sequence[Standing], names: Sequence[str]) -> Iterable[str]:
    lines = [standing.line for standing in standings if standing.line is not None]
    if lines:
        yield f"The game ended with {_without_stop(lines[-1], names)}."


def _without_stop(line: LogLine, names: Sequence[str]) -> str:
    return line.text(NOBODY, names).removesuffix(".")
