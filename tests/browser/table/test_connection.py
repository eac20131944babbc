"""A server that is killed in the middle of a game, and comes back."""

from __future__ import annotations

import signal
from pathlib import Path

from playwright.sync_api import expect

from ...web.server import Seat, Server, free_port, visitor
from ..chromium import Visitors
from ..page_objects import Lobby, Table

LOST = "The connection is lost"
KEY = "() => JSON.parse(localStorage.getItem('htl.keys'))[0].key"


def test_a_game_is_played_to_its_end_after_the_server_was_killed_in_its_middle(
    visitors: Visitors, tmp_path: Path
) -> None:
    me = visitors.comes()
    me.expects("net::ERR_")
    with Server(tmp_path, "--port", free_port()) as server:
        link = server.link
        table = Lobby(me.opens(link)).plays_now()
        for _ in range(2):
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

        plays_on(table)
        key = table.page.evaluate(KEY)
        table.page.close()
        with visitor(link) as client:
            Seat(client, key).plays_to_the_end()
        table = Table(me.opens(f"{link}table#{key}"))
        expect(table.verdict).to_be_visible()
        assert table.record().replay(plain=True).outcome is not None
        assert server.error_output == ""

        lobby = Lobby(me.opens(link))
        expect(lobby.running).to_be_hidden()
        expect(lobby.finished.get_by_role("link", name="Replay")).to_be_visible()


def plays_on(table: Table) -> None:
    """Play the first legal move, or roll."""
    with table.goes_on():
        table.go.click() if table.is_rolling else table.moves.get_by_role("button").first.click()
