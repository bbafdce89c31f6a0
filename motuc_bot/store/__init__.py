"""The database: tables, the engine, the statements, and what stored events look like."""
