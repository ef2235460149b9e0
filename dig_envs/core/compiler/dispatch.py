"""Compiled functions that call one of several functions by the kind of a decision, generated from a table."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from inspect import signature

from dig_envs.core.compiler.compile import compiled, is_compiled
from dig_envs.core.compiler.generated import defined


def dispatch(name: str, functions: Mapping[IntEnum, Callable], otherwise: Callable) -> Callable:
    """Return a compiled function that calls the function of a kind: `name(kind, *arguments)`.

    The generated source is a chain of comparisons, which the compiler turns into a jump.

    Args:
        name: the name of the function, in messages and in the names of machine code.
        functions: a compiled function for each kind; all have the parameters of `otherwise`.
        otherwise: the compiled function for kinds that have none.
    """
    parameters = list(signature(otherwise).parameters)
    for function in (*functions.values(), otherwise):
        if not is_compiled(function) or list(signature(function).parameters) != parameters:
            raise ValueError(f"{name}: {function.__name__} must be @compiled and have the parameters ({', '.join(parameters)})")
    arguments = ", ".join(parameters)
    lines = [f"def {name}(kind, {arguments}):"]
    for kind, function in functions.items():
        lines.append(f"    if kind == {int(kind)}:  # {kind.name}")
        lines.append(f"        return {function.__name__}({arguments})")
    lines.append(f"    return {otherwise.__name__}({arguments})")
    scope: dict[str, object] = {function.__name__: function for function in (*functions.values(), otherwise)}
    if len(scope) != len({*functions.values(), otherwise}):
        raise ValueError(f"{name}: two functions have one name; rename one of them")
    return compiled(defined(name, "\n".join(lines) + "\n", otherwise, scope))
