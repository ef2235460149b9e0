"""Ship a trained model with the package: measure its strength, and store the model with a card.

>>> from maintenance import shipping
>>> card = shipping.ship("runs/ppo-dig_v0-0/best.zip", "ppo")   # doctest: +SKIP
>>> card.strength[-1].win_share                                 # doctest: +SKIP
0.37
"""

import copy
import dataclasses
import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch as th

import dig_envs
from dig_envs import agents
from dig_envs.agents.learned import VALUE_BASED, LearnedAgent, ModelCard, load, read_card, write_networks
from dig_envs.agents.trained import AgentCard, StrengthAgainst, registry
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.arguments import one_of, whole_number
from dig_envs.core.errors import ArgumentError, ModelError
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.deal_numbers import SHIPPING
from dig_envs.training.arena.ratings import mean_by_deal, win_share
from dig_envs.training.arena.round_robin import MAX_GAMES
from dig_envs.training.cli.arguments import whole_numbers
from dig_envs.training.process.defaults import TABLES_AT_ONCE
from dig_envs.training.show.console import progress_bar
from dig_envs.training.studies.history import argument_of, history_of
from dig_envs.utils.files import replace

MAX_BYTES = 1_000_000
MIN_GAMES = 1_000  # against each bot
SAME = 0.999  # the least share of decisions in which rounded weights choose the same action
SAMPLED = 10_000  # decisions that are compared
PRECISIONS = {"float16": th.float16, "float32": th.float32}
NAME = re.compile(r"[a-z][a-z0-9_]*")


def ship(
    model: str | os.PathLike,
    name: str,
    games: int = MIN_GAMES,
    play: str | None = None,
    players: Sequence[int] | None = None,
    history: tuple[str, int] | None = None,
    folder: str | os.PathLike | None = None,
    progress: bool = True,
) -> AgentCard:
    """Measure a model, and write the model and its card, so that `agents.make(name, game=…)` finds them.

    Args:
        model: a file that `dig-envs train` wrote.
        name: the agent's name: lower-case letters, digits and underscores.
        games: the number of games against each of the game's bots, `MIN_GAMES` or more.
        play: "deterministic" or "stochastic"; None for the stored way of playing.
        players: the numbers of players at the tables of the measurement, besides that of the model's options; None for those
            of the training.
        history: the command of the training, with `--algo`, and its steps; None if the model's folder has the checkpoint.
        folder: the folder with one folder per game; None for the folder of the package.
        progress: show progress bars on stderr.

    Returns:
        The card.

    Raises:
        ArgumentError: an invalid or used name, too few games, a model for one player, or a command without `--algo`.
        ModelError: the model is missing or damaged, its history is unknown, or it is larger than `MAX_BYTES`. Nothing was
            written.
    """
    whole_number("games", games, MIN_GAMES, MAX_GAMES)
    trained = _Trained.of(model, play)
    check_name(name, trained.game)
    command, steps = history or history_of(model)
    if not (algorithm := argument_of(command, "--algo")):
        raise ArgumentError(f"the command of a training names --algo, not {command!r}")
    if players is None:
        given = argument_of(command, "--players")
        players = whole_numbers("--players", given, "2,3,4") if given else []
    sizes = tuple(dict.fromkeys([trained.options.num_players, *players]))
    target = Path(folder or registry.FOLDER) / trained.game.id
    with TemporaryDirectory() as scratch:
        stored = _stored(trained, Path(scratch), progress)
        strength = measure(trained.game, trained.options, sizes, stored.agent, games, progress)
        content, model_card = stored.file.read_bytes(), trained.card
        card = AgentCard(
            game=trained.game.id,
            name=name,
            algorithm=algorithm.upper(),
            options=model_card.options,
            players=sizes,
            play=model_card.play,
            features=model_card.features,
            command=command,
            seed=int(argument_of(command, "--seed") or 0),
            steps=steps,
            weights=stored.weights,
            same_actions=stored.same,
            values=stored.agent.has_value,
            par=1 / trained.options.num_teams,
            strength=tuple(strength),
            digest=hashlib.sha256(content).hexdigest()[:16],
            version=dig_envs.__version__,
        )
        try:
            replace(target / f"{name}.zip", content)
            replace(target / f"{name}.json", card.as_json().encode())
        except OSError as error:
            raise ModelError(f"{target} cannot be written: {error.strerror}") from error
    return card


def check_name(name: str, game: Game) -> None:
    """Check the name of a trained agent.

    Raises:
        ArgumentError: the name has other characters than lower-case letters, digits and underscores, or is in use.
    """
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ArgumentError(f"a trained agent's name has lower-case letters, digits and underscores, such as ppo, not {name!r}")
    if name in (*agents.names(game), agents.SEARCH, agents.EQUILIBRIUM):
        raise ArgumentError(f'"{name}" is another agent of {game.id}: choose a name such as ppo')


# --- files


@dataclass(frozen=True)
class _Trained:
    """A model before it is stored."""

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
            raise ArgumentError("this model is for one player: a shipped agent needs win shares against opponents")
        if play is not None and card.algorithm not in VALUE_BASED:
            card = dataclasses.replace(card, play=one_of("play", play, agents.learned.PLAYS))
        return cls(load(model, game, deterministic=card.play == "deterministic"), card, game, options)


@dataclass(frozen=True)
class _Stored:
    """A stored model: its file and agent, the precision of its weights, and the share of equal actions."""

    file: Path
    agent: LearnedAgent
    weights: str
    same: float


def _stored(trained: _Trained, folder: Path, progress: bool) -> _Stored:
    """Store the policy of a model in float16, or in float32 if rounding changes its play.

    Raises:
        ModelError: neither form fits.
    """
    agent: Any = trained.agent
    faults = []
    for weights, precision in PRECISIONS.items():
        file = folder / f"{weights}.zip"
        write_networks(file, trained.card, agent.layers, precision=precision)
        if (size := file.stat().st_size) > MAX_BYTES:
            faults.append(f"{size:,} bytes in {weights}")
            continue
        stored = load(file, trained.game)
        rounded = precision != th.float32
        same = same_actions(trained.game, trained.options, agent, stored, progress) if rounded else 1.0
        if same >= SAME:
            return _Stored(file, stored, weights, same)
        faults.append(f"other actions in {1 - same:.2%} of its decisions in {weights}")
    raise ModelError(f"the model does not fit into {MAX_BYTES:,} bytes: it has {'; '.join(faults)}")


# --- measurements


def measure(
    game: Game, options: Options, players: Sequence[int], agent: Agent, games: int, progress: bool = False
) -> list[StrengthAgainst]:
    """Play an agent in one seat against each of the game's bots in all other seats, on the same deals, and rate the results.

    Args:
        game, options: the game and its options.
        players: the numbers of seats. At tables of the first size the opponents are all bots, at the others the strongest.
        agent: the agent.
        games: the number of games at each table against each bot, rounded up to whole duplicate sets.
        progress: show a progress bar on stderr.
    """
    bots = agents.names(game)
    duels = [(players[0], bot) for bot in bots] + [(size, bots[-1]) for size in players[1:]]
    strength = []
    with progress_bar("measuring", games * len(duels), progress) as advance:
        for size, bot in duels:
            table = game.checked(dataclasses.replace(options, num_players=size))
            deals = SHIPPING + np.arange(-(-games // len(duplicate.one_vs_rest_seatings(table))))
            duel = duplicate.play_one_vs_rest(game, table, agent, agents.make(bot, game=game), deals, advance)
            share, score = win_share(duel.shares), mean_by_deal(duel.margins)
            numbers = [round(value, 4) for value in (*dataclasses.astuple(share), *dataclasses.astuple(score))]
            strength.append(StrengthAgainst(size, bot, int(duel.games.sum()), *numbers))
    return strength


def same_actions(game: Game, options: Options, one: Agent, other: Agent, progress: bool = False) -> float:
    """Return the share of decisions with a choice in which two agents choose the same action.

    The first agent plays against the strongest bot for `SAMPLED` decisions. Both agents get the same random numbers.
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
    """Plays as an agent, and counts the decisions in which another agent chooses the same action."""

    def __init__(self, agent: Agent, other: Agent):
        self.name, self.agent, self.other = agent.name, agent, other
        self.made = self.same = 0

    def act(self, decisions: Decisions) -> np.ndarray:
        copied = dataclasses.replace(decisions, generator=copy.deepcopy(decisions.generator))
        actions = self.agent.act(decisions)
        choices = decisions.masks.sum(axis=1) > 1
        self.made += int(choices.sum())
        self.same += int((actions == self.other.act(copied))[choices].sum())
        return actions
