"""Expert iteration: a search teaches a network, and the network leads the next search.

In the first round the network learns to choose as the search does (`clone.py`). From the second on it takes the place of the
agent whose play the search improves, and of the one that plays on in playouts where `led` says so, and learns what that
stronger search does in its own games (Anthony, Tian, Barber 2017: "Thinking fast and slow with deep learning and tree
search"). It is cloning with other defaults: all that a cloning does, resuming too, it does.

>>> from dig_envs.training.sb3 import exit
>>> result = exit.train(exit.Config(game="two_bit_bandits_v0", rounds=3))      # doctest: +SKIP
"""

from dataclasses import dataclass

from dig_envs.training.clone import algorithm as clone
from dig_envs.training.clone.algorithm import CloneResult, train
from dig_envs.training.run.settings import setting

__all__ = ["CloneResult", "Config", "train"]

EXAMPLES = """
dig-envs train two_bit_bandits_v0 --algo exit --network rows --layers 128,128
dig-envs train dig_v0 --algo exit --teacher search:playouts=30 --decisions 20000 --rounds 3
dig-envs train dig_dig_v0 --algo exit --teacher search:method=puct:playouts=100 --led base,rollout
dig-envs train --algo exit --resume runs/exit-dig_v0-0/checkpoint.zip
"""


@dataclass(frozen=True)
class Config(clone.Config):
    """Settings of an expert iteration."""

    algorithm = "EXIT"

    teacher: str = setting("search:playouts=100", "the search that teaches, with its settings")
    led: tuple[str, ...] = setting(
        ("base",), 'what the learner becomes of it from the second round on: "base", "rollout" or both'
    )
    decisions: int = setting(50_000, "choices that are recorded in a round", least=1)
    rounds: int = setting(3, "how often a search teaches", least=1)
    epochs: int = setting(20, "how often each choice is learned from, on average", least=1)
