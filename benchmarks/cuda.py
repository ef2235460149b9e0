"""Compare batches on a GPU with batches on the CPU: `python -m benchmarks.cuda dig_dig_v0`. **This script has never run.**

It needs an NVIDIA GPU and the extras `gpu` and `train`. A game should take a few minutes, most of it for compilation. Each line
of JSON holds one measurement:

| key | meaning |
|---|---|
| `differing` | arrays and fields of statuses that differ in a byte after `DECISIONS` random decisions at 10,000 tables |
| `observation_error` | the largest difference of an observation's float |
| `steps_per_second` | decisions per second of random play with masks and observations, by device and number of tables |
| `loop_steps_per_second` | decisions per second of a loop in the manner of PPO: a rollout of 16 steps, then two epochs |

The loop measures time, not learning: an advantage is the reward of the step minus the value.
"""

import json
import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np
import torch
from torch import nn

import dig_envs
from dig_envs.core.batch import Batch

EQUAL_TABLES, DECISIONS = 10_000, 500
TABLES = 1_024, 4_096, 16_384, 65_536, 262_144
LOOP_TABLES, ROLLOUT, EPOCHS, HIDDEN, CLIP = 16_384, 16, 2, 256, 0.2
SECONDS = 5.0  # of each measurement


def differences(game: str) -> dict[str, Any]:
    """Play the same random games on both devices, and compare all that a batch holds."""
    gpu = dig_envs.batch(game, num_tables=EQUAL_TABLES, seed=1, device="cuda")
    cpu = dig_envs.batch(game, num_tables=EQUAL_TABLES, seed=1)
    gpu.random_steps(DECISIONS)
    cpu.random_steps(DECISIONS)
    others = dict(parts_of(gpu.cpu()))
    differing = [name for name, part in parts_of(cpu) if part.tobytes() != others[name].tobytes()]
    error = np.abs(cpu.observations - others["observations"]).max()
    return {"differing": differing, "observation_error": float(error)}


def parts_of(batch: Batch) -> Iterator[tuple[str, np.ndarray]]:
    tables = batch.kernel_tables
    yield from (("states", tables.states), ("finals", tables.finals), ("masks", tables.masks))
    yield "observations", tables.observations
    yield from ((name, tables.statuses[name]) for name in tables.statuses.dtype.names)


def rate(play: Callable[[], int]) -> float:
    """Return the decisions per second of a function that plays, and returns the number of decisions."""
    play()  # compiles
    torch.cuda.synchronize()
    start, decisions = perf_counter(), 0
    while perf_counter() - start < SECONDS:
        decisions += play()
        torch.cuda.synchronize()
    return decisions / (perf_counter() - start)


def random_play(batch: Any) -> Callable[[], int]:
    def play() -> int:
        batch.random_steps(32)
        return 32 * batch.num_tables

    return play


class Loop:
    """Rollouts and updates of a policy and a value, both on the GPU. A batch of the CPU costs a copy in each direction."""

    def __init__(self, batch: Any):
        self.batch, self.on_gpu = batch, not isinstance(batch, Batch)
        body = [nn.Linear(batch.layout.size, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh()]
        self.network = nn.Sequential(*body, nn.Linear(HIDDEN, batch.game.num_actions + 1)).cuda()
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=3e-4)

    def __call__(self) -> int:
        steps = [self.step() for _ in range(ROLLOUT)]
        for _ in range(EPOCHS):
            for step in steps:
                self.update(*step)
        return ROLLOUT * self.batch.num_tables

    def policy(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        out = self.network(observations)
        logits = out[:, :-1].masked_fill(masks == 0, -1e8)
        return torch.distributions.Categorical(logits=logits, validate_args=False), out[:, -1]

    @torch.no_grad()
    def step(self) -> tuple[torch.Tensor, ...]:
        """Play a decision at each table. Returns observations, masks, actions, their logarithms and rewards."""
        shown = self.shown("observations", "masks", "players")
        observations, masks, players = (each.clone() if self.on_gpu else each.cuda() for each in shown)
        policy, _ = self.policy(observations, masks)
        actions = policy.sample()
        self.batch.step(actions if self.on_gpu else actions.cpu().numpy())
        (rewards,) = self.shown("rewards")
        gained = rewards.float().cuda().gather(1, players.long()[:, None])[:, 0]
        return observations, masks, actions, policy.log_prob(actions), gained

    def shown(self, *names: str) -> list[torch.Tensor]:
        return [torch.as_tensor(getattr(self.batch, name), device="cuda" if self.on_gpu else "cpu") for name in names]

    def update(
        self, observations: torch.Tensor, masks: torch.Tensor, actions: torch.Tensor, before: torch.Tensor, gained: torch.Tensor
    ) -> None:
        policy, values = self.policy(observations, masks)
        ratio, advantages = (policy.log_prob(actions) - before).exp(), gained - values.detach()
        surrogate = torch.min(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
        loss = (values - gained).square().mean() - surrogate - 0.01 * policy.entropy().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def main(games: list[str]) -> None:
    print(json.dumps({"gpu": torch.cuda.get_device_name(), "never_run_before": True}))
    for game in games or ["dig_dig_v0"]:
        print(json.dumps({"game": game, **differences(game)}), flush=True)
        for device in ("cpu", "cuda"):
            for tables in TABLES:
                batch: Any = dig_envs.batch(game, num_tables=tables, seed=1, device=device)  # type: ignore[call-overload]
                measured = {"game": game, "device": device, "tables": tables}
                print(json.dumps(measured | {"steps_per_second": round(rate(random_play(batch)))}), flush=True)
                if tables == LOOP_TABLES:
                    print(json.dumps(measured | {"loop_steps_per_second": round(rate(Loop(batch)))}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
