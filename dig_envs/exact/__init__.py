"""Exact analysis of small variants."""
