"""Sending what the referee has answered: each answer once, in order, whatever breaks in between."""
