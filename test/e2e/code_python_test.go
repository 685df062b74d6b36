package e2e

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

const codeInPython = `# pyright: strict
# ruff: noqa
from __future__ import annotations

import json as _json
from collections.abc import Callable as _Callable
from typing import Any as _Any

from %[1]s import *
from %[1]s import codecs as _codecs

_all: list[tuple[_Callable[[], str], _Callable[[], str]]] = []


def _wrote(write: _Callable[[], str]) -> str:
    try:
        return write()
    except Exception as e:
        return f"refused: {e!r}"


def _put(given: _Callable[[], str], read: _Callable[[], str]) -> None:
    print(_json.dumps([_wrote(given), _wrote(read)]))


def _plain(text: str) -> _Any:
    return _json.loads(text)


`

// TestCodeInPython evaluates values that are written as Python, and demands that they are those
// that they were made of.
func TestCodeInPython(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	counts := 0
	var values []coded
	without := map[string]int{}
	none := func(*construct, string) string { return "" }
	var load strings.Builder
	var files []string
	for _, c := range codeFixtures(t) {
		pkg := "of_" + strings.Trim(names.Snake(c.name), "_")
		plan := coderOf(t, c, pygen.Backend{Package: pkg})
		if plan == nil {
			continue
		}
		list := codeOf(t, c, plan, none, without)
		if len(list) == 0 {
			continue
		}
		emitted, err := plan.Emit()
		if err != nil {
			t.Fatal(err)
		}
		writePyFiles(t, dir, pkg, emitted)
		var text strings.Builder
		fmt.Fprintf(&text, codeInPython, pkg)
		for _, v := range list {
			message, err := json.Marshal(v.text)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&text, "_put(lambda: _codecs.%[1]s.write(%[2]s), lambda: _codecs.%[1]s.write(_codecs.%[1]s.read_value(_plain(%[3]s))))\n", v.name, v.expr, message)
		}
		calls := callsOf(t, c, plan, list)
		counts += len(calls)
		text.WriteString(callsInPython(t, c, pkg, emitted, calls))
		files = append(files, "code_"+pkg+".py")
		writeFile(t, filepath.Join(dir, "code_"+pkg+".py"), text.String())
		fmt.Fprintf(&load, "import code_%s\n", pkg)
		values = append(values, list...)
	}
	writeFile(t, filepath.Join(dir, "main.py"), load.String())
	out, err := python.Command(t, dir, "main.py").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	compareCoded(t, values, out)
	t.Logf("%d calls; without code: %s", counts, counted(without))
	if !tier.Nightly() {
		t.Log("not checked by pyright")
	} else if out, err := pyright(t, dir, files...); err != nil {
		t.Errorf("pyright: %v\n%.6000s", err, out)
	}
}

// callsInPython is a program that makes calls, with ends that send nothing.
func callsInPython(t *testing.T, c *construct, pkg string, emitted []backend.File, calls []string) string {
	t.Helper()
	if len(calls) == 0 {
		return ""
	}
	at := slices.IndexFunc(emitted, func(f backend.File) bool { return f.Name == pkg+"/connection.py" })
	ends := regexp.MustCompile(`(?m)^class (\w+)\(Connection\[`).FindAllSubmatch(emitted[at].Data, -1)
	var params [2]string
	for i, role := range c.protocol.Roles {
		params[i] = fmt.Sprintf("%s: _connection.%s", names.Snake(role), ends[i][1])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n\nimport asyncio as _asyncio\n\nfrom %s import connection as _connection\n", pkg)
	for i, call := range calls {
		fmt.Fprintf(&b, "\n\nasync def call_%d(%s) -> object:\n    %s\n    return %s\n", i, strings.Join(params[:], ", "), strings.ReplaceAll(call, "\n", "\n    "),
			map[bool]string{true: "result", false: "None"}[strings.HasPrefix(call, "result = ")])
	}
	fmt.Fprintf(&b, callingInPython, len(calls), ends[0][1], ends[1][1])
	return b.String()
}

const callingInPython = `

async def _nothing(self: _Any, name: str, params: _Any = None, **options: _Any) -> None:
    assert name in {**self._peer_handles}, name


async def _all_calls() -> None:
    ends: list[_Any] = []
    for of, other in ((_connection.%[2]s, _connection.%[3]s), (_connection.%[3]s, _connection.%[2]s)):
        end: _Any = type("End", (of,), {"call": _nothing, "notify": _nothing, "_peer_handles": vars(other)["_handles"]})
        ends.append(end.__new__(end))
    for i in range(%[1]d):
        await globals()[f"call_{i}"](*ends)


_asyncio.run(_all_calls())
`

// pyright checks files of a folder.
func pyright(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	return inDir(dir, "node", append([]string{filepath.Join(node.Modules(t), "pyright", "index.js"), "--pythonversion", "3.11"}, args...)...)
}
