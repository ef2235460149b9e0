"""Play trained agents: the policy network of a model file, without the library that trained it.

- `things.py` says what the rows of each game's observation are, and describes a network for it (`architecture.py`);
- `rows.py` is the network that such rows pass through;
- `networks.py` builds networks of their descriptions, and rebuilds them from a trainer's weights;
- `model_card.py` states what a network plays and what it was trained to see, and refuses another observation by name;
- `model_file.py` saves and loads both;
- `agent.py` plays them.
"""

from dig_envs.utils.libraries import extras

with extras():
    from dig_envs.agents.learned.agent import LearnedAgent
    from dig_envs.agents.learned.architecture import NETWORKS, Architecture
    from dig_envs.agents.learned.entity_groups import architecture_for
    from dig_envs.agents.learned.model_card import CARD, PLAYS, ModelCard, card_of
    from dig_envs.agents.learned.model_file import load, read_card, save, write, write_networks
    from dig_envs.agents.learned.networks import ACTIVATIONS, LAYERS, VALUES, Network, build, policy_network
    from dig_envs.agents.learned.rows import RowNetwork

__all__ = [
    "ACTIVATIONS",
    "CARD",
    "LAYERS",
    "NETWORKS",
    "PLAYS",
    "VALUES",
    "Architecture",
    "LearnedAgent",
    "ModelCard",
    "Network",
    "RowNetwork",
    "architecture_for",
    "build",
    "card_of",
    "load",
    "policy_network",
    "read_card",
    "save",
    "write",
    "write_networks",
]
