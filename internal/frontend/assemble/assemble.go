// Package assemble joins the files of a spec in one tree, and checks it: the files that it
// includes, and the spec that it extends. It reads them through a function, and does not depend
// on targets.
package assemble

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// MaxSpec is the maximum size of a spec in bytes.
const MaxSpec = 16 << 20

// ErrIrregular is the error of a folder for a pipe, a socket or a device, which could block for
// ever when it is opened.
var ErrIrregular = errors.New("is not a regular file")

// A Reading is the files of a spec as they were read.
type Reading struct {
	Spec  *syntax.Spec // nil if a file could not be read, because its names would be reported as unknown
	Files []*source.File
	Links []Link
}

// A Link is the name of a file in another one.
type Link struct {
	At source.Span
	To *source.File
}

// An assembly joins the files of a spec in one tree.
type assembly struct {
	folder fs.FS
	shown  string // the folder as diagnostics show it
	report *diag.Report
	pins   []string               // the targets for which names can be pinned
	read   map[string]syntax.Word // where each file was named first, by its path
	open   []string               // the files that led here, the spec first
	failed bool                   // a file could not be read, so names may be missing
	out    Reading
}

// Read reads the spec f, the files that it includes and the spec that it extends. Without a
// folder there are no other files. An element may pin its name in the targets that pins lists.
func Read(f *source.File, folder fs.FS, pins []string, r *diag.Report) Reading {
	if folder == nil {
		folder = nothing{}
	}
	name := path.Base(f.Name)
	a := &assembly{folder: folder, shown: path.Dir(f.Name), report: r, pins: pins, read: map[string]syntax.Word{name: {}}, open: []string{name}}
	a.out.Files = []*source.File{f}
	if spec := a.whole(f); !a.failed {
		a.out.Spec = spec
	}
	return a.out
}

// Check reads a spec and checks it for all targets. The protocol may be used only if r has no
// error.
func Check(f *source.File, folder fs.FS, pins []string, r *diag.Report) *model.Protocol {
	return check.Check(Read(f, folder, pins, r).Spec, r)
}

// nothing is a folder without files.
type nothing struct{}

func (nothing) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// here is the path of the current file.
func (a *assembly) here() string { return a.open[len(a.open)-1] }

// whole reads a spec: its own file, those that it includes, and the spec below it.
func (a *assembly) whole(f *source.File) *syntax.Spec {
	spec := syntax.Parse(f, a.report, a.pins...)
	if spec == nil {
		a.failed = true
		return nil
	}
	a.parts(spec, spec.Include)
	if spec.Extends.IsZero() {
		for _, x := range spec.Add {
			a.report.Add(diag.AddWithoutExtends, x.Name.Span, fmt.Sprintf("add extends %q, but this spec has no extends", x.Name.Text)).
				WithHelp("write it where the element is declared, or name the spec below: extends: wire.yaml")
		}
		return spec
	}
	var base *syntax.Spec
	a.with(spec.Extends, func(f *source.File) { base = a.whole(f) })
	if base == nil {
		return spec
	}
	return a.layer(base, spec)
}

// parts reads the files that a file of spec includes, each followed by those
// that it includes itself.
func (a *assembly) parts(spec *syntax.Spec, include []syntax.Word) {
	for _, w := range include {
		for _, one := range a.match(w) {
			a.with(one, func(f *source.File) {
				part := syntax.ParsePart(f, a.report, a.pins...)
				if part == nil {
					a.failed = true
					return
				}
				a.merge(spec, part)
				spec.Parts = append(spec.Parts, part.File)
				a.parts(spec, part.Include)
			})
		}
	}
}

// match are the files that a path or a pattern names, in the order of their names. A
// pattern skips files that were already read.
func (a *assembly) match(w syntax.Word) []syntax.Word {
	if !strings.ContainsAny(w.Text, "*?[") || !a.inside(w) {
		return []syntax.Word{w}
	}
	pattern := path.Join(path.Dir(a.here()), w.Text)
	found, err := fs.Glob(a.folder, pattern)
	if err != nil {
		a.missing(w, fmt.Sprintf("%q is not a valid pattern", w.Text), "use * for any name, ? for any character, [ab] for one of several")
		return nil
	}
	if len(found) == 0 {
		a.missing(w, fmt.Sprintf("no file matches %q", w.Text), "correct the pattern, or remove it")
	}
	var out []syntax.Word
	for _, name := range found {
		if _, done := a.read[name]; !done {
			one := w
			one.Text = rel(path.Dir(a.here()), name)
			out = append(out, one)
		}
	}
	return out
}

// rel is the path from a folder to a file below it.
func rel(folder, name string) string {
	if folder == "." {
		return name
	}
	return strings.TrimPrefix(name, folder+"/")
}

// inside reports whether a path stays below the folder of the spec.
func (a *assembly) inside(w syntax.Word) bool {
	full := path.Join(path.Dir(a.here()), w.Text)
	return !path.IsAbs(w.Text) && !strings.ContainsAny(w.Text, `\:`) && full != ".." && !strings.HasPrefix(full, "../")
}

// with reads the file that w names and calls do with it.
func (a *assembly) with(w syntax.Word, do func(*source.File)) {
	if !a.inside(w) {
		a.failed = true
		a.report.Add(diag.FileOutside, w.Span, fmt.Sprintf("%q leads out of the folder of the spec", w.Text)).
			WithHelp("move the file below that folder, and write its relative path with / between folders")
		return
	}
	name := path.Join(path.Dir(a.here()), w.Text)
	if i := slices.Index(a.open, name); i >= 0 {
		a.failed = true
		chain := append(slices.Clone(a.open[i:]), name)
		a.report.Add(diag.FileCycle, w.Span, fmt.Sprintf("%q includes itself: %s", w.Text, strings.Join(chain, " → "))).
			WithHelp("remove it: the names of each file are known in all files of the spec").Goes()
		return
	}
	if first, twice := a.read[name]; twice {
		a.report.Add(diag.FileTwice, w.Span, fmt.Sprintf("%q is read twice", w.Text)).WithHelp("remove one of the two").Goes().
			WithRelated(first.Span, "first read from here")
		return
	}
	a.read[name] = w
	text, fault := a.text(name)
	if fault != "" {
		a.missing(w, fmt.Sprintf("%q %s", w.Text, fault), "").WithAdvice(a.nearby(w, name))
		return
	}
	f := source.NewFile(path.Join(a.shown, name), text)
	f.Part = name
	a.out.Files = append(a.out.Files, f)
	a.out.Links = append(a.out.Links, Link{At: w.Span, To: f})
	a.open = append(a.open, name)
	do(f)
	a.open = a.open[:len(a.open)-1]
}

func (a *assembly) missing(w syntax.Word, message, help string) *diag.Diagnostic {
	a.failed = true
	return a.report.Add(diag.FileMissing, w.Span, message).WithHelp(help)
}

// text is the content of a file, or the reason why it cannot be read.
func (a *assembly) text(name string) (text []byte, fault string) {
	f, err := a.folder.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "does not exist"
	} else if errors.Is(err, ErrIrregular) {
		return nil, ErrIrregular.Error()
	} else if err != nil {
		return nil, "cannot be read: " + reason(err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, "cannot be read: " + reason(err)
	case info.IsDir():
		return nil, "is a folder"
	case !info.Mode().IsRegular():
		return nil, ErrIrregular.Error()
	}
	text, err = io.ReadAll(io.LimitReader(f, MaxSpec+1))
	switch {
	case err != nil:
		return nil, "cannot be read: " + reason(err)
	case len(text) > MaxSpec:
		return nil, fmt.Sprintf("is longer than %d MiB", MaxSpec>>20)
	}
	return text, ""
}

// reason is an error without the path, because the diagnostic has the path as it is
// written in the spec.
func reason(err error) string {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// nearby suggests an existing file for the one that w names.
func (a *assembly) nearby(w syntax.Word, name string) diag.Advice {
	entries, err := fs.ReadDir(a.folder, path.Dir(name))
	if err != nil {
		return diag.Advice{Help: fmt.Sprintf("there is no folder %q here", path.Dir(w.Text))}
	}
	var known []string
	for _, e := range entries {
		switch known = append(known, e.Name()); {
		case e.Name() != path.Base(name):
		case e.IsDir():
			return diag.Advice{Help: "name a file in it, or all of them: " + path.Join(w.Text, "*.yaml")}
		default:
			return diag.Advice{Help: "name another file, or split this one"}
		}
	}
	if near := names.Suggest(path.Base(name), known); near != "" {
		near = path.Join(path.Dir(w.Text), near)
		return diag.Advice{Help: names.Ask(near), Steps: []diag.Step{{Do: diag.Replace, At: w.Span, Text: near}}}
	}
	return diag.Advice{Help: "correct the path, which is relative to the folder of this file"}
}
