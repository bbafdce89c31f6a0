"""Transcripts: a battle and its posts in a YAML file, played without clock, database or network."""
