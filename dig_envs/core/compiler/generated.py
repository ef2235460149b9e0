"""Define functions from generated source. Debuggers and fingerprints can read the source."""

import linecache
import zlib
from collections.abc import Callable, Mapping


def defined(name: str, source: str, beside: Callable, scope: Mapping[str, object]) -> Callable:
    """Execute the source of a function, which then belongs to the module of `beside`.

    Args:
        name: the name of the function.
        source: the source.
        beside: a function of the module.
        scope: the global names of the source.
    """
    file = f"<{name} in {beside.__module__} {zlib.crc32(source.encode()):08x}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    module = {"__name__": beside.__module__, "__package__": beside.__globals__["__package__"]}
    names: dict[str, object] = {**scope, **module}
    exec(compile(source, file, "exec"), names)
    return names[name]  # type: ignore[return-value]
