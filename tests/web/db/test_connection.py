"""Opening a database: its tables are made or brought up to date, or one sentence says why not."""

from __future__ import annotations

import subprocess
import sys
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.engine import Connection, Engine

from holdtheline.core.errors import HtlError, NotSaved
from holdtheline.table.saved_games import data_folder
from holdtheline.web.db.connection import open_database
from holdtheline.web.db.keys import KeyRow, digest_key
from holdtheline.web.db.rows import GameRow
from holdtheline.web.db.schema import metadata

from ..concurrent_writes import Patient as Storage
from ..postgres import GUARDED, PASSWORD, Cluster
from ..server import PATIENCE


@pytest.fixture
def engine(database_url: str) -> Any:
    engine = open_database(database_url)
    yield engine
    engine.dispose()


def tables(connection: Connection) -> dict[str, object]:
    """All that a database knows of its tables."""
    look = sa.inspect(connection)
    sight = (
        look.get_multi_columns,
        look.get_multi_pk_constraint,
        look.get_multi_foreign_keys,
        look.get_multi_indexes,
        look.get_multi_check_constraints,
        look.get_multi_unique_constraints,
        look.get_multi_table_options,
    )
    return {see.__name__: repr(sorted(see().items(), key=str)) for see in sight}


def change(url: str, *commands: str) -> None:
    engine = open_database(url)
    with engine.begin() as connection:
        for command in commands:
            connection.exec_driver_sql(command)
    engine.dispose()


def refusal(url: str) -> str:
    """The one sentence with which this database is refused."""
    with pytest.raises(HtlError) as refused:
        Storage(url)
    everything = "".join(traceback.format_exception(refused.value))
    assert "secret" not in everything
    sentence = str(refused.value)
    assert "\n" not in sentence
    return sentence


# Migrations


def test_migrations_make_the_tables_that_the_program_uses(engine: Engine) -> None:
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_migrations_make_exactly_what_the_metadata_would_make(engine: Engine) -> None:
    with engine.begin() as connection:
        migrated = tables(connection)
        metadata.drop_all(connection)
        metadata.create_all(connection)
        assert tables(connection) == migrated


def test_sqlite_keeps_the_lines_of_a_game_side_by_side(sqlite_url: str) -> None:
    engine = open_database(sqlite_url)
    with engine.connect() as connection:
        made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'lines'").scalar_one()
    engine.dispose()
    assert made.rstrip().endswith("WITHOUT ROWID")


def test_opening_again_changes_nothing(engine: Engine, database_url: str) -> None:
    with engine.begin() as connection:
        before = tables(connection)
    open_database(database_url).dispose()
    with engine.begin() as connection:
        assert tables(connection) == before
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all() == ["0005"]


WITHOUT_TURNS = "ALTER TABLE games DROP COLUMN turns"


def test_a_database_from_before_campaigns_keeps_its_games(database_url: str) -> None:
    before = Storage(database_url)
    before.new_game(GameRow("g", "table", "siege", "{}"), [], ("a line",))
    before.close()
    newer = ("invitations", "bouts", "handins", "members", "courses", "sorties", "generals", "entries", "campaigns")
    old = [*(f"DROP TABLE {name}" for name in newer), WITHOUT_TURNS]
    change(database_url, *old, "UPDATE alembic_version SET version_num = '0001'")
    engine = open_database(database_url)
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    after = Storage(database_url)
    assert after.lines_of("g") == ["a line"]
    after.close()


def test_a_database_from_before_invitations_keeps_its_keys_which_open_what_they_opened(database_url: str) -> None:
    keys = [KeyRow.of("host", "g", "seat", (0,), "Ada"), KeyRow.of("friend", "g", "seat", (1,))]
    before = Storage(database_url)
    before.new_game(GameRow("g", "table", "siege", "{}"), keys)
    before.close()
    change(database_url, WITHOUT_TURNS, "DROP TABLE invitations", "UPDATE alembic_version SET version_num = '0003'")
    after = Storage(database_url)
    assert [after.key(text) for text in ("host", "friend")] == keys
    assert after.claimed_seats("game_id", "g") == {}
    assert after.renew_key(keys[1], "new")
    assert (after.key("friend"), after.key("new")) == (None, replace(keys[1], digest=digest_key("new")))
    after.close()


STARTS = """
import sys
import alembic.command
from holdtheline.web.db.database import Database
print("ready", flush=True)
sys.stdin.readline()
Database(sys.argv[1]).close()
"""


def test_servers_that_start_at_the_same_moment_make_the_tables_once(database_url: str) -> None:
    command, pipe = [sys.executable, "-c", STARTS, database_url], subprocess.PIPE
    servers = [subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(3)]
    for server in servers:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
    for server in servers:
        assert server.stdin is not None
        server.stdin.write("go\n")
        server.stdin.flush()
    assert [(server.communicate(timeout=PATIENCE)[1], server.returncode) for server in servers] == [("", 0)] * 3
    engine = open_database(database_url)
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


# What is refused


def test_a_database_of_a_newer_program_is_refused_and_left_alone(database_url: str) -> None:
    change(database_url, "UPDATE alembic_version SET version_num = '9999'", "DROP TABLE keys")
    sentence = refusal(database_url)
    assert sentence.startswith("the ")
    assert sentence.endswith(" was created by a newer version of Hold the Line; upgrade htl to open it")
    with pytest.raises(HtlError, match="newer"):
        Storage(database_url)


def test_a_database_of_another_program_is_refused_and_left_alone(database_url: str) -> None:
    drops = [f"DROP TABLE {table.name}" for table in reversed(metadata.sorted_tables)]
    change(database_url, "DROP TABLE alembic_version", *drops, "CREATE TABLE keys (piano INTEGER)")
    assert "already exists" in refusal(database_url)
    drivers = database_url.replace("postgresql://", "postgresql+psycopg://")
    engine = sa.create_engine(drivers)
    with engine.connect() as connection:
        assert sa.inspect(connection).get_table_names() == ["keys"]
    engine.dispose()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "web.sqlite"
    path.write_text("a letter to a friend\n" * 100)
    assert refusal(f"sqlite:///{path}") == f"the database {path} cannot be used: file is not a database"
    assert path.read_text() == "a letter to a friend\n" * 100


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refusal(f"sqlite:///{tmp_path}/file/x/web.sqlite") == (
        f"cannot create the folder {tmp_path}/file/x: Not a directory"
    )


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(NotSaved, match=r" cannot be used: unable to open database file$"):
        Storage(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        (
            "mysql://me:secret@host/games",
            "the database must be sqlite:///file or postgresql://user@host/name, not 'mysql'",
        ),
        ("games", "the database must be a URL such as postgresql://user@host/name"),
        (
            "postgresql://me@host:secret/games",
            "the database must be a URL such as postgresql://user@host/name",
        ),
        ("sqlite://", "a database in memory would lose every game; name a file: sqlite:///file"),
        ("sqlite:///:memory:", "a database in memory would lose every game; name a file: sqlite:///file"),
        (
            "sqlite://web.sqlite",
            "a SQLite URL names only a file: sqlite:///file, or sqlite:////folder/file",
        ),
        (
            "sqlite:///web.sqlite?mode=ro",
            "a SQLite URL names only a file: sqlite:///file, or sqlite:////folder/file",
        ),
        (
            "postgresql://me:the@secret@host/games",
            "write @ in the user or the password of a database URL as %40",
        ),
    ],
)
def test_an_address_that_names_no_database_is_refused(url: str, sentence: str) -> None:
    assert refusal(url) == sentence


# PostgreSQL


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_postgresql_is_spoken_to_by_psycopg(postgresql_url: str, scheme: str) -> None:
    engine = open_database(postgresql_url.replace("postgresql", scheme, 1))
    assert engine.driver == "psycopg"
    engine.dispose()


def test_a_server_that_is_not_there_is_named_without_the_password() -> None:
    sentence = refusal("postgresql://me:secret@127.0.0.1:1/games?application_name=secret")
    assert sentence.startswith("the PostgreSQL database games at 127.0.0.1 cannot be used: ")
    assert sentence.endswith("Connection refused")


def test_a_database_that_is_not_there_is_named_without_the_password(cluster: Cluster) -> None:
    sentence = refusal(cluster.url("nowhere", "htl:secret"))
    assert sentence.startswith(f"the PostgreSQL database nowhere at {cluster.folder} cannot be used: ")
    assert sentence.endswith('database "nowhere" does not exist')


def test_a_wrong_password_is_refused_and_not_shown(cluster: Cluster, postgresql_name: str) -> None:
    sentence = refusal(cluster.url(postgresql_name, f"{GUARDED}:secret"))
    assert sentence.endswith(f'password authentication failed for user "{GUARDED}"')


def test_a_right_password_opens(cluster: Cluster, postgresql_name: str) -> None:
    cluster.tell(f"ALTER DATABASE {postgresql_name} OWNER TO {GUARDED}")
    Storage(cluster.url(postgresql_name, f"{GUARDED}:{PASSWORD.replace('%', '%25')}")).close()


def test_without_psycopg_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert refusal("postgresql://me:secret@host/games") == (
        "a PostgreSQL database needs the extra `postgresql`: pip install 'holdtheline[postgresql]'"
    )


# SQLite


def test_without_an_address_games_are_kept_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTL_HOME", str(tmp_path / "100% mine?"))
    storage = Storage()
    storage.new_game(GameRow("g", "table", "siege", "{}"), [])
    storage.close()
    assert (data_folder() / "web.sqlite").is_file()
    assert data_folder().parent == tmp_path


def test_sqlite_writes_ahead_and_waits_for_the_disk_and_for_others(sqlite_url: str) -> None:
    engine = open_database(sqlite_url)
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}
    with engine.connect() as connection:
        found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in wanted}
    engine.dispose()
    assert found == wanted
