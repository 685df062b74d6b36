package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/bench/marked"
)

// The programs whose sizes are compared: each reads lines and writes them.
var (
	//go:embed testdata/fmt.go.txt
	fmtProgram string
	//go:embed testdata/wire.go.txt
	wireProgram string
	//go:embed testdata/json.go.txt
	jsonProgram string
)

// stdTypes are the files of this module that make up a reader and a writer with
// encoding/json alone, which are compiled as one package.
var stdTypes = map[string][]string{"model": {"model.go", "raw.go"}, "contest": {"staged.go", "staged_write.go"}}

// A module is a source of a package to compile.
type module struct {
	name    string
	source  func(dir string) error // writes the module into an empty folder
	program string                 // the text of its program
	builds  series
}

// goCost measures go build.
type goCost struct {
	settings
	modules []*module
	cache   string // has the standard library and nothing else
}

const goMod = "module github.com/wiregen/wiregen\n\ngo 1.26.0\n"

func newGoCost(s settings, base string) (*goCost, error) {
	g := &goCost{settings: s, cache: filepath.Join(s.work, "cache")}
	generated := func(root string) func(string) error {
		return func(dir string) error {
			for _, sub := range []string{"wirert", "gen/go"} {
				if err := os.CopyFS(filepath.Join(dir, sub), os.DirFS(filepath.Join(root, sub))); err != nil {
					return err
				}
			}
			return nil
		}
	}
	g.modules = []*module{
		{name: "wiregen", source: generated(s.root), program: wireProgram},
		{name: "commit " + s.base, source: generated(base), program: wireProgram},
		{name: "encoding/json, types by hand", source: g.byHand, program: jsonProgram},
	}
	std := filepath.Join(s.work, "std")
	if err := g.write(std, "main.go", fmtProgram); err != nil {
		return nil, err
	}
	return g, runIn(std, g.env(), "go", "build", "std")
}

// env keeps go build to the cache of this process. Programs do not hold the folder that
// they were built in.
func (g *goCost) env() []string {
	return []string{"GOCACHE=" + g.cache, "GOWORK=off", "GOFLAGS=-trimpath -buildvcs=false -mod=mod", "CGO_ENABLED=0"}
}

// write adds a file to a module.
func (g *goCost) write(dir, file, text string) error {
	for file, text := range map[string]string{file: text, "go.mod": goMod} {
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// byHand writes the types by hand, which have other import paths in this module.
func (g *goCost) byHand(dir string) error {
	for folder, files := range stdTypes {
		for _, file := range files {
			text, err := os.ReadFile(filepath.Join(g.root, "bench", folder, file))
			if err != nil {
				return err
			}
			text = bytes.ReplaceAll(text, []byte("wiregen/bench/model"), []byte("wiregen/gen/go/wire/model"))
			to := "gen/go/wire"
			if folder == "model" {
				to += "/model"
			}
			if err := g.write(dir, filepath.Join(to, file), string(text)); err != nil {
				return err
			}
		}
	}
	return g.write(dir, "gen/go/wire/codec.go", byHandCodec)
}

// byHandCodec exports what the copied files declare.
const byHandCodec = `package contest

import (
	"encoding/json"

	"github.com/wiregen/wiregen/gen/go/wire/model"
)

func Decode(line []byte) (*model.Message, error) { return staged[json.RawMessage](json.Unmarshal).message(line) }

func Encode(m *model.Message) ([]byte, error) { return stagedWriter[json.RawMessage](json.Marshal).message(m) }
`

func (g *goCost) measure() (string, error) {
	for round := range g.rounds {
		for i, m := range g.modules {
			// go build keeps what it compiled in the cache by the text of the files, which
			// are different in each round.
			dir := filepath.Join(g.work, fmt.Sprintf("build-%d-%d", i, round))
			if err := m.source(dir); err != nil {
				return "", err
			}
			if err := g.write(dir, "main/main.go", m.program); err != nil {
				return "", err
			}
			if err := stamp(dir, round); err != nil {
				return "", err
			}
			used, _, err := timed(dir, g.env(), "go", "build", "./gen/go/wire")
			if err != nil {
				return "", err
			}
			m.builds.runs = append(m.builds.runs, used)
			fmt.Fprintf(os.Stderr, "go build, %s: %v\n", m.name, used.cpu)
		}
	}
	sizes, err := g.sizes()
	if err != nil {
		return "", err
	}
	rows := [][]string{{"", "go build of the package, standard library cached", "×", "program, bytes", "more than with fmt alone", "stripped", "more"}}
	fmtOnly := sizes[0]
	base := g.modules[1].builds.least()
	rows = append(rows, []string{"fmt alone", "", "", thousands(fmtOnly.plain), "", thousands(fmtOnly.stripped), ""})
	for i, m := range g.modules {
		of := sizes[i+1]
		rows = append(rows, []string{m.name, m.builds.cell(), fmt.Sprintf("%.2f", float64(m.builds.least())/float64(base)),
			thousands(of.plain), kilobytes(of.plain - fmtOnly.plain), thousands(of.stripped), kilobytes(of.stripped - fmtOnly.stripped)})
	}
	return marked.Table(rows) + "\n" + growth(sizes[0], sizes[1], sizes[2]), nil
}

// stamp makes every package of a module another one than that of an earlier round.
func stamp(dir string, round int) error {
	packages := map[string]string{}
	err := walkGo(dir, func(file string, text []byte) {
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(line, "package "); ok {
				packages[filepath.Dir(file)] = strings.TrimSpace(name)
				return
			}
		}
	})
	if err != nil {
		return err
	}
	for folder, name := range packages {
		text := fmt.Sprintf("package %s\n\nconst costRound = %d\n", name, round)
		if err := os.WriteFile(filepath.Join(folder, "cost_round.go"), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// walkGo visits the Go files of a folder that are not tests.
func walkGo(dir string, visit func(file string, text []byte)) error {
	return filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		visit(file, text)
		return err
	})
}

// A program is its sizes in bytes, as built and without symbols and debug data, and those
// of its symbols by package.
type program struct {
	plain, stripped int64
	packages        map[string]int64
}

// sizes builds the programs of the last round: that with fmt alone first.
func (g *goCost) sizes() ([]program, error) {
	dirs := []string{filepath.Join(g.work, "std")}
	targets := []string{"."}
	for i := range g.modules {
		dirs = append(dirs, filepath.Join(g.work, fmt.Sprintf("build-%d-%d", i, g.rounds-1)))
		targets = append(targets, "./main")
	}
	var out []program
	for i, dir := range dirs {
		var p program
		file := filepath.Join(dir, "program")
		for _, flags := range []string{"", "-s -w"} {
			if err := runIn(dir, g.env(), "go", "build", "-ldflags", flags, "-o", file, targets[i]); err != nil {
				return nil, err
			}
			info, err := os.Stat(file)
			if err != nil {
				return nil, err
			}
			if flags != "" {
				p.stripped = info.Size()
				break
			}
			p.plain = info.Size()
			if p.packages, err = symbols(dir, file); err != nil {
				return nil, err
			}
		}
		out = append(out, p)
	}
	return out, nil
}

// symbols adds the sizes of the symbols of a program by package.
func symbols(dir, file string) (map[string]int64, error) {
	_, text, err := timed(dir, nil, "go", "tool", "nm", "-size", file)
	if err != nil {
		return nil, err
	}
	out := map[string]int64{}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 4 || strings.EqualFold(fields[2], "b") { // what is zero takes no room in a file
			continue
		}
		n, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("go tool nm: %q: %w", line, err)
		}
		out[packageOf(fields[3])] += n
	}
	return out, nil
}

// packageOf returns the package of a symbol.
func packageOf(symbol string) string {
	if strings.HasPrefix(symbol, "type:") || strings.HasPrefix(symbol, "go:") || !strings.Contains(symbol, ".") {
		return "types and tables of all packages"
	}
	symbol, _, _ = strings.Cut(symbol, "[")
	slash := strings.LastIndex(symbol, "/") + 1
	name, _, _ := strings.Cut(symbol[slash:], ".")
	return symbol[:slash] + name
}

// growth is the table of the packages that make a program larger.
func growth(without, with, base program) string {
	all := maps.Clone(with.packages)
	maps.Copy(all, base.packages)
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return -cmp.Compare(max(with.packages[a], base.packages[a])-without.packages[a], max(with.packages[b], base.packages[b])-without.packages[b])
	})
	rows := [][]string{{"what the program has more of, by its symbols", "wiregen", "base"}}
	for _, name := range names[:min(len(names), 14)] {
		rows = append(rows, []string{name, kilobytes(with.packages[name] - without.packages[name]), kilobytes(base.packages[name] - without.packages[name])})
	}
	return marked.Table(rows)
}

func kilobytes(n int64) string { return thousands(n/1000) + " kB" }
