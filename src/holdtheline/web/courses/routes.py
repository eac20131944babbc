"""The routes for courses: create one, join it, hand in bots, view standings and matches."""

from __future__ import annotations

import re
from typing import Annotated

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ...arena.starter import starter_kit
from ...arena.tournament.standings import PlayedGame
from ...core.catalog import all_definitions, definition_of
from ..db.rows import CourseRow, MatchRow, MemberRow
from ..http import requests
from ..http.auth import CourseRequest, CourseRequestDep, MemberDep, ServicesDep, TeacherDep
from ..http.errors import ApiError, error_responses
from ..tables.models import SharedKey
from . import models
from .judge_supervisor import NO_JUDGE, JudgeStatus
from .models import MAX_MATCHES
from .service import MAX_BOT_BYTES, SEATS_OF_A_MATCH, CourseService, limits_card
from .standings import REPORT_TYPES, CourseTerms, ReportFormat, format_report
from .view import can_read_log, course_game, course_view, handin_cards, match_card, visible_matches

CREATE_ERRORS = error_responses("malformed", "unknown", "too_large", "invalid", "busy", "not_saved")
READ_ERRORS = error_responses("key", "invalid", "busy", "not_saved")
QUERY_ERRORS = READ_ERRORS | error_responses("forbidden", "unknown")
ACTION_ERRORS = QUERY_ERRORS | error_responses("malformed", "too_large")
MAX_NUMBER = 2**31 - 1

router = APIRouter(tags=["courses"])
HandinNumber = Annotated[int, Path(ge=1, le=MAX_NUMBER)]
MatchKey = Annotated[str, Path(pattern="^[0-9a-f]{1,40}$")]


# All courses


@router.get("/courses", responses=error_responses("busy"), summary="the games and limits that a course can have")
def list_course_parts() -> models.CourseParts:
    defaults = CourseTerms()
    return models.CourseParts(
        games=[
            course_game(definition) for definition in all_definitions() if len(definition.seats) == SEATS_OF_A_MATCH
        ],
        limits=limits_card(defaults.limits),
        pairs=defaults.pairs,
        max_bytes=MAX_BOT_BYTES,
    )


@router.post("/courses", status_code=201, responses=CREATE_ERRORS, summary="create a course")
async def create_course(services: ServicesDep, body: models.NewCourse) -> models.CreatedCourse:
    return await CourseService(services.tables, services.standings).create(body)


@router.post(
    "/courses/mine",
    responses=error_responses("malformed", "too_large", "invalid", "busy", "not_saved"),
    summary="the courses that these keys open; null for a key that opens nothing",
)
async def list_my_courses(services: ServicesDep, body: models.CourseKeys) -> models.MyCourses:
    courses = CourseService(services.tables, services.standings)
    found_courses = await to_thread(courses.store.list_by_keys, body.keys)
    return models.MyCourses(courses=[my_course(*rows) if rows else None for rows in found_courses])


def my_course(member: MemberRow, course: CourseRow) -> models.MyCourse:
    return models.MyCourse(
        id=course.id,
        title=course.title,
        kind=member.kind,
        game=course.game,
        name=member.name,
        open=course.is_open,
        deadline=requests.format_time(course.deadline) if course.deadline else None,
    )


# One course


@router.get("/course", responses=READ_ERRORS, summary="a course as you may see it")
async def get_course(caller: CourseRequestDep) -> models.CourseView:
    return await view_for(caller)


@router.post("/course/join", status_code=201, responses=ACTION_ERRORS, summary="join as a student")
async def join_course(caller: CourseRequestDep, body: models.JoinCourse) -> models.JoinedCourse:
    return models.JoinedCourse(key=await caller.courses.join(caller.member, body.name), name=body.name)


@router.post("/course/acts", responses=ACTION_ERRORS, summary="carry out a decision of the teacher")
async def act_as_teacher(caller: TeacherDep, body: models.TeacherAction) -> models.CourseView:
    invitation = await carry_out(caller, body.act)
    caller.wake_judge()
    return await view_for(caller, invitation)


@router.post(
    "/course/key", status_code=204, responses=ACTION_ERRORS, summary="replace your key; the old one stops working"
)
async def renew_key(caller: MemberDep, body: requests.KeyRenewal) -> None:
    await caller.courses.renew_key(caller.member, body.key)


async def carry_out(caller: CourseRequest, action: models.AnyTeacherAction) -> models.StudentInvitation | None:
    """Carry out a decision, and return the invitation that it created, if any."""
    courses, course = caller.courses, caller.member.course
    match action:
        case models.ChangeSettings():
            await courses.change_settings(course, action.settings)
        case models.SetOpen():
            await courses.store.change(course.id, is_open=action.open)
        case models.RenewJoinLink():
            await courses.renew_join_link(caller.member)
        case models.AdmitStudent():
            invitation = await courses.invite_student(course, action.name)
            return models.StudentInvitation(name=action.name, invitation=invitation)
        case models.RenewStudentLink():
            name, invitation = await courses.renew_student_link(course, action.student)
            return models.StudentInvitation(name=name, invitation=invitation)
        case models.RemoveStudent():
            await courses.remove_student(course, action.student)
        case models.DecideOnBot():
            await courses.decide_on_bot(course, action.handin, action.counts)
    return None


async def view_for(caller: CourseRequest, invitation: models.StudentInvitation | None = None) -> models.CourseView:
    """Return the course as it is now."""
    courses = caller.courses
    member = await courses.find_member(caller.member.key)
    standings = await courses.standings(member)
    status = judge_status(caller)

    def make_view() -> models.CourseView:
        handins, students = courses.store.handins(member.course.id), courses.store.students(member.course.id)
        return course_view(member, standings, students, handins, status, invitation)

    return await to_thread(make_view)


def judge_status(caller: CourseRequest) -> JudgeStatus:
    judge = caller.services.judge
    return NO_JUDGE if judge is None else judge.status


@router.get(
    "/course/report/{form}",
    response_class=Response,
    responses={200: {"content": {"text/html": {}, "text/csv": {}, "application/json": {}}}, **QUERY_ERRORS},
    summary="the report, for the teacher: a page, tables and JSON",
)
async def get_report(caller: TeacherDep, form: ReportFormat) -> Response:
    standings = await caller.courses.standings(caller.member)
    if standings.ranking is None:
        raise ApiError("unknown", "No match has been played yet, so there is nothing to report.")
    content = await to_thread(format_report, caller.member.course, standings.ranking, form)
    return requests.download(content, REPORT_TYPES[form.rpartition(".")[2]], form)


# Bots


@router.get(
    "/starters/{game}/{language}",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}}, **error_responses("unknown", "invalid", "busy")},
    summary="a starter kit: a bot that you can change, and how to use it, in a zip file",
)
def get_starter_kit(game: Annotated[str, Path(max_length=40)], language: models.Language) -> Response:
    kit = starter_kit(definition_of(game), language)
    return requests.download(kit, "application/zip", f"{game}-{language}.zip")


@router.post(
    "/course/handins",
    status_code=201,
    responses=ACTION_ERRORS,
    summary="hand in a bot: a file, or several in a zip file",
    openapi_extra=requests.raw_body("application/octet-stream", format="binary"),
)
async def hand_in_bot(
    caller: MemberDep,
    request: Request,
    file: Annotated[str, Query(min_length=1, max_length=80, description="the name of the file")],
) -> models.CourseView:
    await caller.courses.hand_in(caller.member, clean_file_name(file), await request.body())
    caller.wake_judge()
    return await view_for(caller)


def clean_file_name(file: str) -> str:
    """Return the name of an uploaded file without folders; refuse invisible characters."""
    name = re.split(r"[/\\]", file)[-1]
    if not name.isprintable() or not name.strip():
        raise ApiError("invalid", "The name of the file must consist of visible characters.")
    return name


@router.get(
    "/course/handins/{number}",
    responses=QUERY_ERRORS,
    summary="a bot that you handed in, with its log; the teacher may see all",
)
async def get_handin(caller: MemberDep, number: HandinNumber) -> models.HandinView:
    handin = await caller.courses.handin(caller.member, number)
    standings, handins = await caller.courses.standings(caller.member), await caller.courses.handins(caller.member)
    cards = handin_cards(caller.member.course, handins, judge_status(caller), standings)[handin.member_id]
    log = await to_thread(caller.courses.store.log, number)
    return models.HandinView(handin=next(card for card in cards if card.number == number), log=log)


@router.get(
    "/course/handins/{number}/file",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}, **QUERY_ERRORS},
    summary="the file as it was handed in",
)
async def get_handin_file(caller: MemberDep, number: HandinNumber) -> Response:
    await caller.courses.handin(caller.member, number)
    content = await to_thread(caller.courses.store.content, number)
    if not content:
        raise ApiError("unknown", "The files of a bot that failed its check are not kept.")
    return requests.download(content, "application/octet-stream", f"handin-{number}")


# Matches


@router.get("/course/matches", responses=QUERY_ERRORS, summary="the matches, the newest first")
async def list_matches(
    caller: MemberDep,
    student: Annotated[str | None, Query(max_length=40, description="only matches of this student")] = None,
    before: Annotated[int | None, Query(ge=0, le=MAX_NUMBER, description="only matches with a smaller number")] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_MATCHES)] = 20,
) -> models.MatchList:
    standings = await caller.courses.standings(caller.member)
    matches = visible_matches(caller.member, standings, student)
    if before is not None:
        matches = [(row, game) for row, game in matches if row.number < before]
    return models.MatchList(
        matches=[match_card(caller.member, row, game) for row, game in matches[:limit]], more=len(matches) > limit
    )


@router.get("/course/matches/{key}", responses=QUERY_ERRORS, summary="a match, with the logs that you may read")
async def get_match(caller: MemberDep, key: MatchKey) -> models.MatchView:
    row, game = await find_match(caller, key)
    logs = await to_thread(caller.courses.store.match_logs, row.number)
    return models.MatchView(
        match=match_card(caller.member, row, game),
        logs=[
            models.MatchLog(seat=seat, text=text)
            for seat, text in enumerate(logs)
            if can_read_log(caller.member, game.entries[seat])
        ],
    )


@router.post(
    "/course/matches/{key}/replay", responses=ACTION_ERRORS, summary="a key that watches this match: /replay#KEY"
)
async def share_match_replay(caller: MemberDep, key: MatchKey, body: requests.EmptyBody) -> SharedKey:
    row, game = await find_match(caller, key)
    names = [seat.name for seat in match_card(caller.member, row, game).seats]
    return SharedKey(key=await caller.courses.share_replay(caller.member, row.number, names, key))


async def find_match(caller: CourseRequest, key: str) -> tuple[MatchRow, PlayedGame]:
    """Return a match that this member may open."""
    standings = await caller.courses.standings(caller.member)
    for row, game in visible_matches(caller.member, standings):
        if row.key == key:
            return row, game
    raise ApiError("unknown", "There is no such match, or you may not open it.")
