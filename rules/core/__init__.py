"""What every rule system shares: the contract, refusals, offers, the fold of events and the battle built on it."""

from rules.core.battle import Battle, Draft, DraftedLine, LineRefusal, Post, Verdict
from rules.core.changed import changed
from rules.core.contract import (
    CLOSED,
    GAME_MASTER,
    PUBLIC,
    Audience,
    FigureRow,
    Result,
    Seat,
    System,
    Waiting,
    only,
)
from rules.core.history import Posted, RollBack, RolledBack, effective
from rules.core.offers import Between, Choice, Offer, OneOf, ShareOf, Within
from rules.core.past import Past, Payload
from rules.core.rejected import GeneralCode, Rejected
from rules.core.unfolding import Unfolding

__all__ = [
    "CLOSED",
    "GAME_MASTER",
    "PUBLIC",
    "Audience",
    "Battle",
    "Between",
    "Choice",
    "Draft",
    "DraftedLine",
    "FigureRow",
    "GeneralCode",
    "LineRefusal",
    "Offer",
    "OneOf",
    "Past",
    "Payload",
    "Post",
    "Posted",
    "Rejected",
    "Result",
    "RollBack",
    "RolledBack",
    "Seat",
    "ShareOf",
    "System",
    "Unfolding",
    "Verdict",
    "Waiting",
    "Within",
    "changed",
    "effective",
    "only",
]
