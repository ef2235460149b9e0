"""Play the games in kaggle-environments, through its harness for OpenSpiel games.

    import kaggle_environments
    from dig_envs.adapters.openspiel import kaggle

    env = kaggle_environments.make(kaggle.register("python_dig(players=3)"), {"seed": 7})
    env.run(["random", "random", "random"])

An agent's observation has the position in words as JSON (`observationString`) and the numbers and names of its legal actions.
It has neither the state nor the seed: `register` moves the seed from the configuration, which agents get, to `env.info`.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from dig_envs.adapters.openspiel.game import SpielGame
from dig_envs.core.errors import ArgumentError
from dig_envs.text.answers import Refusal, Unread, read_answer
from dig_envs.text.instructions import rules_text
from dig_envs.text.turn import Choice, Turn
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    import kaggle_environments
    from kaggle_environments.core_harness import ParseResult
    from kaggle_environments.envs.open_spiel_env import open_spiel_env

SECRETS = ("seed", "initialActions")  # entries of the configuration that determine the deal


def register(game: str) -> str:
    """Register a game with kaggle-environments, and return the name for `kaggle_environments.make`.

    Args:
        game: OpenSpiel's string of a game of dig-envs, such as "python_dig(players=3)". One string is registered at a time for
            each game: another string of the same game, such as one with another number of players, replaces the first.

    Raises:
        ArgumentError: there is no such game.
    """
    loaded = _load(game)
    # The list of games in kaggle-environments is fixed. This is the function that makes its own entries from that list.
    entry = open_spiel_env._build_env(str(loaded))
    entry["specification"]["configuration"]["includeLegalActions"]["default"] = True
    name = entry["specification"]["name"]
    kaggle_environments.register(name, {**entry, "interpreter": _interpreter})
    return name


def _interpreter(state: list[Any], env: Any, logs: list[dict[str, Any]]) -> list[Any]:
    """Call Kaggle's interpreter with the secrets in the configuration. Between the calls they are in `info`."""
    env.configuration.update({key: env.info[key] for key in SECRETS if key in env.info})
    try:
        return open_spiel_env.interpreter(state, env, logs)
    finally:
        env.info.update({key: env.configuration.pop(key) for key in SECRETS if env.configuration.get(key) is not None})


def _load(game: str) -> SpielGame:
    try:
        loaded = pyspiel.load_game(game)
    except (pyspiel.SpielError, TypeError) as error:
        raise ArgumentError(f"OpenSpiel cannot load the game {game!r:.80}: {error!s:.200}") from error
    if not isinstance(loaded, SpielGame):
        raise ArgumentError(f"{game!r:.80} is no game of dig-envs, such as python_dig")
    return loaded


class Harness:
    """The prompts and answers of a language model, for `kaggle_environments.core_harness.create_agent_fn`.

    Args:
        game: OpenSpiel's string of the game, as in `register`.

    Raises:
        ArgumentError: there is no such game.
    """

    def __init__(self, game: str):
        loaded = _load(game)
        self.game = loaded.source
        self.rules = rules_text(loaded.source, loaded.options, listed=True)

    def get_legal_moves(self, observation: Mapping[str, Any]) -> dict[int, str]:
        """Return the labels of the legal actions by their numbers in OpenSpiel; empty if the player has nothing to decide."""
        return {choice.action: choice.label for choice in _turn(observation).choices}

    def make_prompt(
        self,
        observation: Mapping[str, Any],
        move_history: list[str],
        previous_response: str | None = None,
        previous_action: str | None = None,
    ) -> str:
        """Return the rules and the turn, and after a refused answer the reason for the refusal."""
        parts = [self.rules, _turn(observation).text()]
        if previous_action or previous_response is not None:
            parts.append(f"Your last answer was refused. {previous_action or 'The answer states no action.'}")
        return "\n\n".join(parts)

    def parse_response(
        self, response: str, legal_action_strings: Sequence[str] | None, *, observation: Mapping[str, Any]
    ) -> ParseResult:
        """Find the action that an answer states, as `TextGame.answer` does."""
        read = read_answer(response, _turn(observation).choices, self.game.actions.numbers, numbered=True)
        if isinstance(read, Unread):
            return ParseResult(raw_action=read.reason if read.kind == Refusal.ILLEGAL else None)
        return ParseResult(legal_action=read.label, raw_action=read.name)


def _turn(observation: Mapping[str, Any]) -> Turn:
    """Return the turn that an observation of Kaggle describes. Before the deal, agents are asked with an empty observation."""
    said = json.loads(observation.get("observationString") or "{}")
    choices = [Choice(number, **choice) for number, choice in enumerate(said.get("choices", []), 1)]
    return Turn(said.get("seat", 0), said.get("table", {}), said.get("question", ""), tuple(choices))
