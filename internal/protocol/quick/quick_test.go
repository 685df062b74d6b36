package quick_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/quick"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	specs    = flag.Int("quick.specs", tier.Count(10, 200), "how many random specs are asked about")
	messages = flag.Int("quick.messages", 20, "how many messages of each kind are made of each type")
	seed     = flag.Uint64("quick.seed", 1, "the seed of the first random spec")
)

// checked is the protocol of a spec, or nil if check refuses it.
func checked(name, text string) *model.Protocol {
	var r diag.Report
	return check.Check(syntax.Parse(source.NewFile(name, []byte(text)), &r), &r)
}

// protocols are those of this repository, and random ones.
func protocols(t *testing.T, f func(name string, p *model.Protocol)) {
	t.Helper()
	for _, pattern := range []string{"spec/wire.yaml", "testdata/everything.yaml", "examples/*/*.yaml", "testdata/specfuzz/*.yaml"} {
		files, err := filepath.Glob("../../../" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if p := checked(filepath.Base(file), string(text)); p != nil {
				f(filepath.Base(file), p)
			}
		}
	}
	for i := range uint64(*specs) {
		if p := checked("random.yaml", specfuzz.New(*seed+i, specfuzz.Options{Hostile: 0.25}).YAML()); p != nil {
			f(fmt.Sprintf("the random spec %d", *seed+i), p)
		}
	}
}

// A judge holds programs of a protocol against the interpreter.
type judge struct {
	t            *testing.T
	name         string
	p            *model.Protocol
	reader       *interp.Reader
	quick        map[bool]*quick.Program // strict or not
	decls        map[string]model.Type
	valid, plain count // texts, and those that programs left to the interpreter
}

type count struct{ all, left int }

func (c *count) add(left bool) {
	if c.all++; left {
		c.left++
	}
}

func newJudge(t *testing.T, name string, p *model.Protocol) *judge {
	rows := lower.New(p)
	j := &judge{t: t, name: name, p: p, reader: interp.New(p), decls: map[string]model.Type{}}
	j.quick = map[bool]*quick.Program{false: quick.New(rows, quick.Options{}), true: quick.New(rows, quick.Options{Strict: true})}
	for _, d := range p.Decls {
		j.decls[d.TypeName()] = d
	}
	return j
}

// ask reads a text as the type called name with both programs.
func (j *judge) ask(name, text string) (got interp.Reading, left bool) {
	j.t.Helper()
	got = j.reader.Read(name, []byte(text))
	for strict, program := range j.quick {
		verdict, of := quick.Unsure, (*quick.Message)(nil)
		if d := j.decls[name]; d != nil {
			verdict = program.Value(d, []byte(text))
		} else if of = program.Message([]byte(text)); of != nil {
			verdict = quick.Accepted
		}
		err := got.Err
		if err == nil && strict {
			err = got.Strict()
		}
		switch {
		case verdict == quick.Unsure:
			left = left || !strict
			continue
		case verdict == quick.Accepted && err != nil, verdict == quick.Refused && got.Err == nil:
			j.t.Errorf("%s: %s (strict: %v): the program says %d, the interpreter %v\n%.2000q", j.name, name, strict, verdict, err, text)
			continue
		case verdict == quick.Refused:
			continue
		}
		if program.Extensions() != got.Extensions || len(got.Dropped) > 0 || got.Ignored {
			j.t.Errorf("%s: %s: %d extensions, want %d, %d values dropped, ignored: %v\n%.2000q", j.name, name, program.Extensions(), got.Extensions, len(got.Dropped), got.Ignored, text)
		}
		if of != nil {
			j.facts(of, got.Value, text)
		}
	}
	return got, left
}

// facts compares what is known of a message with its parts.
func (j *judge) facts(m *quick.Message, v *interp.Value, text string) {
	j.t.Helper()
	parts := j.reader.Parts(v)
	told := sessions.SessionMessage(&parts, "")
	method := told.Method
	if m.Call != nil && m.Call.Method != m.Method {
		j.t.Errorf("the call of %q is %q", m.Method, m.Call.Method)
	}
	want := fmt.Sprintf("%q %q response=%v params=%v result=%v error=%v", told.ID, method, parts.IsResponse, parts.Params != nil, parts.Result != nil, parts.Error != nil)
	isResponse := m.Shape == lower.ResponseShape
	got := fmt.Sprintf("%q %q response=%v params=%v result=%v error=%v", m.ID, m.Method, isResponse, m.Params != nil, m.Result != nil, isResponse && m.Result == nil)
	if e := told.Error; e != nil && parts.Names.OK == "" {
		kind := ""
		if j.p.Dialect.Error.Identity == "data.kind" {
			kind = e.Kind
		}
		want += fmt.Sprintf(" %d %q", e.Code, kind)
		got += fmt.Sprintf(" %d %q", m.Code, m.Kind)
	}
	if e := j.p.Envelope; e != nil && m.Tag != "" {
		want += parts.Params.Member(e.Tag).Text
		got += m.Tag
	}
	if m.Result != nil {
		value, err := j.reader.Parse(m.Result)
		if err != nil {
			j.t.Fatal(err)
		}
		// Kept content is written as it was read.
		want += parts.Result.Written()
		kept := j.reader.ReadType(&model.Scalar{Kind: model.Any}, value)
		got += kept.Value.Written()
	}
	if got != want {
		j.t.Errorf("%s:\n got %s\nwant %s\n%.2000q", j.name, got, want, text)
	}
}

// TestAgree makes valid, invalid and broken messages of every type of many protocols. What
// a program accepts or refuses, the interpreter does too, and it knows the same of a
// message. Of the valid ones, programs leave few to the interpreter.
func TestAgree(t *testing.T) {
	tier.Slow(t)
	var valid, plain count
	asked := 0
	protocols(t, func(name string, p *model.Protocol) {
		j := newJudge(t, name, p)
		random := rand.New(rand.NewPCG(*seed, 1))
		maker := sample.New(p, *seed)
		var whole []string
		for _, typ := range maker.Types() {
			if j.decls[typ] == nil && typ != "Message" {
				continue
			}
			clean := maker.Fork(*seed + 1)
			for range *messages {
				text := maker.Message(typ)
				_, left := j.ask(typ, text)
				j.valid.add(left)
				whole = append(whole, text)
				text = clean.Plain(typ)
				_, left = j.ask(typ, text)
				j.plain.add(left)
				j.ask(typ, maker.Invalid(typ).Text)
				j.ask(typ, maker.MultiFault(typ))
				j.ask(typ, broken(random, text, whole))
			}
			asked += 5 * *messages
		}
		if j.plain.left*4 > j.plain.all {
			t.Logf("%s: of %d plain messages %d are left", name, j.plain.all, j.plain.left)
		}
		valid.all, valid.left = valid.all+j.valid.all, valid.left+j.valid.left
		plain.all, plain.left = plain.all+j.plain.all, plain.left+j.plain.left
	})
	t.Logf("%d texts; of %d valid ones %d are left to the interpreter, of %d that a writer writes %d", asked, valid.all, valid.left, plain.all, plain.left)
	if valid.left*10 > valid.all || plain.left*50 > plain.all {
		t.Error("too many are left")
	}
}

// broken is a text with a few bytes changed, or with a piece of another one.
func broken(r *rand.Rand, text string, others []string) string {
	b := []byte(text)
	for range 1 + r.IntN(3) {
		if len(b) == 0 {
			break
		}
		at := r.IntN(len(b))
		switch r.IntN(5) {
		case 0:
			b[at] = "\"\\{}[],:0-.eE+tfn\x00\x1f \x80\xff\xc3"[r.IntN(23)]
		case 1:
			b = slices.Delete(b, at, min(len(b), at+1+r.IntN(4)))
		case 2: // a member twice
			if i := strings.LastIndexAny(string(b[:at]), ",{"); i >= 0 {
				if end := strings.IndexAny(string(b[at:]), ",}"); end >= 0 {
					piece := append([]byte{','}, b[i+1:at+end]...)
					b = slices.Insert(b, at+end, piece...)
				}
			}
		case 3:
			other := others[r.IntN(len(others))]
			if len(other) > 0 {
				from := r.IntN(len(other))
				b = slices.Insert(b, at, []byte(other[from:min(len(other), from+1+r.IntN(20))])...)
			}
		case 4:
			b = slices.Insert(b, at, []byte([]string{" ", "\t", "\\u00e9", "\\ud800", "1e400", "1.0", "-0", "null", `"\u0000"`}[r.IntN(9)])...)
		}
	}
	return string(b)
}
