"""The house itself: lock and documents."""
