"""Tell what each action gains, as far as a search has found out, for learners that learn more than its choice."""

import numpy as np

DOUBT = 16.0  # playouts without a gain, which count beside those that were made: what little was tried is not believed


def gains_of(searches: np.ndarray, method: str) -> np.ndarray:
    """Return what each action gains, in units of reward, float32 (n, num_actions); 0 where nothing is known.

    Of "improve" it is the gain on the base policy's action in the same determinizations, of a tree that on the mean of all
    playouts. Both are drawn towards 0 where playouts are few.

    Args:
        searches: `search_dtype`, (n,), as `Search.search` returns them.
        method: of the search.
    """
    visits = searches["visits"]
    if method == "improve":
        sums = searches["gains"]
    else:
        means = searches["values"].sum(axis=1) / np.maximum(visits.sum(axis=1), 1)
        sums = searches["values"] - visits * means[:, None]
    return (sums / (visits + DOUBT)).astype(np.float32)
