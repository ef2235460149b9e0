"""Fit the network that estimates the rewards of a game's unfinished playouts, from games of an agent against itself.

    python -m maintenance.win_chances dig_v0

The network is that of `agents/search/win_chances.py`, its features those of the game's module `ESTIMATE`. Games of two players
give most of the positions. The command prints the loss on held-out games by number of players, in nats for the chances and as
a share of the variance for the other reward, and writes the weights beside the module.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

import numpy as np
import torch as th
from torch import nn

from dig_envs.agents.search.estimates import estimate_of, features_of, weights_file
from dig_envs.core.agent import Bot
from dig_envs.core.agent_names import find_agent
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler import compiled
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.kernels import CHOICE, only_legal, zero
from dig_envs.core.game import End, Game, Options, Reward
from dig_envs.core.rng import RNG, Stream, draw_below, draw_legal

# Bound for each game by the engine.
legal = apply = call_bot = standings = rewards = lambda *_: None

GAMES = {2: 40960, 3: 16384, 4: 16384}  # by number of players
CHUNK = 4096  # games
NOISE = (0, 0, 100, 0)  # random moves per thousand; chunks of games take the values in turn
BATCH = 1024
HELD_OUT = 10  # every tenth game
LEARNING_RATE = 4e-3


@compiled
def play_on(states, decisions, noise, dice, mask, bots):
    """Play a number of decisions of each game by the bot, with a number of random moves per thousand."""
    for k in range(len(states)):
        state = states[k]
        left = decisions[k]
        while state.table.end == End.RUNNING and left > 0:
            mover = np.int64(state.secret.mover)
            zero(mask)
            legal(state.table, state.seats[mover], mover, mask)
            action = only_legal(mask)
            if action == CHOICE and draw_below(dice[k], Stream.PLAY, np.int64(1000)) < noise:
                action = draw_legal(mask, dice[k])
            elif action == CHOICE:
                action = call_bot(bots[0], state.table, state.seats[mover], mover, mask, dice[k])
            apply(state, np.int64(action))
            left -= 1


@compiled
def evaluate(states, reward, points, out):
    """Write the rewards of finished games under an option of the reward."""
    for k in range(len(states)):
        states[k].table.reward = reward
        standings(states[k].table, states[k].seats, points[k])
        rewards(states[k].table, points[k], out[k])


@dataclass
class Sample:
    """Positions of games with a number of players.

    Attributes:
        seats: float16 (n, players, NUM_SEAT_FEATURES).
        games: float16 (n, NUM_GAME_FEATURES).
        shares: float32 (n, players), the share of each seat in the win, or with `ARE_LOSSES` in the loss.
        others: float32 (n, players), the rewards under the other option.
        number: int64 (n,), the game of each position.
    """

    seats: th.Tensor
    games: th.Tensor
    shares: th.Tensor
    others: th.Tensor
    number: np.ndarray


def sample(game: Game, module: ModuleType, bot: Bot, players: int, count: int, seed: int, every: tuple[int, int]) -> Sample:
    """Play games by the bot, and describe a position of each after every few decisions."""
    engine, generator = engine_of(game), np.random.default_rng(seed)
    play, bots = engine.kernel(play_on), engine.bots([bot.function])
    options, mask = game.parse_options(num_players=players), np.zeros(game.num_actions, np.int8)
    parts: list[tuple] = []
    for chunk in range(count // CHUNK):
        states = Batch(game, options, CHUNK, seed + chunk * CHUNK).states.copy()
        dice, numbers, running = np.zeros(CHUNK, RNG), [], np.arange(CHUNK)
        dice["key"] = generator.integers(0, 1 << 32, (CHUNK, 2), dtype=np.uint64)
        while len(running):
            here, rolls = states[running], dice[running]
            play(here, generator.integers(*every, len(running)), NOISE[chunk % len(NOISE)], rolls, mask, bots)
            states[running], dice[running] = here, rolls
            running = running[here["table"]["end"] == End.RUNNING]
            if len(running):
                seats, games = features_of(game, module, states[running])
                numbers.append((seats.astype(np.float16), games.astype(np.float16), running))
        shares, others = results(game, module, states, options)
        parts += [(seats, games, shares[rows], others[rows], rows + chunk * CHUNK) for seats, games, rows in numbers]
    seats, games, shares, others, number = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Sample(th.from_numpy(seats), th.from_numpy(games), th.from_numpy(shares), th.from_numpy(others), number)


def results(game: Game, module: ModuleType, states: np.ndarray, options: Options) -> tuple[np.ndarray, np.ndarray]:
    """Return each seat's share in the win (with `ARE_LOSSES` in the loss) and its other reward, float32 (n, players) each."""
    kernel, players, both = engine_of(game).kernel(evaluate), options.num_players, []
    for name in options.rewards[:2]:
        points, out = np.zeros((2, len(states), game.max_players))
        kernel(states.copy(), int(Reward[name.upper()]), points, out)
        both.append(out[:, :players].astype(np.float32))
    sign = -1 if getattr(module, "ARE_LOSSES", False) else 1
    return (sign * both[0] * (players - 1) + 1) / players, both[-1]


class Network(nn.Module):
    """The network of `win_chances.py`, with inputs that are divided by their spread, and a direct path to each score."""

    def __init__(self, first: Sample, hidden: int):
        super().__init__()
        seats, games = first.seats.shape[2], first.games.shape[1]
        self.spread = first.seats[: 200 * BATCH].float().reshape(-1, seats).std(0) + 0.05
        self.game_spread = first.games[: 200 * BATCH].float().std(0) + 0.2
        self.own = nn.Linear(seats, hidden)
        self.rivals = nn.Linear(seats, hidden, bias=False)
        self.game = nn.Linear(games, hidden, bias=False)
        self.scores = nn.Linear(hidden, 2, bias=False)
        self.direct = nn.Linear(seats, 2, bias=False)
        nn.init.zeros_(self.direct.weight)

    def forward(self, seats: th.Tensor, games: th.Tensor) -> th.Tensor:
        """Return both scores of each seat, float32 (n, players, 2)."""
        seats, games = seats / self.spread, games / self.game_spread
        rivals = (seats.sum(1, keepdim=True) - seats) / (seats.shape[1] - 1)
        hidden = th.relu(self.own(seats) + self.rivals(rivals) + self.game(games)[:, None])
        return self.scores(hidden) + self.direct(seats)

    def weights(self) -> np.ndarray:
        """Return all weights as `win_chances.py` reads them, float16; each direct path is two more hidden units."""
        signs = th.tensor([[1.0, -1.0]])
        direct = th.cat([self.direct.weight[k][:, None] * signs for k in range(2)], 1)
        rows = (
            th.cat((self.own.weight.T, direct), 1) / self.spread[:, None],
            nn.functional.pad(self.rivals.weight.T / self.spread[:, None], (0, 4)),
            nn.functional.pad(self.game.weight.T / self.game_spread[:, None], (0, 4)),
            nn.functional.pad(self.own.bias[None], (0, 4)),
            th.cat((self.scores.weight, th.block_diag(signs, signs)), 1),
        )
        return th.cat(rows).detach().numpy().astype(np.float16)


def losses(network: Network, data: Sample, rows: np.ndarray, variance: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
    """Return the cross entropy of the chances, and the squared error of the other rewards as a share of the variance."""
    scores = network(data.seats[rows].float(), data.games[rows].float())
    entropy = -(data.shares[rows] * th.log_softmax(scores[..., 0], 1)).sum(1).mean()
    centred = scores[..., 1] - scores[..., 1].mean(1, keepdim=True)
    return entropy, ((centred - data.others[rows]) ** 2).mean() / variance


def fit(samples: Sequence[Sample], hidden: int, epochs: int) -> Network:
    """Fit a network, and print its losses on the held-out games."""
    th.manual_seed(0)
    generator, network = np.random.default_rng(0), Network(samples[0], hidden)
    variances = [data.others.var() for data in samples]
    fitted = [np.flatnonzero(data.number % HELD_OUT != 0) for data in samples]
    held_out = [np.flatnonzero(data.number % HELD_OUT == 0) for data in samples]
    steps = epochs * sum(len(rows) // BATCH + 1 for rows in fitted)
    optimiser = th.optim.Adam(network.parameters(), LEARNING_RATE)
    schedule = th.optim.lr_scheduler.OneCycleLR(optimiser, LEARNING_RATE, total_steps=steps + 1, pct_start=0.1)
    for epoch in range(epochs):
        parts = [
            (k, part)
            for k, rows in enumerate(fitted)
            for part in np.array_split(generator.permutation(rows), len(rows) // BATCH + 1)
        ]
        for place in generator.permutation(len(parts)):
            k, rows = parts[place]
            optimiser.zero_grad()
            sum(losses(network, samples[k], rows, variances[k])).backward()  # type: ignore[union-attr]
            optimiser.step()
            schedule.step()
        with th.inference_mode():
            found = [losses(network, data, rows, v) for data, rows, v in zip(samples, held_out, variances, strict=True)]
        print(f"epoch {epoch + 1}:", *(f"{chances:.4f} nats, {other:.3f};" for chances, other in found), flush=True)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m maintenance.win_chances", description=__doc__.splitlines()[0])
    parser.add_argument("game", help="a game with ESTIMATE")
    parser.add_argument("--agent", default="expert", help="the bot that plays the games")
    parser.add_argument("--every", type=int, nargs=2, default=(2, 16), metavar="N", help="decisions from position to position")
    parser.add_argument("--hidden", type=int, default=28, help="hidden units; the file has 4 more")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--games", type=float, default=1.0, help="a factor of the number of games")
    given = parser.parse_args()
    game = game_of(given.game)
    module, bot = estimate_of(game), find_agent(given.agent, game)
    if module is None or not isinstance(bot, Bot):
        parser.error(f"{given.game} has no ESTIMATE, or {given.agent} is no scripted bot")
    th.set_num_threads(1)
    samples = [
        sample(game, module, bot, players, int(count * given.games), 1_000_000 * players, tuple(given.every))
        for players, count in GAMES.items()
    ]
    print("positions:", *(len(data.number) for data in samples), flush=True)
    np.save(weights_file(module), fit(samples, given.hidden, given.epochs).weights())


if __name__ == "__main__":
    main()
