"""Write current fingerprints into the shipped models and the data of the strength page: `python -m maintenance.restamp`.

Fingerprints depend on source code. `agents.make` refuses a model after the source of its features has changed, and the data of
the strength page belong to an agent with the same fingerprint alone. Run this command after a change of source that leaves all
floats of features and all actions of agents equal; the tests of features and bots check that.
"""

import dataclasses
import hashlib
import json
import sys
import zipfile
from pathlib import Path

from dig_envs.agents.learned.model_card import CARD, ModelCard
from dig_envs.agents.trained import registry
from dig_envs.core.catalogue import game_of, games
from dig_envs.core.feature_names import find_features
from dig_envs.utils.files import replacing
from maintenance import strength
from maintenance.shipping import observation_digest
from maintenance.strength.exploits import EXPLOITS, read_exploits, write_exploits
from maintenance.strength.tournaments import about, digest_of

DOCS = Path("docs")


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


def restamp_strength(docs: Path) -> int:
    """Write the digests and descriptions of all agents into the data of the strength page; return the number of new digests."""
    tournaments = [tournament for game in games() for tournament in strength.tournaments(game_of(game))]
    digests = {(one.name, player.label): digest_of(player.agent) for one in tournaments for player in one.players}
    words = {(one.name, player.label): about(one.game, player) for one in tournaments for player in one.players}
    summaries, machine = strength.read(docs / strength.DATA)
    current = {row.digest: digests.get((one.name, row.name), row.digest) for one in summaries for row in one.rows}
    exploits = read_exploits(docs / EXPLOITS)
    write_exploits(docs / EXPLOITS, [dataclasses.replace(one, digest=current.get(one.digest, one.digest)) for one in exploits])
    stamped = [
        dataclasses.replace(
            one,
            rows=tuple(
                dataclasses.replace(row, digest=current[row.digest], about=words.get((one.name, row.name), row.about))
                for row in one.rows
            ),
        )
        for one in summaries
    ]
    strength.write(docs, stamped, machine, [])
    return sum(before != after for before, after in current.items())


def main() -> None:
    """Restamp every model of the package, and the data of the strength page."""
    for model in sorted(registry.FOLDER.glob("*/*.zip")):
        if restamp(model):
            print(model, file=sys.stderr)
    print(f"{DOCS / strength.DATA}: {restamp_strength(DOCS)} digests", file=sys.stderr)


if __name__ == "__main__":
    main()
