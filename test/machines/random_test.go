package machines

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert/session"
)

var (
	randomSpecs = flag.Int("machines.specs", tier.Count(4, 100), "how many random specs with rules the machines are compared on")
	randomSeed  = flag.Uint64("machines.seed", 46_000, "the seed of the first one")
)

// everyRule is a spec with every rule of a session, and with what is judged by words
// that are elsewhere in a spec.
const everyRule = `
wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {rate: {per_minute: 5, error: SLOW}, error: {identity: data.kind}}
methods:
  hello: {from: client, params: {can: Can, "features?": "string[]"}, result: {can: Can, "features?": "string[]"}, errors: [BUSY]}
  run: {from: client, was: [start], result: empty, errors: [BUSY]}
  stop: {from: client, params: {id: string}, result: empty}
  watch: {from: client, result: empty}
  seen: {from: both, gate: {subscription: watch}, notify: empty}
  both: {from: both, result: empty, gate: {feature: log}}
  again: {from: both, result: empty}
  replay: {from: client, result: empty}
  wait: {from: agent, params: {seconds: float}, result: empty}
  short: {from: agent, result: empty}
  event: {from: agent, notify: Event}
  ask: {from: agent, params: Request, result: by_variant}
  gone: {from: agent, notify: {id: string}}
  bye: {from: client, notify: empty}
  end: {from: client, result: empty}
types:
  Can: {fields: {"question?": bool, shell: bool = true}}
capabilities:
  client: {type: Can, at: params.can}
  agent: {type: Can, at: result.can}
negotiation: {method: hello, first: true, early: EARLY, features: {offer: params.features, chosen: result.features}}
envelope: {name: Envelope, tag: type, content: body}
events:
  Began: {}
  Settled: {fields: {request: string}}
  run: {gate: agent.shell}
requests:
  Approval: {result: {ok: bool}, fields: {text: string}}
  Call: {result: empty}
  Hook: {result: empty, fields: {"seconds?": int}}
  Question: {result: empty, gate: client.question}
errors:
  BUSY: {code: 1}
  EARLY: {code: 2}
  SLOW: {code: 3}
session:
  hello: {once: session}
  method run: {once: open, not_during: replay, error: BUSY, cancel: {by: stop, id: params.id, answered: none}}
  stop: {during: [method run, replay], enforced: receiver, error: BUSY}
  watch: {after: hello, enforced: advisory}
  again: [{once: open}, {resend: always}]
  replay: {replay: true, not_during: [method run, stop], error: BUSY}
  wait: {timeout: params.seconds}
  short: {timeout: 2, cancel: {by: stop, answered: none}}
  Began: [{during: method run}, {ordered_before: [hello, watch]}]
  event run: {once: session}
  Approval: {settled_by: {by: Settled, id: payload.request}, resend: handshake}
  Call: {settled_by: {by: method run}}
  Hook: {timeout: payload.seconds}
  Question: {settled_by: {by: gone, id: params.id}}
  bye: {ends: true}
  end: {ends: true}
`

// TestRandomSessions compares the machines on random sessions.
func TestRandomSessions(t *testing.T) {
	tier.Slow(t)
	specs := map[string][]byte{"every.yaml": []byte(everyRule), "wire.yaml": read(t, "../../spec/wire.yaml")}
	if a := txtar.Parse(read(t, "../../testdata/script/verify_session.txtar")); true {
		specs["verified.yaml"] = a.Files[slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "wire.yaml" })].Data
	}
	for name, spec := range specs {
		t.Run(filepath.Base(name), func(t *testing.T) {
			rules := newSpecimen(protocol(t, name, spec)).rules
			var steps []step
			for seed := range uint64(150) {
				d := &dice{rand.New(rand.NewPCG(seed, 1)), rules, 0}
				steps = append(steps, d.session()...)
			}
			compareSessions(t, t.TempDir(), name, spec, steps)
		})
	}
}

// dice make random sessions.
type dice struct {
	*rand.Rand
	rules *session.Rules
	time  int64
}

func (d *dice) session() []step {
	timed, sided := d.IntN(2) == 0, d.IntN(4)
	var out []step
	for range 10 + d.IntN(60) {
		x := step{New: out == nil, Refused: d.IntN(15) == 0, Parts: &parts{}}
		if timed {
			d.time += d.Int64N(3000)
			if x.Time = d.time; d.IntN(20) == 0 {
				x.Time = 0
			}
		}
		from := session.Either
		if d.IntN(5) < 3 {
			from = d.ask(x.Parts)
		} else {
			d.answer(x.Parts)
		}
		if from == session.Either || d.IntN(10) == 0 {
			from = session.Side(d.IntN(2))
		}
		if d.IntN(4) < sided {
			x.Side = d.rules.Roles[from]
		} else if d.IntN(3) == 0 {
			x.Answers = d.rules.Acts[d.IntN(len(d.rules.Acts))].Name
		}
		out = append(out, x)
	}
	return out
}

// id is one of few, so that they are often the same.
func (d *dice) id() any {
	return []any{1, 2, 3, "1", "2", "a\"b"}[d.IntN(6)]
}

// ask makes a call, and returns the side that may send it.
func (d *dice) ask(p *parts) session.Side {
	a := d.rules.Acts[d.IntN(len(d.rules.Acts))]
	if d.IntN(3) == 0 && d.rules.Handshake != nil { // otherwise few sessions get beyond it
		a = d.rules.Acts[slices.IndexFunc(d.rules.Acts, func(x session.Act) bool { return x.Name == d.rules.Handshake.Method })]
	}
	carrier := slices.IndexFunc(d.rules.Acts, func(x session.Act) bool {
		return a.Kind == session.Event && x.Events || a.Kind == session.Request && x.Requests
	})
	method := a
	if carrier >= 0 {
		method = d.rules.Acts[carrier]
	}
	p.Method = method.Name
	if names := append([]string{method.Name}, method.FormerNames...); d.IntN(8) == 0 {
		p.Method = names[d.IntN(len(names))]
	}
	if d.IntN(30) == 0 {
		p.Method = "constructor"
	}
	if method.Request != (d.IntN(20) == 0) {
		p.ID = d.id()
	}
	params := map[string]any{}
	if carrier >= 0 {
		params[d.rules.Tag] = a.Name
	}
	for _, x := range d.rules.Acts {
		for _, r := range x.Rules {
			switch {
			case len(r.Path) == 0:
			case r.Is == session.Timeout && x.Name == a.Name:
				set(params, r.Path, []any{0, 1, 2.5, nil, "1", true}[d.IntN(6)])
			case len(r.Acts) > 0 && strings.HasSuffix(r.Acts[0], a.Name):
				set(params, r.Path, []any{d.id(), d.id(), d.id(), nil, []any{1}}[d.IntN(5)])
			}
		}
		if h := d.rules.Handshake; h != nil && h.Method == a.Name && a.Name == x.Name {
			d.agree(params, h.Offered, session.First)
		}
	}
	if p.Params = params; len(params) == 0 && d.IntN(2) == 0 {
		p.Params = nil
	}
	return method.From
}

func (d *dice) answer(p *parts) {
	if p.ID = d.id(); d.IntN(20) == 0 {
		p.ID = nil
	}
	if d.IntN(3) > 0 {
		result := map[string]any{}
		if h := d.rules.Handshake; h != nil {
			d.agree(result, h.Chosen, session.Second)
		}
		p.Result = result
		return
	}
	e := d.rules.Errors[d.IntN(len(d.rules.Errors))]
	if p.Error = (&errorPart{e.Code, e.Name}); d.IntN(5) == 0 {
		p.Error = &errorPart{Code: 12345}
	}
}

// agree sets features, and capabilities of a side.
func (d *dice) agree(in map[string]any, features []string, side session.Side) {
	if len(features) > 0 && d.IntN(5) > 0 {
		list := []any{}
		for _, g := range d.rules.Gates {
			if g.Kind == session.ByFeature && d.IntN(4) > 0 {
				list = append(list, g.Feature)
			}
		}
		set(in, features, append(list, "other", d.IntN(2)))
	}
	for _, g := range d.rules.Gates {
		if g.Kind == session.ByCapability && g.Side == side && d.IntN(4) > 0 {
			set(in, g.Path, []any{true, true, false, map[string]any{}, nil}[d.IntN(5)])
		}
	}
}

// set sets the value at a path, on which positions are those of items.
func set(in map[string]any, path []string, v any) {
	for i, name := range path[:len(path)-1] {
		if _, err := strconv.Atoi(path[i+1]); err == nil {
			panic("no positions")
		}
		next, _ := in[name].(map[string]any)
		if next == nil {
			next = map[string]any{}
			in[name] = next
		}
		in = next
	}
	in[path[len(path)-1]] = v
}

// TestRandomSpecs compares the machines on random sessions of random specs that have rules.
func TestRandomSpecs(t *testing.T) {
	tier.Slow(t)
	shared := t.TempDir()
	left := *randomSpecs
	for seed := uint64(1); left > 0; seed++ {
		text := specfuzz.New(*randomSeed+seed, specfuzz.Options{}).YAML()
		p, _ := compile.Check(source.NewFile("spec.yaml", []byte(text)), fstest.MapFS{})
		if p == nil {
			continue
		}
		rules := lower.New(p).Session()
		if rules == nil || len(rules.Errors) == 0 || !hasRules(rules) {
			continue
		}
		left--
		var steps []step
		for n := range uint64(40) {
			d := &dice{rand.New(rand.NewPCG(seed, n)), rules, 0}
			steps = append(steps, d.session()...)
		}
		compareSessions(t, shared, "spec.yaml", []byte(text), steps)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", *randomSeed+seed, text)
		}
	}
}

// hasRules reports whether sessions have rules, none of which is about a position of params.
func hasRules(r *session.Rules) bool {
	var paths [][]string
	n := len(r.Gates)
	for _, g := range r.Gates {
		paths = append(paths, g.Path)
	}
	for _, a := range r.Acts {
		n += len(a.Rules)
		for _, x := range a.Rules {
			paths = append(paths, x.Path)
		}
	}
	if h := r.Handshake; h != nil {
		n++
		paths = append(paths, h.Offered, h.Chosen)
	}
	return n > 2 && !slices.ContainsFunc(slices.Concat(paths...), func(step string) bool {
		_, err := strconv.Atoi(step)
		return err == nil
	})
}
