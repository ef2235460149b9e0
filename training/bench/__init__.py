"""Benchmarks of games and searches on this machine."""
