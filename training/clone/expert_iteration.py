"""Expert iteration: a search teaches a network, and the network improves the search.

In the first round the network learns the actions of the search. From the second round on the network replaces agents of the
search: the base policy, the rollout policy, or both (`led`). It learns the actions of this stronger search in its own games
(Anthony, Tian, Barber 2017: "Thinking fast and slow with deep learning and tree search"). Expert iteration is cloning
(`dig_envs.training.clone`) with other defaults.

>>> from dig_envs.training.clone import expert_iteration
>>> config = expert_iteration.Config(game="two_bit_bandits_v0", rounds=3)
>>> result = expert_iteration.train(config)      # doctest: +SKIP
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
        ("base",), 'policies of the search that the learner replaces from the second round on: "base", "rollout" or both'
    )
    decisions: int = setting(50_000, "choices to record in each round", minimum=1)
    rounds: int = setting(3, "number of rounds", minimum=1)
    epochs: int = setting(20, "mean number of times that the learner sees each choice", minimum=1)
