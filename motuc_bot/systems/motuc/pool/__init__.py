"""The figures, weapons and armouries that every battle may draw on, and how a battle takes what it needs."""

from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.pool.merge import completed, merge
from motuc_bot.systems.motuc.pool.model import Pool
from motuc_bot.systems.side import UnusablePool

__all__ = ["Pool", "UnusablePool", "completed", "load_pool", "merge"]
