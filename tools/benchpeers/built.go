package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// A built is the Go that one version of wiregen generates, in a separate module.
type built struct {
	name, program string
	module        string // the root of the module with wirert
	dir           string
	options       string // of the target go, in wiregen.yaml; or "" for the usual ones
	generates     []usage
	compiles      []usage
	made          made
	archive       int64 // bytes of the compiled package
}

// goMod is the go.mod of a package that imports wirert from a folder.
const goMod = `module bench.test/session

go 1.26.0

require github.com/wiregen/wiregen v0.0.0

replace github.com/wiregen/wiregen => %s
`

func (b *built) goModule() string { return filepath.Join(b.dir, "module") }

// env gives a build a cache that has only what prepare built.
func (b *built) env() []string {
	return []string{"WIREGEN_CACHE=off", "GOWORK=off", "GOFLAGS=-mod=mod", "GOCACHE=" + filepath.Join(b.dir, "cache")}
}

// prepare makes the module and compiles what a generated package imports, so
// that a later build compiles that package alone.
func (b *built) prepare() error {
	dir := b.goModule()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), fmt.Appendf(nil, goMod, b.module), 0o666); err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(b.module, "go.sum"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o666); err != nil {
		return err
	}
	cmd := command{dir: dir, env: b.env(), args: []string{"go", "build", "std", "github.com/wiregen/wiregen/wirert/..."}}
	_, err = measure(cmd, time.Hour)
	return err
}

// once generates the package and compiles it, with a file that no earlier round has,
// because go build takes a known package from its cache.
func (b *built) once(spec string, p *protocol, round int, timeout time.Duration) error {
	module := b.goModule()
	out := filepath.Join(module, "out")
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	args, err := b.generate(out, spec)
	if err != nil {
		return err
	}
	used, err := measure(command{dir: module, env: b.env(), args: args}, timeout)
	if err != nil || used.TimedOut {
		return errors.Join(err, late(used, timeout))
	}
	b.generates = append(b.generates, used)
	if b.made, err = inspect(out, p, goType); err != nil {
		return err
	}
	pkg, err := packageOf(out)
	if err != nil {
		return err
	}
	text := fmt.Appendf(nil, "package %s\n\nconst benchRound = %d\n", filepath.Base(pkg), round)
	if err := os.WriteFile(filepath.Join(pkg, "bench_round.go"), text, 0o666); err != nil {
		return err
	}
	archive := filepath.Join(b.dir, "package.a")
	used, err = measure(command{dir: module, env: b.env(), args: []string{"go", "build", "-o", archive, pkg}}, timeout)
	if err != nil || used.TimedOut {
		return errors.Join(err, late(used, timeout))
	}
	fmt.Fprintf(os.Stderr, "go build, %s: %v, %v CPU\n", b.name, used.Wall.Round(time.Millisecond), used.CPU.Round(time.Millisecond))
	b.compiles = append(b.compiles, used)
	return b.weigh(archive)
}

// generate returns the command that generates the package below out.
func (b *built) generate(out, spec string) ([]string, error) {
	if b.options == "" {
		return []string{b.program, "generate", "--target", "go", "--out", out, spec}, nil
	}
	// Paths in the file are relative to its folder, and have slashes.
	from, err := filepath.Rel(b.goModule(), spec)
	if err != nil {
		return nil, err
	}
	config := fmt.Appendf(nil, "spec: %s\ngo: {dir: out/go/session, %s}\n", filepath.ToSlash(from), b.options)
	return []string{b.program, "generate"}, os.WriteFile(filepath.Join(b.goModule(), "wiregen.yaml"), config, 0o666)
}

// weigh checks what was compiled: a package that has the last type.
func (b *built) weigh(archive string) error {
	text, err := os.ReadFile(archive)
	if err != nil {
		return err
	}
	if !bytes.Contains(text, []byte(fmt.Sprintf("Thing%d", sharedStructs-1))) {
		return errors.New("the compiled package does not hold the types of the spec")
	}
	b.archive = int64(len(text))
	return nil
}

func late(u usage, timeout time.Duration) error {
	if u.TimedOut {
		return fmt.Errorf("a run took more than %v", timeout)
	}
	return nil
}

// packageOf returns the one folder below dir with Go files.
func packageOf(dir string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "*", "doc.go"))
	if err != nil || len(files) != 1 {
		return "", fmt.Errorf("expected one package below %s, found %d", dir, len(files))
	}
	return filepath.Dir(files[0]), nil
}
