"""Tests of the pages, the notebooks, the distribution and the benchmarks."""
