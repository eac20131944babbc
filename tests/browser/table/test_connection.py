"""A server that is killed in the middle of a game, and comes back."""

from __future__ import annotations

import signal
from pathlib import Path

from playwright.sync_api import expect

from ...web.server import Server, free_port
from ..chromium import Visitors
from ..page_objects import Lobby, Table

LOST = "The connection is lost"


def test_a_game_is_played_to_its_end_after_the_server_was_killed_in_its_middle(
    visitors: Visitors, tmp_path: Path
) -> None:
    me = visitors.comes()
    me.expects("net::ERR_")
    with Server(tmp_path, "--port", free_port()) as server:
        link = server.link
        table = Lobby(me.opens(link)).plays_now()
        for _ in range(3):
            plays_on(table)
        before, log = table.version, table.lines.all_inner_texts()
        server.stop(signal.SIGKILL)
        expect(table.page.get_by_role("status").filter(has_text=LOST)).to_be_visible()
        table.go.click()
        expect(table.notice).to_contain_text("The server cannot be reached")
    with Server(tmp_path, "--port", link.rstrip("/").rpartition(":")[2]) as server:
        assert server.link == link
        expect(table.page.get_by_role("status").filter(has_text=LOST)).to_be_hidden()
        expect(table.notice).to_be_hidden()
        assert table.version == before
        assert table.lines.all_inner_texts() == log

        lobby = Lobby(me.opens(link))
        expect(lobby.running).to_contain_text("Your turn")
        expect(lobby.running).to_contain_text(f"{table.steps} steps")
        lobby.page.close()

        while not table.is_over:
            plays_on(table)
        assert table.record().replay(plain=True).outcome is not None
        assert server.error_output == ""

        lobby = Lobby(me.opens(link))
        expect(lobby.running).to_be_hidden()
        expect(lobby.finished.get_by_role("link", name="Replay")).to_be_visible()


def plays_on(table: Table) -> None:
    """Play the first legal move, or roll."""
    with table.goes_on():
        table.go.click() if table.is_rolling else table.moves.get_by_role("button").first.click()
