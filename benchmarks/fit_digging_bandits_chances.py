"""Fit the weights of `agents/digging_bandits/valuation/chances.npy` to the winners of games between experts.

    python benchmarks/fit_digging_bandits_chances.py

The script plays 135,168 games, half of them with some random moves, and takes a few minutes on one core. It prints the loss in
nats on held-out games; a constant prediction has ln 2 = 0.693 with two players. Teams use the weights of single players.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import pad

import dig_envs
from dig_envs import agents
from dig_envs.agents.digging_bandits.valuation import chances
from dig_envs.agents.digging_bandits.valuation.state_features import (
    GAME_NUMBERS,
    IS_OUT,
    SEAT_NUMBERS,
    describe_game,
    describe_seat,
)
from dig_envs.core.agent import Bot
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import compiled
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.kernels import CHOICE, only_legal, zero
from dig_envs.core.game import End
from dig_envs.core.rng import RNG, Stream, draw_below, draw_legal

legal = apply = call_bot = lambda *_: None  # bound by the engine

GAME = dig_envs.game_of("digging_bandits_v0")
PLANS = (  # options, and the number of chunks of games
    ({"num_players": 2}, 28),
    ({"num_players": 2, "quick_play": True}, 1),
    ({"num_players": 3}, 2),
    ({"num_players": 4}, 2),
)
CHUNK = 4096  # games
NOISE = (0, 0, 10, 25)  # percent of random moves; chunks take the values in turn
EVERY = (2, 6)  # turns from one state to the next: the minimum, and an upper bound that is excluded
OUTSIDE = -20.0  # the score of a seat that is out
BATCH = 1024
HELD_OUT = 10  # every tenth game
RATE = 4e-3  # of learning


@compiled
def play_turns(states, turns, noise, dice, mask, bots):
    """Play each game for `turns` more turns by the expert; a turn begins with the decision how to move."""
    for k in range(len(states)):
        state = states[k]
        until = state.table.turn + turns[k]
        while state.table.end == End.RUNNING and state.table.turn < until:
            mover = np.int64(state.secret.mover)
            zero(mask)
            legal(state.table, state.seats[mover], mover, mask)
            action = only_legal(mask)
            if action == CHOICE and draw_below(dice[k], Stream.PLAY, np.int64(100)) < noise:
                action = draw_legal(mask, dice[k])
            elif action == CHOICE:
                action = call_bot(bots[0], state.table, state.seats[mover], mover, mask, dice[k])
            apply(state, np.int64(action))


@compiled
def describe(states, seats, games):
    """Write the descriptions of all seats and of the games."""
    for k in range(len(states)):
        for p in range(states[k].table.num_players):
            describe_seat(states[k], p, seats[k, p])
        describe_game(states[k], games[k])


@dataclass
class Sample:
    """States of games, the share of the win that each seat got, and the number of each game."""

    seats: torch.Tensor
    games: torch.Tensor
    wins: torch.Tensor
    number: np.ndarray


def sample(options: dict, chunks: int, seed: int) -> Sample:
    """Play chunks of games, and describe their states."""
    engine, count = engine_of(GAME), options["num_players"]
    play = engine.kernel(play_turns)
    expert = agents.make("expert", game=GAME)
    assert isinstance(expert, Bot)
    bots = engine.bots([expert.function])
    generator = np.random.default_rng(seed)
    parts: list[tuple] = []
    for chunk in range(chunks):
        states = Batch(GAME, GAME.parse_options(**options), CHUNK, seed + chunk * CHUNK).states.copy()
        dice, found = np.zeros(CHUNK, RNG), []
        dice["key"] = generator.integers(0, 1 << 32, (CHUNK, 2), dtype=np.uint64)
        going = np.arange(CHUNK)
        while len(going):
            here, rolls = states[going], dice[going]
            turns, mask = generator.integers(*EVERY, len(going)), np.zeros(GAME.num_actions, np.int8)
            play(here, turns, NOISE[chunk % len(NOISE)], rolls, mask, bots)
            states[going], dice[going] = here, rolls
            going = going[here["table"]["end"] == End.RUNNING]
            found.append((*numbers_of(states[going], count), going))
        wins = shares(states["table"], count)
        parts += [(seats, games, wins[rows], rows + chunk * CHUNK) for seats, games, rows in found]
    seats, games, wins, number = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Sample(torch.from_numpy(seats), torch.from_numpy(games), torch.from_numpy(wins), number)


def numbers_of(states: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the descriptions of the seats, float16 (n, count, SEAT_NUMBERS), and of the games, float16 (n, GAME_NUMBERS)."""
    seats = np.zeros((len(states), count, SEAT_NUMBERS), np.float32)
    games = np.zeros((len(states), GAME_NUMBERS), np.float32)
    engine_of(GAME).kernel(describe)(states, seats, games)
    return seats.astype(np.float16), games.astype(np.float16)


def shares(tables: np.ndarray, count: int) -> np.ndarray:
    """Return the share of the win of each seat after games: float32 (n, count)."""
    cashed, inside = tables["winner"][:, :count] > 0, tables["out"][:, :count] == 0
    won = np.where(cashed.any(1, keepdims=True), cashed, inside)
    return (won / won.sum(1, keepdims=True)).astype(np.float32)


class Network(torch.nn.Module):
    """The network of `chances.py`, with inputs that are divided by their spread."""

    def __init__(self, first: Sample, hidden: int):
        super().__init__()
        self.spread = first.seats[: 200 * BATCH].float().reshape(-1, SEAT_NUMBERS).std(0) + 0.05
        self.game_spread = first.games[: 200 * BATCH].float().std(0) + 0.2
        self.own = torch.nn.Linear(SEAT_NUMBERS, hidden)
        self.rivals = torch.nn.Linear(SEAT_NUMBERS, hidden, bias=False)
        self.game = torch.nn.Linear(GAME_NUMBERS, hidden, bias=False)
        self.hidden = torch.nn.Linear(hidden, 1, bias=False)
        self.straight = torch.nn.Linear(SEAT_NUMBERS, 1, bias=False)
        torch.nn.init.zeros_(self.straight.weight)

    def forward(self, seats: torch.Tensor, games: torch.Tensor) -> torch.Tensor:
        """Return the scores of the seats."""
        outside = seats[:, :, IS_OUT] > 0
        seats, games = seats / self.spread, games / self.game_spread
        rivals = (seats.sum(1, keepdim=True) - seats) / (seats.shape[1] - 1)
        hidden = torch.relu(self.own(seats) + self.rivals(rivals) + self.game(games)[:, None])
        return (self.hidden(hidden) + self.straight(seats))[..., 0].masked_fill(outside, OUTSIDE)

    def weights(self) -> np.ndarray:
        """Return all weights as `chances.py` reads them; the direct path to the score is written as two more hidden units."""
        straight = self.straight.weight.T @ torch.tensor([[1.0, -1.0]])
        rows = (
            torch.cat((self.own.weight.T, straight), 1) / self.spread[:, None],
            pad(self.rivals.weight.T / self.spread[:, None], (0, 2)),
            pad(self.game.weight.T / self.game_spread[:, None], (0, 2)),
            pad(self.own.bias[None], (0, 2)),
            torch.cat((self.hidden.weight, torch.tensor([[1.0, -1.0]])), 1),
        )
        return torch.cat(rows).detach().numpy().astype(np.float16)


def loss(network: Network, data: Sample, rows: np.ndarray) -> torch.Tensor:
    """Return the cross entropy of the predicted chances."""
    logs = torch.log_softmax(network(data.seats[rows].float(), data.games[rows].float()), 1)
    return -(data.wins[rows] * logs).sum(1).mean()


def fit(samples: list[Sample], hidden: int, epochs: int) -> Network:
    """Fit a network, and print its loss on the held-out games."""
    torch.manual_seed(0)
    generator = np.random.default_rng(0)
    network = Network(samples[0], hidden)
    fitted = [np.flatnonzero(data.number % HELD_OUT != 0) for data in samples]
    steps = epochs * sum(len(rows) // BATCH + 1 for rows in fitted)
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps + 1, pct_start=0.1)
    for epoch in range(epochs):
        parts = [
            (data, part)
            for data, rows in zip(samples, fitted, strict=True)
            for part in np.array_split(generator.permutation(rows), len(rows) // BATCH + 1)
        ]
        for k in generator.permutation(len(parts)):
            optimiser.zero_grad()
            loss(network, *parts[k]).backward()
            optimiser.step()
            schedule.step()
        with torch.no_grad():
            held = [loss(network, data, np.flatnonzero(data.number % HELD_OUT == 0)).item() for data in samples]
        print(f"epoch {epoch + 1}: loss", *(f"{value:.4f}" for value in held), flush=True)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path(chances.__file__).with_suffix(".npy"))
    given = parser.parse_args()
    samples = [sample(*plan, seed=1_000_000 * (k + 1)) for k, plan in enumerate(PLANS)]
    np.save(given.out, fit(samples, given.hidden, given.epochs).weights())


if __name__ == "__main__":
    main()
