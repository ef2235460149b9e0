"""Compile rules, bots and feature encoders with Numba at first use, and cache the machine code on disk."""

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
from dig_envs.core.compiler.dispatch import dispatch
from dig_envs.core.compiler.parallel import parallel

__all__ = [
    "Specialiser",
    "bind",
    "bounds_checked",
    "compiled",
    "dispatch",
    "inlined",
    "is_compiled",
    "parallel",
    "source_hash",
    "uncompiled",
]
