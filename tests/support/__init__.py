"""Helper functions and classes for several test modules."""
