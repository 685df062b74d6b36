package e2e

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/overlay"
	"github.com/wiregen/wiregen/test/specfuzz"
)

var (
	plantAll      = flag.Bool("planted", false, "build the compiler with each fault of its sources in turn, and demand that random specs alone find it")
	plantTogether = flag.Bool("planted.together", false, "build the compiler with all faults of its sources, and demand that no other test finds one")
	plantOnly     = flag.String("planted.only", "", "plant the faults whose target, class or description matches this regular expression, and no others")
	plantSpecs    = flag.Int("planted.specs", 200, "how many random specs may look for a planted fault")
	plantQuick    = flag.Bool("planted.quick", false, "only say of which specs a planted fault changes the output")
	plantOutput   = flag.Bool("planted.output", false, "print a hash of what is made of each spec")
)

// A sourceFault is one that somebody might make in the compiler: another text
// at one place of its sources. Nothing that is made of a spec which is in
// this repository shows it.
type sourceFault struct{ class, target, file, old, new, what string }

// patch puts the fault into the text of its file.
func (f *sourceFault) patch(text []byte) ([]byte, error) {
	if n := bytes.Count(text, []byte(f.old)); n != 1 {
		return nil, fmt.Errorf("%q is %d times in %s, not once: plant it anew", f.old, n, f.file)
	}
	text = bytes.Replace(text, []byte(f.old), []byte(f.new), 1)
	if filepath.Ext(f.file) == ".go" {
		_, err := format.Source(text)
		return text, err
	}
	tree := parse.New(f.file)
	tree.Mode = parse.SkipFuncCheck
	_, err := tree.Parse(string(text), "", "", map[string]*parse.Tree{})
	return text, err
}

// patched are the files that have some faults in them.
func patched(faults ...sourceFault) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, f := range faults {
		text, err := files[f.file], error(nil)
		if text == nil {
			if text, err = os.ReadFile(filepath.Join("../..", f.file)); err != nil {
				return nil, err
			}
		}
		if files[f.file], err = f.patch(text); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", f.target, f.what, err)
		}
	}
	return files, nil
}

// TestPlantedSources checks that each fault can be planted, and that there is one of
// each class for each target. With -planted it builds the compiler with each of them, and
// demands that what is made of today's specs is the same, and that random specs
// find it. What is the same for all specs that a test has, no test can tell
// apart; with -planted.together the tests are run all the same. Gaps in the proofs of check
// are planted one by one.
func TestPlantedSources(t *testing.T) {
	targets, classes := map[string]int{}, map[string]int{}
	pairs := map[[2]string]bool{{"error words", "schema"}: true} // schemas have no words for errors
	for _, f := range sourceFaults {
		if _, err := patched(f); err != nil {
			t.Error(err)
		}
		targets[f.target]++
		classes[f.class]++
		pairs[[2]string{f.class, f.target}] = true
	}
	for _, f := range proofFaults {
		if _, err := patched(f); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d faults: %s; %s; %d of proofs", len(sourceFaults), counted(targets), counted(classes), len(proofFaults))
	for class := range classes {
		for _, target := range []string{"lower", "go", "ts", "schema"} {
			if !pairs[[2]string{class, target}] {
				t.Errorf("there is no fault of the class %q for %s", class, target)
			}
		}
	}
	if t.Failed() {
		return
	}
	if *plantTogether {
		newPlanted(t, sourceFaults...).mustPass(t)
	}
	if !*plantAll {
		return
	}
	sound := newPlanted(t)
	hashes := sound.output(t)
	only := regexp.MustCompile(*plantOnly)
	var random []string
	for _, f := range slices.Concat(sourceFaults, proofFaults) {
		if only.MatchString(f.target + " " + f.class + " " + f.what) {
			t.Run(f.target+" "+f.what, func(t *testing.T) { f.find(t, hashes, &random) })
		}
	}
	if len(random) == 0 {
		return
	}
	slices.Sort(random)
	if found := sound.fuzz(slices.Compact(random)); found != "" {
		t.Errorf("what random specs find has nothing to do with what was planted: %s", found)
	}
}

// find builds the compiler with a fault, and looks which random spec finds it
// first. All that it is made differently of are asked, and added to asked:
// of the others no test can tell.
func (f *sourceFault) find(t *testing.T, sound map[string]string, asked *[]string) {
	p := newPlanted(t, *f)
	var random, today []string
	for name, hash := range p.output(t) {
		if hash == sound[name] {
			continue
		}
		if seed, ok := strings.CutPrefix(name, randomSpec); ok {
			random = append(random, seed)
		} else {
			today = append(today, name)
		}
	}
	slices.Sort(random)
	slices.Sort(today)
	if len(today) > 0 && f.class != "proofs" || len(random) == 0 || *plantQuick {
		t.Errorf("it changes what is made of %d of %d random specs, and of these of today: %v", len(random), *plantSpecs, today)
		return
	}
	*asked = append(*asked, random...)
	found := p.fuzz(random)
	if found == "" {
		t.Errorf("%d random specs do not find it, and what is made of %d is another: %v", *plantSpecs, len(random), random)
		return
	}
	fmt.Printf("| %s | %s | %s | %s |\n", f.class, f.target, f.what, found)
}

// planters are the tests of this package with faults in the compiler.
type planters struct{ overlay, program string }

func newPlanted(t *testing.T, faults ...sourceFault) *planters {
	t.Helper()
	files, err := patched(faults...)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	p := &planters{program: filepath.Join(dir, "constructs.test")}
	if p.overlay, err = overlay.Write(dir, "../..", files); err != nil {
		t.Fatal(err)
	}
	if out, err := inDir(".", "go", "test", "-c", "-ldflags=-w", "-overlay", p.overlay, "-o", p.program, "."); err != nil {
		t.Fatalf("a fault that is not Go: %v\n%s", err, out)
	}
	return p
}

// mustPass runs all that holds the compiler today, but for random specs.
func (p *planters) mustPass(t *testing.T) {
	t.Helper()
	run := func(dir, program string, args ...string) {
		if out, err := inDir(dir, program, args...); err != nil {
			t.Errorf("%s %v finds a fault: %v\n%.5000s", filepath.Base(program), args, err, out)
		}
	}
	run("../..", "go", "run", "-overlay", p.overlay, "./cmd/wiregen", "generate", "--check", "spec/wire.yaml")
	run(".", p.program, "-test.skip", "^(TestSpecFuzz|TestPlantedSources)$", "-test.timeout", "1h", "-agree", fmt.Sprint(*agree))
	list, err := inDir("../..", "go", "list", "./...")
	if err != nil {
		t.Fatal(list)
	}
	packages := slices.DeleteFunc(strings.Fields(list), func(s string) bool { return strings.HasSuffix(s, "test/e2e") })
	run("../..", "go", slices.Concat([]string{"test", "-timeout", "1h", "-overlay", p.overlay}, packages)...)
}

var foundAt = regexp.MustCompile(`the first that shows a fault is (.*)`)

// fuzz is which of some random specs shows a fault first, and in which stage.
func (p *planters) fuzz(seeds []string) string {
	out, err := inDir(".", p.program, "-test.run", "^TestSpecFuzz$", "-specfuzz.list", strings.Join(seeds, ","), "-specfuzz.seed", fmt.Sprint(*fuzzSeed),
		"-specfuzz.batch", "8", "-specfuzz.first", "-test.timeout", "20m")
	if err == nil {
		return ""
	}
	if m := foundAt.FindStringSubmatch(out); m != nil {
		return m[1]
	}
	return fmt.Sprintf("%v: %.2000s", err, out)
}

// randomSpec is how the names of random specs begin in what output returns.
const randomSpec = "seed "

// output is a hash of what is made of each spec in this repository,
// and of random ones.
func (p *planters) output(t *testing.T) map[string]string {
	t.Helper()
	out, err := exec.Command(p.program, "-test.run", "^TestPlantedOutput$", "-planted.output",
		"-planted.specs", fmt.Sprint(*plantSpecs), "-specfuzz.seed", fmt.Sprint(*fuzzSeed)).Output()
	if err != nil {
		t.Logf("%v\n%.2000s", err, out)
	}
	hashes := map[string]string{}
	for _, line := range strings.Split(string(out), "\n") {
		if name, hash, ok := strings.Cut(line, "\t"); ok {
			hashes[name] = hash
		}
	}
	return hashes
}

// TestPlantedOutput prints what output reads.
func TestPlantedOutput(t *testing.T) {
	if !*plantOutput {
		t.Skip("there is nobody to print for")
	}
	for _, c := range slices.Concat(loadSpecs(t), siblings(t)) {
		targets, err := tryEmit(c.protocol, new(diag.Report), every()...)
		fmt.Printf("%s\t%v %s\n", c.name, err, hashOf(targets))
	}
	for _, glob := range []string{"spec/*.yaml", "testdata/*.yaml", "testdata/specfuzz/*.yaml", "examples/*/*.yaml", "examples/*/released/*.yaml", "wirert/internal/sample/*.yaml"} {
		files, err := filepath.Glob("../../" + glob)
		if err != nil || len(files) == 0 {
			t.Fatal(glob, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Printf("%s\t%s\n", filepath.Base(file), hashOfSpec(string(text)))
		}
	}
	shapes, _, _ := shapeSpecs()
	for _, f := range shapes {
		fmt.Printf("TestFieldShapes %s\t%s\n", f.name, hashOfSpec(f.text))
	}
	for i := range *plantSpecs {
		seed := *fuzzSeed + uint64(i)
		fmt.Printf("%s%d\t%s\n", randomSpec, seed, hashOfSpec(specfuzz.New(seed, specfuzz.Options{Hostile: *fuzzHostile}).YAML()))
	}
}

// hashOfSpec is a hash of what is made of a spec, or says why nothing is.
func hashOfSpec(text string) string {
	hash := "refused"
	what, detail := guard(func() {
		if p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil); p != nil && r.OK() {
			targets, err := tryEmit(p, r, every()...)
			hash = fmt.Sprint(err, hashOf(targets))
		}
	})
	return fmt.Sprintf("%s %.200q", hash, what+detail)
}

func hashOf(targets map[string][]backend.File) string {
	h := sha256.New()
	for _, target := range compile.Targets().Names() {
		for _, f := range targets[target] {
			fmt.Fprintf(h, "%s %s %d %s", target, f.Name, len(f.Data), f.Data)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
