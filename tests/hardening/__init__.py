"""Tests of damaged and forged input."""
