package tsusers

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsapi"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/test/node"
)

// A Pair is two versions of a protocol.
type Pair struct {
	Name       string
	Old, Today *model.Protocol
	Renamed    bool // they differ only by the names of types
}

// A judged pair is one with its declarations, and what is said of their changes.
type judged struct {
	Pair
	old, today *side
	verdicts   map[string][]tsapi.Verdict
	now        map[string]string // the new names of declarations that are still there
	expected   map[string]*expectation
}

// Agree compares the verdicts about pairs with those of the TypeScript compiler.
func Agree(t *testing.T, pairs []Pair) {
	t.Helper()
	all := make([]*judged, len(pairs))
	parallel.Do(len(pairs), func(i int) { all[i] = judge(pairs[i]) })
	p := &program{t: t, dir: t.TempDir(), modules: map[string]string{}}
	none := 0
	for i, j := range all {
		if j == nil {
			none++
			t.Logf("%s: names clash in its output", pairs[i].Name)
			continue
		}
		p.add(j)
	}
	if none > len(pairs)/20 {
		t.Errorf("%d of %d pairs have no declarations", none, len(pairs))
	}
	p.check()
	counts := map[string]int{}
	var faults []string
	for _, w := range p.witnesses {
		fails := p.failed[w.at]
		want, known := w.want()
		switch {
		case w.needs != nil && p.failed[*w.needs]:
			counts["not asked, since the old declarations do not allow it"]++
		case !known && w.user != oldSwitch:
			counts["not predicted"]++
		case !known:
		case want == fails:
			counts[w.user+map[bool]string{true: " that fails", false: " that compiles"}[fails]]++
		case want && w.of.expected[w.name].harsh != "":
			counts["harsher: "+w.of.expected[w.name].harsh]++
		default:
			faults = append(faults, fmt.Sprintf("%s: %s of %s fails %t, predicted %t\n%s", w.of.Name, w.user, w.name, fails, want, w.of.show(w.name)))
		}
	}
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%6d %s", counts[what], what)
	}
	for i, f := range faults {
		if i == maxShown {
			t.Errorf("and %d more", len(faults)-i)
			break
		}
		t.Error(f)
	}
	for _, user := range []string{"reader", "maker", "switch over all"} {
		if counts[user+" that fails"] == 0 || counts[user+" that compiles"] == 0 {
			t.Errorf("no %s fails, or none compiles: %v", user, counts)
		}
	}
}

// maxShown is how many faults are shown.
const maxShown = 12

// judge makes the declarations of a pair; nil if that fails.
func judge(p Pair) *judged {
	old, today := declarations(p.Old), declarations(p.Today)
	if old == nil || today == nil || p.Renamed && len(old) != len(today) {
		return nil
	}
	renamed := map[string]string{}
	if p.Renamed {
		for i, d := range old {
			renamed[d.Name] = today[i].Name
		}
	}
	j := &judged{Pair: p, old: newSide(old), today: newSide(today), verdicts: map[string][]tsapi.Verdict{}, now: map[string]string{}, expected: map[string]*expectation{}}
	for _, v := range tsapi.Judge(backend.Package{Declarations: old}, backend.Package{Declarations: today}, renamed) {
		j.verdicts[v.Name] = append(j.verdicts[v.Name], v)
	}
	for _, d := range old {
		to := d.Name
		if p.Renamed {
			to = renamed[d.Name]
		}
		if _, there := j.today.texts[to]; there {
			j.now[d.Name] = to
		}
	}
	j.predict()
	return j
}

// declarations are the TypeScript types and constants of a protocol; nil if there are none, since
// names clash in its output.
func declarations(p *model.Protocol) []backend.Declaration {
	b := tsgen.Backend{}
	isType := func(d backend.Declaration) bool {
		return !strings.Contains(d.Name, ".") && !strings.HasPrefix(d.Text, "export declare function ")
	}
	var r diag.Report
	plans, err := compile.Plan(p, []compile.Output{{Backend: b}}, &r)
	if err != nil || !r.OK() {
		return nil
	}
	return slices.DeleteFunc(b.Declarations(plans[0], p.Decls), func(d backend.Declaration) bool { return !isType(d) })
}

// show is what there is to say of a declaration.
func (j *judged) show(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  was %.400s\n  is  %.400s", j.old.texts[name], j.today.texts[j.now[name]])
	for _, v := range j.verdicts[name] {
		fmt.Fprintf(&b, "\n  %s %d %d %d %d: %s (%.100s -> %.100s)", v.Member, v.Effect, v.Read, v.Make, v.Switch, v.Why, v.Was, v.Is)
	}
	return b.String()
}

// A program is the files that the compiler checks, with a witness on each line.
type program struct {
	t         *testing.T
	dir       string
	modules   map[string]string // the names of the modules with some declarations
	files     []string
	witnesses []*witness
	failed    map[place]bool
}

// A place is a line of a file.
type place struct {
	file string
	line int
}

// A witness is a line of code that uses a declaration.
type witness struct {
	of         *judged
	name, user string
	at         place
	want       func() (fails, known bool)
	needs      *place // a line that must compile, or the witness shows nothing
}

// module writes the declarations of one version, and returns the name of the module.
func (p *program) module(s, other *side, expected bool) string {
	text := s.module(other, expected)
	if name := p.modules[text]; name != "" {
		return name
	}
	name := fmt.Sprintf("m%d", len(p.modules))
	p.modules[text] = name
	p.write(name+".d.ts", text)
	return name
}

func (p *program) write(name, text string) {
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.files = append(p.files, strconv.Quote(name))
}

// add adds the witnesses of a pair.
func (p *program) add(j *judged) {
	name := fmt.Sprintf("w%d.ts", len(p.witnesses))
	var head string
	for i, m := range []string{
		p.module(j.old, j.today, false), p.module(j.today, j.old, false), p.module(j.old, j.today, true), p.module(j.today, j.old, true),
	} {
		head += fmt.Sprintf("import type * as %s from \"./%s.js\"; ", []string{"Old", "New", "OldExpected", "NewExpected"}[i], m)
	}
	lines := []string{head + helpers}
	for _, x := range j.witnesses() {
		lines = append(lines, fmt.Sprintf("export const w%d = %s;", len(lines), x.code))
		x.w.at = place{name, len(lines)}
		p.witnesses = append(p.witnesses, x.w)
	}
	p.write(name, strings.Join(lines, "\n")+"\n")
}

var fault = regexp.MustCompile(`(?m)^(\w+\.(?:d\.)?ts)\((\d+),\d+\): error (TS\d+)`)

// check runs the compiler.
func (p *program) check() {
	tsc := filepath.Join(node.Modules(p.t), "typescript-7", "bin", "tsc")
	config := `{"compilerOptions": {"target": "es2022", "lib": ["es2022"], "types": [], "module": "nodenext", "moduleResolution": "nodenext",
"strict": true, "exactOptionalPropertyTypes": true, "skipLibCheck": false, "noEmit": true}, "files": [` + strings.Join(p.files, ", ") + "]}"
	p.write("tsconfig.json", config)
	cmd := exec.Command("node", tsc, "-p", ".", "--pretty", "false")
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	if err == nil {
		p.t.Fatal("the compiler finds nothing in any program")
	}
	p.failed = map[place]bool{}
	for _, m := range fault.FindAllStringSubmatch(string(out), -1) {
		line, _ := strconv.Atoi(m[2])
		if len(m[3]) == len("TS1000") && m[3] < "TS12" || strings.HasPrefix(m[1], "m") || line == 1 {
			text, _ := os.ReadFile(filepath.Join(p.dir, m[1]))
			p.t.Fatalf("the program is wrong: %s\n%.1000s", m[0], strings.Split(string(text), "\n")[line-1])
		}
		p.failed[place{m[1], line}] = true
	}
	if len(p.failed) == 0 {
		p.t.Fatalf("%v\n%s", err, out)
	}
}
