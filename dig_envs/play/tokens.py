"""Make and check the tokens of the links: one for each seat of a person, and one for whoever looks on."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable

KEY_BYTES = 32


def new_key() -> bytes:
    """Draw the secret that a game's tokens are made from."""
    return secrets.token_bytes(KEY_BYTES)


def token_of(key: bytes, viewer: int) -> str:
    """Return the token of a viewer: 43 letters that cannot be guessed, the same whenever the game is opened."""
    digest = hmac.new(key, f"viewer {viewer}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def viewer_of(key: bytes, viewers: Iterable[int], token: str) -> int | None:
    """Return whose token this is, or None. All are compared, each in a time that does not depend on the token."""
    given = token.encode("utf-8", "replace")
    found = None
    for viewer in viewers:
        if hmac.compare_digest(given, token_of(key, viewer).encode()):
            found = viewer
    return found
