"""Helpers without knowledge of games: files, numbers, text and optional libraries."""
