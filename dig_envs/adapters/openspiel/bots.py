"""OpenSpiel's bots among our agents, and our agents among OpenSpiel's bots."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from dig_envs.adapters.openspiel.game import SpielGame
from dig_envs.core.agent import Agent, Decisions, agent_for
from dig_envs.core.errors import ArgumentError, OptionError
from dig_envs.core.game import Options


class OpenSpielAgent(Agent):
    """Lets an OpenSpiel bot play as an agent, in the arena and in every adapter.

    A bot may ask a state for anything. So it never gets the true one, but one that agrees with what its seat knows, the rest
    being drawn; what that state recalls is the present alone. A new bot is made for each decision, so that a game can be
    played again from its seed.

    Args:
        name: what results call it.
        game: OpenSpiel's game, such as `pyspiel.load_game("python_dig")`. The agent plays with its options.
        make: makes a bot from a seed.

    Example:
        >>> import pyspiel
        >>> import dig_envs.adapters.openspiel
        >>> spiel = pyspiel.load_game("python_dig")
        >>> OpenSpielAgent("lucky", spiel, lambda seed: pyspiel.make_uniform_random_bot(0, seed)).fingerprint
        'lucky:python_dig(deals=0,max_turns=0,opening=0,players=2,reward=win,scents=False)'
    """

    def __init__(self, name: str, game: SpielGame, make: Callable[[int], Any]):
        if not isinstance(game, SpielGame):
            raise ArgumentError(f"an OpenSpielAgent plays a game of ours in OpenSpiel, such as python_dig, not {game!r:.80}")
        self.name = name
        self.spiel = game
        self.game = game.source
        self.make = make

    def check(self, options: Options) -> None:
        """Refuse other options than those of OpenSpiel's game.

        Raises:
            OptionError: they are others.
        """
        if options.identity != self.spiel.options.identity:
            raise OptionError(f"the agent {self.name} plays with {self.spiel.options}, not with {options}")

    def act(self, decisions: Decisions) -> np.ndarray:
        """Ask a bot for each decision: int64 (n,)."""
        seeds = decisions.generator.integers(0, 2**31, (len(decisions), 2)).tolist()
        return np.array([self._choose(decisions, k, *pair) for k, pair in enumerate(seeds)], np.int64)

    def _choose(self, decisions: Decisions, k: int, world: int, dice: int) -> int:
        here = slice(k, k + 1)
        state = self.spiel.state_known(decisions.tables[here], decisions.seats[here], int(decisions.players[k]), world)
        return int(self.make(dice).step(state))

    @property
    def fingerprint(self) -> str:
        """The name and OpenSpiel's game; the code of the bot is the caller's to name."""
        return f"{self.name}:{self.spiel}"


class AgentBot(pyspiel.Bot):
    """Lets an agent play as an OpenSpiel bot. It is shown what the seat that must decide may know, and nothing else.

    Args:
        game: OpenSpiel's game.
        agent: who decides.
        seed: of the generator that the agent draws from.
    """

    def __init__(self, game: SpielGame, agent: Agent, seed: int = 0):
        super().__init__()
        self.agent = agent_for(game.source, agent)
        self.agent.check(game.options)
        self.game = game
        self.generator = np.random.default_rng(seed)

    def step(self, state: Any) -> int:
        """Choose a legal action for the player who must decide."""
        player = state.current_player()
        observations = state.observation_of(player)[None]
        masks = np.array([state.legal_actions_mask(player)], np.int8)
        decisions = Decisions.of(self.game.source, state.record, np.array([player]), observations, masks, self.generator)
        return int(self.agent.act(decisions)[0])

    def restart_at(self, state: Any) -> None:
        """Go on from any state: the agent goes by what it is shown."""
