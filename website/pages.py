"""List the files of the repository that are pages of the site, and translate their links.

Pages are in `docs/`, or beside the code that they describe: a game's rules in its package, the changelog at the root. Links are
paths in the repository, so that pages can be read without the site.
"""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
AT_THE_ROOT = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "benchmarks/README.md": "benchmarks.md",
}
RULES = {"RULES.md": "rules", "PLAYER_RULES.md": "how-to-play"}  # folders of the site
SHOWN_AS_CODE = (".py", ".toml", ".cff", ".yml", "Makefile", "LICENSE", "constraints.txt")
FENCED = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.S | re.M)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\)| \")|(?<=src=\")([^\"]+)|(?<=srcset=\")([^\"]+)")


def documents() -> list[str]:
    """List every Markdown file of the project, as paths in the repository."""
    patterns = "*.md", "docs/**/*.md", "dig_envs/**/*.md", "benchmarks/*.md", "notebooks/*.md"
    return sorted({file.relative_to(ROOT).as_posix() for pattern in patterns for file in ROOT.glob(pattern)})


def address_of(path: str) -> str:
    """Return the path of a file of the repository in the site's sources.

    >>> address_of("docs/games/dig.md"), address_of("dig_envs/dig/RULES.md"), address_of("training/speed/one_game.py")
    ('games/dig.md', 'rules/dig.md', 'source/training/speed/one_game.py.md')
    """
    parts = PurePosixPath(path).parts
    if path in AT_THE_ROOT:
        return AT_THE_ROOT[path]
    if parts[0] == "docs":
        return "/".join(parts[1:])
    if parts[-1] in RULES:
        return f"{RULES[parts[-1]]}/{parts[-2]}.md"
    if parts[-1].endswith(".ipynb"):
        return path.replace(".ipynb", ".md")
    return f"source/{path}.md"


def links_of(text: str) -> Iterator[re.Match[str]]:
    """Find the targets of links and pictures in Markdown, except in code."""
    code = [match.span() for pattern in (FENCED, CODE) for match in pattern.finditer(text)]
    for match in LINK.finditer(text):
        if not any(start <= match.start() < end for start, end in code):
            yield match


def target_of(link: str, path: str) -> tuple[str, str] | None:
    """Return the target of a link as a path in the repository and a heading; None if the target is outside of it.

    >>> target_of("../../dig_envs/dig/RULES.md#actions", "docs/games/dig.md")
    ('dig_envs/dig/RULES.md', 'actions')
    """
    if re.match(r"\w+:", link):
        return None
    file, _, heading = link.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
    return None if target.startswith("../") else (target, heading)


def with_site_links(text: str, path: str) -> str:
    """Translate the links of a page for the site.

    >>> with_site_links("[rules](../../dig_envs/dig/RULES.md#actions)", "docs/games/dig.md")
    '[rules](../rules/dig.md#actions)'
    """
    parts, end = [], 0
    for match in links_of(text):
        parts += [text[end : match.start()], _relative(match[0], path)]
        end = match.end()
    return "".join([*parts, text[end:]])


def _relative(link: str, path: str) -> str:
    target = target_of(link, path)
    if target is None or link.startswith("#"):
        return link
    file, heading = target
    there = posixpath.relpath(address_of(file), posixpath.dirname(address_of(path)) or ".")
    return f"{there}#{heading}" if heading else there


def shown_files() -> list[str]:
    """List the files that become pages without being Markdown: all notebooks, and linked source files."""
    notebooks = {file.relative_to(ROOT).as_posix() for file in (ROOT / "notebooks").glob("*.ipynb")}
    code = {path for path in _linked() if path.endswith(SHOWN_AS_CODE) and not path.startswith("docs/")}
    return sorted(notebooks | code)


def _linked() -> set[str]:
    """Return the files that the site's pages link to."""
    paths = [path for path in documents() if path != "README.md"]
    links = ((match[0], path) for path in paths for match in links_of((ROOT / path).read_text("utf-8")))
    return {target[0] for target in (target_of(*link) for link in links) if target and (ROOT / target[0]).is_file()}


def slug(heading: str) -> str:
    """Return the anchor that GitHub and the site make for a heading.

    >>> slug("PPO, with facts alone and with the expert's `features`")
    'ppo-with-facts-alone-and-with-the-experts-features'
    """
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


def slug_for_markdown(heading: str, separator: str) -> str:
    """Return the anchor of a heading; Python-Markdown passes a separator, which is not used."""
    return slug(heading)


def anchors_of(text: str) -> set[str]:
    """Return the anchors of a page's headings."""
    return {slug(heading) for heading in re.findall(r"^#+ +(.*?)(?: +#+)?$", FENCED.sub("", text), re.M)}
