"""Courses as an API: make one, join it, hand in bots, look at the table, open the games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials
from starlette.responses import Response

from . import coursemessages as messages
from .courseboard import Terms
from .coursemessages import MOST_MATCHES
from .coursereport import KINDS, Form, report
from .courseview import counting, game_parts, games_of, handin_card, match_card, may_read, time_text, view
from .coursework import MOST_BYTES, Caller, Courses, bot_limits, course_games
from .house import House, TheHouse, bearer, house_of
from .judging import NOBODY
from .problems import Problem, responses

START = responses("malformed", "unknown", "too_large", "invalid", "busy", "not_saved")
LOOK = responses("key", "invalid", "busy", "not_saved")
ASK = LOOK | responses("forbidden", "unknown")
ACT = ASK | responses("malformed", "too_large")
LARGEST = 2**31 - 1

router = APIRouter(tags=["courses"])
HandinNumber = Annotated[int, Path(ge=1, le=LARGEST)]
MatchKey = Annotated[str, Path(pattern="^[0-9a-f]{1,40}$")]


@dataclass(frozen=True)
class Desk:
    """Somebody who came with a key, and all that is needed to answer."""

    house: House
    courses: Courses
    me: Caller

    def wake(self) -> None:
        if self.house.judging is not None:
            self.house.judging.wake()


async def desk(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Desk:
    house = await house_of(request)
    courses = Courses(house.tables, house.boards)
    return Desk(house, courses, await courses.caller(credentials.credentials if credentials else ""))


async def teacher(found: Annotated[Desk, Depends(desk)]) -> Desk:
    if not found.me.is_teacher:
        raise Problem("forbidden", "Only the teacher's link can do this.")
    return found


async def insider(found: Annotated[Desk, Depends(desk)]) -> Desk:
    if found.me.member.kind == "join":
        raise Problem("forbidden", "Join the course first: say what you are called.")
    return found


Anybody = Annotated[Desk, Depends(desk)]
Teacher = Annotated[Desk, Depends(teacher)]
Insider = Annotated[Desk, Depends(insider)]


# Those there are


@router.get(
    "/courses",
    response_model=messages.CourseParts,
    responses=responses("busy"),
    summary="what a course can be made of",
)
def parts() -> Any:
    usual = Terms()
    return {
        "games": [game_parts(contract) for contract in course_games()],
        "limits": bot_limits(usual.limits),
        "pairs": usual.pairs,
        "most_bytes": MOST_BYTES,
    }


@router.post("/courses", status_code=201, responses=START, summary="make a course")
async def make(house: TheHouse, asked: messages.NewCourse) -> messages.MadeCourse:
    return await Courses(house.tables, house.boards).make(asked)


@router.post(
    "/courses/mine",
    response_model=messages.MyCourses,
    responses=responses("malformed", "too_large", "invalid", "busy", "not_saved"),
    summary="the courses that these keys open; null where one opens nothing",
)
async def mine(house: TheHouse, asked: messages.CourseKeys) -> Any:
    found = await to_thread(Courses(house.tables, house.boards).register.mine, asked.keys)
    return {
        "courses": [
            one
            and {
                "id": one[1].id,
                "title": one[1].title,
                "kind": one[0].kind,
                "game": one[1].game,
                "name": one[0].name,
                "open": one[1].is_open,
                "deadline": time_text(one[1].deadline),
            }
            for one in found
        ]
    }


# One of them


@router.get(
    "/course", response_model=messages.CourseView, responses=LOOK, summary="a course as you may see it"
)
async def look(at: Anybody) -> Any:
    return await shown(at)


@router.post("/course/join", status_code=201, responses=ACT, summary="come in as a student")
async def join(at: Anybody, asked: messages.Joining) -> messages.Joined:
    return messages.Joined(key=await at.courses.join(at.me, asked.name), name=asked.name)


@router.post(
    "/course/acts", response_model=messages.CourseView, responses=ACT, summary="what a teacher decides"
)
async def act(at: Teacher, asked: messages.CourseAct) -> Any:
    given = await done(at, asked.act)
    at.wake()
    return await shown(at) | {"given": given}


async def done(at: Desk, act: messages.AnyCourseAct) -> dict[str, str] | None:
    """The answer, where there is one."""
    courses, course = at.courses, at.me.course
    match act:
        case messages.SetTerms():
            await courses.set_terms(course, act.settings)
        case messages.Open():
            await courses.open(course, act.open)
        case messages.RenewDoor():
            await courses.renew_door(at.me)
        case messages.Admit():
            return {"name": act.name, "key": await courses.admit(course, act.name)}
        case messages.Relink():
            name, key = await courses.relink(course, act.student)
            return {"name": name, "key": key}
        case messages.Remove():
            await courses.remove(course, act.student)
        case messages.Verdict():
            await courses.decide(course, act.handin, act.counts)
    return None


async def shown(at: Desk) -> dict[str, Any]:
    me = await at.courses.again(at.me)
    board = await at.courses.board(me)
    said = at.house.judging.said if at.house.judging is not None else NOBODY

    def told() -> dict[str, Any]:
        register = at.courses.register
        handed_in, students = register.handins(me.course.id), register.students(me.course.id)
        return view(me, board, students, handed_in, said)

    return await to_thread(told)


@router.get(
    "/course/report/{form}",
    response_class=Response,
    responses={200: {"content": {"text/html": {}, "text/csv": {}, "application/json": {}}}, **ASK},
    summary="the report, for the teacher: a page, tables and JSON",
)
async def report_in(at: Teacher, form: Form) -> Response:
    board = await at.courses.board(at.me)
    if board.standings is None:
        raise Problem("unknown", "Nothing was played yet, so there is nothing to report.")
    content = await to_thread(report, at.me.course, board.standings, form)
    return Response(
        content,
        media_type=KINDS[form.rpartition(".")[2]],
        headers={"Content-Disposition": f'attachment; filename="{form}"'},
    )


# Bots


@router.post(
    "/course/handins",
    status_code=201,
    response_model=messages.CourseView,
    responses=ACT,
    summary="hand in a bot: a file, or several in a zip",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
)
async def hand_in(
    at: Insider,
    request: Request,
    file: Annotated[str, Query(min_length=1, max_length=80, description="the name of the file")],
) -> Any:
    await at.courses.hand_in(at.me, file_name(file), await request.body())
    at.wake()
    return await shown(at)


def file_name(file: str) -> str:
    """Without folders, and of signs that can be seen."""
    name = re.split(r"[/\\]", file)[-1]
    if not name.isprintable() or not name.strip():
        raise Problem("invalid", "The name of a file is made of signs that can be seen.")
    return name


@router.get(
    "/course/handins/{number}",
    response_model=messages.HandinView,
    responses=ASK,
    summary="a bot that you have handed in, with its log; the teacher may look at all",
)
async def handin(at: Insider, number: HandinNumber) -> Any:
    found = await at.courses.handin(at.me, number)
    known = counting(at.me, await at.courses.handins(at.me))
    log = await to_thread(at.courses.register.log, number)
    return {"handin": handin_card(found, known), "log": log}


@router.get(
    "/course/handins/{number}/file",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}, **ASK},
    summary="the file as it was handed in",
)
async def handed_in_file(at: Insider, number: HandinNumber) -> Response:
    await at.courses.handin(at.me, number)
    content = await to_thread(at.courses.register.content, number)
    if not content:
        raise Problem("unknown", "The files of a bot that was refused are not kept.")
    return Response(
        content,
        media_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="handin-{number}"'},
    )


# Games


@router.get(
    "/course/matches", response_model=messages.Matches, responses=ASK, summary="the games, the newest first"
)
async def matches(
    at: Insider,
    student: Annotated[str | None, Query(max_length=40, description="only those of this student")] = None,
    before: Annotated[
        int | None, Query(ge=0, le=LARGEST, description="only those with a smaller number")
    ] = None,
    most: Annotated[int, Query(ge=1, le=MOST_MATCHES)] = 20,
) -> Any:
    board = await at.courses.board(at.me)
    found = games_of(at.me, board, student)
    if before is not None:
        found = [one for one in found if one[0].number < before]
    return {
        "matches": [match_card(at.me, bout, game) for bout, game in found[:most]],
        "more": len(found) > most,
    }


@router.get(
    "/course/matches/{key}",
    response_model=messages.MatchView,
    responses=ASK,
    summary="a game, with the logs that you may read",
)
async def match_(at: Insider, key: MatchKey) -> Any:
    bout, game = await game_at(at, key)
    logs = await to_thread(at.courses.register.logs_of, bout.number)
    return {
        "match": match_card(at.me, bout, game),
        "logs": [
            {"seat": seat, "text": text}
            for seat, text in enumerate(logs)
            if may_read(at.me, game.entries[seat])
        ],
    }


@router.post(
    "/course/matches/{key}/replay", responses=ACT, summary="a key that watches this game: /replay#KEY"
)
async def replay(at: Insider, key: MatchKey, asked: messages.Nothing) -> messages.ReplayKey:
    bout, game = await game_at(at, key)
    names = [seat["name"] for seat in match_card(at.me, bout, game)["seats"]]
    return messages.ReplayKey(key=await at.courses.show(at.me, bout.number, names, key))


async def game_at(at: Desk, key: str) -> Any:
    """A game that this caller may open."""
    board = await at.courses.board(at.me)
    for bout, game in games_of(at.me, board):
        if bout.key == key:
            return bout, game
    raise Problem("unknown", "There is no such game that you may open.")
