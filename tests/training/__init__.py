"""Tests of training and of the command line."""
