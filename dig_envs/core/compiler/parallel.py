"""Kernels that spread the rows of a loop over threads (`thread_team.py`)."""

from collections.abc import Callable
from inspect import signature

from dig_envs.core.compiler.compile import compiled
from dig_envs.core.compiler.generated import defined
from dig_envs.core.compiler.thread_team import run_parallel

WHOLE_SEGMENTS = 1 << 40  # as `min_rows`: each thread processes its segment in one call

part_address = job_address = lambda *_: None  # bound: atomics.py

SOURCE = """\
def {name}({arguments}, team, threads):
    packed = ({arguments},)
    if threads == 1:
        return part(0, {count}, packed)
    return run_parallel(part_address(part, packed), job_address(packed), {count}, {min_rows}, team, threads)
"""
PART = """\
def {name}_part(first, last, packed):
    return loop(first, last, {arguments})
"""


def parallel(count: str, min_rows: int = 1) -> Callable[[Callable], Callable]:
    """Make a kernel `name(*arguments, team, threads)` of a loop `name(first, last, *arguments)` over rows `first` to `last`.

    The kernel returns the sum of the loop's results. Threads process different rows.

    Args:
        count: the number of rows, an expression with the loop's arguments, such as "len(rows)".
        min_rows: the smallest number of rows of one call of the loop.
    """

    def kernel_of(loop: Callable) -> Callable:
        name, arguments = loop.__name__, list(signature(loop).parameters)[2:]
        parts = ", ".join(f"packed[{k}]" for k in range(len(arguments)))
        part = defined(f"{name}_part", PART.format(name=name, arguments=parts), loop, {"loop": compiled(loop)})
        source = SOURCE.format(name=name, arguments=", ".join(arguments), count=count, min_rows=min_rows)
        calls = {"run_parallel": run_parallel, "part_address": part_address, "job_address": job_address}
        kernel = defined(name, source, loop, {"part": compiled(part), **calls})
        kernel.__doc__ = loop.__doc__
        return compiled(kernel)

    return kernel_of
