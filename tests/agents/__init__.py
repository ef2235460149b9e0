"""Tests of bots, features, networks and models."""
