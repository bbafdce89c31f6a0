"""The use cases: each is one transaction, and the only way in for every front."""
