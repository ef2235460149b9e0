"""The process that a run lives in: signals, threads, devices, random state, the Ray cluster."""
