"""Tests of the engine, the compiler and the contracts."""
