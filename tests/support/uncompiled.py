"""Step a batch in plain Python."""

import pytest

from dig_envs.core.batch import Batch, batch_data
from dig_envs.core.catalogue import game_of
from dig_envs.core.engine import Engine
from tests.support.catalogue import Case
from tests.support.play import batch_of

TABLES = 2


def plain_batch(case: Case, monkeypatch: pytest.MonkeyPatch, seed: int) -> Batch:
    """Return a batch whose kernels run as plain Python over checked views."""
    engine = Engine(game_of(case.game))
    engine.plain = True
    with monkeypatch.context() as patch:
        patch.setattr(batch_data, "engine_of", lambda game: engine)
        return batch_of(case, TABLES, seed, deal_again=False)
