package vectors_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

func load(t testing.TB, name string) *model.Protocol {
	t.Helper()
	f, err := compile.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	p, r := compile.Check(f, nil)
	if !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	return p
}

// The vectors of every type have messages of both verdicts, are few, and are
// the same in every run.
func TestVectors(t *testing.T) {
	p := load(t, "../../../spec/wire.yaml")
	lines, err := vectors.JSONL(p)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := vectors.JSONL(load(t, "../../../spec/wire.yaml")); !bytes.Equal(lines, again) {
		t.Error("two runs differ")
	}
	if len(lines) > 128<<10 {
		t.Errorf("%d bytes of vectors are too many to ship", len(lines))
	}
	results := make(map[string]map[string]int)
	for _, v := range vectors.Make(p) {
		if results[v.Type] == nil {
			results[v.Type] = make(map[string]int)
		}
		results[v.Type][v.Result]++
	}
	for _, d := range p.Decls {
		if r := results[d.TypeName()]; r[vectors.Valid] == 0 || r[vectors.Invalid] == 0 {
			t.Errorf("%s has %v", d.TypeName(), r)
		}
	}
	t.Logf("%d lines, %d bytes", bytes.Count(lines, []byte("\n")), len(lines))
}

// Each state of the language has a vector.
func TestStates(t *testing.T) {
	all := vectors.Make(load(t, "../../../testdata/planted.yaml"))
	for what, shows := range map[string]func(vectors.Vector) bool{
		"a value of an enum": func(v vectors.Vector) bool { return v.Type == "Color" && v.Text == `"green"` },
		"an absent key":      func(v vectors.Vector) bool { return v.Result == vectors.Valid && !strings.Contains(v.Text, "tone") },
		"null":               func(v vectors.Vector) bool { return strings.Contains(v.Text, `"tone":null`) },
		"a default":          func(v vectors.Vector) bool { return strings.Contains(v.Written, `"size":12`) },
		"an older name":      func(v vectors.Vector) bool { return strings.Contains(v.Text, `"refs":`) },
		"an older tag":       func(v vectors.Vector) bool { return strings.Contains(v.Text, `"type":"form"`) },
		"an unknown tag": func(v vectors.Vector) bool {
			return v.Type == "Part" && v.Result == vectors.Valid && v.Written == "" && !strings.Contains(v.Text, `"type":"text"`) && !strings.Contains(v.Text, `"type":"shape"`)
		},
		"an undeclared key": func(v vectors.Vector) bool {
			return v.Type == "PartText" && v.Written != ""
		},
		"a missing key": func(v vectors.Vector) bool {
			return v.Path == "links" && v.Message == "missing: expected an object"
		},
		"a fraction or a range": func(v vectors.Vector) bool {
			return v.Path == "at" && strings.HasPrefix(v.Message, "expected an integer from ")
		},
		"an undeclared value":      func(v vectors.Vector) bool { return strings.HasPrefix(v.Message, `expected one of "red", "green"`) },
		"a fault in an item":       func(v vectors.Vector) bool { return strings.HasPrefix(v.Path, "weights[") },
		"a text that is not JSON":  func(v vectors.Vector) bool { return v.Message == "expected one JSON value, found a syntax error" },
		"a number without a bound": func(v vectors.Vector) bool { return v.Text == "1e400" },
	} {
		if !slices.ContainsFunc(all, shows) {
			t.Errorf("no vector shows %s", what)
		}
	}
}
