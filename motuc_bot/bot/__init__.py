"""The Discord front: battles in threads, orders as posts, buttons and commands; secrets by private message."""
