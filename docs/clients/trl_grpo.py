"""GRPO of TRL: a language model learns one seat of a game, by calls of a tool, and `expert` plays the other seats.

`python trl_grpo.py --model Qwen/Qwen3-0.6B --game dig_dig_v0`. Requires `pip install 'dig-envs[trl]'`.
"""

import argparse
import json

import torch
from trl import GRPOConfig, GRPOTrainer

from dig_envs.adapters.trl import TextSeat, dataset


def main(arguments: list[str] | None = None) -> GRPOTrainer:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True, help="name or folder of a model with a chat template for tools")
    parser.add_argument("--game", default="dig_dig_v0")
    parser.add_argument("--options", type=json.loads, default={}, help="options of the game and of TextGame, as JSON")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--rows", type=int, default=1, help="rows of the dataset per step")
    parser.add_argument("--rollouts", type=int, default=8, help="rollouts of each row, whose rewards GRPO compares")
    parser.add_argument("--tokens", type=int, default=8192, help="of a game: turns, refusals and answers")
    parser.add_argument("--folder", default="runs/trl")
    given = parser.parse_args(arguments)
    config = GRPOConfig(
        given.folder,
        max_steps=given.steps,
        per_device_train_batch_size=given.rows * given.rollouts,
        num_generations=given.rollouts,
        max_completion_length=given.tokens,
        logging_steps=1,
        report_to="none",
        use_cpu=not torch.cuda.is_available(),
    )
    rows = dataset(given.game, seeds=range(given.deals), opponent="expert", **given.options)
    trainer = GRPOTrainer(given.model, args=config, train_dataset=rows, environment_factory=TextSeat)
    trainer.train()
    for entry in trainer.state.log_history:
        if "reward" in entry:
            print(f"step {entry['step']}: mean reward {entry['reward']:.3f}")
    return trainer


if __name__ == "__main__":
    main()
