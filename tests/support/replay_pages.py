"""Read replay pages."""

import json
import re


def data_of(page: str) -> dict:
    """Return the JSON data in a replay page."""
    return json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S).group(1))
