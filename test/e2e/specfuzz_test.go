package e2e

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	fuzzCount    = flag.Int("specfuzz", tier.Count(10, 200), "how many random specs are made and held against every reader")
	fuzzSeed     = flag.Uint64("specfuzz.seed", 1, "the seed of the first random spec; each further one has the next")
	fuzzList     = flag.String("specfuzz.list", "", "the seeds of the random specs, with commas between them, instead of all from the first one on")
	fuzzHostile  = flag.Float64("specfuzz.hostile", 0.25, "how odd the names, docs and values of random specs are, from 0 to 1")
	fuzzMessages = flag.Int("specfuzz.messages", 400, "how many messages of each random spec every reader is asked about")
	fuzzBatch    = flag.Int("specfuzz.batch", 70, "how many random specs are built at once")
	fuzzTypes    = flag.Bool("specfuzz.types", tier.Nightly(), "check the Python of each batch of random specs with pyright and mypy, in strict mode")
	fuzzFirst    = flag.Bool("specfuzz.first", false, "stop after the first batch that shows a fault, say which spec shows it first, and make none smaller")
	fuzzShrink   = flag.Duration("specfuzz.shrink", time.Minute, "how long each fault that is found is made smaller")
)

// TestSpecFuzz makes random specs, and checks for each that check accepts that all its
// output builds, loads, passes its own vectors, and agrees with every other reader
// about made messages. A spec with a fault is shrunk, and printed with its seed.
func TestSpecFuzz(t *testing.T) {
	t.Parallel()
	opts := specfuzz.Options{Hostile: *fuzzHostile}
	s := &stages{messages: *fuzzMessages, saw: make(tallies)}
	codes, uses := map[string]int{}, map[string]int{}
	accepted, asked := 0, 0
	for seeds := range slices.Chunk(fuzzSeeds(t), *fuzzBatch) {
		if *fuzzFirst && len(s.faults) > 0 {
			break
		}
		var list []*fuzzed
		for _, seed := range seeds {
			f := newFuzzed(fmt.Sprintf("s%d", seed), specfuzz.New(seed, opts))
			f.seed = seed
			list = append(list, f)
		}
		s.all(t, s.makeAll(list))
		asked += len(list)
		for _, f := range list {
			for _, code := range f.codes {
				codes[code]++
			}
			if f.protocol != nil && len(f.codes) == 0 {
				accepted++
				for _, use := range specfuzz.Uses(f.protocol) {
					uses[use]++
				}
			}
		}
	}
	if *fuzzFirst && len(s.faults) > 0 {
		first := s.faults[0]
		for _, f := range s.faults {
			if f.spec.seed < first.spec.seed {
				first = f
			}
		}
		t.Fatalf("the first that shows a fault is %d | %s\n%s", first.spec.seed-*fuzzSeed+1, first.class, first.detail)
	}
	s.report(t)
	t.Logf("%d specs made, %d accepted; refused by %s", asked, accepted, counted(codes))
	t.Logf("in accepted specs: %s", counted(uses))
	if *fuzzList == "" && accepted*10 < asked*7 {
		t.Errorf("only %d of %d specs were accepted", accepted, asked)
	}
}

// fuzzSeeds returns the seeds of the random specs.
func fuzzSeeds(t *testing.T) []uint64 {
	t.Helper()
	var out []uint64
	if *fuzzList == "" {
		for i := range *fuzzCount {
			out = append(out, *fuzzSeed+uint64(i))
		}
		return out
	}
	for _, text := range strings.Split(*fuzzList, ",") {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, seed)
	}
	return out
}

func newFuzzed(name string, root *specfuzz.Node) *fuzzed {
	return &fuzzed{construct: &construct{name: name}, root: root, text: root.YAML()}
}

// report prints what was found: each class once with a small spec, and the
// names of all specs that show it.
func (s *stages) report(t *testing.T) {
	t.Helper()
	byClass := map[string][]fault{}
	for _, f := range s.faults {
		byClass[f.class] = append(byClass[f.class], f)
	}
	total := 0
	for _, reader := range readers {
		total = max(total, s.saw[reader].valid+s.saw[reader].invalid)
		t.Logf("%-34s saw %7d messages: %7d valid, %7d invalid", reader, s.saw[reader].valid+s.saw[reader].invalid, s.saw[reader].valid, s.saw[reader].invalid)
	}
	for _, class := range slices.Sorted(maps.Keys(byClass)) {
		list := byClass[class]
		slices.SortStableFunc(list, func(a, b fault) int { return cmp.Compare(len(a.spec.text), len(b.spec.text)) })
		var names []string
		for _, f := range list {
			names = append(names, f.spec.name)
		}
		first := list[0]
		text := first.spec.text
		if first.spec.root != nil && *fuzzShrink > 0 {
			text = shrunk(t, first, s.messages)
		}
		t.Errorf("%s\n\tshown by %d: %s\n\t%.900s\n%s", class, len(list), strings.Join(names[:min(len(names), 20)], " "), first.detail, text)
	}
	t.Logf("%d faults of %d classes", len(s.faults), len(byClass))
}

// counted returns a table of counts on one line, the largest first.
func counted(of map[string]int) string {
	keys := slices.Collect(maps.Keys(of))
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(of[b]-of[a], strings.Compare(a, b)) })
	var parts []string
	for _, k := range keys {
		parts = append(parts, fmt.Sprintf("%s %d", k, of[k]))
	}
	return strings.Join(parts, ", ")
}

// shrunk returns a small spec that shows the same fault.
func shrunk(t *testing.T, of fault, messages int) string {
	t.Helper()
	round := 0
	return specfuzz.Shrink(of.spec.root, time.Now().Add(*fuzzShrink), func(list []*specfuzz.Node) []bool {
		round++
		out := make([]bool, len(list))
		s := &stages{messages: messages, only: of.class, saw: make(tallies)}
		var every []*fuzzed
		for i, root := range list {
			every = append(every, newFuzzed(fmt.Sprintf("c%d", i), root))
		}
		s.all(t, s.makeAll(every))
		for _, f := range s.faults {
			if i := slices.Index(every, f.spec); f.class == of.class {
				out[i] = true
			}
		}
		return out
	}).YAML()
}

// TestSpecFuzzFound runs all stages on the specs that TestSpecFuzz has found.
func TestSpecFuzzFound(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/specfuzz/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := &stages{messages: 150, saw: make(tallies)}
	var list []*fuzzed
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := "f_" + strings.NewReplacer("-", "_", ".yaml", "").Replace(filepath.Base(file))
		list = append(list, &fuzzed{construct: &construct{name: name, file: file}, text: string(data)})
	}
	s.all(t, s.makeAll(list))
	for _, f := range list {
		if len(f.codes) > 0 {
			t.Logf("%s is refused now: %v", f.file, f.codes)
		}
	}
	s.report(t)
}
