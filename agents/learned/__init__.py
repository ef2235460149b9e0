"""Play trained agents: the policy network of a model file, without the library that trained it.

- `networks.py` rebuilds the layers of a policy from a trainer's weights;
- `model_card.py` states what a network plays and what it was trained to see, and refuses another observation by name;
- `model_file.py` saves and loads both;
- `agent.py` plays them.
"""

from agents.learned.agent import LearnedAgent
from agents.learned.model_card import CARD, PLAYS, ModelCard
from agents.learned.model_file import load, read_card, save, write
from agents.learned.networks import ACTIVATIONS, LAYERS, VALUES, policy_layers

__all__ = [
    "ACTIVATIONS",
    "CARD",
    "LAYERS",
    "PLAYS",
    "VALUES",
    "LearnedAgent",
    "ModelCard",
    "load",
    "policy_layers",
    "read_card",
    "save",
    "write",
]
