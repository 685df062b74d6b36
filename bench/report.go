package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/bench/contest"
	"github.com/wiregen/wiregen/bench/corpus"
	"github.com/wiregen/wiregen/bench/marked"
	"github.com/wiregen/wiregen/bench/measure"
)

// A report writes results as text.
type report struct {
	settings
	contestants []contest.Contestant
	results     []*measure.Result
	variants    []*variant
	b           strings.Builder
}

func (r *report) text() string {
	r.intro()
	for _, way := range []measure.Way{measure.Decode, measure.Encode} {
		for _, set := range []string{corpus.Mixed, corpus.Deltas, corpus.ToolResults} {
			if res := find(r.results, way, set, corpus.Canonical); res != nil {
				r.full(res)
			}
		}
	}
	r.forms()
	r.ratios("One message of each kind, decoded", measure.Decode, corpus.Singles())
	r.ratios("One message of each kind, encoded", measure.Encode, corpus.Singles())
	r.ratios("A text delta of 16 KiB, decoded", measure.Decode, corpus.Strings())
	r.ratios("A text delta of 16 KiB, encoded", measure.Encode, corpus.Strings())
	for _, v := range r.variants {
		r.variant(v)
	}
	return r.b.String()
}

// of returns the contestants that are measured in a way.
func (r *report) of(way measure.Way) []contest.Contestant {
	return slices.DeleteFunc(slices.Clone(r.contestants), func(c contest.Contestant) bool { return way == measure.Decode && c.EncodeOnly })
}

func (r *report) printf(format string, args ...any) { fmt.Fprintf(&r.b, format, args...) }

func (r *report) intro() {
	traffic := corpus.Sets(corpus.Traffic(1, corpus.Size), corpus.Canonical)
	r.printf("%s, %s/%s, %d CPUs%s; %d rounds, in which all take their turn for at least %v\n"+
		"of CPU time each. ns per message, CPU time of the whole process, the collector included; × is the least of a contestant\n"+
		"divided by the least of wiregen. **Bold** is what wiregen loses.\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), processor(), r.Rounds, r.Slice)
	var sets []string
	for _, s := range traffic {
		sets = append(sets, fmt.Sprintf("%s %s lines, %s on average", s.Name, thousands(float64(len(s.Lines))), size(float64(s.Bytes)/float64(len(s.Lines)))))
	}
	r.printf("The traffic: %s.\n\n", strings.Join(sets, ";\n"))
	rows := [][]string{{"contestant", "version", "configuration", "UTF-8"}}
	for _, c := range r.contestants {
		utf8 := "checked"
		if !c.UTF8 {
			utf8 = "not checked"
		}
		rows = append(rows, []string{c.Name, version(c.Module), c.Config, utf8})
	}
	r.printf("%s\n", marked.Table(rows))
}

// processor names the processor, where Linux tells it.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return ", " + strings.TrimSpace(strings.TrimLeft(name, "\t :"))
		}
	}
	return ""
}

func version(module string) string {
	info, ok := debug.ReadBuildInfo()
	if module == "" || !ok {
		return ""
	}
	for _, m := range info.Deps {
		if m.Path == module {
			return m.Version
		}
	}
	return ""
}

func find(results []*measure.Result, way measure.Way, set string, form corpus.Form) *measure.Result {
	for _, r := range results {
		if r.Way == way && r.Set == set && r.Form == form {
			return r
		}
	}
	return nil
}

// full is the table of everything that was measured of a set.
func (r *report) full(res *measure.Result) {
	r.printf("%s, %s:\n\n", title(string(res.Way)), res.Set)
	rows := [][]string{{"", "CPU, min / median", "×", "wall, min / median", "MB/s", "allocations", "bytes allocated"}}
	for _, c := range res.Costs {
		rows = append(rows, []string{c.Contestant, spread(c.CPU), ratio(res, c.Contestant), spread(c.Wall), thousands(1000 * c.Size / c.CPU.Min),
			fmt.Sprintf("%.1f", c.Allocs), thousands(c.Bytes)})
	}
	r.printf("%s\n", marked.Table(rows))
}

// forms is the table of decoding the other forms.
func (r *report) forms() {
	head := []string{"decode, × (wiregen: ns)"}
	var columns []*measure.Result
	for _, form := range []corpus.Form{corpus.Spaced, corpus.PayloadFirst} {
		for _, set := range []string{corpus.Mixed, corpus.Deltas, corpus.ToolResults} {
			if res := find(r.results, measure.Decode, set, form); res != nil {
				head = append(head, string(form)+", "+set)
				columns = append(columns, res)
			}
		}
	}
	if len(columns) == 0 {
		return
	}
	rows := [][]string{head}
	for _, c := range r.of(measure.Decode) {
		row := []string{c.Name}
		for _, res := range columns {
			row = append(row, cell(res, c.Name))
		}
		rows = append(rows, row)
	}
	r.printf("The same messages in other forms: a space after each colon and comma, and the payload of an envelope before its type:\n\n%s\n", marked.Table(rows))
}

// ratios is a table with a row for each set.
func (r *report) ratios(title string, way measure.Way, sets []corpus.Set) {
	head := []string{"×"}
	contestants := r.of(way)
	for _, c := range contestants {
		if c.Name == contest.Wiregen {
			head = append(head, "wiregen, ns", "allocations")
			continue
		}
		head = append(head, c.Name)
	}
	rows := [][]string{head}
	for _, set := range sets {
		res := find(r.results, way, set.Name, corpus.Canonical)
		if res == nil {
			return
		}
		row := []string{set.Name}
		for _, c := range contestants {
			row = append(row, cell(res, c.Name))
			if c.Name == contest.Wiregen {
				row = append(row, fmt.Sprintf("%.1f", res.Of(c.Name).Allocs))
			}
		}
		rows = append(rows, row)
	}
	r.printf("%s:\n\n%s\n", title, marked.Table(rows))
}

// variant is the table of another build, with a row for each set.
func (r *report) variant(v *variant) {
	head := []string{"×", "wiregen, ns"}
	var names []string
	for _, c := range v.results[0].Costs[1:] {
		names = append(names, c.Contestant)
	}
	for _, res := range v.results { // encoding has more contestants
		for _, c := range res.Costs[1:] {
			if !slices.Contains(names, c.Contestant) {
				names = append(names, c.Contestant)
			}
		}
	}
	rows := [][]string{append(head, names...)}
	for _, res := range v.results {
		row := []string{string(res.Way) + ", " + res.Set, cell(res, contest.Wiregen)}
		for _, name := range names {
			row = append(row, cell(res, name))
		}
		rows = append(rows, row)
	}
	r.printf("%s:\n\n%s\n", v.title, marked.Table(rows))
}

func cell(res *measure.Result, contestant string) string {
	if contestant == contest.Wiregen {
		return thousands(res.Of(contestant).CPU.Min)
	}
	return ratio(res, contestant)
}

// ratio is a ratio with as many digits as the machine repeats, bold if wiregen loses.
func ratio(res *measure.Result, contestant string) string {
	switch x := res.Ratio(contestant); {
	case x == 0:
		return "–"
	case x < 1:
		return fmt.Sprintf("**%.2f**", x)
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	default:
		return fmt.Sprintf("%.1f", x)
	}
}

func spread(s measure.Spread) string { return thousands(s.Min) + " / " + thousands(s.Median) }

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func size(bytes float64) string {
	if bytes < 1000 {
		return fmt.Sprintf("%.0f bytes", bytes)
	}
	return fmt.Sprintf("%.1f kB", bytes/1000)
}

func thousands(x float64) string {
	s := fmt.Sprintf("%.0f", x)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
