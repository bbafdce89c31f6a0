"""MotUC-Battle: reading posts, telling results, its figures and weapons."""
