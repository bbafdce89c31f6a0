"""A weapon with its article."""

from motuc_bot.language.articles import accusative
from motuc_bot.systems.motuc.wording import weapon_name


def the(weapon: str | None) -> str:
    """Return the weapon in the accusative; where its gender is unknown, as `die Waffe Kosmischer Schlüssel`."""
    name = weapon_name(weapon)
    if name == weapon_name(None):
        return f"die {name}"
    return f"{accusative(name) or 'die Waffe'} {name}"
