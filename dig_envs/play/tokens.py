"""Make and check the tokens in links: one for each person's seat and one for the public view."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable

KEY_BYTES = 32


def new_key() -> bytes:
    """Draw the secret key of a game's tokens."""
    return secrets.token_bytes(KEY_BYTES)


def token_of(key: bytes, viewer: int) -> str:
    """Return a viewer's token: 43 unguessable characters that depend on the key and the viewer only."""
    digest = hmac.new(key, f"viewer {viewer}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def viewer_with_token(key: bytes, viewers: Iterable[int], token: str) -> int | None:
    """Return the viewer with this token, or None. The time taken does not depend on the token."""
    given = token.encode("utf-8", "replace")
    match = None
    for viewer in viewers:
        if hmac.compare_digest(given, token_of(key, viewer).encode()):
            match = viewer
    return match
