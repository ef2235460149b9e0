"""Register every installed game with OpenSpiel, as `python_` and the game's id without its version.

>>> import pyspiel
>>> import dig_envs.adapters.openspiel
>>> game = pyspiel.load_game("python_dig(players=3,max_turns=60)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():  # the digits of the deal's seed
...     state.apply_action(state.chance_outcomes()[0][0])
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(2, 'move 1')

Parameters are the game's options, with `players` for `num_players`, and 0 or "" for None. There are two more:

| parameter | meaning |
|---|---|
| `deals` | number of deals, all equally likely; 0, the default, for 2**32 |
| `opening` | number of random actions between the deal and the first decision; 0 by default |

A few deals, a long opening and a low `max_turns` make a game that is small enough for CFR.

**Chance.** Chance nodes come only before the first decision. They draw the digits of a hidden seed: four nodes of 256 outcomes
each, or one node of `deals` outcomes. Shuffles and dice come from a random generator in the state, which starts from this seed.
For players this is equivalent to later dice rolls. As chance is explicit, a history replays its game, and clones continue in
the same way. (OpenSpiel 2.0 cannot serialise a Python game whose chance is `SAMPLED_STOCHASTIC`.) A search in clones of the
true state can see future dice and hidden cards; `resample_from_infostate` draws both again.

**Observations.** Both tensors are the observation of the other adapters, for any player at any time. `observation_string` is
the position in words as JSON: `SpielState.description_of`. `information_state_string` is a digest of everything that the player
has seen and done (perfect recall).

**Bots.** `OpenSpielAgent` is an OpenSpiel bot as an agent of the arena. `AgentBot` is an agent as an OpenSpiel bot.
"""

from dig_envs.utils.libraries import optional_imports

with optional_imports():
    import pyspiel  # noqa: F401

from dig_envs.adapters.openspiel.bots import AgentBot, OpenSpielAgent
from dig_envs.adapters.openspiel.game import SpielGame, register
from dig_envs.adapters.openspiel.state import SpielState
from dig_envs.core.catalogue import game_of, games

__all__ = ["AgentBot", "OpenSpielAgent", "SpielGame", "SpielState", "register"]

for _name in games():
    register(game_of(_name))
