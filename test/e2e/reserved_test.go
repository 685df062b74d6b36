package e2e

import (
	"flag"
	"fmt"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
)

var sweeps = flag.Int("specfuzz.sweeps", tier.Count(2, 1000), "how many specs of reserved words are made; all of the words are in 30")

// reservedWords are the names that some target or its language has a use for, and those of the
// messages in vectors and schemas.
func reservedWords() []string {
	out := []string{
		"Message", "ClientMessage", "AgentMessage", "JSONRPCMessage", "Response", "UnknownMessage", "Batch", "Client", "Agent",
		"__proto__", "constructor", "hasOwnProperty", "toString", "valueOf", "prototype", "then", "length", "toJSON",
		"$ref", "$defs", "$id", "jsonrpc", "id", "method", "params", "result", "error", "code", "data",
		"Extra", "Body", "both", "event", "features", "subscriptions", "slices", "ctx", "wirert", "_", "Type_", "X_", "a b", "a-b", "été", "日本", "2fa", "π",
		"AppendJSON", "MarshalJSON", "UnmarshalJSON", "ReadByte", "WriteByte", "GobEncode", "LogValue", "String", "Error", "Is", "Unwrap",
	}
	for tok := token.BREAK; tok <= token.VAR; tok++ {
		out = append(out, tok.String())
	}
	out = append(out, types.Universe.Names()...)
	for _, b := range compile.Targets() {
		n := b.Target().Naming
		if n == nil {
			continue
		}
		out = append(out, n.Words...)
		for _, r := range slices.Concat(n.Exact, n.Forms) {
			out = append(out, strings.Split(r.Name, ", ")...) // of a form, the name for a type X, a method M and so on
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestSpecFuzzReserved uses every reserved word of every target as every kind of name, pinned
// where check demands it, and holds the output against every reader. A type called Message or
// AgentMessage, pinned as check advises, was what messages were read as.
func TestSpecFuzzReserved(t *testing.T) {
	t.Parallel()
	words := reservedWords()
	r := rand.New(rand.NewPCG(*fuzzSeed, 7))
	r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	// Those of messages are in each run: for types first, for events in the other half.
	first := []string{"Message", "AgentMessage", "Batch", "Response", "Client", "Capabilities", "Registration"}
	words = slices.Concat(first, slices.DeleteFunc(words, func(w string) bool { return slices.Contains(first, w) }))
	s := &stages{messages: tier.Count(150, 400), saw: make(tallies)}
	var list []*fuzzed
	names, pins := 0, 0
	const each = 24
	for chunk := range slices.Chunk(words, each) {
		if len(list) >= *sweeps {
			break
		}
		for _, swapped := range []bool{false, true} {
			f := &fuzzed{construct: &construct{name: fmt.Sprintf("w%d", len(list))}}
			sweep := fitted(t, chunk, r, swapped)
			all, pinned := sweep.Names()
			names, pins = names+all, pins+pinned
			f.text = sweep.YAML()
			list = append(list, f)
		}
	}
	s.all(t, s.makeAll(list))
	for _, f := range list {
		if len(f.codes) > 0 {
			t.Errorf("%s is refused: %v\n%s", f.name, f.codes, f.text)
		}
	}
	s.report(t)
	t.Logf("%d words as %d names in %d specs, %d of them pinned", len(words), names, len(list), pins)
	if names < len(list)*each*5 {
		t.Errorf("only %d names are left in %d specs", names, len(list))
	}
}

// fitted is a sweep of words that check accepts, with two of them as roles if it accepts these.
func fitted(t *testing.T, words []string, r *rand.Rand, swapped bool) *specfuzz.Sweep {
	t.Helper()
	for tries := 0; ; tries++ {
		roles := [2]string{words[r.IntN(len(words))], words[r.IntN(len(words))]}
		if tries > 20 {
			roles = [2]string{"client", "agent"}
		}
		s := specfuzz.NewSweep(words, roles, swapped)
		if problem := fit(s); problem == "" {
			return s
		} else if tries > 20 {
			t.Fatalf("%s\n%s", problem, s.YAML())
		}
	}
}

// fit changes a sweep until check and all targets accept it. It returns what is refused about
// what is in every sweep.
func fit(s *specfuzz.Sweep) string {
	for range 2000 {
		p, report := compile.Check(source.NewFile("spec.yaml", []byte(s.YAML())), nil)
		if p != nil && report.OK() {
			if _, err := tryEmit(p, report, shipping()...); err != nil {
				return err.Error()
			}
			if report.OK() {
				return ""
			}
		}
		changed := false
		// From the last line on: the lines before keep their places.
		lines := map[int]bool{}
		var found []*diag.Diagnostic
		for _, d := range report.All() {
			if d.Severity == diag.Error {
				found = append(found, d)
			}
		}
		line := func(d *diag.Diagnostic) int { return d.Span.File.Position(d.Span.Start).Line }
		slices.SortStableFunc(found, func(a, b *diag.Diagnostic) int { return line(b) - line(a) })
		for _, d := range found {
			at, pinnable := line(d), strings.HasPrefix(d.Code.ID, "target-name-")
			if lines[at] {
				continue
			}
			lines[at] = true
			if s.Refused(at, pinnable) {
				changed = true
				continue
			}
			for _, other := range d.Related { // what is in every sweep clashes with a word
				at := other.Span.File.Position(other.Span.Start).Line
				changed = !lines[at] && s.Refused(at, pinnable) || changed
				lines[at] = true
			}
		}
		if !changed {
			return fmt.Sprint(found[0].Message, " ", line(found[0]))
		}
	}
	return "it takes too long to fit"
}

// TestPlantedNames builds the compiler with the fault that a type may have the name of messages,
// and demands that the sweep finds it.
func TestPlantedNames(t *testing.T) {
	tier.AtNight(t, "TestSpecFuzzReserved")
	p := newPlanted(t, sourceFault{file: "internal/protocol/model/messages.go", old: "		if taken[name] {\n", new: "		if true {\n			return name\n		}\n		if taken[name] {\n"})
	out, err := inDir(".", p.program, "-test.run", "^TestSpecFuzzReserved$", "-specfuzz.sweeps", "2")
	if err == nil || !strings.Contains(out, "faults of") {
		t.Errorf("it is not found: %v\n%.2000s", err, out)
	}
}
