"""Play the games in OpenSpiel: importing this registers every installed game as `python_` and its id without the version.

>>> import pyspiel
>>> import dig_envs.adapters.openspiel
>>> game = pyspiel.load_game("python_dig(players=3,max_turns=60)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():  # the digits of the deal's seed
...     state.apply_action(state.chance_outcomes()[0][0])
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(2, 'move 1')

Parameters are the game's options, with `players` for `num_players`, and 0 or "" where an option would be None. Besides:

| parameter | meaning |
|---|---|
| `deals` | how many deals there are, each equally likely; 0, the default, for 2**32 |
| `opening` | how many decisions are made at random after the deal, before the first that counts; 0 by default |

A few deals, a long opening and a low `max_turns` make a game that is small enough for CFR.

**Chance.** All of it is drawn before the first decision, as the digits of a seed that nobody sees: four chance nodes of 256
outcomes each, or one of `deals`. Shuffles and dice come from the generator that the seed starts and the state holds. For
players that is the same game as one whose dice are rolled later. It makes chance explicit: a history replays its game, and
clones go on alike. (OpenSpiel 2.0 can't serialise a Python game whose chance is `SAMPLED_STOCHASTIC`.) A search in clones of
the true state foresees dice, as it foresees hidden cards; `resample_from_infostate` draws both anew.

**What a player sees.** Both tensors are the observation of the other adapters, for any player at any time.
`observation_string` names its facts; `information_state_string` adds a digest of all that the player has seen and done
(perfect recall).

**Bots.** `OpenSpielAgent` makes an OpenSpiel bot an agent of the arena, `AgentBot` makes an agent a bot of OpenSpiel.
"""

from dig_envs.utils.libraries import extras

with extras():
    import pyspiel  # noqa: F401

from dig_envs.adapters.openspiel.bots import AgentBot, OpenSpielAgent
from dig_envs.adapters.openspiel.game import SpielGame, register
from dig_envs.adapters.openspiel.state import SpielState
from dig_envs.core.catalogue import game_of, games

__all__ = ["AgentBot", "OpenSpielAgent", "SpielGame", "SpielState", "register"]

for _name in games():
    register(game_of(_name))
