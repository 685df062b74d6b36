package schemagen_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	whole "github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// compile returns the model of a spec, which can include files.
func compile(t *testing.T, name string, data []byte, files ...txtar.File) *model.Protocol {
	t.Helper()
	folder := fstest.MapFS{}
	for _, f := range files {
		folder[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	p, r := whole.Check(source.NewFile(name, data), folder)
	for _, d := range r.All() {
		t.Errorf("%s:%d: %s [%s]", d.Span.File.Name, d.Span.File.Position(d.Span.Start).Line, d.Message, d.Code.ID)
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

// An expectation is the expected result for one message of a construct.
type expectation struct {
	probe
	valid   bool
	where   string // of the fault of a refused one
	written bool   // Text is what a writer made of a message, to be judged on two sides
}

// TestConstructs reads the messages of every construct with both validators.
// What is refused has a fault at the path that the readers report. What is written is
// valid on the write side, unless it has content that was kept unread: the write side
// accepts exactly what a strict reader accepts.
func TestConstructs(t *testing.T) {
	names, err := filepath.Glob("../../../testdata/constructs/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no constructs: %v", err)
	}
	var files []backend.File
	var list []expectation
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p := compile(t, "spec.yaml", section(t, archive, "spec.yaml"), archive.Files...)
		p.Name = strings.TrimSuffix(filepath.Base(name), ".txtar")
		files = append(files, emit(t, p, schemagen.Backend{Strict: true})...)
		list = append(list, expectations(p.Name, section(t, archive, "messages"))...)
	}
	holdExpectations(t, files, list)
}

func section(t *testing.T, archive *txtar.Archive, name string) []byte {
	t.Helper()
	for _, f := range archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	t.Fatalf("no section %s", name)
	return nil
}

var numberToken = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?`)

// isExact reports whether a text has a number of which a double has lost that it is not
// an integer, or that it has more than 64 bits.
func isExact(text string) bool {
	return slices.ContainsFunc(numberToken.FindAllString(text, -1), func(token string) bool {
		f, _ := strconv.ParseFloat(token, 64)
		_, ok := model.ExactInteger(token)
		return len(token) > 5 && (!ok && f == math.Trunc(f) || ok && (math.Abs(f) == 1<<63 || f == 1<<64))
	})
}

// expectations returns the messages whose text layer is valid, and that are not too heavy.
func expectations(protocol string, messages []byte) []expectation {
	var out []expectation
	for _, line := range strings.Split(strings.TrimSpace(string(messages)), "\n") {
		verb, rest, _ := strings.Cut(line, " ")
		typ, rest, _ := strings.Cut(rest, " ")
		value, result, arrow := strings.Cut(rest, " => ")
		if json.Unmarshal([]byte(value), new(any)) != nil || verb == "refuse" && (isExact(value) || strings.Contains(result, "expected a weight of at most ")) {
			continue
		}
		e := expectation{probe: probe{protocol + ".read.schema.json#/$defs/" + typ, value}, valid: verb != "refuse"}
		switch {
		case verb == "unfit": // read, and refused on the write side
			where := faultAt(value, result)
			if key, _, _ := strings.Cut(where, "."); !strings.Contains(value, key) {
				where = anywhere // it was read under an older name, which is the fault for a schema
			}
			out = append(out, expectation{probe: probe{protocol + ".write.schema.json#/$defs/" + typ, value}, where: where})
		case e.valid:
			if !arrow {
				result = value
			}
			out = append(out, expectation{probe: probe{protocol + ".write.schema.json#/$defs/" + typ, result}, written: true},
				expectation{probe: probe{protocol + ".strict.schema.json#/$defs/" + typ, result}, written: true})
		default:
			e.where = faultAt(value, result)
		}
		out = append(out, e)
	}
	return out
}

// anywhere is the place of a fault that a message has as a whole.
const anywhere = "*"

// faultAt returns the place that an error names. A schema cannot require one of two
// members; it requires the error if the result is missing. For params by position it
// can only report that one is missing. An ignored message has a fault somewhere in it.
func faultAt(text, err string) string {
	where, _, ok := strings.Cut(strings.Replace(err, " is missing: ", ": ", 1), ": expected ")
	var message struct{ Params []any }
	switch {
	case strings.HasPrefix(err, `expected "result" or "error"`):
		return "error"
	case strings.Contains(err, "expected a message that can be sent"):
		return anywhere
	case !ok:
		return ""
	case strings.HasPrefix(where, "params.") && json.Unmarshal([]byte(text), &message) == nil && message.Params != nil:
		return "params"
	}
	return where
}

// isAt reports whether a fault is at a place, as errors of readers spell it: they leave out
// keys within what is sensitive.
func isAt(fault, where string) bool {
	before, _, hides := strings.Cut(where, "[…]")
	return fault == where || hides && strings.HasPrefix(fault, before)
}

func holdExpectations(t *testing.T, files []backend.File, list []expectation) {
	t.Helper()
	var probes []probe
	for _, e := range list {
		probes = append(probes, e.probe)
	}
	for _, v := range validators {
		t.Run(v.name, func(t *testing.T) {
			got := v.run(t, files, probes)
			for i := 0; i < len(list); i++ {
				e, faults := list[i], got[i]
				switch {
				case e.written:
					i++
					if (len(faults) == 0) != (len(got[i]) == 0) {
						t.Errorf("%s %s\n\tis written; faults on the write side at %q, for a strict reader at %q", e.Schema, e.Text, faults, got[i])
					}
				case e.valid && len(faults) > 0:
					t.Errorf("%s %s\n\tfaults at %q, want none", e.Schema, e.Text, faults)
				case !e.valid && !slices.ContainsFunc(faults, func(at string) bool { return isAt(at, e.where) }) && (e.where != anywhere || len(faults) == 0):
					t.Errorf("%s %s\n\tfaults at %q, want one at %q", e.Schema, e.Text, faults, e.where)
				}
			}
			t.Logf("%d messages", len(list))
		})
	}
}

// TestSpecs compiles the protocol of this repository: both validators accept the
// schemas, and every example in them is valid for the schema that contains it.
func TestSpecs(t *testing.T) {
	specs, err := filepath.Glob("../../../spec/*.yaml")
	if err != nil || len(specs) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	for _, name := range specs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := emit(t, compile(t, filepath.Base(name), data), schemagen.Backend{Strict: true})
		var probes []probe
		for _, f := range files {
			probes = append(probes, examplesIn(t, f)...)
		}
		if len(probes) == 0 {
			t.Fatalf("%s: no example", name)
		}
		checkProbes(t, files, probes, make([]judgement, len(probes)))
	}
}

// examplesIn returns the examples under each name of a file's $defs, and those of
// the variants and properties in it.
func examplesIn(t *testing.T, f backend.File) []probe {
	t.Helper()
	var doc any
	if err := json.Unmarshal(f.Data, &doc); err != nil {
		t.Fatal(err)
	}
	var out []probe
	var walk func(v any, pointer string)
	walk = func(v any, pointer string) {
		switch v := v.(type) {
		case map[string]any:
			if examples, ok := v["examples"].([]any); ok {
				for _, e := range examples {
					text, _ := json.Marshal(e)
					out = append(out, probe{f.Name + "#" + pointer, string(text)})
				}
			}
			for key, inner := range v {
				if key != "examples" && key != "default" {
					walk(inner, pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
				}
			}
		case []any:
			for i, inner := range v {
				walk(inner, fmt.Sprintf("%s/%d", pointer, i))
			}
		}
	}
	walk(doc, "")
	slices.SortFunc(out, func(a, b probe) int { return strings.Compare(a.Schema+a.Text, b.Schema+b.Text) })
	return out
}
