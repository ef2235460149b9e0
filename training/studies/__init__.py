"""Studies of agents and algorithms: learning curves over seeds, strength by budget, best responses, fuzzing."""
