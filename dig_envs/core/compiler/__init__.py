"""Compile rules, bots and feature encoders with Numba, at first use, with a cache on disk that cannot go stale."""

from dig_envs.core.compiler.compile import (
    Specialiser,
    bind,
    bounds_checked,
    compiled,
    inlined,
    is_compiled,
    source_hash,
    uncompiled,
)

__all__ = ["Specialiser", "bind", "bounds_checked", "compiled", "inlined", "is_compiled", "source_hash", "uncompiled"]
