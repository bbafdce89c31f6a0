"""A weapon with its article, which the last part of its name tells: `den Havoc-Stab`, `das Machtschwert`."""

from motuc_bot.systems.motuc.wording import weapon_name

_ARTICLES = {
    "den": "arm blaster bogen brocken degen dolch fänger haken hammer kiefer kolben laser nebel pfeil revolver rüssel "
    "säbel schädel schild schlüssel schwanz speer stab stock strahl zack",
    "die": "arme armbrust augen axt faust fäuste hand hellebarde kanone kette keule klaue klinge klingen lanze näpfe "
    "peitsche pistole schere schleuder sense wolke zange zunge",
    "das": "beil gewehr katana lasso maul messer netz nunchaku schwert seil",
}
# The longest ending counts: an `armbrust` is no `arm`.
_ENDINGS = sorted(
    ((ending, article) for article, endings in _ARTICLES.items() for ending in endings.split()),
    key=lambda entry: -len(entry[0]),
)
_GENITIVES = ("der", "des")


def the(weapon: str | None) -> str:
    """Return the weapon in the accusative; where its gender is unknown, as `die Waffe Kosmischer Schlüssel`."""
    name = weapon_name(weapon)
    if name == weapon_name(None):
        return f"die {name}"
    head, *rest = name.split()
    if not rest or rest[0] in _GENITIVES:
        for ending, article in _ENDINGS:
            if head.casefold().endswith(ending):
                return f"{article} {name}"
    return f"die Waffe {name}"
