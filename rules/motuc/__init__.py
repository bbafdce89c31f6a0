"""MotUC-Battle (`docs` of the rulings: R-… codes), the main rule system."""

from rules.motuc.system import MOTUC, Motuc

__all__ = ["MOTUC", "Motuc"]
