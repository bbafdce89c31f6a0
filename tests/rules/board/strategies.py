"""Boards and what may stand on them, for property tests."""

from hypothesis import strategies as st

from rules.board import Board, Field, Grid


def fields(board: Board) -> st.SearchStrategy[Field]:
    return st.builds(Field, st.integers(1, board.columns), st.integers(1, board.rows))


def boards(largest: int = 40) -> st.SearchStrategy[Board]:
    size = st.integers(2, largest)
    return st.builds(Board, size, size, st.sampled_from(Grid))


@st.composite
def scenes(draw: st.DrawFn, largest: int = 12) -> tuple[Board, Field, Field, frozenset[Field]]:
    """A board, two of its fields and any others that something stands on."""
    board = draw(boards(largest))
    a, b = draw(fields(board)), draw(fields(board))
    return board, a, b, draw(st.frozensets(fields(board), max_size=board.columns * board.rows // 2))
