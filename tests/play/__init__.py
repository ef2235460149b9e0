"""Tests of play, replays and game records."""
