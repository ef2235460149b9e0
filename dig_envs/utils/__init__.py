"""Helpers without knowledge of games: files, text and optional libraries."""
