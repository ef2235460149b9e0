"""Use OpenSpiel's bots as agents, and agents as OpenSpiel's bots."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from dig_envs.adapters.openspiel.game import SpielGame
from dig_envs.core.agent import Agent, Decisions, checked_agent
from dig_envs.core.errors import ArgumentError, OptionError
from dig_envs.core.game import Options


class OpenSpielAgent(Agent):
    """An OpenSpiel bot as an agent, for the arena and all adapters.

    A bot can read everything in a state. So it gets a random state that agrees with its seat's information, not the true state.
    This state has no history. Each decision gets a new bot, so that a game can be replayed from its seed.

    Args:
        name: the agent's name.
        game: OpenSpiel's game, such as `pyspiel.load_game("python_dig")`. The agent plays with the options of this game.
        make: makes a bot from a seed.

    Example:
        >>> import pyspiel
        >>> import dig_envs.adapters.openspiel
        >>> spiel = pyspiel.load_game("python_dig")
        >>> OpenSpielAgent("lucky", spiel, lambda seed: pyspiel.make_uniform_random_bot(0, seed)).fingerprint
        'lucky:python_dig(deals=0,max_turns=0,opening=0,players=2,reward=win,scents=False,variant=full)'
    """

    def __init__(self, name: str, game: SpielGame, make: Callable[[int], Any]):
        if not isinstance(game, SpielGame):
            raise ArgumentError(f"an OpenSpielAgent plays an OpenSpiel game of dig-envs, such as python_dig, not {game!r:.80}")
        self.name = name
        self.spiel = game
        self.game = game.source
        self.make = make

    def check(self, options: Options) -> None:
        """Check that the options are those of OpenSpiel's game.

        Raises:
            OptionError: the options differ.
        """
        if options.identity != self.spiel.options.identity:
            raise OptionError(f"the agent {self.name} plays with {self.spiel.options}, not with {options}")

    def act(self, decisions: Decisions) -> np.ndarray:
        """Return a bot's action for each decision, int64 (n,)."""
        seeds = decisions.generator.integers(0, 2**31, (len(decisions), 2)).tolist()
        return np.array([self._choose(decisions, k, *pair) for k, pair in enumerate(seeds)], np.int64)

    def _choose(self, decisions: Decisions, k: int, state_seed: int, bot_seed: int) -> int:
        here = slice(k, k + 1)
        state = self.spiel.state_known(decisions.tables[here], decisions.seats[here], int(decisions.players[k]), state_seed)
        return int(self.make(bot_seed).step(state))

    @property
    def fingerprint(self) -> str:
        """The name and OpenSpiel's game, without the code of the bot."""
        return f"{self.name}:{self.spiel}"


class AgentBot(pyspiel.Bot):
    """An agent as an OpenSpiel bot. The agent sees only the information of the seat that must decide.

    Args:
        game: OpenSpiel's game.
        agent: the agent.
        seed: the seed of the agent's random numbers.
    """

    def __init__(self, game: SpielGame, agent: Agent, seed: int = 0):
        super().__init__()
        self.agent = checked_agent(game.source, agent)
        self.agent.check(game.options)
        self.game = game
        self.generator = np.random.default_rng(seed)

    def step(self, state: Any) -> int:
        """Return the agent's action for the player that must decide."""
        player = state.current_player()
        observations = state.observation_of(player)[None]
        masks = np.array([state.legal_actions_mask(player)], np.int8)
        decisions = Decisions.of(self.game.source, state.record, np.array([player]), observations, masks, self.generator)
        return int(self.agent.act(decisions)[0])

    def restart_at(self, state: Any) -> None:
        """Do nothing, as the agent has no memory of earlier states."""
