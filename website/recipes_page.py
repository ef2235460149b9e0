"""Write the table of recipes in `docs/training/index.md` from the measurements of `python -m maintenance.recipes`."""

from dig_envs.core.catalogue import game_of, games
from dig_envs.training import recipe
from website.game_tables import table

SHOWN = (0, 5, 10, 20, 40, 60)  # minutes


def tables() -> dict[str, str]:
    """Return the table by the name of its marker."""
    rows = []
    for game in sorted(games(), key=lambda game: game_of(game).title):
        points = recipe.measured(game)
        nearest = {min(range(len(points)), key=lambda k: abs(points[k]["minutes"] - aim)) for aim in SHOWN if points}
        for point in (points[k] for k in sorted(nearest)):
            shares = ", ".join(f"{share:.1%} against {bot}" for bot, share in point["win_shares"].items())
            rows.append([game_of(game).title, f"{point['minutes']:.1f}", f"{point['steps']:,}", shares])
    return {"recipes": table(("game", "minutes", "steps of PPO", "win shares"), rows)}
