"""One program per peer, which makes the subjects of the peer and answers requests to measure them."""
