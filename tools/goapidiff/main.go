// Command goapidiff compares pairs of Go packages by the rules of
// golang.org/x/exp/apidiff. It reads the folders of each pair as JSON, and writes for each
// the changes because of which code may no longer compile.
//
//	echo '[{"old": "a/wire", "new": "b/wire"}]' | goapidiff -module ..
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/exp/apidiff"
	"golang.org/x/tools/go/packages"
)

// A pair is two folders, each with the files of one package.
type pair struct{ Old, New string }

func main() {
	module := flag.String("module", ".", "the folder of the module that the packages import from")
	flag.Parse()
	out := os.Stdout
	os.Stdout = os.Stderr // apidiff prints what it does not expect
	if err := run(*module, os.Stdin, out); err != nil {
		fmt.Fprintln(os.Stderr, "goapidiff:", err)
		os.Exit(1)
	}
}

func run(module string, in io.Reader, out io.Writer) error {
	var pairs []pair
	if err := json.NewDecoder(in).Decode(&pairs); err != nil {
		return err
	}
	l := &loader{set: token.NewFileSet(), files: map[string][]*ast.File{}, known: map[string]*types.Package{}}
	for _, p := range pairs {
		if err := errors.Join(l.parse(p.Old), l.parse(p.New)); err != nil {
			return err
		}
	}
	if err := l.load(module); err != nil {
		return err
	}
	results := make([][]string, len(pairs))
	errs := make([]error, len(pairs))
	var wait sync.WaitGroup
	for i, p := range pairs {
		wait.Go(func() { results[i], errs[i] = l.compare(p) })
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(results)
}

// A loader type-checks packages, and knows what they import.
type loader struct {
	set   *token.FileSet
	files map[string][]*ast.File    // by folder
	known map[string]*types.Package // by import path
}

func (l *loader) parse(dir string) error {
	if l.files[dir] != nil {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range names {
		built, err := build.Default.MatchFile(dir, filepath.Base(name))
		if err != nil {
			return err
		}
		if !built || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(l.set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		l.files[dir] = append(l.files[dir], f)
	}
	if l.files[dir] == nil {
		return fmt.Errorf("%s has no Go files", dir)
	}
	return nil
}

// load loads what the packages import.
func (l *loader) load(module string) error {
	paths := map[string]bool{}
	for _, files := range l.files {
		for _, f := range files {
			for _, spec := range f.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					return err
				}
				paths[path] = true
			}
		}
	}
	var list []string
	for path := range paths {
		list = append(list, path)
	}
	loaded, err := packages.Load(&packages.Config{Dir: module, Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedExportFile}, list...)
	if err != nil {
		return err
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			return e
		}
		l.known[p.PkgPath] = p.Types
	}
	return nil
}

// Import is a package that the others import.
func (l *loader) Import(path string) (*types.Package, error) {
	if p := l.known[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not loaded", path)
}

// compare returns the incompatible changes of a pair; nil if apidiff panics.
func (l *loader) compare(p pair) (changes []string, _ error) {
	var both [2]*types.Package
	for i, dir := range []string{p.Old, p.New} {
		config := types.Config{Importer: l, IgnoreFuncBodies: true}
		pkg, err := config.Check("example.org/wire", l.set, l.files[dir], nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		both[i] = pkg
	}
	out := []string{}
	defer func() {
		if v := recover(); v != nil { // apidiff meets a constant of another kind
			changes = nil
			fmt.Fprintf(os.Stderr, "goapidiff: no comparison of %s and %s: apidiff panics: %v\n", p.Old, p.New, v)
		}
	}()
	for _, c := range apidiff.Changes(both[0], both[1]).Changes {
		if !c.Compatible {
			out = append(out, c.Message)
		}
	}
	return out, nil
}
