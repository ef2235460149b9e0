"""What a learner plays in: the pool of opponents, self-play, reward shaping."""
