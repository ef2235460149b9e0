"""Write the current fingerprint of each feature set into the shipped models: `python -m maintenance.restamp`.

`agents.make` refuses a model after the source of its features has changed. Run this command after a change of that source that
leaves all floats equal; the tests of the features check that.
"""

import dataclasses
import hashlib
import json
import sys
import zipfile
from pathlib import Path

from dig_envs.agents.learned.model_card import CARD, ModelCard
from dig_envs.agents.trained import registry
from dig_envs.core.catalogue import game_of
from dig_envs.core.feature_names import find_features
from dig_envs.utils.files import replacing
from maintenance.shipping import observation_digest


def restamp(model: Path) -> bool:
    """Write the fingerprint into a model and its card, and return whether the fingerprint has changed."""
    with zipfile.ZipFile(model) as archive:
        entries = [(info, archive.read(info)) for info in archive.infolist()]
    (stored,) = (json.loads(content) for info, content in entries if info.filename == CARD)
    features = find_features(stored["features"] or None, game_of(stored["game"]))
    if features is None or stored["features_fingerprint"] == features.fingerprint:
        return False
    stored["features_fingerprint"] = features.fingerprint
    with replacing(model) as file, zipfile.ZipFile(file, "w") as archive:
        for info, content in entries:
            archive.writestr(info, json.dumps(stored, indent=1) if info.filename == CARD else content)
    card = registry.card_of(model.stem, stored["game"])
    digest = hashlib.sha256(model.read_bytes()).hexdigest()[:16]
    updated = dataclasses.replace(card, digest=digest, observation=observation_digest(ModelCard(**stored)))
    model.with_suffix(".json").write_text(updated.as_json())
    return True


def main() -> None:
    """Restamp every model of the package."""
    for model in sorted(registry.FOLDER.glob("*/*.zip")):
        if restamp(model):
            print(model, file=sys.stderr)


if __name__ == "__main__":
    main()
