package e2e

import (
	"flag"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	replayCount = flag.Int("replay", tier.Count(0, 40), "how many random edits have their witnesses replayed through generated code")
	replaySeed  = flag.Uint64("replay.seed", 1, "the seed of the first of these edits; each further one has the next")
)

// A proof is a verdict with its witness, and the two versions of the protocol.
type proof struct {
	of             specPair
	finding        *compare.Finding
	verdict        compare.Verdict
	writer, reader *construct
	types          []string // what the witness is read as
	wrote          []string // what it was written as; empty if that has no name in generated code
}

func (x *proof) String() string {
	v := x.verdict
	return fmt.Sprintf("%s\n\t%s of %s is %s: %s\n\t%.600s%.600s\n\twitness: %s", x.of.name, x.finding.Rule.ID, x.finding.Element, v.Level, v.Why, v.Witness.Text, strings.Join(v.Witness.Session, "\n\t"), v.Witness.Effect)
}

// A collection has the proofs of pairs of specs, and a construct for each version.
type collection struct {
	proofs   []*proof
	versions map[*model.Protocol]*construct
	order    []*construct // the versions
	left     map[string]int
}

// add adds the proofs of a pair of specs.
func (g *collection) add(p specPair) {
	report := compare.Compare(p.old, p.today)
	for _, f := range report.Findings {
		seen := map[string]bool{}
		for a := range compare.Upkeep {
			v := f.Verdicts[a]
			if v.Level == compare.OK {
				continue
			}
			if v.Witness == nil {
				g.left["no witness: "+f.Rule.ID]++
				continue
			}
			w, r := p.old, p.today
			if !v.Witness.OldWrote {
				w, r = r, w
			}
			x := &proof{of: p, finding: f, verdict: v, writer: g.version(w), reader: g.version(r)}
			key := fmt.Sprint(x, v.Witness.OldWrote, v.Witness.From, v.Witness.Type)
			if seen[key] {
				continue // two audiences have the same one
			}
			seen[key] = true
			if why := x.choose(); why != "" {
				g.left[why]++
				continue
			}
			g.proofs = append(g.proofs, x)
		}
	}
}

func (g *collection) version(p *model.Protocol) *construct {
	c := g.versions[p]
	if c == nil {
		c = &construct{name: fmt.Sprintf("v%d", len(g.order)), protocol: p}
		g.versions[p] = c
		g.order = append(g.order, c)
	}
	return c
}

// choose chooses what the witness is read as: a message is read as one of any side, and as
// one of the side that sends it. It returns the reason if nothing reads it.
func (x *proof) choose() string {
	w := x.verdict.Witness
	switch {
	case w.Length > 0 || len(w.Session) > 0:
		return ""
	case len(x.reader.protocol.Methods) == 0 && x.writer.isMessage(w.Type):
		return "the reader has no messages"
	case !x.reader.isMessage(w.Type) && !slices.Contains(readableTypes(x.reader), w.Type):
		return "what is read has no name in generated code"
	}
	x.types = []string{w.Type}
	if x.reader.isMessage(w.Type) || slices.Contains(readableTypes(x.writer), w.Wrote) {
		x.wrote = []string{w.Wrote}
	}
	if x.reader.isMessage(w.Type) {
		x.types, x.wrote = append(x.types, x.reader.sentBy(w.From)), append(x.wrote, x.writer.sentBy(w.From))
	}
	if len(x.wrote) == 0 && x.verdict.Level != compare.Break {
		return "what is written has no name in generated code"
	}
	return ""
}

// each calls a function for what each of the two versions reads the witness as.
func (x *proof) each(visit func(c *construct, typ string)) {
	for _, typ := range x.wrote {
		visit(x.writer, typ)
	}
	for _, typ := range x.types {
		visit(x.reader, typ)
	}
}

// emit makes the output for the versions that the proofs need. Those of which a target
// refuses a name are left out, with their proofs.
func (g *collection) emit(t *testing.T) {
	t.Helper()
	used := map[*construct]bool{}
	for _, x := range g.proofs {
		used[x.writer], used[x.reader] = true, true
		x.each(func(c *construct, typ string) {
			if !slices.Contains(c.types, typ) {
				c.types = append(c.types, typ)
			}
		})
	}
	g.order = slices.DeleteFunc(g.order, func(c *construct) bool { return !used[c] })
	errs := make([]error, len(g.order))
	parallel.Do(len(g.order), func(i int) {
		g.order[i].targets, errs[i] = tryEmit(g.order[i].protocol, &diag.Report{}, reading()...)
	})
	for i, err := range errs {
		if err != nil {
			t.Fatalf("%s: %v", g.order[i].name, err)
		}
	}
	refused := func(c *construct) bool { return c.targets == nil }
	g.order = slices.DeleteFunc(g.order, refused)
	g.proofs = slices.DeleteFunc(g.proofs, func(x *proof) bool {
		if !refused(x.writer) && !refused(x.reader) {
			return false
		}
		g.left["a target refuses a name of the spec"]++
		return true
	})
}

// An asking is the questions for generated readers, each once, with their answers.
type asking struct {
	list    []question
	at      map[question]int
	answers map[string][]answer // by the reader: its answers
}

// view is in front of the type of a question about what a value is in a language.
const view = "view\t"

func (a *asking) add(c *construct, typ, text string) {
	for _, q := range []question{{c.name, typ, text}, {c.name, view + typ, text}} {
		if _, ok := a.at[q]; !ok {
			a.at[q] = len(a.list)
			a.list = append(a.list, q)
		}
	}
}

// sight is what a reader makes of the witness of a proof, as some types of one version.
func (a *asking) sight(reader string, x *proof, c *construct, types []string) sight {
	var s sight
	for i, typ := range types {
		text := x.verdict.Witness.Text
		read := a.answers[reader][a.at[question{c.name, typ, text}]]
		if i > 0 {
			s.ofRole, s.roleView = read, a.answers[reader][a.at[question{c.name, view + typ, text}]]
			continue
		}
		s.read, s.view = read, a.answers[reader][a.at[question{c.name, view + typ, text}]]
	}
	return s
}

// generated are the readers that are generated.
var generated = []string{"Go", "TypeScript"}

// TestReplay has generated Go, generated TypeScript and the schemas of one version read the
// witnesses of what the other version writes. Each is refused, loses something or changes its
// meaning as its verdict says. The version that writes it reads it without any of that.
func TestReplay(t *testing.T) {
	t.Parallel()
	g := &collection{versions: map[*model.Protocol]*construct{}, left: map[string]int{}}
	for _, p := range append(replayFixtures(t), replayEdits(t)...) {
		g.add(p)
	}
	start := time.Now()
	lap := func(what string) {
		t.Logf("%-28s %5.1f s", what, time.Since(start).Seconds())
		start = time.Now()
	}
	g.emit(t)
	lap("generated")
	a := &asking{at: map[question]int{}, answers: map[string][]answer{}}
	for _, x := range g.proofs {
		x.each(func(c *construct, typ string) { a.add(c, typ, x.verdict.Witness.Text) })
	}
	module := goModule(t, g.order)
	module.Write(t, "views.go", []byte(goViews(g.order)))
	program := module.Build(t)
	lap(fmt.Sprintf("built %d Go packages", len(g.order)))
	a.answers["Go"] = ask(t, exec.Command(program), a.list)
	node := tsReader(t, g.order)
	a.answers["TypeScript"] = askNode(t, node, a.list)
	lap(fmt.Sprintf("%d questions", len(a.list)))

	c := &replay{collection: g, asking: a, seen: map[string]int{}, excused: map[string]bool{}, unfit: map[*proof]bool{}}
	c.schemas(t)
	lap("schemas")
	c.texts(t)
	c.sessions(t, program, node.Dir)
	c.lengths(t, program, node.Dir)
	lap("sessions")
	c.report(t)
}

// A replay compares what the readers see with what the proofs say.
type replay struct {
	*collection
	*asking
	seen    map[string]int  // how often what was seen
	excused map[string]bool // the entries of notShown that were needed
	unfit   map[*proof]bool
	faults  int
}

// maxFaults is the number of faults that are shown.
const maxFaults = 25

func (c *replay) fault(t *testing.T, x *proof, format string, args ...any) {
	t.Helper()
	if c.faults++; c.faults <= maxFaults {
		t.Errorf("%s\n\t%s", x, fmt.Sprintf(format, args...))
	}
}

// notShown are the fixtures with a verdict that a generated reader does not show, with the
// reason.
var notShown = map[string]string{
	"enum: numbers with other names":              "what a number is called is not in a value",
	"field: null means no value, then removes it": "in TypeScript, null is null; what it does, its type says",
	"union: another default variant":              "in TypeScript, an object without a tag is the same object whatever its variant is",
	"field: among keys that may be null":          "in TypeScript, keys are side by side; which of them are declared, the type says",
	"field: among keys of its type":               "likewise",
	"extensions: a constant that is one":          "names of extensions are kept like declared ones",
}

// notDecided is why a verdict is the worst where the comparison gives up.
const notDecided = "it was not decided whether every value is accepted"

// texts judges the witnesses that are a text.
func (c *replay) texts(t *testing.T) {
	t.Helper()
	for _, x := range c.proofs {
		if len(x.types) == 0 {
			continue
		}
		for _, reader := range generated {
			own, other := c.sight(reader, x, x.writer, x.wrote), c.sight(reader, x, x.reader, x.types)
			other.unfit = c.unfit[x]
			if own.read.Error+own.read.Dropped != "" {
				c.fault(t, x, "the writer itself, in %s: %+v", reader, own.read)
				continue
			}
			seen, wrong := judge(x.verdict, own, other)
			w := x.verdict.Witness
			switch {
			case (seen == dropped || seen == kept) && !c.unfit[x]:
				wrong = "the write schema accepts what is " + seen
			case seen == dropped && w.Path != "" && (!hasPath(w.Text, w.Path) || hasPath(other.read.Written, w.Path)):
				wrong = "something else is dropped: what is left is " + other.read.Written
			case seen == kept && reader == "Go" && !strings.HasPrefix(other.view.Answer, w.Path):
				wrong = "strict reading finds something else: " + other.view.Answer
			}
			kind := reader + ", " + x.verdict.Level.String() + ": "
			switch {
			case wrong == "":
				c.seen[kind+seen]++
			case !w.Confirmed && other.read.Error == w.Effect && x.verdict.Level < compare.Break: // it says so itself
				c.left[kind+"another edit of the same specs refuses the message"]++
			case !w.Confirmed && x.verdict.Why == notDecided:
				c.left[kind+"it was not decided"]++
			case !x.of.random && notShown[x.of.name] != "":
				c.excused[x.of.name] = true
				c.left[kind+"not shown, for a reason in notShown"]++
			case x.of.random && !w.Confirmed:
				c.left[kind+"not shown, by the reference reader neither"]++
			default:
				c.fault(t, x, "%s, confirmed %t: %s\n\twriter: %.300s\n\treader: %.300s", reader, w.Confirmed, wrong, own.view.Written, other.view.Written)
			}
			// The judge must not be content with a reader that reads what was meant.
			if seen, wrong := judge(x.verdict, own, own); wrong == "" && len(x.wrote) > 0 {
				c.fault(t, x, "%s: the version that writes it is taken for one that does not understand it: %s\n\twriter: %+v", reader, seen, own)
			}
		}
	}
}

// schemas validates the witnesses with the read schemas of the version that reads, which
// refuse what its readers refuse, and of the one that writes. What is lost is seen by the
// write schema, which refuses what is not of its version.
func (c *replay) schemas(t *testing.T) {
	t.Helper()
	var list []validation
	of := map[string]*proof{}
	bundles := map[*construct]*schemas{}
	for _, v := range c.order {
		s, err := newSchemas(v)
		if err != nil {
			t.Fatal(err)
		}
		bundles[v] = s
	}
	add := func(x *proof, version *construct, typ string) {
		q := question{version.name, typ, x.verdict.Witness.Text}
		err := c.answers["Go"][c.at[q]].Error
		if isBeyondSchemas(err) {
			return
		}
		list = append(list, validation{made: made{question: q}, side: readSide, text: q.Text, valid: err == ""})
		of[version.name+" "+typ+" "+q.Text] = x
	}
	for _, x := range c.proofs {
		if len(x.types) == 0 {
			continue
		}
		add(x, x.reader, x.types[0])
		if len(x.wrote) > 0 {
			add(x, x.writer, x.wrote[0])
		}
		if x.verdict.Level == compare.Loss {
			text := x.verdict.Witness.Text
			written := bundles[x.writer].validate(t, writeSide, x.wrote[0], text) == nil
			c.unfit[x] = bundles[x.reader].validate(t, writeSide, x.types[0], text) != nil
			c.seen[fmt.Sprintf("the write schemas, loss: refused by that of the reader %t, accepted by that of the writer %t", c.unfit[x], written)]++
		}
	}
	validateAll(t, c.order, list, tallies{}, func(q made, what string, answers ...any) {
		c.fault(t, of[q.Construct+" "+q.Type+" "+q.Text], "%s of %s: %s: %v", q.Type, q.Construct, what, answers)
	})
	for _, v := range list {
		c.seen[fmt.Sprintf("the read schemas: accepted %t", v.valid)]++
	}
}

// report logs what was seen and what was left out.
func (c *replay) report(t *testing.T) {
	t.Helper()
	for _, what := range slices.Sorted(maps.Keys(c.seen)) {
		t.Logf("%5d %s", c.seen[what], what)
	}
	for _, why := range slices.Sorted(maps.Keys(c.left)) {
		t.Logf("%5d left out: %s", c.left[why], why)
	}
	for _, reader := range generated {
		for _, kind := range []string{"break", "danger", "loss", "session", "length"} {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(c.seen)), func(what string) bool { return strings.HasPrefix(what, reader+", "+kind+": ") }) {
				t.Errorf("%s shows no %s", reader, kind)
			}
		}
	}
	for name, why := range notShown {
		if !c.excused[name] {
			t.Errorf("not needed: %s (%s)", name, why)
		}
	}
	if c.faults > maxFaults {
		t.Errorf("%d faults in all", c.faults)
	}
}
