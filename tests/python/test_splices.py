from __future__ import annotations

import random
from typing import List

import memtrace
import pytest
from memtrace.core.text import cut, first_units, to_name, units
from memtrace.record.splice import splice_of
from support import service

ALPHABET = "ab \n😀é日𝄞\u2028\x00"


def applied(before: str, change: "dict[str, object]") -> str:
    """Applies a splice as the service does: positions are UTF-16 code units."""
    whole = before.encode("utf-16-le")
    at, remove = int(str(change["at"])) * 2, int(str(change["remove"])) * 2
    insert = str(change["insert"]).encode("utf-16-le")
    return (whole[:at] + insert + whole[at + remove :]).decode("utf-16-le")


def edited(chance: random.Random, text: str) -> str:
    for _ in range(chance.randrange(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 1, 5, 400]))
        added = "".join(chance.choice(ALPHABET) for _ in range(chance.choice([0, 1, 3, 40])))
        text = text[:start] + added + text[end:]
    return text


@pytest.mark.parametrize("seed", range(20))
def test_any_edit(seed: int) -> None:
    """S133 Any change of a text is a splice in UTF-16 code units that gives the new text exactly"""
    chance = random.Random(seed)
    text = "".join(chance.choice(ALPHABET) for _ in range(chance.choice([0, 1, 200, 2_000])))
    spliced = 0
    for _ in range(200):
        after = edited(chance, text)
        change = splice_of("ref", text, after)
        if change:
            spliced += 1
            assert applied(text, change) == after
            assert len(str(change["insert"])) < len(after)
        text = after or "not empty"
    assert spliced > 0 or len(text) < 150


@pytest.mark.parametrize("seed", range(4))
def test_growing_values(
    client: memtrace.MemTrace, problems: List[memtrace.Problem], seed: int
) -> None:
    """S133 A value changed at random, version after version, is stored exactly"""
    chance = random.Random(seed)
    alphabet = ALPHABET.replace("\x00", "")
    graph = service.new_graph("growing")
    text = "".join(chance.choice(alphabet) for _ in range(1_500))
    versions = []
    with client.graph(graph):
        for number in range(60):
            if not versions or versions[-1] != text:
                versions.append(text)
            if number == 0:
                client.variable(text, name="memory")
            else:
                client.mutate("memory", text)
            text = edited(chance, text).replace("\x00", "")
    client.flush()
    assert service.values_of(service.exported(graph), "memory") == versions
    assert problems == []


def test_units() -> None:
    """S134 Lengths and cuts count UTF-16 code units and split no character"""
    chance = random.Random(3)
    for _ in range(500):
        text = "".join(chance.choice(ALPHABET) for _ in range(chance.randrange(300)))
        assert units(text) == len(text.encode("utf-16-le")) // 2
        most = chance.randrange(1, 400)
        kept = first_units(text, most)
        assert text.startswith(kept) and units(kept) <= most
        assert kept == text or units(text[: len(kept) + 1]) > most
        assert units(cut(text, most + 100)) <= most + 100
        name = to_name(text, most)
        assert name and units(name) <= most and name.isprintable() or "\u2028" in text
