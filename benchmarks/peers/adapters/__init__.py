"""One program for each peer: it makes the peer's subjects and serves requests to measure them."""
