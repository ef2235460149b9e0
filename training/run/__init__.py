"""A training run, the same for every algorithm.

- `run`: `Run`, which owns folder, lock, stop request, progress bar, measurements, checkpoint and model of a run
- `folder`: the folder of a run and its lock
- `config`, `settings`, `config_files`: the settings of runs, their types and limits, and settings from TOML files
- `pool_training`, `make_tables`, `learner`: training against a pool of opponents, its tables, and the protocol of a learner
- `checkpoint`: reads checkpoints and checks that a run can continue from them
- `monitor`, `measurement`: win shares during the training, the best model and the learning curve
- `evaluate`, `next_steps`: the evaluation of the trained model, and the commands that use the model
- `weight_average`: averaged weights
"""
