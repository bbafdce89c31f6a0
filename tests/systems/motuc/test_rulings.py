import re

import pytest

from motuc_bot.systems.motuc.rulings import sentence, sentences, short_sentence, short_sentences
from rules.motuc.codes import Ruling


def test_every_ruling_has_a_sentence_and_none_is_left_over():
    assert list(sentences()) == [ruling.value for ruling in Ruling]


@pytest.mark.parametrize("ruling", Ruling)
def test_is_one_sentence(ruling):
    text = sentence(ruling)
    assert text.lstrip("„")[0].isupper() or text.startswith("„zurück“")
    assert text.endswith(".")
    assert not re.search(r"[.!?](?=.)", text), "a full stop inside: more than one sentence"
    assert "  " not in text


def test_no_two_sentences_are_the_same():
    assert len(set(sentences().values())) == len(Ruling)


def test_every_ruling_has_a_short_sentence_too():
    assert list(short_sentences()) == [ruling.value for ruling in Ruling]


@pytest.mark.parametrize("ruling", Ruling)
def test_the_short_sentence_is_short(ruling):
    text = short_sentence(ruling)
    assert len(text) <= 110
    assert len(text) <= len(sentence(ruling))
    assert text.endswith(".")
    assert not re.search(r"[.!?](?=.)", text)
