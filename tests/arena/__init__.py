"""Tests of the arena and of ratings."""
