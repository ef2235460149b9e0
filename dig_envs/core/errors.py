"""Define the exceptions of the public interfaces. Every exception that a caller can cause is a `DigEnvsError`."""

import difflib
from collections.abc import Iterable

MAX_LISTED = 40  # names in a message; of a longer list, the nearest ones are shown
NEAREST = 10


class DigEnvsError(Exception):
    """Base class of all exceptions of this project."""


class UnknownGameError(DigEnvsError, ValueError):
    """No game has this id."""


class UnknownAgentError(DigEnvsError, ValueError):
    """No agent of this game has this name."""


class UnknownFeaturesError(DigEnvsError, ValueError):
    """No feature set of this game has this name."""


class OptionError(DigEnvsError, ValueError):
    """An option has an invalid value, or the game does not have the option."""


class UnknownOptionError(OptionError, TypeError):
    """A keyword is no argument of the called function and no option of the game. As in Python, this is a TypeError too."""


class ArgumentError(DigEnvsError, ValueError):
    """An argument has an invalid value or type."""


class UnknownArgumentError(ArgumentError, TypeError):
    """A keyword is no argument of the agent. As in Python, this is a TypeError too."""


class IllegalActionError(DigEnvsError, ValueError):
    """An action is no integer, out of range, or illegal by the action mask. The game has not changed."""


class OrderError(DigEnvsError, RuntimeError):
    """A call came before `reset`, after the end of the game, or for a seat that does not have to decide."""


class BusyError(DigEnvsError, RuntimeError):
    """Another thread is using the object, which serves one thread at a time. The refused call has changed nothing."""


class SnapshotError(DigEnvsError, ValueError):
    """The bytes are damaged, or no snapshot of this game. The game has not changed."""


class ResultsError(DigEnvsError, ValueError):
    """A results file is damaged or cannot be written."""


class RecordError(DigEnvsError, ValueError):
    """A game record is damaged or incomplete, was played by other rules, or cannot be written."""


class ModelError(DigEnvsError, ValueError):
    """A model file is missing or damaged, or was trained on other observations."""


class UnsupportedError(DigEnvsError, AttributeError):
    """A batch on a GPU lacks this method or array. As for every missing attribute, this is an AttributeError too."""


class NoAnswerError(DigEnvsError, RuntimeError):
    """A language model has given no answer, or its server cannot be reached. The game has not changed."""


class MissingLibraryError(DigEnvsError, ModuleNotFoundError):
    """An optional library is not installed. The message names the extra that installs it."""


def unexpected(where: str, name: str, known: Iterable[str], what: str = "options") -> str:
    """Return an error message about an unknown keyword, worded like Python's own TypeError, which other libraries look for.

    >>> print(unexpected("dig_v0", "num_plyers", ["num_players", "reward"]))
    dig_v0 got an unexpected keyword argument 'num_plyers'; did you mean "num_players"? (options: num_players, reward)
    """
    return f"{where} got an unexpected keyword argument '{name}'; {nearest(name, known, what)}"


def nearest(name: object, known: Iterable[str], what: str = "valid") -> str:
    """Return the end of an error message: the nearest known name, then the list of known names.

    Args:
        name: the unknown name.
        known: the known names. If they are more than `MAX_LISTED`, the `NEAREST` closest ones are listed.
        what: the plural noun for the names.

    >>> nearest("dgi_v0", ["dig_v0"], what="games")
    'did you mean "dig_v0"? (games: dig_v0)'
    >>> nearest("chess", ["dig_v0"], what="games")
    'games: dig_v0'
    """
    names = sorted(known)
    close = difflib.get_close_matches(str(name), names, n=1, cutoff=0.5)
    if len(names) > MAX_LISTED:
        what, names = f"{what}, {NEAREST} of {len(names)}", difflib.get_close_matches(str(name), names, n=NEAREST, cutoff=0.0)
    offered = f"{what}: {', '.join(names) if names else 'none'}"
    return f'did you mean "{close[0]}"? ({offered})' if close else offered
