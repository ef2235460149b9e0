"""Tests with damaged and forged input."""
