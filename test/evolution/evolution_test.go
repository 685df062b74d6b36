package evolution

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	editCount = flag.Int("evolution", tier.Count(60, 2_000), "how many random edits are compared and judged")
	editSeed  = flag.Uint64("evolution.seed", 1, "the seed of the first edit; each further one has the next")
	editName  = flag.String("evolution.edit", "", "the name of the only edit that is made")
	editBase  = flag.String("evolution.base", "", "the name of the only spec that is edited")
	editShow  = flag.Int("evolution.show", 6, "how many faults of one kind are shown")
)

// maxLines is the number of lines of a change that are shown.
const maxLines = 6

// lines are some lines that only one side of a change has.
func (c *change) lines() string {
	var out strings.Builder
	show := func(mark, text, other string) {
		has := strings.Split(other, "\n")
		n := 0
		for _, line := range strings.Split(text, "\n") {
			if n < maxLines && !slices.Contains(has, line) {
				n++
				fmt.Fprintf(&out, "\n      %s %.200s", mark, line)
			}
		}
	}
	show("-", c.old.tree(nil).text(), c.today.text)
	show("+", c.today.text, c.old.tree(nil).text())
	return out.String()
}

// A fault is a difference between the comparison and the oracle.
type fault struct {
	class, text string
	of          *change
}

// faults are collected by many comparisons at once.
type faults struct {
	mu   sync.Mutex
	list []fault
	sums map[string]int
}

func (f *faults) add(c *change, class, format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, fault{class, fmt.Sprintf(format, args...), c})
}

func (f *faults) count(what string, n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sums[what] += n
}

func (f *faults) report(t *testing.T) {
	t.Helper()
	for _, what := range slices.Sorted(maps.Keys(f.sums)) {
		t.Logf("%6d %s", f.sums[what], what)
	}
	by := map[string][]fault{}
	for _, x := range f.list {
		by[x.class] = append(by[x.class], x)
	}
	for _, class := range slices.Sorted(maps.Keys(by)) {
		list := by[class]
		slices.SortFunc(list, func(a, b fault) int {
			return cmp.Or(cmp.Compare(len(a.of.old.text), len(b.of.old.text)), cmp.Compare(a.of.seed, b.of.seed))
		})
		var b strings.Builder
		for _, x := range list[:min(len(list), *editShow)] {
			fmt.Fprintf(&b, "\n  seed %d, %s\n    %s%s", x.of.seed, x.of.name, x.text, x.of.lines())
		}
		t.Errorf("%s: %d%s", class, len(list), b.String())
	}
}

// conservative are the rules whose verdicts may be worse than what a message shows, with
// the reason.
var conservative = map[string]string{
	"method-added":          "the agent that sends a request gets an error, which is not a message to compare",
	"method-removed":        "the caller of a request gets an error, which is not a message to compare",
	"method-renamed":        "likewise",
	"method-direction":      "a peer that is not asked by this side does not answer it",
	"method-result":         "a result by the request is not held against one of the method",
	"method-kind":           "a request that is read as a notification is not answered, and the reverse",
	"gate-added":            "no message shows that none is sent",
	"gate-removed":          "what is sent unasked is read like anything else",
	"gate-changed":          "likewise",
	"negotiation-changed":   "the order of messages is not judged by a message",
	"session-changed":       "likewise",
	"error-data":            "data that is not declared may be anything",
	"request-changed":       "what no message says is judged by none",
	"progress-changed":      "which request a notification is about is not judged by it",
	"registration-changed":  "a name that peers register under is not in a message itself",
	"journal-changed":       "how a file is read is not in its lines",
	"dialect-changed":       "a rate, the length of a message and the delimiters are not in a message",
	"undeclared-keys":       "peers of the old version may pass on keys of newer ones",
	"extensions-changed":    "likewise with names of extensions",
	"enum-value-reassigned": "what an integer is called is not in messages",
	"union-order":           "whether an earlier variant accepts a value is not always decided",
	"union-style":           "likewise",
}

// isConservative reports whether a verdict may be worse than what a message shows.
func isConservative(x *compare.Finding, a compare.Audience) bool {
	// An object of a variant that is found by its key is another one for a reader that
	// does not know the key, even if all that it reads has the same value.
	byKey := x.Verdicts[a].Level == compare.Danger && (x.Rule.ID == "variant-added" || x.Rule.ID == "variant-removed")
	return conservative[x.Rule.ID] != "" || byKey || slices.Contains(notDecided, x.Verdicts[a].Why)
}

// notDecided is why a verdict is the worst where the comparison gives up.
var notDecided = []string{"it was not decided whether every value is accepted", "an earlier variant may accept it"}

// TestOracle compares random edits with what the reference readers do with messages.
func TestOracle(t *testing.T) {
	list := changes(t, *editCount, *editSeed, *editName, *editBase)
	f := &faults{sums: map[string]int{"edits": len(list)}}
	parallel.Do(len(list), func(i int) { judgeChange(f, list[i]) })
	f.report(t)
}

// witness checks that the witness of a verdict does what the verdict says.
func (f *faults) witness(c *change, x *compare.Finding, a compare.Audience) {
	v := x.Verdicts[a]
	if v.Level == compare.OK || v.Witness == nil || isConservative(x, a) {
		return
	}
	shows, asked := showsWitness(c, v.Witness, v.Level)
	if !asked {
		f.count("witnesses of types without a name", 1)
		return
	}
	f.count("witnesses", 1)
	if !shows {
		f.add(c, "witness", "%s of %s %s is %s (%s), confirmed %t, shown %t: %.300s", x.Rule.ID, x.Element, a, v.Level, v.Why, v.Witness.Confirmed, shows, v.Witness.Text)
	}
}

// shown checks that each verdict has a message, but for those of which the table of outcomes says why none shows it. Those
// of an endless type have none, and are marked.
func (f *faults) shown(c *change, x *compare.Finding, endless bool) {
	for a, v := range x.Verdicts {
		switch {
		case v.Level == compare.OK:
		case v.Outcome == nil:
			f.add(c, "stated", "%s of %s %s: %s is of no outcome: %s", x.Rule.ID, x.Element, compare.Audience(a), v.Level, v.Why)
		case v.Witness == nil && v.Outcome.Hidden() == "" && endless && v.Unconfirmed():
			f.count("no message of an endless type: "+v.Outcome.ID(), 1)
		case v.Witness == nil && v.Outcome.Hidden() == "":
			f.add(c, "unshown", "%s of %s %s: %s has no message, and %s is not hidden: %s", x.Rule.ID, x.Element, compare.Audience(a), v.Level, v.Outcome.ID(), v.Why)
		case v.Witness != nil && v.Witness.Confirmed && v.Outcome.Hidden() != "":
			f.add(c, "hidden", "%s of %s %s: %s is shown, and %s is hidden: %.300s", x.Rule.ID, x.Element, compare.Audience(a), v.Level, v.Outcome.ID(), v.Witness.Text)
		case v.Witness != nil && !v.Witness.Confirmed:
			f.count("unconfirmed: "+v.Outcome.ID(), 1)
		}
	}
}

// guard makes a panic a fault.
func (f *faults) guard(c *change) {
	if v := recover(); v != nil {
		f.add(c, "panic", "%v\n%s", v, debug.Stack())
	}
}

func judgeChange(f *faults, c *change) {
	defer f.guard(c)
	report := compare.Compare(c.old.proto, c.today.proto)
	v := judge(c.old.proto, c.today.proto, c.seed)
	f.count("messages made", v.asked)
	f.count("messages that may be written", v.written)
	for _, x := range report.Findings {
		f.shown(c, x, v.endless)
	}
	for a := range compare.Upkeep {
		worst := compare.OK
		for _, x := range report.Findings {
			worst = max(worst, x.Verdicts[a].Level)
		}
		saw := v.of[a]
		f.count(fmt.Sprintf("verdicts %s, messages show %s", worst, saw.level), 1)
		if worst < saw.level {
			f.add(c, "milder", "%s is %s, and %s of %s: %.300s\n    %s", a, worst, saw.level, saw.position, saw.text, saw.effect)
		}
		for _, x := range report.Findings {
			w := x.Verdicts[a]
			if w.Level == worst { // another edit may refuse the witness of a milder one
				f.witness(c, x, a)
			}
			if w.Level <= saw.level || w.Witness != nil && w.Witness.Confirmed {
				continue
			}
			f.count(fmt.Sprintf("worse than shown by messages: %s %s", x.Rule.ID, w.Level), 1)
			if !isConservative(x, a) && !v.endless {
				text := "no message"
				if w.Witness != nil {
					text = w.Witness.Text
				}
				f.add(c, "harsher", "%s of %s %s: %s, and messages show %s: %s; %.300s", x.Rule.ID, x.Element, a, w.Level, saw.level, w.Why, text)
			}
		}
	}
}
