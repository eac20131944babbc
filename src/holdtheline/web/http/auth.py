"""Check the key of a request: of a seat, a spectator, a general of a campaign, or a member of a course."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from ..campaigns.service import CampaignService, General
from ..coach.advice import Coach
from ..coach.reviews import ReviewQueue
from ..courses.judge_supervisor import JudgeSupervisor
from ..courses.service import CourseMember, CourseService
from ..courses.standings import StandingsCache
from ..db.database import Database
from ..db.keys import KeyRow
from ..lab.desk import StudyDesk
from ..tables.live_table import LiveTable
from ..tables.registry import MAX_IDLE_TABLES, TableRegistry
from ..workers.pool import WorkerPool
from .errors import WATCH_ONLY, ApiError

bearer_scheme = HTTPBearer(auto_error=False, description="the key of a seat, or one that only watches")


@dataclass(frozen=True)
class Services:
    """The objects that all requests of one application share; `app.state.services` holds them."""

    workers: WorkerPool
    tables: TableRegistry
    coach: Coach
    reviews: ReviewQueue
    standings: StandingsCache = field(default_factory=StandingsCache)
    judge: JudgeSupervisor | None = None
    """None if this server runs no judge, so submitted bots stay queued."""
    lab: StudyDesk | None = None
    """None if this server plays no studies."""

    @classmethod
    def over(
        cls,
        database: Database,
        workers: WorkerPool,
        *,
        max_idle: int = MAX_IDLE_TABLES,
        judge: JudgeSupervisor | None = None,
        with_lab: bool = False,
    ) -> Services:
        tables = TableRegistry(database, workers, max_idle)
        lab = StudyDesk(workers) if with_lab else None
        return cls(workers, tables, Coach(workers), ReviewQueue(workers), judge=judge, lab=lab)


async def get_services(request: Request) -> Services:
    services = request.app.state.services
    assert isinstance(services, Services)
    return services


async def get_key_text(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer_scheme)]) -> str:
    """Return the bearer token of a request, or "" if it has none."""
    return credentials.credentials if credentials else ""


ServicesDep = Annotated[Services, Depends(get_services)]
KeyTextDep = Annotated[str, Depends(get_key_text)]


# Tables


@dataclass(frozen=True)
class TableRequest:
    """A request with a valid key of a table."""

    services: Services
    key: KeyRow

    def table(self) -> AbstractAsyncContextManager[LiveTable]:
        """Open the table of the key."""
        return self.services.tables.use(self.key.game_id)


async def require_key(services: ServicesDep, key: KeyTextDep) -> TableRequest:
    return TableRequest(services, await services.tables.find_key(key))


KeyHolderDep = Annotated[TableRequest, Depends(require_key)]


async def require_seat(request: KeyHolderDep) -> TableRequest:
    if request.key.kind != "seat":
        raise ApiError("forbidden", WATCH_ONLY)
    return request


SeatHolderDep = Annotated[TableRequest, Depends(require_seat)]


# Campaigns


@dataclass(frozen=True)
class CampaignRequest:
    """A request with a valid key of a campaign."""

    campaigns: CampaignService
    general: General


async def require_general(services: ServicesDep, key: KeyTextDep) -> CampaignRequest:
    campaigns = CampaignService(services.tables)
    return CampaignRequest(campaigns, await campaigns.find_general(key))


GeneralDep = Annotated[CampaignRequest, Depends(require_general)]


# Courses


@dataclass(frozen=True)
class CourseRequest:
    """A request with a valid key of a course."""

    services: Services
    courses: CourseService
    member: CourseMember

    def wake_judge(self) -> None:
        if self.services.judge is not None:
            self.services.judge.wake()


async def require_course_key(services: ServicesDep, key: KeyTextDep) -> CourseRequest:
    courses = CourseService(services.tables, services.standings)
    return CourseRequest(services, courses, await courses.find_member(key))


CourseRequestDep = Annotated[CourseRequest, Depends(require_course_key)]


async def require_teacher(request: CourseRequestDep) -> CourseRequest:
    if not request.member.is_teacher:
        raise ApiError("forbidden", "Only the teacher's link can do this.")
    return request


async def require_member(request: CourseRequestDep) -> CourseRequest:
    if request.member.row.kind == "join":
        raise ApiError("forbidden", "Join the course first: enter your name.")
    return request


TeacherDep = Annotated[CourseRequest, Depends(require_teacher)]
MemberDep = Annotated[CourseRequest, Depends(require_member)]
