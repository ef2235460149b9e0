"""Measure a player of texts with `run`: a language model, or any other agent, which then plays through the text."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs import agents, exact
from dig_envs.agents.language_model.agent import TextAgent
from dig_envs.agents.language_model.server import make_server_agent
from dig_envs.agents.language_model.spoken import SpokenAgent
from dig_envs.agents.language_model.usage import Usage
from dig_envs.core.agent import Agent, Decisions, checked_agent
from dig_envs.core.agent_names import asks_a_server, default_agents, find_agent, split_label
from dig_envs.core.arguments import whole_number
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import FULL, Game, Options
from dig_envs.exact.enumeration import parse_variant
from dig_envs.text.turn import LEGAL
from dig_envs.training.arena.deal_numbers import TEXT
from dig_envs.training.show.console import progress_bar
from dig_envs.training.studies.text import measures
from dig_envs.training.studies.text.budget import Budget, budget
from dig_envs.training.studies.text.measures import AnswerRow, Condition, GameRow, Strength
from dig_envs.training.studies.text.positions import PricedPositions, priced_positions
from dig_envs.training.studies.text.renaming import NAMES, Renaming

if TYPE_CHECKING:
    from rich.table import Table

VERSION = "dig-text-1"
"""The version of prompts, rules, anchors and positions. Results of equal versions and arguments are comparable."""
STRONGEST = "ppo"
PRICES = Path("runs/prices")  # of positions, which all players share
DEALS, POSITIONS, PLAYOUTS = 20, 100, 1_000


@dataclass(frozen=True)
class VariantRow:
    """The exact exploitability of the player, which has all seats of a variant.

    Attributes:
        variant: the variant.
        values, best_response_values: the expected reward of each seat, and of its best response.
        nash_conv: the sum of the gains of all best responses.
        usage: the player's decisions; where all answers were refused, all legal actions have the same probability.
    """

    variant: str
    values: list[float]
    best_response_values: list[float]
    nash_conv: float
    usage: Usage


@dataclass(frozen=True)
class TextStudy:
    """The result of `run`: how well one player plays a game through text.

    Attributes:
        version: `VERSION`.
        game, model, options: the id of the game, the name of the player, the options.
        settings: the numbers of deals, positions, playouts and samples, the seed, the switched options, and the fingerprints
            of the anchors.
        budget: how many games and decisions narrow intervals need.
        strength: the results against each anchor.
        conditions: the answers at fixed positions: legal actions listed, hidden, cards renamed, an option switched.
        exact: the exact exploitability in each variant.
        games: all games.
        answers: all answers at fixed positions, with their conversations.
    """

    version: str
    game: str
    model: str
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    budget: Budget
    strength: list[Strength]
    conditions: list[Condition]
    exact: list[VariantRow]
    games: list[GameRow]
    answers: list[AnswerRow]

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain data for JSON, without games and answers. Infinite limits of intervals are None."""
        figures = asdict(replace(self, games=[], answers=[]))
        del figures["games"], figures["answers"]
        return _finite(figures)

    def tables(self, price: tuple[float, float] | None = None) -> "list[Table]":
        """Return the result as tables.

        Args:
            price: the money for a million prompt tokens and for a million completion tokens; None for no column of money.
        """
        from dig_envs.training.studies.text.report import tables

        return tables(self, price)


def run(
    game: str | Game,
    model: str | Agent,
    *,
    anchors: Sequence[str] | None = None,
    deals: int = DEALS,
    positions: int = POSITIONS,
    playouts: int = PLAYOUTS,
    variants: Sequence[str] = (),
    samples: int = 1,
    switch: Mapping[str, Any] | None = None,
    seed: int = 0,
    announce: Callable[[Budget], None] = lambda budget: None,
    progress: bool = True,
    **options: Any,
) -> TextStudy:
    """Measure a language model, or another agent that plays through the text.

    Stored answers of a model are not asked again, so an interrupted run continues where it stopped.

    Args:
        game: a game or its id.
        model: a `TextAgent`, its name such as "llm:MODEL@URL", or any other agent.
        anchors: the agents that the player meets, one at a time in all other seats; an empty list for no
            games. None for the game's own bots, and `ppo` if the game has that network and torch is
            installed.
        deals: the number of deals against each anchor. Each deal is played with the player in each seat.
        positions: the number of decisions at which the player is asked under each condition; 0 for none.
        playouts: the number of playouts that price the actions of a position.
        variants: small variants whose exploitability is computed exactly. The player is asked at every record.
        samples: the number of answers at each record of a variant, each of a model with another seed.
        switch: options of a further condition, such as {"scents": True}.
        seed: the first deal, and the seed of positions and playouts.
        announce: called with the budget before the player is asked.
        progress: show progress bars on stderr.
        **options: the game's options.

    Raises:
        DigEnvsError: an argument is invalid, or the model gives no answer (`NoAnswerError`).
    """
    game = game_of(game)
    parsed = game.parse_options(**options)
    samples, seed = whole_number("samples", samples, 1, 1000), whole_number("seed", seed, 0, 2**31)
    whole_number("playouts", playouts, 1, 10**6)
    _check_counts(deals=deals, positions=positions)
    if parsed.num_teams < 2:
        raise ArgumentError("a game of one player has no anchors to meet: name at least 2 players")
    switched = _switched(game, parsed, options, switch, positions)
    of_variants = {name: value for name, value in options.items() if name != "variant"}
    sizes = _sizes(game, variants, of_variants, samples)
    rivals = _anchors(game, parsed, _default_anchors(game, parsed) if anchors is None else anchors)
    if not (positions or variants or (deals and rivals)):
        raise ArgumentError("nothing is measured: give deals and anchors, positions, or variants")
    players = players_of(game, model, samples)
    bots = [find_agent(name, game) for name in default_agents(game)]
    priced = _priced(game, [parsed, *switched], bots, positions, playouts, seed, progress) if positions else []
    needed = budget(game, parsed, bots, priced[0] if priced else None)
    announce(needed)
    played = TEXT + seed + np.arange(deals)
    strength, games = (
        _games(game, parsed, players[0], list(rivals.values()), played, progress) if deals and rivals else ([], [])
    )
    conditions, answers = _conditions(game, players[0], priced, progress) if priced else ([], [])
    measured = _exploitabilities(game, players, sizes, of_variants, seed, progress)
    settings = {
        "deals": deals,
        "positions": positions,
        "playouts": playouts,
        "samples": samples,
        "seed": seed,
        "switch": dict(switch or {}),
        "anchors": {name: anchor.fingerprint for name, anchor in rivals.items()},
    }
    about = VERSION, game.id, players[0].name, asdict(parsed), settings
    return TextStudy(*about, needed, strength, conditions, measured, games, answers)


def _check_counts(**counts: int) -> None:
    for name, value in counts.items():
        if whole_number(name, value, 0, 10**6) == 1:
            raise ArgumentError(f"one of {name} gives no interval: {name} must be 0, or 2 or more")


def _switched(
    game: Game, parsed: Options, options: Mapping[str, Any], switch: Mapping[str, Any] | None, positions: int
) -> list[Options]:
    """Return the options of the further condition, if there is one."""
    if not switch:
        return []
    if not isinstance(switch, Mapping) or not positions:
        raise ArgumentError(f"switch must be a mapping of options, for positions to answer at, not {switch!r:.80}")
    switched = game.parse_options(**{**options, **switch})
    if switched == parsed or switched.reward != parsed.reward:
        raise ArgumentError(
            f"switch must change an option other than reward, in whose units regret is measured, not {switch!r:.80}"
        )
    return [switched]


def _sizes(game: Game, variants: Sequence[str], options: Mapping[str, Any], samples: int) -> dict[str, Options]:
    """Return the options of each variant.

    Raises:
        DigEnvsError: there is no such variant, or the names are no list.
    """
    if isinstance(variants, str) or (samples > 1 and not variants):
        raise ArgumentError(f"variants must be a list of names, and samples need one, not {variants!r:.80}")
    if FULL in variants:
        raise ArgumentError(f"the {FULL} game is too large to be measured exactly: name a variant, such as tiny")
    return {variant: parse_variant(game, variant, dict(options)) for variant in variants}


def _anchors(game: Game, options: Options, names: Sequence[str]) -> dict[str, Agent]:
    """Return the anchors by their names.

    Raises:
        DigEnvsError: there is no such agent, or a name occurs twice.
    """
    if len(set(names)) < len(names):
        raise ArgumentError(f"the anchors {', '.join(names)} name one agent twice")
    anchors = {name: checked_agent(game, find_agent(name, game)) for name in names}
    for anchor in anchors.values():
        anchor.check(options)
    return anchors


def _default_anchors(game: Game, options: Options) -> list[str]:
    """Return the names of the game's own bots, and of its strongest network if it can be loaded."""
    network = [STRONGEST] if find_spec("torch") and STRONGEST in agents.names_for(game, options) else []
    return [*default_agents(game), *network]


def _priced(
    game: Game, sets: Sequence[Options], bots: Sequence[Agent], count: int, playouts: int, seed: int, progress: bool
) -> list[PricedPositions]:
    """Draw positions with each set of options, and price their actions."""
    priced = []
    with progress_bar("pricing the actions of positions", len(sets), progress) as advance:
        for options in sets:
            priced.append(priced_positions(game, options, bots, count, playouts, seed, PRICES))
            advance(1)
    return priced


def _games(
    game: Game, options: Options, player: TextAgent, anchors: Sequence[Agent], deals: np.ndarray, progress: bool
) -> tuple[list[Strength], list[GameRow]]:
    """Play all deals against each anchor, and return the strengths and the games."""
    strength, games = [], []
    with progress_bar("playing", len(deals) * options.num_teams * len(anchors), progress) as advance:
        for anchor in anchors:
            advance(0, f"playing against {anchor.name}")
            row, played = measures.play_anchor(game, options, player, anchor, deals, advance)
            strength.append(row)
            games += played
    return strength, games


def _exploitabilities(
    game: Game,
    players: Sequence[TextAgent],
    sizes: Mapping[str, Options],
    options: Mapping[str, Any],
    seed: int,
    progress: bool,
) -> list[VariantRow]:
    """Compute the exploitability of the players' average in each variant."""
    rows = []
    with progress_bar("asking at all records of variants", len(sizes), progress and bool(sizes)) as advance:
        for variant, size in sizes.items():
            advance(0, f"asking at all records of {variant}")
            asked = [player.with_text() for player in players]
            for player in asked:
                player.check(size)
            result = exact.exploitability(game, average_of(asked), variant=variant, seed=seed, **options)
            usage = sum((player.usage for player in asked), Usage())
            values = result.values.tolist(), result.best_response_values.tolist()
            rows.append(VariantRow(variant, *values, result.nash_conv, usage))
            advance(1)
    return rows


def _conditions(
    game: Game, player: TextAgent, priced: Sequence[PricedPositions], progress: bool
) -> tuple[list[Condition], list[AnswerRow]]:
    """Ask at all positions under each condition. The last set of positions belongs to the switched option."""
    forms = [(legal, player.with_text(legal), priced[0]) for legal in LEGAL]
    if game.id in NAMES:
        forms.append(("renamed", player.with_text(LEGAL[0], Renaming(game.id)), priced[0]))
    forms += [("switched", player.with_text(LEGAL[0]), each) for each in priced[1:]]
    conditions: list[Condition] = []
    answers: list[AnswerRow] = []
    with progress_bar("asking at positions", sum(len(each.positions) for *_, each in forms), progress) as advance:
        for name, reader, each in forms:
            advance(0, f"asking at positions: {name}")
            rows, usage = measures.ask_positions(name, reader, each)
            first = [row for row in answers if row.condition == forms[0][0]]
            conditions.append(measures.condition_of(rows, usage, first or None, each is priced[0]))
            answers += rows
            advance(len(each.positions))
    return conditions, answers


def players_of(game: Game, model: str | Agent, samples: int) -> list[TextAgent]:
    """Return the player; with several samples, that many players of a language model, with the seeds from 0.

    Raises:
        ArgumentError: samples of a player that is not named `llm:MODEL@URL`, or that has no temperature.
    """
    if samples == 1:
        agent = checked_agent(game, find_agent(model, game) if isinstance(model, str) else model)
        return [agent if isinstance(agent, TextAgent) else SpokenAgent(agent)]
    plain = split_label(model)[1] if isinstance(model, str) else ""
    if not asks_a_server(plain) or "temperature=" not in plain:
        raise ArgumentError("several samples need a model with a temperature, named as in llm:MODEL@URL?temperature=1")
    return [make_server_agent(plain, seed=number) for number in range(samples)]


def average_of(players: Sequence[TextAgent]) -> Any:
    """Return the policy of the players, each of which is asked at a decision. Other agents give their own probabilities."""
    if isinstance(players[0], SpokenAgent):
        return players[0].agent

    def probabilities(decisions: Decisions) -> np.ndarray:
        return np.mean([player.action_probabilities(decisions) for player in players], axis=0)

    return probabilities


def _finite(data: Any) -> Any:
    """Replace infinite numbers by None, in dictionaries and lists too."""
    if isinstance(data, dict):
        return {name: _finite(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data
