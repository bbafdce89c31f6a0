"""Comparing with what is expected: objects by the given keys, lists whole, `status` as a set."""

from motuc_bot.transcript.check import differences


def found(expected: object, actual: object) -> list[str]:
    return list(differences(expected, actual))


def test_only_the_given_keys_count() -> None:
    assert found({"round": 1}, {"round": 1, "phase": "over"}) == []
    assert found({}, {"round": 1}) == []


def test_a_difference_names_its_path() -> None:
    actual = {"figures": {"Anna": {"life": 7, "hands": ["Stab"]}}}
    assert found({"figures": {"Anna": {"life": 10}}}, actual) == ["figures.Anna.life: erwartet 10, ist 7"]
    assert found({"figures": {"Bert": {"life": 10}}}, actual) == ["figures.Bert: erwartet {life: 10}, gibt es nicht"]
    assert found({"figures": {"Anna": {"hands": ["Bogen"]}}}, actual) == [
        "figures.Anna.hands[0]: erwartet Bogen, ist Stab"
    ]


def test_lists_count_whole_and_in_order() -> None:
    assert found({"hands": ["A", "B"]}, {"hands": ["A", "B"]}) == []
    assert len(found({"hands": ["A", "B"]}, {"hands": ["B", "A"]})) == 2
    assert len(found({"hands": ["A"]}, {"hands": ["A", "B"]})) == 1
    assert len(found({"hands": []}, {"hands": ["A"]})) == 1


def test_items_of_lists_are_compared_by_their_keys() -> None:
    actual = {"posts": [{"accepted": True, "errors": []}, {"accepted": False, "errors": [{"line": 1, "code": "R-B5"}]}]}
    assert found({"posts": [{}, {"errors": [{"code": "R-B5"}]}]}, actual) == []
    assert found({"posts": [{"accepted": False}, {}]}, actual) == ["posts[0].accepted: erwartet false, ist true"]


def test_status_is_a_set() -> None:
    assert found({"status": ["prone", "shielded"]}, {"status": ["shielded", "prone"]}) == []
    assert found({"status": ["prone"]}, {"status": []}) == ["status: erwartet [prone], ist []"]


def test_types_are_not_mixed_up() -> None:
    assert found({"life": True}, {"life": 1}) == ["life: erwartet true, ist 1"]
    assert found({"winner": None}, {"winner": "draw"}) == ["winner: erwartet null, ist draw"]
    assert found({"round": "1"}, {"round": 1}) == ["round: erwartet 1, ist 1"]
    assert found({"figures": {"Anna": {}}}, {"figures": []}) == ["figures: erwartet {Anna: {}}, ist []"]
