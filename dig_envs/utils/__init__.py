"""Helpers that know no game: files, text for people, libraries of extras."""
