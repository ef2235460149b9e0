"""Play trained agents: load the policy network of a model file without the library that trained it.

| module | contents |
|---|---|
| `entity_groups` | the rows of each game's observation, and the network that they imply |
| `architecture` | the description of a network as plain data |
| `rows` | the network with layers that rows share |
| `networks` | networks built from a description, or rebuilt from a trainer's weights |
| `model_card` | the game and observation of a network; rejects any other observation |
| `model_file` | saving and loading of networks and cards |
| `archive`, `tensors` | safe reading of model files |
| `agent` | the agent that plays a network |
"""

from dig_envs.utils.libraries import optional_imports

with optional_imports():
    from dig_envs.agents.learned.agent import LearnedAgent
    from dig_envs.agents.learned.architecture import NETWORKS, Architecture
    from dig_envs.agents.learned.entity_groups import architecture_for
    from dig_envs.agents.learned.model_card import CARD, PLAYS, ModelCard, make_card
    from dig_envs.agents.learned.model_file import load, read_card, save, write, write_networks
    from dig_envs.agents.learned.networks import ACTIVATIONS, LAYERS, VALUE_BASED, Network, build, policy_network
    from dig_envs.agents.learned.rows import RowNetwork

__all__ = [
    "ACTIVATIONS",
    "CARD",
    "LAYERS",
    "NETWORKS",
    "PLAYS",
    "VALUE_BASED",
    "Architecture",
    "LearnedAgent",
    "ModelCard",
    "Network",
    "RowNetwork",
    "architecture_for",
    "build",
    "load",
    "make_card",
    "policy_network",
    "read_card",
    "save",
    "write",
    "write_networks",
]
