"""Tables of results for the terminal and for notebooks."""

from rich.table import Table
from rich.text import Text

from dig_envs.utils.text import printable


def new_table(title: str, left: tuple[str, ...], right: tuple[str, ...] = ()) -> Table:
    """Make an empty table with left-aligned columns, then right-aligned ones."""
    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold", min_width=len(title))
    for name in left:
        table.add_column(name, overflow="fold")
    for name in right:
        table.add_column(name, justify="right")
    return table


def shown(name: str) -> Text:
    """Return an agent's name as plain text: unprintable characters are replaced, and markup is not interpreted."""
    return Text(printable(name))
