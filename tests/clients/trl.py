"""Test that TRL's `GRPOTrainer` plays one seat by calls of the tool, and that a model learns single decisions."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AddedToken, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from transformers.utils import get_json_schema
from trl.chat_template_utils import qwen3_chat_template

from dig_envs import game_of
from dig_envs.adapters.trl import TextSeat, dataset
from dig_envs.core.errors import DigEnvsError, OrderError
from dig_envs.text.instructions import rules_text
from dig_envs.training.studies.text import learning
from tests.clients import script

snippet = script("clients/trl_grpo.py")
TINY = json.dumps({"variant": "tiny"})
CALL, CALLED, END = '<tool_call>\n{"name": "choose", "arguments": {"action": ', "}}\n</tool_call>", "<|im_end|>"
FOLLOWERS = {"\n": [CALL], CALL: ["1", "2", "9"], "1": [CALLED], "2": [CALLED], "9": [CALLED], CALLED: [END]}


def tokenizer_of(texts: list[str]) -> PreTrainedTokenizerFast:
    alphabet, bpe = pre_tokenizers.ByteLevel.alphabet(), Tokenizer(models.BPE())
    digits, letters = pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.pre_tokenizer, bpe.decoder = pre_tokenizers.Sequence([digits, letters]), decoders.ByteLevel()
    bpe.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=3000, initial_alphabet=alphabet, show_progress=False))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bpe, eos_token=END, pad_token="<|pad|>")
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in ("<|im_start|>", CALL, CALLED)])
    tokenizer.chat_template = qwen3_chat_template
    return tokenizer


def save_tool_caller(folder: Path, texts: list[str]) -> None:
    """Save a tiny random model whose next token depends on the last one alone: it always calls the tool, with 1, 2 or 9."""
    tokenizer = tokenizer_of(texts)
    torch.manual_seed(1)
    size = {"hidden_size": 64, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
    special = {"bos_token_id": None, "eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id}
    model = LlamaForCausalLM(LlamaConfig(vocab_size=len(tokenizer), max_position_embeddings=16384, **size, **special))
    with torch.no_grad():
        for weight in (model.model.layers[0].self_attn.o_proj.weight, model.model.layers[0].mlp.down_proj.weight):
            weight.zero_()
        read, written = model.get_input_embeddings().weight.normal_(), model.get_output_embeddings().weight
        for token, followers in FOLLOWERS.items():
            for follower in followers:
                written[tokenizer(follower)["input_ids"]] += read[tokenizer(token)["input_ids"]]
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def test_two_steps_of_grpo_get_the_rewards_of_the_games(tmp_path, capsys):
    rows = dataset("dig_dig_v0", range(2), variant="tiny")
    assert [(row["seed"], row["seat"]) for row in rows] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    save_tool_caller(tmp_path / "model", [TextSeat().reset(**row) for row in rows])
    settings = {"options": TINY, "deals": 2, "steps": 2, "rows": 2, "rollouts": 2, "tokens": 700}
    arguments = {"model": tmp_path / "model", "folder": tmp_path / "run", **settings}
    trainer = snippet.main([f"--{name}={value}" for name, value in arguments.items()])
    seats = trainer._environment_pool[None]
    assert len(seats) == 4  # the second step resets the seats of the first one
    prompts, rewards = list(trainer._logs["prompt"]), list(trainer._logs["rewards"]["TextSeat"])
    assert prompts[0] == prompts[1] != prompts[2] == prompts[3]
    assert rewards == [seat.get_reward() for seat in seats] and {*rewards} <= {-1.0, 1.0}
    assert all(seat.game.over for seat in seats) and not all(seat.game.result().forfeited for seat in seats)
    logged = [entry["reward"] for entry in trainer.state.log_history if "reward" in entry]
    assert len(logged) == 2 and logged[1] == sum(rewards) / 4
    assert capsys.readouterr().out.endswith(f"step 2: mean reward {logged[1]:.3f}\n")


def test_the_tool_has_types_and_descriptions():
    schema = get_json_schema(TextSeat().choose)["function"]
    assert schema["name"] == "choose" and schema["description"] and schema["parameters"]["required"] == ["action"]
    assert schema["parameters"]["properties"]["action"]["type"] == ["integer", "string"]
    public = [name for name in vars(TextSeat) if not name.startswith("_")]
    assert public == ["reset", "choose", "get_reward", "game"]  # TRL offers all but the property, `reset` and `get_reward`


def test_a_used_seat_gives_the_same_prompt_and_the_same_game():
    used, row = TextSeat(), {"game": "dig_v0", "seed": 5, "seat": 1, "opponent": "greedy", "prompt": [], "other": 1}
    texts = []
    for _ in range(2):
        texts.append([used.reset(**row), *(used.choose(1) for _ in range(5))])
        used.choose("nothing")
    assert texts[0] == texts[1] and "1. " in texts[0][0] and used.reset(**{**row, "seed": 6}) != texts[0][0]


@pytest.mark.parametrize("answers", [[], ["1"], ["9", "9"]], ids=["no call", "unfinished", "two refusals"])
def test_a_refused_or_unfinished_game_is_lost(answers):
    seat = TextSeat()
    seat.reset("dig_v0", 1)
    said = [seat.choose(answer) for answer in answers]
    assert seat.get_reward() == seat.get_reward() == -1 and seat.game.result().forfeited
    if len(said) == 2:
        assert "not a legal action" in said[0] and said[1].endswith("The game is over. Your reward is -1.")
        with pytest.raises(OrderError, match="over"):
            seat.choose(1)


def test_after_failure_random_plays_on_and_a_score_is_the_reward():
    seat = TextSeat()
    seat.reset("dig_dig_v0", 1, options={"attempts": 1, "after_failure": "random", "variant": "tiny"})
    assert seat.choose("help") and seat.get_reward() in (-1, 1)
    assert seat.game.result().random_actions == seat.game.result().decisions and not seat.game.result().forfeited


@pytest.mark.parametrize(
    "row",
    [
        {"game": "chess"},
        {"seat": 2},
        {"opponent": "nobody"},
        {"options": "[1"},
        {"options": {"num_players": "x"}},
        {"seed": -1},
    ],
    ids=str,
)
def test_bad_rows_raise_errors_of_ours(row):
    with pytest.raises(DigEnvsError):
        TextSeat().reset(**{"game": "dig_v0", "seed": 1, **row})
    with pytest.raises(OrderError, match="reset"):
        TextSeat().choose(1)


def test_a_dataset_checks_its_rows():
    with pytest.raises(DigEnvsError, match="nose"):
        dataset("dig_v0", range(3), nose=1)
    assert len(dataset("dig_v0", range(3), seat=1, num_players=3)) == 3 and len(dataset("dig_v0", range(3), num_players=3)) == 9


def save_tiny_model(folder: Path) -> None:
    """Save a random model of one layer with a tokenizer of the rules."""
    game = game_of("dig_dig_v0")
    tokenizer = tokenizer_of([rules_text(game, game.parse_options(variant="tiny"), True)])
    torch.manual_seed(1)
    size = {
        "hidden_size": 64,
        "intermediate_size": 64,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "initializer_range": 0.3,
    }
    LlamaForCausalLM(LlamaConfig(vocab_size=len(tokenizer), max_position_embeddings=4096, **size)).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def test_a_model_learns_to_answer_with_legal_numbers_of_small_regret(tmp_path):
    save_tiny_model(tmp_path / "model")
    numbers = {"positions": 32, "test_positions": 12, "playouts": 100, "updates": 40, "learning_rate": 0.01}
    settings = learning.Settings(model=str(tmp_path / "model"), save=str(tmp_path / "learned"), **numbers)
    result = learning.train(settings, report=lambda line: None)
    before, after = result["measured"]
    assert before["legal"] < 0.5 < after["legal"], "a random model answers with any token"
    assert result["losses"][0] > 0.9 and np.mean(result["losses"][-5:]) < 0.5
    again = learning.train(replace(settings, model=settings.save, save="", updates=0), report=lambda line: None)
    assert again["measured"] == [after]


def test_answers_have_the_probability_of_each_number_whatever_is_asked_together(tmp_path):
    save_tiny_model(tmp_path)
    reader, rules = learning.Reader(str(tmp_path), ""), {"role": "system", "content": "Choose a number."}
    talks = [[rules, {"role": "user", "content": words}] for words in ("1. dig", "1. lay 5 face up\n2. pass")]
    together = reader.log_probabilities(talks)
    for row, talk in enumerate(talks):
        text = reader.tokenizer.apply_chat_template(talk, tokenize=False, add_generation_prompt=True) + reader.opening
        alone = reader.model(**reader.tokenizer(text, return_tensors="pt")).logits[0, -1].log_softmax(-1)
        assert torch.allclose(together[row], alone, atol=1e-4)
        answer = reader(talk)
        expected = {f"{k + 1}": alone[token].exp().item() for k, token in enumerate(reader.numbers)}
        assert answer.numbers == pytest.approx(expected, rel=1e-3)
        assert answer.text == f"{reader.opening}{reader.tokenizer.decode(alone.argmax())}}}"
