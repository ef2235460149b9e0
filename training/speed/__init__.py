"""Measure the speed of games and searches on this machine."""
