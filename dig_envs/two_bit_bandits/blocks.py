"""What a seat of 2-Bit Bandits observes, block by block, and where each block begins."""

from dig_envs.core.layout import Block, Layout
from dig_envs.two_bit_bandits.components import (
    DIE_COLOURS,
    DIE_SIDES,
    LEVELS,
    MAX_PLAYERS,
    NUM_MINIONS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    ROW,
    SCENES,
    SIDES,
    SLOTS,
    STAGES_A_CARD,
    TOP_LEVEL,
    Encounter,
    Length,
    Stage,
)
from dig_envs.two_bit_bandits.state import Final, Phase, Status

AFTER, PROMISES = 2, 3
# Features of a stage, of a level card on the map, of one in hand, of a scene's path.
OPEN = PROMISES
MERIT = AFTER  # of a stage on the map, in place of the power afterwards
STAGE_FEATURES = PROMISES + 1
KINDS_OF_STAGE = Stage.HIDEOUT + 1
PLACE = STAGES_A_CARD * STAGE_FEATURES
EXITS = PLACE + 2
NUMBER = EXITS + len(SIDES)
CARD_FEATURES = NUMBER + 1
FACE_EXITS = PLACE
FACE_NUMBER = FACE_EXITS + len(SIDES)
FACE_FEATURES = FACE_NUMBER + 1
PAWN_FEATURES = 3
FIRST_FOE = Encounter.BATTLE - Encounter.BARREL
PATH_PRICE = FIRST_FOE + NUM_MINIONS
PATH_FEATURES = PATH_PRICE + 1

PROMISE_MEANING = "points it brings on average / 2,000, at most 1, the chance to die, my power afterwards / 16, at most 1"
BLOCKS = Layout(
    Block("phase", (Phase.OVER,), "what is asked, one-hot: explore, keep, lay, choose, assign, hold, ready, attack, boost, "
          "reroll, save, revive, play on"),
    Block("asked", (1,), "1 while I am asked whether to throw a pickup"),
    Block("length", (len(Length),), "easy, standard, epic, one-hot"),
    Block("max_health", (1,), "full health / 12"),
    Block("level", (TOP_LEVEL,), "the level, one-hot"),
    Block("final", (len(Final) - 1,), "final battle running, won"),
    Block("hideouts", (1,), "hideouts on the map / 6"),
    Block("stack", (1,), "level cards in the stack / 23"),
    Block("stages", (KINDS_OF_STAGE, STAGE_FEATURES), f"what going there promises me, by kind of stage (none, saloon, wagon, "
          f"oasis, camp, village, fort, hideout): {PROMISE_MEANING}, 1 if one is in my reach"),
    Block("map", (LEVELS, CARD_FEATURES), "cards in the order of placing, Stone Ridge first; by stage (trunk, spurs) "
          "points and chance to die as in `stages` while it is open; its merit while I choose a stage, 150 / (150 + the points "
          "by which the best in my reach is worth more); 1/16 done, 1/2 open or 1 open and in my reach; x, y ((24 + cells) / "
          "48); exits N, E, S, W (1/3 leads on or is blocked, 2/3 free, 1 free and to be reached); the card's number in the "
          "card set, from 1 (Stone Ridge), / 240"),
    Block("best", (1,), "while I choose a stage: what the best in my reach is worth, from -2,000 to 6,000 points as 0 to 1"),
    Block("my_cards", (3, FACE_FEATURES), "level cards looked at (2; the kept one first), top of the stack if I know it; by "
          "stage: its promise, 1 if there is one; exits N, E, S, W in the card's own frame; the card's number / 240"),
    Block("good_guy", (MAX_PLAYERS,), "who I am: Pancho Vanilla, Calamity Janet, Lone Star, Prospector Pete, one-hot"),
    Block("status", (MAX_PLAYERS, len(Status)), "in, down, stopped, out, one-hot; seats clockwise from me"),
    Block("health", (MAX_PLAYERS,), "health / 12; seats clockwise from me"),
    Block("half", (MAX_PLAYERS,), "1 if the Adobe Mask has taken the first of two damage; seats clockwise from me"),
    Block("continues", (MAX_PLAYERS,), "continues / 3; seats clockwise from me"),
    Block("lead", (2,), "my points less the most of any other / 20,000 and / 4,000, from 0 to 1, 1/2 if equal; alone 1/2"),
    Block("points", (MAX_PLAYERS, 2), "points / 10,000 and points / 50,000, at most 1; seats clockwise from me"),
    Block("pickups", (MAX_PLAYERS, SLOTS, NUM_PICKUPS), "active and stored pickup, one-hot; seats clockwise from me"),
    Block("pawns", (MAX_PLAYERS, PAWN_FEATURES), "x, y of each pawn's card ((24 + cells) / 48), its stage there (trunk, spurs) "
          "/ 30; seats clockwise from me"),
    Block("turn_of", (MAX_PLAYERS,), "whose turn it is, one-hot; seats clockwise from me"),
    Block("starter", (MAX_PLAYERS,), "who began the final battle or, once it is won, felled the Shamandillo, one-hot; from me"),
    Block("defeated", (NUM_SHAMANDILLOS,), "1 for each Shamandillo defeated"),
    Block("boss", (NUM_SHAMANDILLOS,), "the top Shamandillo if it was seen, one-hot"),
    Block("row", (ROW, PATHS, PATH_FEATURES), "scene cards, by path: barrel, heart, tumble bomb, spikes / 3, battle by minion "
          "(1/2 plain, 1 elemental); the price of all that in points, from -2,000 to 6,000 as 0 to 1, to the active seat with "
          "3 power less. Only paths that a die lies at or may still be laid at; all if the active seat holds a Tuba"),
    Block("row_cards", (ROW,), "the number of each scene card in the card set, from 1, / 540"),
    Block("boss_risk", (2,), "cost and chance to survive of the battle with the next Shamandillo, at this level"),
    Block("next", (2,), "cost and chance to survive of the next scene, if a die lies there, or of a hideout's battle"),
    Block("outlook", (3,), "power that the scenes with dice and a hideout's battle still cost on average / 32, from 0 to 1; "
          "points of the stage once they are won / 5,000, at most 1; about the chance to survive them"),
    Block("die", (PATHS,), "dice to assign, by face: 1 if the stage is worth most with this one on the next card, otherwise "
          "50 / (50 + the points that are lost by it)"),
    Block("row_dice", (ROW, PATHS), "the die on each scene card, one-hot"),
    Block("rolled", (PATHS,), "dice to assign, by face / 5"),
    Block("scene", (ROW + 1,), "scenes finished in the stage, one-hot; zero outside a stage"),
    Block("encounter", (1,), "encounters met in the scene / 3"),
    Block("stage", (2,), "the stage is a hideout; tentative points / 5,000, at most 1"),
    Block("switched", (1,), "1 if pickups were switched before this scene"),
    Block("pool", (NUM_PICKUPS,), "pickups to choose from / 4"),
    Block("foe", (NUM_MINIONS + NUM_SHAMANDILLOS,), "the enemy: minion or Shamandillo, one-hot"),
    Block("elemental", (1,), "1 in an elemental battle"),
    Block("enemies", (2,), "minions met in the battle / 30, health of all enemies / 30, at most 1"),
    Block("rounds", (1,), "rounds of the battle / 60, at most 1"),
    Block("heights", (1 + TOP_LEVEL,), "height of the Good Guy / 7; health of the enemies at heights 1 to 7 / 30"),
    Block("dice", (len(DIE_COLOURS), DIE_SIDES), "dice of the round by colour (black, yellow, red) and value / 11"),
    Block("settled", (len(DIE_COLOURS), DIE_SIDES), "those of them that were rolled again / 11"),
    Block("rerolls", (1,), "dice that may still be rolled again / 4"),
    Block("due", (1,), "damage still to be suffered / 11"),
    Block("cycle", (1,), "cycles of the final battle / 60"),
    Block("scene_discards", (SCENES,), "1 for each scene card among the discards"),
    Block("pickup_discards", (NUM_PICKUPS,), "discarded pickups by kind / 5, at most 1"),
    Block("decks", (2,), "scene cards / 54 and pickups / 32 in their decks"),
    Block("turns", (1,), "turns ended / max_turns"),
)  # fmt: skip

STARTS = BLOCKS.starts
PHASE_AT = STARTS["phase"]
ASKED_AT = STARTS["asked"]
LENGTH_AT = STARTS["length"]
MAX_HEALTH_AT = STARTS["max_health"]
LEVEL_AT = STARTS["level"]
FINAL_AT = STARTS["final"]
HIDEOUTS_AT = STARTS["hideouts"]
STACK_AT = STARTS["stack"]
STAGES_AT = STARTS["stages"]
MAP_AT = STARTS["map"]
BEST_AT = STARTS["best"]
MY_CARDS_AT = STARTS["my_cards"]
GOOD_GUY_AT = STARTS["good_guy"]
STATUS_AT = STARTS["status"]
HEALTH_AT = STARTS["health"]
HALF_AT = STARTS["half"]
CONTINUES_AT = STARTS["continues"]
LEAD_AT = STARTS["lead"]
POINTS_AT = STARTS["points"]
PICKUPS_AT = STARTS["pickups"]
PAWNS_AT = STARTS["pawns"]
TURN_OF_AT = STARTS["turn_of"]
STARTER_AT = STARTS["starter"]
DEFEATED_AT = STARTS["defeated"]
BOSS_AT = STARTS["boss"]
ROW_AT = STARTS["row"]
ROW_CARDS_AT = STARTS["row_cards"]
BOSS_RISK_AT = STARTS["boss_risk"]
NEXT_AT = STARTS["next"]
OUTLOOK_AT = STARTS["outlook"]
DIE_AT = STARTS["die"]
ROW_DICE_AT = STARTS["row_dice"]
ROLLED_AT = STARTS["rolled"]
SCENE_AT = STARTS["scene"]
ENCOUNTER_AT = STARTS["encounter"]
STAGE_AT = STARTS["stage"]
SWITCHED_AT = STARTS["switched"]
POOL_AT = STARTS["pool"]
FOE_AT = STARTS["foe"]
ELEMENTAL_AT = STARTS["elemental"]
ENEMIES_AT = STARTS["enemies"]
ROUNDS_AT = STARTS["rounds"]
HEIGHTS_AT = STARTS["heights"]
DICE_AT = STARTS["dice"]
SETTLED_AT = STARTS["settled"]
REROLLS_AT = STARTS["rerolls"]
DUE_AT = STARTS["due"]
CYCLE_AT = STARTS["cycle"]
SCENE_DISCARDS_AT = STARTS["scene_discards"]
PICKUP_DISCARDS_AT = STARTS["pickup_discards"]
DECKS_AT = STARTS["decks"]
TURNS_AT = STARTS["turns"]
