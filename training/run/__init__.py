"""A training run: settings, learner, measurements, checkpoints and the evaluation at its end."""
