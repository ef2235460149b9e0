"""Room to think in: records of a bot's own. What a bot is given it may not write into.

>>> states = scratch(2, np.dtype([("cards", "i1", (3,))]))
>>> states[0].cards[1] = 5
>>> states[1] = states[0]
>>> states[1].cards[1]
5
"""

from functools import cache
from typing import Any

import numpy as np

from dig_envs.core.checked import view


def scratch(count: int, dtype: np.dtype | type) -> Any:
    """So many zeroed records or numbers. Compiled bots get an array of them, uncompiled ones a checked view."""
    return view(np.zeros(count, dtype))


@cache
def compiled_scratch() -> Any:
    """What `scratch` means in compiled bots."""
    from numba import njit

    @njit
    def zeroed(count, dtype):
        return np.zeros(count, dtype)

    return zeroed
