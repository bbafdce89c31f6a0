"""A long text made to fit."""

import pytest

from motuc_bot.shortened import shortened


@pytest.mark.parametrize(
    ("text", "expected"), [("", ""), ("12345678", "12345678"), ("123456789", "1234567…"), ("123456 89", "123456…")]
)
def test_a_text_is_cut_where_it_is_too_long(text: str, expected: str) -> None:
    assert shortened(text, 8) == expected
