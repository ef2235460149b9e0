"""Measure the contrast of the texts of a picture to what lies under their letters (WCAG 2)."""

from xml.etree import ElementTree

import numpy as np

from dig_envs.render.pixels import pixels_of

ZOOM = 2
LEAST_SHARE = 0.85  # of the pixels under the letters; the others are edges of shapes
FIRST_MARK = 0x810001  # the colour that marks the pixels of the first text


def faint_texts(svg: str, least: float) -> list[str]:
    """List the visible texts of a picture whose contrast is below `least`, each with its contrast."""
    root = ElementTree.fromstring(svg)
    texts = [element for element in root.iter() if element.tag.endswith("text") and (element.text or "").strip()]
    fills = [text.get("fill", "#000000") for text in texts]
    ground = _pixels(root, texts, ["none"] * len(texts))
    marked = _pixels(root, texts, [f"#{FIRST_MARK + k:06x}" for k in range(len(texts))])
    numbers = marked.astype(np.int32) @ [1 << 16, 1 << 8, 1] - FIRST_MARK
    found = [
        (text.text, fill, _contrast(fill, ground[numbers == k]))
        for k, (text, fill) in enumerate(zip(texts, fills, strict=True))
    ]
    return [f"{words!r} {contrast:.1f} in {fill}" for words, fill, contrast in found if contrast < least]


def _pixels(root: ElementTree.Element, texts: list[ElementTree.Element], fills: list[str]) -> np.ndarray:
    """Draw a picture with other colours of its texts. The outline of a text remains, because it lies under the letters."""
    for text, fill in zip(texts, fills, strict=True):
        text.set("fill", fill)
    return pixels_of(ElementTree.tostring(root, encoding="unicode"), ZOOM)


def _contrast(fill: str, under: np.ndarray) -> float:
    """Return the contrast that most pixels under a text's letters have at least; infinity if the text is covered."""
    if not len(under):
        return np.inf
    light, dark = _luminance(under / 255), _luminance(np.array([int(fill[k : k + 2], 16) for k in (1, 3, 5)]) / 255)
    ratios = (np.maximum(light, dark) + 0.05) / (np.minimum(light, dark) + 0.05)
    return float(np.quantile(ratios, 1 - LEAST_SHARE))


def _luminance(colours: np.ndarray) -> np.ndarray:
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]
