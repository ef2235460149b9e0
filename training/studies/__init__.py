"""Studies of agents and algorithms: learning curves of several seeds, strength by budget, best responses, fuzzing."""
