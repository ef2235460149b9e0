"""The environment of a learner.

- `opponent_pool`: the opponents, drawn by their usefulness
- `mixed_tables`: tables with different options in one batch of observations
- `table_view`: the observations of all seats, for a value function
- `self_play`: tables at which the learner has every seat
- `shaping`, `potentials`: scaled rewards and potential-based shaping
"""
