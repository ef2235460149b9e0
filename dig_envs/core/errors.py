"""Define the errors of the public interfaces. Compiled rules raise none."""

import difflib
from collections.abc import Iterable

MANY = 40  # names that are too many to list
FEW = 10


class DigEnvsError(Exception):
    """Base of all errors of this project."""


class UnknownGameError(DigEnvsError, ValueError):
    """No game has this id."""


class UnknownAgentError(DigEnvsError, ValueError):
    """No agent of this game has this name."""


class UnknownFeaturesError(DigEnvsError, ValueError):
    """No feature set of this game has this name."""


class OptionError(DigEnvsError, ValueError):
    """A game has no such option, or the option does not take this value."""


class UnknownOptionError(OptionError, TypeError):
    """A keyword is neither an argument of what was called nor an option of the game. Python raises TypeError for such a one."""


class ArgumentError(DigEnvsError, ValueError):
    """An adapter, an agent or a command was given an argument that it does not take."""


class UnknownArgumentError(ArgumentError, TypeError):
    """A keyword that an agent does not take. Python raises TypeError for such a one."""


class IllegalActionError(DigEnvsError, ValueError):
    """The action is out of range, no integer, or not in the action mask. The game is untouched."""


class OrderError(DigEnvsError, RuntimeError):
    """A call came before `reset`, after the end, or for a seat that is not to move."""


class BusyError(DigEnvsError, RuntimeError):
    """Another thread is in a call of the same object, which serves one thread at a time. Nothing was done."""


class SnapshotError(DigEnvsError, ValueError):
    """The bytes are no snapshot of this game, or are damaged. The game is untouched."""


class ResultsError(DigEnvsError, ValueError):
    """A results file is damaged, or cannot be written."""


class RecordError(DigEnvsError, ValueError):
    """The record of a game is damaged, cut short, of other rules, or can't be written."""


class ModelError(DigEnvsError, ValueError):
    """A model file is missing, damaged, or was trained for other shapes."""


class MissingLibraryError(DigEnvsError, ModuleNotFoundError):
    """A library that only an extra brings is not installed."""


def unexpected(where: str, name: str, known: Iterable[str], what: str = "options") -> str:
    """Write of a keyword that it is unknown, in the words of Python's own TypeError, which other libraries look for.

    >>> print(unexpected("dig_v0", "num_plyers", ["num_players", "reward"]))
    dig_v0 got an unexpected keyword argument 'num_plyers'; did you mean "num_players"? (options: num_players, reward)
    """
    return f"{where} got an unexpected keyword argument '{name}'; {nearest(name, known, what)}"


def nearest(name: object, known: Iterable[str], what: str = "valid") -> str:
    """Write the end of an error message: the nearest known name, then all of them, or the nearest of many.

    >>> nearest("dgi_v0", ["dig_v0"], what="games")
    'did you mean "dig_v0"? (games: dig_v0)'
    >>> nearest("chess", ["dig_v0"], what="games")
    'games: dig_v0'
    """
    names = sorted(known)
    close = difflib.get_close_matches(str(name), names, n=1, cutoff=0.5)
    if len(names) > MANY:
        what, names = f"{what}, {FEW} of {len(names)}", difflib.get_close_matches(str(name), names, n=FEW, cutoff=0.0)
    offered = f"{what}: {', '.join(names) if names else 'none'}"
    return f'did you mean "{close[0]}"? ({offered})' if close else offered
