"""The games as a taskset of verifiers, which finds it by the name of this module.

`PYTHONPATH=. vf-eval dig_games -n 4 -m MODEL --client.base-url http://127.0.0.1:8000/v1 --no-push`. Requires
`pip install 'dig-envs[verifiers]'`.
"""

from dig_envs.adapters.verifiers import ChatHarness, GamesTaskset, SeatsEnv

__all__ = ["ChatHarness", "GamesTaskset", "SeatsEnv"]
