"""Play all seats by a linear policy in torch. Observations, masks, actions and rewards stay in the memory of the GPU."""

import argparse

import dig_envs


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="dig_dig_v0")
    parser.add_argument("--tables", type=int, default=65_536)
    parser.add_argument("--steps", type=int, default=1_000)
    given = parser.parse_args(arguments)
    batch = dig_envs.batch(given.game, num_tables=given.tables, seed=1, device="cuda")
    import torch  # after the batch, whose error says what a machine lacks

    arrays = batch.observations, batch.masks, batch.rewards, batch.dones
    observations, masks, rewards, dones = (torch.as_tensor(array, device="cuda") for array in arrays)  # no copies
    weights = torch.randn(batch.layout.size, batch.game.num_actions, device="cuda")
    totals, games = torch.zeros(batch.num_players, device="cuda", dtype=torch.float64), 0
    for _ in range(given.steps):
        scores = (observations @ weights).masked_fill(masks == 0, -torch.inf)
        batch.step(scores.argmax(dim=1))
        totals += rewards.sum(dim=0)
        games += dones.sum(dtype=torch.int64)
    print(f"{int(games)} games, sums of the seats' rewards: {totals.tolist()}")


if __name__ == "__main__":
    main()
