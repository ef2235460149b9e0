"""Behaviour cloning of any agent: `from dig_envs.training import clone; clone.train(clone.Config(teacher="expert"))`.

- `algorithm`: `train`; `expert_iteration`: the same with defaults for a search as teacher
- `settings`: `Config`
- `cloning`: `Cloning`, a cloning in rounds of recording, fitting and comparing
- `recording`, `recording_kernel`, `on_ray`: record choices, in Python, in compiled code, and on a Ray cluster
- `examples`: stores recorded choices; `fitting`: fits the network to them; `agreement`: compares network and teacher
"""

from dig_envs.training import sb3  # noqa: F401  (names the extra if a library is missing)
from dig_envs.training.clone.algorithm import EXAMPLES, CloneResult, make_policy, train
from dig_envs.training.clone.settings import Config

__all__ = ["EXAMPLES", "CloneResult", "Config", "make_policy", "train"]
