"""The self-test names what is missing, and how to grant it."""

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from motuc_bot.bot import permissions
from tests.bot.server import Server, answers


def _manager(server: Server) -> MemberActor:
    return server.guild.add_member(server.env.create_user("chefin"), roles=[_role(server, manage_guild=True)])


def _role(server: Server, **allowed: bool) -> Any:
    return server.guild.create_role("Leitung", permissions=discord.Permissions(**allowed))


async def test_where_all_is_allowed_everything_is_tried_and_works(server: Server) -> None:
    chefin = _manager(server)
    result = await chefin.slash(server.channel, "selbsttest")
    told = "\n".join(one.content for one in answers(result))
    assert "❌" not in told
    for what in ("Beiträge lesen", "Rechte in diesem Kanal", "Private Nachricht", "Bild", "Anheften", "Reaktion"):
        assert f"✅ {what}" in told
    assert [one.content for one in chefin.user.dm_channel.history()] == [
        "Selbsttest: Private Nachrichten kommen bei dir an."
    ]
    # The trial message is gone again.
    assert not any("Selbsttest" in one.content for one in server.channel.history())


@pytest.mark.parametrize("need", permissions.NEEDS, ids=lambda need: need.flag)
def test_each_permission_is_missed_and_each_is_in_the_link(need: permissions.Need) -> None:
    assert hasattr(discord.Permissions, need.flag)
    allowed = permissions.needed()
    assert permissions.missing(allowed) == ()
    setattr(allowed, need.flag, False)
    assert permissions.missing(allowed) == (need,)
    assert str(allowed.value) not in permissions.invite_link(1)
    allowed.administrator = True
    assert permissions.missing(allowed) == ()


async def test_what_is_missing_is_named_with_the_way_to_grant_it(server: Server) -> None:
    assert server.bot.user is not None
    denied = discord.PermissionOverwrite(attach_files=False, pin_messages=False, add_reactions=False)
    channel = server.guild.create_text_channel("streng", overwrites={server.bot.user: denied})
    result = await _manager(server).slash(channel, "selbsttest")
    told = "\n".join(one.content for one in answers(result))
    for name in ("Dateien anhängen", "Nachrichten anpinnen", "Reaktionen hinzufügen"):
        assert f"❌ Mir fehlt das Recht „{name}“" in told
    assert "❌ Reaktion" in told
    assert "Servereinstellungen → Rollen" in told
    assert f"client_id={server.bot.application_id}" in told
    assert "Nachrichten senden" not in told


async def test_where_it_may_not_write_it_says_so(server: Server) -> None:
    assert server.bot.user is not None
    denied = discord.PermissionOverwrite(send_messages=False)
    channel = server.guild.create_text_channel("stumm", overwrites={server.bot.user: denied})
    result = await _manager(server).slash(channel, "selbsttest")
    told = "\n".join(one.content for one in answers(result))
    assert "❌ Mir fehlt das Recht „Nachrichten senden“" in told
    assert "❌ Bild" in told


async def test_the_button_says_that_buttons_work(server: Server) -> None:
    chefin = _manager(server)
    result = await chefin.slash(server.channel, "selbsttest")
    pressed = await chefin.click(answers(result)[0], label="Knopf")
    assert "Knöpfe gehen" in answers(pressed)[0].content


async def test_who_does_not_manage_the_server_is_refused(server: Server) -> None:
    kalle = server.person("kalle")
    command = next(one for one in await server.bot.tree.fetch_commands() if one.name == "selbsttest")
    server.guild.set_command_permissions(command, {kalle: True})
    result = await kalle.slash(server.channel, "selbsttest")
    assert "nur, wer den Server verwaltet" in answers(result)[0].content


def test_the_readme_has_the_link_with_just_these_permissions() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"`{permissions.invite_link('APPLICATION_ID')}`" in readme
    told = {name.strip().lower().replace(" ", "_") for row in _rows(readme) for name in row.split(",")}
    names = {need.flag.replace("view_channel", "view_channels") for need in permissions.NEEDS}
    assert told == names


def _rows(readme: str) -> list[str]:
    table = readme.partition("| permission in the link |")[2].partition("\n\n")[0]
    return [line.split("|")[1] for line in table.splitlines()[2:]]
