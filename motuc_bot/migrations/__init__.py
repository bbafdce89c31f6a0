"""The steps that bring a database to the shape this program needs (Alembic)."""
