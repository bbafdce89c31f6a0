"""`motuc-bot bot` ended as services are ended: what it has heard is kept, so that it is not read again."""

from pathlib import Path

from motuc_bot.referee.threads import threads_of
from tests.loopback.apart import house_apart
from tests.loopback.server import Server
from tests.loopback.world import Message
from tests.referee.table import open_desk


async def test_a_bot_without_a_page_ends_on_a_service_managers_signal_and_keeps_what_it_has_read(
    tmp_path: Path,
) -> None:
    said: list[Message] = []
    async with Server().running() as server:
        guild = server.world.add_guild("Eternia", server.world.add_user("Grayskull"))
        async with house_apart(server, tmp_path, guild) as house:
            thread = await house.open()
            await thread.begin()
            for text in ("Clawful: geht nach D4", "Clawful: fertig"):
                said.append(house.person("kalle").says(thread.channel, text))
                await house.settled()
            assert said[0].marks() == ["✅"]
            program = house.program
        # Leaving it sends SIGTERM.
        assert program is not None
        assert program.returncode == 0
    assert "Traceback" not in (tmp_path / "motuc_bot.log").read_text()
    desk = open_desk(f"sqlite:///{tmp_path / 'battles.db'}")
    try:
        ((row, _),) = threads_of(desk)
        assert row.read_until is not None
        assert row.read_until >= said[0].id
    finally:
        desk.store.close()
