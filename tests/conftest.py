"""What all tests share."""

import os

import pytest

from tests.support.chat_server import server  # noqa: F401 - a fixture


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    """A cache of machine code of its own, for processes started in the test."""
    monkeypatch.setenv("DIG_ENVS_CACHE_DIR", os.fspath(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A new folder, in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
