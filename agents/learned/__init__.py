"""Play trained agents: the policy network of a model file, without the library that trained it.

- `things.py` says what the rows of each game's observation are, and describes a network for it (`architecture.py`);
- `rows.py` is the network that such rows pass through;
- `networks.py` builds networks of their descriptions, and rebuilds them from a trainer's weights;
- `model_card.py` states what a network plays and what it was trained to see, and refuses another observation by name;
- `model_file.py` saves and loads both;
- `agent.py` plays them.
"""

from dig_envs.libraries import extras

with extras():
    from agents.learned.agent import LearnedAgent
    from agents.learned.architecture import NETWORKS, Architecture
    from agents.learned.model_card import CARD, PLAYS, ModelCard, card_of
    from agents.learned.model_file import load, read_card, save, write, write_networks
    from agents.learned.networks import ACTIVATIONS, LAYERS, VALUES, Network, build, policy_network
    from agents.learned.rows import RowNetwork
    from agents.learned.things import architecture_for

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
