"""The process of a run.

- `interrupts`: signals as requests to stop
- `torch_state`, `device`: random generators, threads, precision and device of torch
- `ray_cluster`: connection to a Ray cluster, and agents that are sent there
- `defaults`, `machine`: defaults of commands, the name of the machine
"""
