"""Run a command, and turn its errors into one line on stderr and an exit code."""

import os
import re
import sys
from collections.abc import Callable, Sequence

from dig_envs.core.errors import DigEnvsError
from dig_envs.training.process.interrupts import Stopped
from dig_envs.utils.libraries import install_hint
from dig_envs.utils.text import printable

# The parameters of the library that flags of other names set, as patterns.
PARAMETERS = {"--saved": "(?:keep|kept)"}


def run_command(program: str, command: Callable[[list[str]], int | None], arguments: Sequence[str]) -> int:
    """Call a command with its arguments.

    Args:
        program: the name that begins a message, such as "dig-envs arena".
        command: takes the arguments, and returns an exit code or None.
        arguments: the words of the command line after the program's name.

    Returns:
        The exit code: the command's own; 2 after bad input, with one line on stderr; 130 or 143 after a signal.
    """
    code = 0
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot show a character shows a question mark
    try:
        code = command(list(arguments)) or 0
        sys.stdout.flush()
    except DigEnvsError as error:
        return _fail(program, _with_flags(str(error), arguments))
    except ModuleNotFoundError as error:
        return _fail(program, install_hint(error.name or "a library"))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader is gone: nothing can be flushed at exit
    except MemoryError:
        return _fail(program, "there is not enough memory for that")
    except Stopped as stopped:
        return _fail(program, str(stopped), stopped.exit_code) if str(stopped) else stopped.exit_code
    except KeyboardInterrupt:
        return 130
    return code


def _with_flags(message: str, arguments: Sequence[str]) -> str:
    """Replace names of parameters in an error of the library by the flags of the command line."""
    flags = {word.partition("=")[0] for word in arguments if word.startswith("--")}
    for flag in sorted(flags, key=lambda flag: flag in PARAMETERS):
        name = PARAMETERS.get(flag) or re.escape(flag[2:].replace("-", "_"))
        message = re.sub(rf"^(each of )?{name}(?= must | cannot )", rf"\g<1>{flag}", message)
    in_file = re.match(r"\S+\.toml: ", message)
    if not in_file and not any("num_players" in word for word in arguments):
        message = re.sub(r"\bnum_players\b=?", lambda match: "--players " if "=" in match[0] else "--players", message)
    return message


def _fail(program: str, message: str, exit_code: int = 2) -> int:
    print(f"{program}: {printable(' '.join(message.split()))}", file=sys.stderr)
    return exit_code
