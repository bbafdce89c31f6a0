"""The forms of German verbs, by rule where a verb is weak, with those given where it is strong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_INSEPARABLE = ("be", "emp", "ent", "er", "ge", "miss", "ver", "zer", "ueber", "wider")


def forms_of(base: str, strong: Sequence[str]) -> Iterator[tuple[str, bool, bool]]:
    """Yield (form, finite, closing) for a base, the rarer uses of one form first."""
    stem = base[:-2] if base.endswith("en") else base[:-1]
    participle = strong[-1] if strong else _participle(base, stem)
    link = "e" if stem.endswith(("t", "d", "dm", "ffn", "chn")) else ""
    second = "t" if stem.endswith(("s", "z", "x")) else "st"
    finite = {stem, stem + "e", stem + link + second, stem + link + "t", *strong[:-1]}
    if not strong or len(strong) == 1:
        finite |= {stem + link + "te", stem + link + "test", stem + link + "ten"}
    if base.endswith(("eln", "ern")):
        finite.add(stem[:-2] + stem[-1] + "e")  # `wechsle`, `feure`
    for form in sorted(finite):
        yield form, True, form == participle
    if participle not in finite:
        yield participle, False, True
    if base.endswith("en") and stem + "n" not in finite:
        yield stem + "n", False, True  # `gehn`, `haun`, `steh'n`
    yield base, False, True


def _participle(base: str, stem: str) -> str:
    ending = "et" if stem.endswith(("t", "d", "dm", "ffn", "chn")) else "t"
    if base.endswith("ieren") or base.startswith(_INSEPARABLE):
        return stem + ending
    return "ge" + stem + ending


def unused_forms(base: str, strong: Sequence[str]) -> tuple[str, ...]:
    """Return the forms by rule that nobody means where there is a strong one: `lauft` beside `läuft`."""
    stem = base.removesuffix("en")
    changed = any(form.endswith("t") and not form.endswith("st") for form in strong[:-1])
    return (stem + "t", stem + "st") if changed else ()
