"""The environment of a learner.

- `opponent_pool`: the opponents, drawn by their usefulness
- `self_play`: tables at which the learner has every seat
- `shaping`, `potentials`: scaled rewards and potential-based shaping
"""
