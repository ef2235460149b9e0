"""Play games in kaggle-environments: agents as functions, and language models through its harness."""

import argparse
import random

import kaggle_environments
from kaggle_environments.core_harness import create_agent_fn

from dig_envs.adapters.openspiel import kaggle


def random_agent(observation):
    """Choose an action. `observation.observationString` is the position as JSON, as this seat knows it."""
    legal = observation.get("legalActions")  # Kaggle asks all agents once before the deal, and ignores these actions
    return {"submission": random.choice(legal) if legal else -1}


def language_model(game, model="openai/stub", **settings):
    """Return an agent that asks a model of litellm. Without settings for a server, the model always answers 1."""
    settings = settings or {"mock_response": '{"action": 1}'}
    return create_agent_fn(kaggle.Harness(game), model_override=(model, settings))


def play(game, agents, seed):
    """Play a game, and return Kaggle's environment, with all steps."""
    env = kaggle_environments.make(kaggle.register(game), {"seed": seed})
    env.run(agents)
    return env


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="python_dig_dig(players=2)")
    parser.add_argument("--games", type=int, default=2)
    given = parser.parse_args(arguments)
    for seed in range(given.games):
        env = play(given.game, [random_agent, language_model(given.game)], seed)
        print(f"seed {seed}: rewards {[state.reward for state in env.state]}, {len(env.steps) - 2} decisions")


if __name__ == "__main__":
    main()
