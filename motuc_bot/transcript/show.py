"""A played transcript as a person reads it in a terminal."""

from collections.abc import Iterator

from motuc_bot.transcript.play import Answer, Played


def lines(played: Played) -> Iterator[str]:
    """Yield the posts with the referee's answers below them, then who is awaited."""
    yield from played.opening
    for answer in played.answers:
        yield ""
        yield from _post(answer)
    if played.waiting:
        yield ""
        yield from played.waiting


def _post(answer: Answer) -> Iterator[str]:
    number = "–" if answer.number is None else f"#{answer.number}"
    if answer.post.private:
        # A private message may hold what nobody else may know yet.
        yield f"{number} {answer.post.by} schreibt dem Schiedsrichter eine private Nachricht."
    else:
        first, *rest = answer.post.text.rstrip().splitlines() or [""]
        # The game master's orders begin with the name themselves.
        named = first.startswith(f"{answer.post.by}:")
        yield f"{number} {first}" if named else f"{number} {answer.post.by}: {first}"
        yield from (f"    {line}" for line in rest)
    yield from (f"  > {line}" for line in answer.post.words.splitlines())
    yield from (f"  {line}" for line in answer.lines)
