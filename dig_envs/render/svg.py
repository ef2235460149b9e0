"""Build SVG documents from shapes, one element a line."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from xml.sax.saxutils import escape, quoteattr

from dig_envs.utils.text import printable

FONT = "FreeSans, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif"

WIDE_LETTER = 0.62  # width of a letter of a wide font, in units of its size


class Svg:
    """An SVG picture to which shapes are added.

    Args:
        width, height: the size, in the units of all coordinates.
        all_parts: whether `part` names its shapes.

    The attribute `top` is the upper edge of what the picture shows.

    Methods take SVG attributes as keywords, with underscores for hyphens. An attribute whose value is None is left out.

    >>> picture = Svg(20, 10)
    >>> picture.rect(0, 0, 20, 10, fill="green", stroke_width=2)
    >>> picture.lines[-1]
    '<rect x="0" y="0" width="20" height="10" fill="green" stroke-width="2"/>'
    """

    def __init__(self, width: int, height: int, all_parts: bool = False):
        self.width = width
        self.height = height
        self.all_parts = all_parts
        self.top = 0
        self.lines: list[str] = []
        self.definitions: dict[str, str] = {}

    def element(self, tag: str, **attributes: object) -> None:
        """Add an element without content."""
        self.lines.append(f"<{tag}{_attributes(attributes)}/>")

    def rect(self, x: float, y: float, width: float, height: float, **attributes: object) -> None:
        self.element("rect", x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: float, y: float, r: float, **attributes: object) -> None:
        self.element("circle", cx=x, cy=y, r=r, **attributes)

    def ellipse(self, x: float, y: float, rx: float, ry: float, **attributes: object) -> None:
        self.element("ellipse", cx=x, cy=y, rx=rx, ry=ry, **attributes)

    def path(self, d: str, **attributes: object) -> None:
        self.element("path", d=d, **attributes)

    def text(self, x: float, y: float, words: object, size: float, fit: float = inf, **attributes: object) -> None:
        """Add a text on the baseline y. `text_anchor` is "start", "middle" or "end".

        Args:
            fit: the width that the text has if a wide font could exceed it.
        """
        if len(str(words)) * size * WIDE_LETTER > fit:
            attributes |= {"textLength": fit, "lengthAdjust": "spacingAndGlyphs"}
        head = _attributes({"x": x, "y": y, "font_size": size, **attributes})
        self.lines.append(f"<text{head}>{escape(printable(str(words)))}</text>")

    @contextmanager
    def group(self, **attributes: object) -> Iterator[None]:
        """Apply attributes to all shapes that are added inside the `with` block."""
        self.lines.append(f"<g{_attributes(attributes)}>")
        yield
        self.lines.append("</g>")

    @contextmanager
    def spot(self, name: str, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Name the shapes that are added inside the `with` block, and their box, which a page can mark and make clickable."""
        with self.group(data_spot=name):
            yield
            self.rect(x, y, width, height, rx=8, fill="none")

    @contextmanager
    def part(self, name: str, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Name shapes that no action concerns, as `spot` does, if the picture is made with `all_parts`."""
        if self.all_parts:
            with self.spot(name, x, y, width, height):
                yield
        else:
            yield

    def use(self, name: str, markup: str, x: float, y: float, scale: float = 1, **attributes: object) -> None:
        """Add a copy of a named shape. Its markup, with (0, 0) as its centre, is stored once per picture."""
        self.definitions[name] = markup
        move = f"translate({_number(x)} {_number(y)})" + (f" scale({_number(scale)})" if scale != 1 else "")
        self.element("use", href=f"#{name}", transform=move, **attributes)

    def document(self) -> str:
        """Return the finished document."""
        height = self.height - self.top
        size = f'width="{self.width}" height="{height}" viewBox="0 {self.top} {self.width} {height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" font-weight="bold">'
        shapes = [f'<g id="{name}">{markup}</g>' for name, markup in sorted(self.definitions.items())]
        return "\n".join([head, "<defs>", *shapes, "</defs>", *self.lines, "</svg>"]) + "\n"


def _attributes(attributes: dict[str, object]) -> str:
    return "".join(f" {name.replace('_', '-')}={_quoted(value)}" for name, value in attributes.items() if value is not None)


def _quoted(value: object) -> str:
    return quoteattr(printable(value)) if isinstance(value, str) else f'"{_number(value)}"'


def _number(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)
