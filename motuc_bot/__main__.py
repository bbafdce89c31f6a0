"""`python -m motuc_bot` is the command line."""

from motuc_bot.cli import main

if __name__ == "__main__":
    main()
