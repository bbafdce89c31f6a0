"""A played transcript as one JSON document (`replay --json`)."""

from motuc_bot.transcript.play import Played


def document(played: Played) -> dict[str, object]:
    """Return the document: the system's part, who is awaited, each post's verdict, the dice, the German report."""
    side = played.transcript.side
    state = played.battle.state
    waiting = [
        {"player": owed.seat, "figure": owed.figure, "for": str(owed.kind), "from": owed.source}
        for owed in side.system.waiting(state)
    ]
    posts = [
        {
            "accepted": answer.accepted,
            "number": answer.number,
            "errors": [{"line": fault.line, "code": fault.code, "message": fault.message} for fault in answer.faults],
        }
        for answer in played.answers
    ]
    dice = [
        {
            "for": roll.reason.purpose,
            "figure": roll.reason.figure,
            "faces": roll.faces,
            "value": roll.value,
        }
        for roll in played.rolls
    ]
    return {
        "system": side.system.key,
        **side.document(state),
        "waiting": waiting,
        "posts": posts,
        "dice": dice,
        "report": list(played.report),
    }
