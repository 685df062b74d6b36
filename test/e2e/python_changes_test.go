package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/surface"
	"github.com/wiregen/wiregen/test/tier"
)

const changedPython = `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  Level: {enum: [low, high]}
  Mood: {enum: [calm, wild], open: true}
  Id: {type: string, distinct: true}
  Names: {type: "string[]"}
  Part:
    union: {tag: type}
    variants:
      text: {name: Text, fields: {text: string, "lang?": string, size: int = 1}}
      dot: {name: Dot, fields: {at: Point, "level?": Level}}
  Point: {fields: {x: int, y: float, "id?": Id, kept: {type: "string[]", default: []}, mood: Mood, owner: string | null, names: Names}}
  Value: string | int
errors:
  BUSY: {code: -32000, data: Point}
methods:
  say: {from: client, params: {part: Part, "note?": string}, result: {n: int}}
  query: {from: client, params: {value: Value}, result: Point}
  stop: {from: client, result: empty}
  ask: {from: agent, params: {text: string}, result: {ok: bool}}
  told: {from: agent, notify: {text: string}}
session:
  told: {during: say}
`

// usersOfPython is code for the old version: it reads every attribute, makes every value, and has
// a case for each variant and value.
const usersOfPython = `# pyright: strict, reportUnnecessaryComparison=false
from __future__ import annotations

from typing import Literal

from typing_extensions import override

from old import AskParams, AskResult, ClientMessage, Dot, ErrorCode, ErrorObject, Id, Level, LevelValue, Mood, MoodValue, Names, Notification, Part, Point, QueryMessage, Response, SayMessage, SayParams, SayResult, Text, ToldMessage, ToldParams, UnknownPart, Value, make_error, read_message, read_result, reply, write_message
from old.connection import AgentHandler, Client, ClientHandler, connect_agent, pair


def reads(p: Point, t: Text, d: Dot, s: SayParams, r: SayResult, m: SayMessage) -> None:
    x: int = p.x
    y: float = p.y
    id: Id | None = p.id
    kept: list[str] = p.kept
    mood: Mood = p.mood
    mood2: str = p.mood
    owner: str | None = p.owner
    names: Names = p.names
    names2: list[str] = p.names
    text: str = t.text
    lang: str | None = t.lang
    size: int = t.size
    at: Point = d.at
    level: Level | None = d.level
    level2: Literal["low", "high", "top"] | None = d.level  # it has room for a value
    id2: str | None = p.id
    part: Part = s.part
    note: str | None = s.note
    n: int = r.n
    params: SayParams = m.params
    mid: str | int = m.id
    print(x, y, id, id2, level2, kept, mood, mood2, owner, names, names2, text, lang, size, at, level, part, note, n, params, mid)
    code: int = ErrorCode.BUSY
    print(code)
    print(LevelValue.LOW, LevelValue.HIGH, MoodValue.CALM, MoodValue.WILD, read_message("", "client"), read_message(""))


def asks(m: QueryMessage, r: Response, v: Value, n: Notification) -> Point:
    text: str | int = v
    print(text, reply(m, read_result(m, r)))
    print(n.params)
    return read_result(m, r)


def makes(level: Level, mood: Mood, id: Id, part: Part, names: Names) -> None:
    point = Point(x=1, y=2.5, id=id, kept=["a"], mood=mood, owner=None, names=["b"])
    Point(x=1, y=2, mood="other", owner="c", names=names)
    Text(text="a", lang="b", size=2)
    Text(text="a", lang=None)
    Point(x=1, y=2, id=Id("a"), mood=mood, owner=None, names=[])
    message: ClientMessage = SayMessage(id="1", params=SayParams(part=part))
    print(message)
    Dot(at=point, level=level)
    Dot(at=point, level="low")
    SayParams(part=Text(text="b"))
    SayParams(part=part, note="a")
    SayResult(n=1)
    error: ErrorObject = make_error("BUSY", point)
    print(error)
    write_message(SayMessage(id="1", params=SayParams(part=UnknownPart(tag="x", raw={}))))


class Handler(ClientHandler):
    @override
    async def ask(self, params: AskParams) -> AskResult:
        return AskResult(ok=params.text == "")

    @override
    def told(self, params: ToldParams) -> None:
        print(params.text)


class Stopper(AgentHandler):
    @override
    def stop(self) -> None:
        pass


async def calls() -> None:
    client: Client = await connect_agent(pair()[0], handler=Handler())
    said: SayResult = await client.say(SayParams(part=Text(text="a")), timeout=1)
    stream = client.stream_say(SayParams(part=Text(text="a")))
    async for told in stream:
        match told:
            case ToldMessage():
                print(told.params)
            case _:
                pass
    said = await stream.result()
    await client.stop()
    print(said)
`

const casesOfPython = `
from old import ErrorName
from typing import assert_never

def errors(name: ErrorName) -> int:
    match name:
        case "PARSE_ERROR" | "INVALID_REQUEST" | "METHOD_NOT_FOUND" | "INVALID_PARAMS" | "INTERNAL_ERROR":
            return 1
        case "BUSY":
            return 2
        case _:
            assert_never(name)
from old.connection import ClientEvent, StrictClientHandler


def events(event: ClientEvent) -> int:
    match event:
        case ToldMessage():
            return 1
        case _:
            assert_never(event)


class All(StrictClientHandler):
    def ask(self, params: AskParams) -> AskResult:
        return AskResult(ok=True)

    async def told(self, params: ToldParams) -> None:
        print(params)


def strict() -> ClientHandler:
    return All()


def cases(part: Part, level: Level) -> int:
    match part:
        case Text():
            return 1
        case Dot():
            return 2
        case UnknownPart():
            return 3
        case _:
            assert_never(part)


def levels(level: Level) -> int:
    match level:
        case "low":
            return 1
        case "high":
            return 2
        case _:
            assert_never(level)
`

// pythonEdits are edits of the spec with the worst effect that each has on code.
var pythonEdits = []struct {
	was, is string
	effect  backend.Effect
}{
	{"x: int,", "x: int, added: int,", backend.Fails},
	{"x: int,", `x: int, "added?": int,`, backend.Same},
	{"x: int,", "x: int, added: int = 4,", backend.Same},
	{"x: int,", "", backend.Fails},
	{"x: int,", "x: int | null,", backend.Fails},
	{"x: int,", `"x?": int,`, backend.Fails},
	{"x: int,", "x: int64,", backend.Same},
	{"x: int,", "x: float,", backend.Fails},
	{"x: int,", "x: string,", backend.Fails},
	{"y: float,", "y: int,", backend.Fails},
	{"owner: string | null", "owner: string", backend.Fails},
	{`"id?": Id`, `"id?": string`, backend.Fails},
	{`"lang?": string`, "lang: string", backend.Fails},
	{"size: int = 1", "size: int = 2", backend.Differs},
	{"size: int = 1", "size: int", backend.Fails},
	{"kept: {type: \"string[]\", default: []}", "kept: {type: \"int[]\", default: []}", backend.Fails},
	{"enum: [low, high]", "enum: [low, high, top]", backend.Misses},
	{"enum: [low, high]", "enum: [low]", backend.Fails},
	{"enum: [low, high]", "enum: [low, high], open: true", backend.Fails},
	{"enum: [calm, wild], open: true", "enum: [calm, wild, new], open: true", backend.Same},
	{"enum: [calm, wild], open: true", "enum: [calm, wild]", backend.Fails},
	{"enum: [calm, wild], open: true", "enum: [calm], open: true", backend.Fails},
	{"Id: {type: string, distinct: true}", "Id: {type: int, distinct: true}", backend.Fails},
	{"Names: {type: \"string[]\"}", "Names: {type: \"int[]\"}", backend.Fails},
	{"      dot: {", "      line: {name: Line, fields: {to: Point}}\n      dot: {", backend.Misses},
	{`      text: {name: Text, fields: {text: string, "lang?": string, size: int = 1}}` + "\n", "", backend.Fails},
	{"union: {tag: type}", "union: {tag: type}\n    unknown: reject", backend.Fails},
	{"result: {n: int}", "result: {n: int, \"more?\": string}", backend.Same},
	{`"note?": string}`, `"note?": string, must: bool}`, backend.Fails},
	// Once not said: what is about errors and calls.
	{"BUSY: {code: -32000, data: Point}", "BUSY: {code: -32000, data: Point}\n  FULL: {code: -32001}", backend.Misses},
	{"BUSY: {code: -32000, data: Point}", "FULL: {code: -32000, data: Point}", backend.Fails},
	{"code: -32000", "code: -32001", backend.Differs},
	{"code: -32000, data: Point", "code: -32000, data: Dot", backend.Same}, // any error may have any data
	{"result: Point", "result: Dot", backend.Fails},
	{"result: Point", "result: Point | null", backend.Fails},
	{"  query: {from: client, params: {value: Value}, result: Point}\n", "", backend.Fails},
	{"  Value: string", "  Notification: {fields: {}}\n  Value: string", backend.Fails}, // another class has that name
	// Once said: a bool is an int, and Any is any type.
	{"Value: string | int", "Value: string | int | bool", backend.Same},
	{"say: {from: client", "say: {from: agent", backend.Fails},
	{"  stop: {from: client, result: empty}\n", "", backend.Fails},
	{"stop: {from: client, result: empty}", "stop: {from: client, result: {n: int}}", backend.Fails},
	{"stop: {from: client, result: empty}", "stop: {from: client, params: {n: int}, result: empty}", backend.Fails},
	{"stop: {from: client, result: empty}", `stop: {from: client, "params?": {n: int}, result: empty}`, backend.Fails},
	{"  ask: {from: agent, params: {text: string}, result: {ok: bool}}\n", "", backend.Fails},
	{"ask: {from: agent,", "more: {from: agent, result: {ok: bool}}\n  ask: {from: agent,", backend.Misses},
	{"ask: {from: agent, params: {text: string}", "ask: {from: agent", backend.Fails},
	{"ask: {from: agent, params: {text: string}, result: {ok: bool}}", "ask: {from: agent, params: {text: string}, result: empty}", backend.Fails},
	{"told: {from: agent,", "heard: {from: agent, notify: {n: int}}\n  told: {from: agent,", backend.Misses},
	{"session:\n  told: {during: say}\n", "", backend.Fails},
	{"{type: \"string[]\"}", "{type: \"string[]\", doc: Some names.}", backend.Same},
}

// TestPythonChanges compares what is said of edits with what pyright says of code that was written
// for the old version, in the nightly tier. Where code misses a case, only the code that has all
// of them fails.
func TestPythonChanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	emitted := func(pkg, spec string) *model.Protocol {
		c := &construct{name: pkg, protocol: compileSpec(t, pkg, []byte(spec))}
		plan := coderOf(t, c, pygen.Backend{Package: pkg})
		files, err := plan.Emit()
		if err != nil {
			t.Fatal(err)
		}
		writeFiles(t, dir, slices.DeleteFunc(files, func(f backend.File) bool { return !strings.HasPrefix(f.Name, pkg+"/") }))
		return c.protocol
	}
	old := emitted("old", changedPython)
	fails := map[string]bool{"users_old.py": false, "all_old.py": false} // what pyright should find
	program := func(pkg string) {
		for name, text := range map[string]string{"users_": usersOfPython, "all_": usersOfPython + casesOfPython} {
			writeFile(t, filepath.Join(dir, name+pkg+".py"), strings.ReplaceAll(text, "from old", "from "+pkg))
		}
	}
	program("old")
	for i, edit := range pythonEdits {
		if !strings.Contains(changedPython, edit.was) {
			t.Fatalf("the spec has no %s", edit.was)
		}
		pkg := fmt.Sprintf("edit%d", i)
		today := emitted(pkg, strings.Replace(changedPython, edit.was, edit.is, 1))
		effect, said := pythonEffect(t, old, today)
		if effect != edit.effect {
			t.Errorf("%d: %s → %s: effect %d, want %d\n%s", i, edit.was, edit.is, effect, edit.effect, said)
		}
		program(pkg)
		fails["users_"+pkg+".py"] = effect == backend.Fails
		fails["all_"+pkg+".py"] = effect == backend.Fails || effect == backend.Misses
	}
	if !tier.Nightly() {
		t.Log("not compared with pyright")
		return
	}
	out, err := pyright(t, dir, append([]string{"--outputjson"}, slices.Sorted(maps.Keys(fails))...)...)
	var report struct {
		GeneralDiagnostics []struct{ File, Severity, Message string }
		Summary            struct{ FilesAnalyzed int }
	}
	if json.Unmarshal([]byte(out), &report) != nil || report.Summary.FilesAnalyzed < len(fails) {
		t.Fatalf("pyright: %v\n%.2000s", err, out)
	}
	found := map[string]string{}
	for _, d := range report.GeneralDiagnostics {
		if d.Severity == "error" {
			found[filepath.Base(d.File)] += d.Message + "\n"
		}
	}
	for file, fail := range fails {
		if (found[file] != "") != fail {
			t.Errorf("%s: it should fail: %v\n%s", file, fail, found[file])
		}
	}
}

// pythonEffect is the worst effect of the changes between two versions, and what is said of them.
func pythonEffect(t *testing.T, old, today *model.Protocol) (backend.Effect, string) {
	t.Helper()
	before, after, err := compile.Targets().Surfaces(old, today, "py")
	if err != nil {
		t.Fatal(err)
	}
	r := compare.Compare(old, today)
	worst, said := backend.Same, ""
	for i, s := range after {
		if s.Backend.Target().Name != "py" {
			continue
		}
		for _, c := range surface.Changes(r, before[i], s) {
			worst = max(worst, c.Effect)
			said += c.Name + "." + c.Member + ": " + c.Why + " (" + c.Was + " → " + c.Is + ")\n"
		}
	}
	return worst, said
}
