from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Annotated, Any, Generic, Literal, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, HttpUrl, RootModel

T = TypeVar("T")

class Priority(str, Enum):
    low = "low"
    normal = "normal"
    high = "high"

class Level(IntEnum):
    debug = 10
    info = 20

class User(BaseModel):
    """A person who works on tasks."""
    id: UUID
    name: str = Field(min_length=1, max_length=80)
    nick: str | None = None
    joined: datetime
    birthday: date | None
    age: int = Field(default=0, ge=0, lt=150)

class Label(BaseModel):
    text: str
    color: str = Field("#888888", pattern="^#[0-9a-f]{6}$")

class ByUser(BaseModel):
    kind: Literal["user"] = "user"
    user: User

class ByTeam(BaseModel):
    kind: Literal["team"] = "team"
    name: str
    members: list[UUID] = Field(min_length=1)

class ByNobody(BaseModel):
    kind: Literal["nobody"] = "nobody"

Assignee = Annotated[ByUser | ByTeam | ByNobody, Field(discriminator="kind")]

class Comment(BaseModel):
    author: UUID
    text: str
    replies: list[Comment] = []

class Money(BaseModel):
    model_config = ConfigDict(extra="forbid")
    amount: Decimal
    currency: Literal["EUR", "USD"]

class Link(BaseModel):
    url: HttpUrl

class Blob(BaseModel):
    name: str
    data: bytes

class Range(BaseModel):
    start: int
    end: int

class Labels(RootModel[dict[str, Label]]):
    pass

class Task(BaseModel):
    id: UUID
    title: str = Field(max_length=200, description="One line.")
    status: Literal["open", "done", "dropped"] = "open"
    priority: Priority = Priority.normal
    level: Level = Level.info
    assignee: Assignee
    labels: Labels = Labels({})
    due: datetime | None = None
    estimate: float | None = Field(None, gt=0)
    took: timedelta | None = None
    comments: list[Comment] = Field(default_factory=list)
    attachments: list[Link | Blob] = []
    cost: Money | None = None
    at: tuple[float, float] | None = None
    tags: set[str] = set()
    counts: dict[int, int] = {}
    meta: dict[str, Any] = {}
    lines: Range | int | None = None
    version: Literal[1] = 1
    old_title: str | None = Field(None, deprecated=True)
    camel: int = Field(1, alias="camelCase")

class Page(BaseModel, Generic[T]):
    items: list[T]
    next: str | None = None

class TaskPage(Page[Task]):
    pass

class Listing(BaseModel):
    users: Page[User]
    tasks: Page[Task]

class Tree(BaseModel):
    value: str | int | float | bool | None
    children: dict[str, Tree] | None = None

class Settings(BaseModel):
    model_config = ConfigDict(extra="allow")
    theme: Literal["light", "dark"] = "light"
    flags: dict[Literal["beta", "trace"], bool] = {}
    mode: Any = None

class Event(RootModel[Annotated[ByUser | ByTeam, Field(discriminator="kind")]]):
    pass

class Timed(BaseModel):
    at: datetime

class Started(Timed):
    type: Literal["started"]
    task: UUID

class Stopped(Timed):
    type: Literal["stopped"]
    reason: str | None

class Log(BaseModel):
    entries: list[Started | Stopped]
