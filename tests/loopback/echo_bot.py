"""A bot that says again what it hears, and nothing else: `python -m tests.loopback.echo_bot API GATEWAY TOKEN`.

What discord.py itself takes is measured by it.
"""

import sys

import discord

from motuc_bot.bot.addresses import point_at


class Echo(discord.Client):
    """Answers each message with a reply."""

    async def on_message(self, message: discord.Message) -> None:
        """Say it again."""
        if not message.author.bot:
            await message.reply(message.content, mention_author=False)


def main(api: str, gateway: str, token: str) -> None:
    point_at(api=api, gateway=gateway)
    intents = discord.Intents.none()
    intents.guilds = intents.guild_messages = intents.message_content = True
    Echo(intents=intents, allowed_mentions=discord.AllowedMentions.none()).run(token, log_handler=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
