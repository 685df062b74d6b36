package evolution

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/surface"
	"github.com/wiregen/wiregen/test/tier"
)

var apiCount = flag.Int("evolution.go", tier.Count(60, 200), "how many random edits are compared as Go code")

// examples are the changes that the documentation of the rules shows.
func examples(t *testing.T) []*change {
	t.Helper()
	var out []*change
	for _, rule := range compare.Rules() {
		x := rule.Example()
		old, today := checked("demo", x.Old, nil), checked("demo", x.New, nil)
		if old == nil || today == nil {
			t.Fatalf("the example of %s is refused", rule.ID)
		}
		out = append(out, &change{1, rule.ID, old, today})
	}
	return out
}

// releases are the steps between the released versions of protocols.
func releases(t *testing.T) []*change {
	t.Helper()
	var out []*change
	for _, pattern := range []string{"spec/released/*.yaml", "examples/klp/released/*.yaml"} {
		files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil || len(files) < 2 {
			t.Fatalf("%s: %d released specs, %v", pattern, len(files), err)
		}
		var list []*spec
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := checked(filepath.Base(file), string(text), compile.Folder(file))
			if s == nil {
				t.Fatalf("%s is refused", file)
			}
			list = append(list, s)
		}
		slices.SortFunc(list, func(a, b *spec) int {
			if a.proto.Versioning.Less(a.proto.Version, b.proto.Version) {
				return -1
			}
			return 1
		})
		for i := range list[1:] {
			out = append(out, &change{name: list[i].name + " to " + list[i+1].name, old: list[i], today: list[i+1]})
		}
	}
	return out
}

// surfacesOf is the public code of a target for two versions; ok is false if names clash.
func surfacesOf(t *testing.T, c *change, target string) (old, today backend.Surface, ok bool) {
	t.Helper()
	before, after, err := compile.Targets().Surfaces(c.old.proto, c.today.proto, target)
	if err != nil {
		t.Error(err)
	}
	for i := range min(len(before), len(after)) {
		if after[i].Backend.Target().Name == target {
			return before[i], after[i], true
		}
	}
	return old, today, false
}

// TestGoAPI compares what is said of Go code with what apidiff says of the generated
// packages: of the same declarations, that code which uses them may not compile, or means
// something else.
func TestGoAPI(t *testing.T) {
	all := slices.Concat(examples(t), releases(t))
	random := changes(t, *apiCount, *editSeed, *editName, *editBase)
	all = append(all, random...)
	// Once different: a pointer that is not a variant any more, a method of an embedded struct, a variant
	// that is a type now which was there before, members of messages, other names of types, arguments of types,
	// constants that name another name of the same value, data of a sensitive error.
	for _, seed := range []uint64{27000078, 88120461, 88120497, 88120558, 88120673, 91234074, 91234144, 272100095, 272100763} {
		all = append(all, changes(t, 1, seed, "", "")...)
	}
	dir := t.TempDir()
	type folders struct{ Old, New string }
	pairs := make([]folders, len(all))
	ours := make([]map[string]string, len(all))
	parallel.Do(len(all), func(i int) {
		c := all[i]
		old, today, ok := surfacesOf(t, c, "go")
		if !ok {
			return
		}
		pairs[i] = folders{filepath.Join(dir, fmt.Sprint(i, "a")), filepath.Join(dir, fmt.Sprint(i, "b"))}
		writeGo(t, pairs[i].Old, c.old.proto)
		writeGo(t, pairs[i].New, c.today.proto)
		ours[i] = map[string]string{}
		for _, x := range surface.Changes(compare.Compare(c.old.proto, c.today.proto), old, today) {
			// What a writer sends of a field that code does not set is in no declaration:
			// TestUnset of gogen compares it with what generated packages write.
			if x.Effect >= backend.Differs && !strings.HasPrefix(x.Why, "code that ") {
				ours[i][x.Name] += fmt.Sprintf("%s %s: %s; ", x.Name, x.Member, x.Why)
			}
		}
	})
	var given []folders
	for _, p := range pairs {
		if p.Old != "" {
			given = append(given, p)
		}
	}
	theirs := apidiff(t, given)
	breaks, compared := 0, 0
	for i, c := range all {
		if pairs[i].Old == "" {
			continue
		}
		if theirs[compared] == nil { // apidiff panics: a constant that is of another kind
			compared++
			continue
		}
		want := map[string]string{}
		for _, message := range theirs[compared] {
			if passedOver(message) {
				continue
			}
			if name := declaredIn(message); !follows(message, name, ours[i]) {
				want[name] += message + "; "
			}
		}
		compared++
		breaks += len(want)
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if _, ok := ours[i][name]; !ok {
				t.Errorf("%s (seed %d): only apidiff says: %s%s", c.name, c.seed, want[name], c.lines())
			}
		}
		for _, name := range slices.Sorted(maps.Keys(ours[i])) {
			if _, ok := want[name]; !ok && !ofPointers(t, pairs[i].Old, ours[i][name]) && !ofArguments(ours[i][name]) && !ofOthers(ours[i][name], ours[i]) {
				t.Errorf("%s (seed %d): apidiff does not say: %s%s", c.name, c.seed, ours[i][name], c.lines())
			}
		}
	}
	t.Logf("%d pairs of packages, %d declarations that break code", compared, breaks)
	if compared < len(all)*9/10 || breaks < compared/2 {
		t.Errorf("of %d changes %d were compared, with %d declarations that break code", len(all), compared, breaks)
	}
}

// passedOver reports whether a message of apidiff is about what is no break: structs that have only a
// row have no DecodeJSON, which only the runtime calls; and whoever embeds a strict handler asks for
// the fault of the compiler that a new method makes, which is a loss.
func passedOver(message string) bool {
	return rowMethod.MatchString(message) || strictHandler.MatchString(message)
}

var (
	rowMethod     = regexp.MustCompile(`\)\.DecodeJSON(?:, method set of \S+)?: removed$`)
	strictHandler = regexp.MustCompile(`^Strict\w+Handler: no longer implements `)
)

// ofPointers reports whether all that we say of a union is that pointers to some types of
// the old package are not variants any more: apidiff asks only of the types themselves whether
// they implement an interface.
func ofPointers(t *testing.T, old, ours string) bool {
	t.Helper()
	var code []byte
	files, _ := filepath.Glob(filepath.Join(old, "*_codec.go"))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		code = append(code, text...)
	}
	for _, said := range strings.Split(strings.TrimSuffix(ours, "; "), "; ") {
		variant, ok := strings.CutSuffix(said, ": it is not a variant any more")
		union, name, _ := strings.Cut(variant, " ")
		if !ok || !regexp.MustCompile(`(?m)^func \(\*`+name+`\) is`+union+`\(\) *\{`).Match(code) {
			return false
		}
	}
	return true
}

// ofOthers reports whether all that we say of a union is that some types are not variants any more of which we say more:
// apidiff says that they are other types now, and no more.
func ofOthers(ours string, all map[string]string) bool {
	for _, said := range strings.Split(strings.TrimSuffix(ours, "; "), "; ") {
		variant, ok := strings.CutSuffix(said, ": it is not a variant any more")
		_, name, _ := strings.Cut(variant, " ")
		if !ok || all[name] == "" {
			return false
		}
	}
	return true
}

// ofArguments reports whether what we say is about the arguments of a type of the runtime, which
// apidiff does not compare: it says what became of the types themselves.
func ofArguments(ours string) bool {
	return strings.Contains(ours, "it is journal.Reader[") || strings.Contains(ours, "it is journal.Writer[")
}

// follows reports whether a message of apidiff follows from what we say of another
// declaration: that is not said again.
func follows(message, name string, ours map[string]string) bool {
	if ours[name] != "" {
		return false
	}
	for _, prefix := range []string{"Decode", "Append", "Check"} { // the functions of a type
		if rest, ok := strings.CutPrefix(name, prefix); ok && ours[strings.TrimSuffix(rest, "Report")] != "" {
			return true
		}
	}
	_, field, _ := strings.Cut(message, ".")
	field, _, _ = strings.Cut(field, ":")
	for of, text := range ours {
		switch {
		case sameText(message) && regexp.MustCompile(`\b`+regexp.QuoteMeta(of)+`\b`).MatchString(message): // it names another name
			return true
		case strings.HasSuffix(of, "Members") && strings.Contains(text, of+" "+field+":"): // messages embed it
			return true
		case strings.HasSuffix(message, ": no longer implements "+of) && strings.Contains(text, ": it is not a variant any more"): // an interface of variants
			return true
		case strings.HasSuffix(message, "old is comparable, new is not") && strings.Contains(text, "=="): // a struct that contains that one
			return true
		}
		if is := newName.FindStringSubmatch(text); is != nil { // what names the type is the same but for that
			_, change, _ := strings.Cut(message, ": changed from ")
			was, now, _ := strings.Cut(change, " to ")
			if was == now { // they name another name of that type
				return true
			}
			if word := regexp.MustCompile(`\b` + regexp.QuoteMeta(of) + `\b`); word.MatchString(was) && word.ReplaceAllString(was, is[1]) == now {
				return true
			}
		}
	}
	return false
}

// sameText reports whether a message says that something differs which is written alike.
func sameText(message string) bool {
	_, change, _ := strings.Cut(message, ": changed from ")
	was, now, ok := strings.Cut(change, " to ")
	return ok && was == now
}

var newName = regexp.MustCompile(`its name is (\w+)`)

// TestAffected compares what is said of the declarations that may differ with what is said
// of all: that no other one differs.
func TestAffected(t *testing.T) {
	nothing := checked("nothing", "wiregen: 1\nprotocol: {name: nothing, version: \"1\"}\n", nil)
	all := slices.Concat(examples(t), releases(t), changes(t, *editCount, *editSeed, *editName, *editBase))
	// Once wrong: a file that declares nothing, the body of a variant of a union in a union,
	// a constant that has the value of another one, maps whose keys are an enum that was
	// opened or closed, a default that is not a value of its enum, an alias of a union
	// that becomes a union with it, the params of a sensitive method that is gone, a tuple within
	// the variant of a sensitive union that is gone.
	for _, seed := range []uint64{13000183, 13000280, 13000455, 13000466, 14000023, 14000279, 27000141, 27002677, 27009317, 31002929, 50928, 112723957} {
		all = append(all, changes(t, 1, seed, "", "")...)
	}
	parallel.Do(len(all), func(i int) {
		c := all[i]
		defer func() {
			if v := recover(); v != nil {
				t.Errorf("%s (seed %d):%s\n%v\n%s", c.name, c.seed, c.lines(), v, debug.Stack())
			}
		}()
		r := compare.Compare(c.old.proto, c.today.proto)
		for _, target := range compile.Targets().Declaring() {
			old, today, ok := surfacesOf(t, c, target)
			_, oldWhole, alright := surfacesOf(t, &change{old: nothing, today: c.old}, target)
			_, todayWhole, alsoRight := surfacesOf(t, &change{old: nothing, today: c.today}, target)
			if !ok || !alright || !alsoRight {
				continue
			}
			want, got := surface.Changes(r, oldWhole, todayWhole), surface.Changes(r, old, today)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (seed %d), %s:%s\n%s", c.name, c.seed, target, c.lines(), diff)
			}
		}
	})
}

// declaredIn is the declaration that a message of apidiff is about: "Note.Text: removed",
// "(*Note).LogValue: removed".
func declaredIn(message string) string { return apiName.FindStringSubmatch(message)[1] }

var apiName = regexp.MustCompile(`^(?:\./)?\(?\*?([\p{L}\p{N}_]+)`)

// apidiff is what it says of pairs of packages.
func apidiff[T any](t *testing.T, pairs []T) [][]string {
	t.Helper()
	in, err := json.Marshal(pairs)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "-C", filepath.Join("..", "..", "tools"), "run", "./goapidiff", "-module", "..")
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("goapidiff: %v\n%s", err, stderr.String())
	}
	var out [][]string
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// writeGo writes the generated package of a protocol into a folder.
func writeGo(t *testing.T, dir string, p *model.Protocol) {
	t.Helper()
	r := &diag.Report{}
	batches, err := compile.Targets().Generate(p, []compile.Output{{Backend: gogen.Backend{Package: "wire"}, Dir: dir}}, r)
	if err != nil || !r.OK() {
		t.Errorf("%v %v", err, r)
		return
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Error(err)
	}
	for _, f := range batches[0].Files {
		if strings.Contains(f.Name, "/") {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			t.Error(err)
		}
	}
}
