"""What a die is called for people: who rolls it, for what, in which round."""

from rules.dice import Reason

_PURPOSES = {
    "attack": "Angriff",
    "attack_reach": "Waffenvergleich beim Angriff",
    "parry": "Parade",
    "parry_reach": "Waffenvergleich bei der Parade",
    "dodge": "Ausweichen",
    "damage": "Schaden",
    "soak": "Widerstand gegen Schaden",
    "shot": "Schuss",
    "luck": "Glück gegen den Schuss",
    "confusion": "Verwirrung",
    "strength": "Kraft gegen einen Zauber",
    "shock": "Schockwelle",
    "disarm": "Entwaffnen",
    "resist": "Widerstand gegen Entwaffnen",
    "weapon_draw": "welche Waffe verloren geht",
    "start": "Ausweichfeld am Start",
}


def name_die(reason: Reason) -> str:
    """Return the die's name: `Parade von Teela, Runde 2`."""
    what = _PURPOSES.get(reason.purpose, reason.purpose)
    match reason.action:
        case (int(round_), *_) if round_ > 0:
            return f"{what} von {reason.figure}, Runde {round_}"
    return f"{what} von {reason.figure}"
