"""Ship a trained model with the package: its strength is measured, and it is stored with a card that says what it is.

>>> from maintenance import shipping as ship
>>> card = ship.ship("runs/ppo-dig_v0-0/best.zip", "ppo")       # doctest: +SKIP
>>> card.strength[-1].win_share                                 # doctest: +SKIP
0.37
"""

import copy
import dataclasses
import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch as th

import dig_envs
from dig_envs import agents
from dig_envs.adapters.arguments import one_of
from dig_envs.agents.learned import VALUE_BASED, LearnedAgent, ModelCard, load, read_card, write_networks
from dig_envs.agents.trained import Card, Strength, registry
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError, ModelError
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.deal_numbers import SHIPPING
from dig_envs.training.arena.ratings import mean_by_deal, win_share
from dig_envs.training.arena.round_robin import MOST_GAMES
from dig_envs.training.process.defaults import TABLES_AT_ONCE
from dig_envs.training.show.console import progress_bar
from dig_envs.training.studies.history import History, history_of
from dig_envs.utils.files import replace

MOST_BYTES = 2_000_000
LEAST_GAMES = 1_000  # against each bot
SAME = 0.999  # the share of decisions in which rounded weights have to choose as those that were trained
SAMPLED = 10_000  # decisions that tell
FULL, HALF = "float32", "float16"
NAME = re.compile(r"[a-z][a-z0-9_]*")


def ship(
    model: str | os.PathLike,
    name: str,
    games: int = LEAST_GAMES,
    play: str | None = None,
    history: History | None = None,
    folder: str | os.PathLike | None = None,
    progress: bool = True,
) -> Card:
    """Measure a model, and write it and its card where `agents.make(name, game=…)` finds them.

    Args:
        model: a file that `dig-envs train` has written.
        name: what it will be called: small letters, digits and underscores.
        games: against each of the game's bots, `LEAST_GAMES` or more.
        play: "deterministic" or "stochastic", if not as it was saved to play.
        history: how it was trained, if no checkpoint beside it tells.
        folder: where the games' folders are; that of the package if not given.
        progress: show progress bars on stderr.

    Returns:
        The card.

    Raises:
        ArgumentError: a name that is no such word or is a bot's, too few games, or a model for one who plays alone.
        ModelError: a missing or damaged model, nothing that tells how it was trained, or a model that does not fit into
            `MOST_BYTES`; nothing was written.
    """
    whole_number("games", games, LEAST_GAMES, MOST_GAMES)
    trained = _Trained.of(model, play)
    check_name(name, trained.game)
    history = history or history_of(model)
    target = Path(folder or registry.FOLDER) / trained.game.id
    with TemporaryDirectory() as scratch:
        stored = _stored(trained, Path(scratch), progress)
        strength = measured(trained.game, trained.options, stored.agent, games, progress)
        content = stored.file.read_bytes()
        card = _card(name, trained, history, stored, strength, content)
        try:
            replace(target / f"{name}.zip", content)
            replace(target / f"{name}.json", card.as_json().encode())
        except OSError as error:
            raise ModelError(f"{target} can't be written: {error.strerror}") from error
    return card


def check_name(name: str, game: Game) -> None:
    """Refuse a name that a trained agent can't have.

    Raises:
        ArgumentError: it is no word of small letters, digits and underscores, or another agent of the game has it.
    """
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ArgumentError(f"a trained agent is called by small letters, digits and underscores, such as ppo, not {name!r}")
    if name in (*agents.names(game), agents.SEARCH):
        raise ArgumentError(f'"{name}" is another agent of {game.id}: call this one after how it was trained, such as ppo')


# --- files


@dataclass(frozen=True)
class _Trained:
    """A model as it was trained."""

    agent: LearnedAgent
    card: ModelCard
    game: Game
    options: Options

    @classmethod
    def of(cls, model: str | os.PathLike, play: str | None) -> "_Trained":
        card = read_card(model)
        game = dig_envs.game_of(card.game)
        options = game.parse_options(**card.options)
        if options.num_players == 1:
            raise ArgumentError("an agent is shipped with what it wins against others, and this one was trained alone")
        if play is not None and card.algorithm not in VALUE_BASED:
            card = dataclasses.replace(card, play=one_of("play", play, agents.learned.PLAYS))
        return cls(load(model, game, deterministic=card.play == "deterministic"), card, game, options)


@dataclass(frozen=True)
class _Stored:
    """A model as it is stored."""

    file: Path
    agent: LearnedAgent
    weights: str
    same: float


def _stored(trained: _Trained, folder: Path, progress: bool) -> _Stored:
    """Store a model in the first form that fits: with its value function or without, and weights rounded if that is needed.

    Raises:
        ModelError: it fits in none.
    """
    faults = []
    for what, weights, file in _forms(trained, folder):
        if (size := file.stat().st_size) > MOST_BYTES:
            faults.append(f"{size:,} bytes {what}")
            continue
        agent = load(file, trained.game)
        same = 1.0 if weights == FULL else same_actions(trained.game, trained.options, trained.agent, agent, progress)
        if same >= SAME:
            return _Stored(file, agent, weights, same)
        faults.append(f"other actions in {1 - same:.2%} of its decisions {what}")
    raise ModelError(f"the model does not fit into {MOST_BYTES:,} bytes: it has {'; '.join(faults)}")


def _forms(trained: _Trained, folder: Path) -> Iterator[tuple[str, str, Path]]:
    """Write a model in one form after the other; yields what it is in words, its precision, and its file."""
    agent: Any = trained.agent
    values = {"with its value function": agent.value, "without one": None} if agent.has_value else {"": None}
    for said, value in values.items():
        for weights, precision in ((FULL, th.float32), (HALF, th.float16)):
            file = folder / f"{weights}{len(said)}.zip"
            write_networks(file, trained.card, agent.layers, value, precision=precision)
            yield f"in {weights} {said}".strip(), weights, file


def _card(
    name: str, trained: _Trained, history: History, stored: _Stored, strength: Sequence[Strength], content: bytes
) -> Card:
    found = trained.card
    return Card(
        game=trained.game.id,
        name=name,
        algorithm=history.algorithm,
        options=found.options,
        play=found.play,
        features=found.features,
        observation=observation_digest(found),
        commands=history.commands,
        seed=history.seed,
        steps=history.steps,
        weights=stored.weights,
        same_actions=stored.same,
        values=stored.agent.has_value,
        par=1 / trained.options.num_teams,
        strength=tuple(strength),
        digest=hashlib.sha256(content).hexdigest()[:16],
        version=dig_envs.__version__,
    )


def observation_digest(card: ModelCard) -> str:
    """Return a digest of what a model sees: all blocks of the observation, and those of its features."""
    seen = [list(card.layout.items()), list(card.features_layout.items()), card.features_fingerprint]
    return hashlib.sha256(json.dumps(seen).encode()).hexdigest()[:12]


# --- measurements


def measured(game: Game, options: Options, agent: Agent, games: int, progress: bool = False) -> list[Strength]:
    """Let an agent play the same deals alone among bots of each kind, in every seat.

    Args:
        game, options: what is played.
        agent: who is measured.
        games: against each bot, rounded up to whole duplicate sets.
        progress: show a progress bar on stderr.
    """
    deals = SHIPPING + np.arange(-(-games // len(duplicate.one_vs_rest_seatings(options))))
    bots = agents.names(game)
    found = []
    with progress_bar("measuring", games * len(bots), progress) as advance:
        for bot in bots:
            duel = duplicate.play_one_vs_rest(game, options, agent, agents.make(bot, game=game), deals, advance)
            share, score = win_share(duel.shares), mean_by_deal(duel.margins)
            numbers = [round(value, 4) for value in (*dataclasses.astuple(share), *dataclasses.astuple(score))]
            found.append(Strength(bot, int(duel.games.sum()), *numbers))
    return found


def same_actions(game: Game, options: Options, one: Agent, other: Agent, progress: bool = False) -> float:
    """Return the share of decisions, of those with a choice, in which two agents choose the same, where the first one plays.

    It plays against the strongest bot until `SAMPLED` decisions are made. Both draw the same random numbers.
    """
    compared, strongest = _Compared(one, other), agents.make(agents.names(game)[-1], game=game)
    with progress_bar("comparing", SAMPLED, progress) as advance:
        first = SHIPPING
        while compared.made < SAMPLED:
            before = compared.made
            deals = first + np.arange(TABLES_AT_ONCE // 16)
            duplicate.play_one_vs_rest(game, options, compared, strongest, deals)
            first += len(deals)
            advance(compared.made - before)
    return compared.same / compared.made


class _Compared(Agent):
    """Plays as an agent, and counts the decisions in which another would have chosen the same."""

    def __init__(self, agent: Agent, other: Agent):
        self.name, self.agent, self.other = agent.name, agent, other
        self.made = self.same = 0

    def act(self, decisions: Decisions) -> np.ndarray:
        twins = dataclasses.replace(decisions, generator=copy.deepcopy(decisions.generator))
        actions = self.agent.act(decisions)
        choices = decisions.masks.sum(axis=1) > 1
        self.made += int(choices.sum())
        self.same += int((actions == self.other.act(twins))[choices].sum())
        return actions
