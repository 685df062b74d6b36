package imports

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// upgraded follows a protocol from one version to the next one.
func (p protocol) upgraded(t *testing.T, was, now version) {
	f := p.place(t, t.TempDir(), was)
	f.mustImport(0)
	if got := f.withDecisions("--check"); got.code != 0 {
		t.Fatalf("--check after an import: exit status %d\n%s%s", got.code, got.out, got.err)
	}
	p.place(t, f.dir, now)
	f.write("decide.yaml", p.decisions(t, was))
	got := f.withDecisions("--check")
	if got.code != 1 {
		t.Errorf("--check with the new source: exit status %d, want 1", got.code)
	}
	t.Logf("with the new source: %s; %s", listed(got.out), counted(strings.Count(got.err, "[import-decision]"), "stale decision"))

	// The decisions of the new version answer what is stale or new.
	f.write("decide.yaml", p.decisions(t, now))
	before := f.read("spec.yaml")
	got = f.withDecisions(append([]string{"--update", "--samples", "0"}, f.args...)...)
	if got.code != 0 {
		t.Fatalf("--update: exit status %d\n%.4000s", got.code, got.err)
	}
	if f.read("spec.yaml") == before {
		t.Error("--update did not write the spec")
	}
	_, verdicts, _ := strings.Cut(got.out, "\n\n")
	if !strings.Contains(verdicts, "| ") && !strings.Contains(verdicts, "- ") {
		t.Errorf("--update has no verdicts:\n%s", got.out)
	}
	t.Logf("the verdicts have %s; the first: %.200s", counted(strings.Count(verdicts, "\n"), "line"), verdicts)
	updated := f.read("spec.yaml")
	direct := p.place(t, t.TempDir(), now)
	direct.mustImport(0)
	if direct.read("spec.yaml") != updated {
		t.Error("--update gives another spec than an import")
	}
	if got := f.withDecisions("--check"); got.code != 0 {
		t.Errorf("--check after --update: exit status %d\n%s%s", got.code, got.out, got.err)
	}
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// listed is how many elements each group of a list of changes has.
func listed(text string) string {
	var out []string
	for _, group := range []string{"new", "gone", "changed", "renamed", "docs only"} {
		out = append(out, strconv.Itoa(strings.Count("\n"+text, "\n"+group+": "))+" "+group)
	}
	unchanged := regexp.MustCompile(`(?m)^unchanged: (\d+)$`).FindStringSubmatch(text)
	if unchanged != nil {
		out = append(out, unchanged[1]+" unchanged")
	}
	return strings.Join(out, ", ")
}

// firstDecision is the part of a decisions file with its first decision.
var firstDecision = regexp.MustCompile(`(?m)^decisions:\n((?:[ ]*#.*\n)*  - (?:.*\n)(?:    .*\n)*)`)

// stale plants each kind of stale decision, and finds that it is reported.
func (p protocol) stale(t *testing.T, v version) {
	f := p.place(t, t.TempDir(), v)
	right := string(p.decisions(t, v))
	f.mustImport(0)
	name := regexp.MustCompile(`(?m)^types:\n(?:  #.*\n)*  ([A-Z]\w*):`).FindStringSubmatch(f.read("spec.yaml"))
	first := firstDecision.FindStringSubmatch(right)
	if name == nil || first == nil {
		t.Fatal("no type or no decision is found")
	}
	run := func(text string) said {
		f.write("decide.yaml", []byte(text))
		return f.withDecisions(append([]string{"--samples", "0"}, f.args...)...)
	}
	entry := func(at, was string) string {
		return right + "  - {at: " + strconv.Quote(at) + ", was: " + strconv.Quote(was) + ", do: {name: " + name[1] + "}, why: planted}\n"
	}
	expect := func(kind string, got said, want string) {
		t.Helper()
		if got.code != 1 || !strings.Contains(got.err, want) {
			t.Errorf("%s: exit status %d, want 1 and %q in\n%.3000s", kind, got.code, want, got.err)
		}
	}
	expect("the place is gone", run(entry("#/$defs/Nowhere", "object")), `nothing is at "#/$defs/Nowhere"`)
	changed := run(entry(name[1], "another value"))
	expect("the value has changed", changed, `was "another value" when this was decided, and is "`)
	is := regexp.MustCompile(`and is ("(?:[^"\\]|\\.)*") now`).FindStringSubmatch(changed.err)
	if is == nil {
		t.Fatalf("the new value is not said:\n%s", changed.err)
	}
	now, err := strconv.Unquote(is[1])
	if err != nil {
		t.Fatal(err)
	}
	expect("it has no effect", run(entry(name[1], now)), "this changes nothing")
	fewer := strings.Replace(right, first[1], "", 1)
	if strings.HasSuffix(fewer, "decisions:\n") {
		fewer = strings.TrimSuffix(fewer, "\n") + " []\n"
	}
	missing := run(fewer)
	expect("it is missing", missing, "1 open question. Write this into decide.yaml")
	at := regexp.MustCompile(`at: ("[^"]*"|[^,\n]*)`).FindStringSubmatch(first[1])
	if at == nil || !strings.Contains(missing.err, strings.Trim(at[1], `"`)) {
		t.Errorf("the missing decision %q is not printed:\n%s", at, missing.err)
	}
	if got := run(right); got.code != 0 {
		t.Errorf("the right decisions: exit status %d\n%s", got.code, got.err)
	}
}

// paired are endings of names that say what belongs together: another name would be a change.
var paired = regexp.MustCompile(`(Requests?|Notifications?|Params|Result|Response|Error)$`)

// renamed gives definitions other names: that is no change.
func (p protocol) renamed(t *testing.T, v version) {
	f := p.place(t, t.TempDir(), v)
	f.mustImport(0)
	decisions := string(p.decisions(t, v))
	all := 0
	for _, file := range f.args {
		var doc map[string]any
		if err := json.Unmarshal([]byte(f.read(file)), &doc); err != nil {
			t.Fatal(err)
		}
		names := map[string]string{}
		for _, key := range []string{"$defs", "definitions"} {
			defs, _ := doc[key].(map[string]any)
			for name := range defs {
				if !paired.MatchString(name) && !strings.Contains(decisions, name) {
					names["#/"+key+"/"+name] = name + "Renamed"
				}
			}
			for name := range maps.Clone(defs) {
				if to := names["#/"+key+"/"+name]; to != "" {
					defs[to] = defs[name]
					delete(defs, name)
				}
			}
		}
		all += len(names)
		relink(doc, names)
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		f.write(file, text)
	}
	got := f.withDecisions("--check")
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "renamed: ") || strings.HasPrefix(line, "unchanged: ") || strings.HasPrefix(line, "no change")
	})
	if got.code != 0 || len(lines) > 0 || all == 0 {
		t.Errorf("%d definitions have other names: exit status %d\n%.3000s%.3000s", all, got.code, strings.Join(lines, "\n"), got.err)
	}
	t.Logf("%d definitions have other names: %s", all, listed(got.out))
}

// relink gives references the new names.
func relink(v any, names map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			if ref, ok := inner.(string); ok && key == "$ref" && names[ref] != "" {
				v[key] = ref[:strings.LastIndexByte(ref, '/')+1] + names[ref]
			}
			relink(inner, names)
		}
	case []any:
		for _, inner := range v {
			relink(inner, names)
		}
	}
}
