"""How much Discord takes in one thing."""

# Options of a list, choices of an option of a command, what is shown while somebody types.
MOST_OPTIONS = 25
# Rows of a message, buttons in each.
MOST_ROWS, MOST_IN_ROW = 5, 5
