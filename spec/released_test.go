package spec_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/lint"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// ahead has the elements that are in a released spec although they are newer by their
// since: they came while the agent said the older version, and the number followed later.
var ahead = []struct {
	since, in string
	but       []string // elements with that since to which this does not apply
}{
	// From 2026-02-25 to 2026-03-10; the number came on 2026-03-11, with plan mode.
	{"1.4", "1.3", []string{"methods/set_plan_mode", "types/StatusUpdate/fields/plan_mode"}},
	// SteerInput, one commit before the number.
	{"1.5", "1.4", nil},
}

// unmarked has the version of what a spec cannot mark with since.
var unmarked = map[string]string{
	"methods/prompt/errors/AUTH_EXPIRED":    "1.7", // as the error
	"methods/prompt/errors/INTERNAL_ERROR":  "1.9", // before, such a prompt had no answer
	"gates/client.supports_question":        "1.3", // as its capability
	"session/TurnEnd":                       "1.2", // from here on as their elements
	"session/replay":                        "1.3",
	"session/steer":                         "1.3",
	"session/initialize/not_during/replay":  "1.3",
	"session/prompt/not_during":             "1.3",
	"session/cancel/during/replay":          "1.3",
	"session/StatusUpdate":                  "1.4",
	"session/HookRequest":                   "1.7",
	"session/ApprovalRequest":               "1.3", // the end of a turn settles its requests
	"session/ToolCallRequest":               "1.3",
	"session/QuestionRequest":               "1.3",
	"session/ApprovalRequest/settled_by/id": "1.6", // an approval may outlive its turn
	"session/ApprovalRequest/resend":        "1.6",
}

// former has what was different, or had another name, until a version.
var former = []struct{ path, value, from, until string }{
	{"types/SubagentEvent/fields/task_tool_call_id/name", "task_tool_call_id", "1.1", "1.6"},
	{"types/SubagentEvent/fields/task_tool_call_id/type/kind", "string", "1.1", "1.6"},
	{"session/ApprovalRequest/settled_by/by", "prompt", "1.3", "1.6"},
}

// released returns the released specs by version.
func released(t *testing.T) map[string]*model.Protocol {
	t.Helper()
	files, err := filepath.Glob("released/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no released specs", err)
	}
	out := make(map[string]*model.Protocol)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(file), ".yaml")] = compileText(t, file, text)
	}
	return out
}

// TestReleased checks that there is a file of each version, that it says so itself, and that
// lint finds nothing in it that it does not find in the spec of today.
func TestReleased(t *testing.T) {
	today := compileWire(t)
	files := released(t)
	versions := slices.SortedFunc(maps.Keys(files), compareVersions)
	if n := len(versions); n < 10 || n > len(today.Versions) || !cmp.Equal(versions, today.Versions[:n]) {
		t.Errorf("there are released specs of %q, and the versions are %q", versions, today.Versions)
	}
	known := findings(today)
	for i, version := range versions {
		p := files[version]
		if p.Version != version {
			t.Errorf("released/%s.yaml is of version %s", version, p.Version)
		}
		if !cmp.Equal(p.Versions, versions[:i+1]) {
			t.Errorf("released/%s.yaml has the versions %q", version, p.Versions)
		}
		for _, f := range findings(p) {
			if !slices.Contains(known, f) {
				t.Errorf("released/%s.yaml: %s", version, f)
			}
		}
	}
}

func findings(p *model.Protocol) []string {
	var r diag.Report
	lint.Run(p, nil, &r)
	var out []string
	for _, d := range r.All() {
		out = append(out, d.Message+" ["+d.Code.ID+"]")
	}
	return out
}

// TestReleasedToday checks that each spec of today means what its newest released one does.
// A change of the protocol begins with a new version, after which there is no such pair.
func TestReleasedToday(t *testing.T) {
	today := compileWire(t).Version
	for _, pair := range [][2]string{
		{"wire.yaml", "released/" + today + ".yaml"},
		{"../examples/klp/klp.yaml", "../examples/klp/released/0.45.yaml"},
	} {
		before, err := os.ReadFile(pair[1])
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		now, err := os.ReadFile(pair[0])
		if err != nil {
			t.Fatal(err)
		}
		released, current := compileText(t, pair[1], before), compileText(t, pair[0], now)
		if diff := cmp.Diff(factsOf(t, released), factsOf(t, current)); diff != "" {
			t.Errorf("from %s to %s:\n%s", pair[1], pair[0], diff)
		}
		if diff := cmp.Diff(rowsOf(t, released), rowsOf(t, current)); diff != "" {
			t.Errorf("rows, from %s to %s:\n%s", pair[1], pair[0], diff)
		}
	}
}

// TestReleasedHistory makes the facts of each version from the spec of today, by the
// versions of its elements and the tables above, and compares them with the released spec.
func TestReleasedHistory(t *testing.T) {
	today := factsOf(t, compileWire(t))
	h := newHistory(today)
	for version, p := range released(t) {
		t.Run(version, func(t *testing.T) {
			if diff := cmp.Diff(h.of(version), withoutVersions(factsOf(t, p))); diff != "" {
				t.Errorf("what is missing (-) and too much (+) in released/%s.yaml:\n%s", version, diff)
			}
		})
	}
	for _, path := range slices.Concat(sortedKeys(unmarked), ahead[0].but) {
		if !slices.ContainsFunc(sortedKeys(today), func(p string) bool { return within(p, []string{path}) }) {
			t.Errorf("%s is in a table, but not in the spec", path)
		}
	}
}

// A history knows the first version of each element.
type history struct {
	today map[string]string
	first map[string]string // element → the first version whose spec has it
	owner map[string]string // type of the params or the result of a method → the method
}

func newHistory(today map[string]string) *history {
	h := &history{today: today, first: maps.Clone(unmarked), owner: make(map[string]string)}
	for path, value := range today {
		if element, ok := strings.CutSuffix(path, " since"); ok {
			h.first[element] = strings.TrimSuffix(value, "+") // it came while the agent said so
			for _, a := range ahead {
				if value == a.since && !slices.Contains(a.but, element) {
					h.first[element] = a.in
				}
			}
		}
		if parts := strings.Split(path, "/"); parts[0] == "methods" {
			h.owner[pascal(parts[1])] = "methods/" + parts[1]
		}
	}
	return h
}

func pascal(name string) string {
	var out string
	for _, word := range strings.Split(name, "_") {
		out += strings.ToUpper(word[:1]) + word[1:]
	}
	return out
}

// firstOf is the first version that has the fact at path: the newest of those of the
// elements that it is within.
func (h *history) firstOf(path string) string {
	elements := prefixes(path)
	for name, method := range h.owner {
		for _, part := range []string{"Params", "Result"} {
			if strings.HasPrefix(path, "types/"+name+part) {
				elements = append(elements, method)
			}
		}
	}
	first := "1.1"
	for _, e := range elements {
		if v, ok := h.first[e]; ok && compareVersions(v, first) > 0 {
			first = v
		}
	}
	return first
}

// of returns the facts of a version.
func (h *history) of(version string) map[string]string {
	out := make(map[string]string)
	for path, value := range withoutVersions(h.today) {
		if compareVersions(h.firstOf(path), version) > 0 {
			continue
		}
		if strings.HasSuffix(path, " since") && compareVersions(strings.TrimSuffix(value, "+"), version) > 0 {
			value = version + "+" // not each peer of this version has it
		}
		out[path] = value
	}
	for _, f := range former {
		if compareVersions(f.from, version) <= 0 && compareVersions(version, f.until) < 0 {
			out[f.path] = f.value
		}
	}
	return out
}

// withoutVersions leaves out the list of versions, which TestReleased checks.
func withoutVersions(facts map[string]string) map[string]string {
	out := maps.Clone(facts)
	maps.DeleteFunc(out, func(path, _ string) bool { return within(path, []string{"protocol/version", "protocol/versions"}) })
	return out
}
