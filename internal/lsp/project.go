package lsp

import (
	"context"
	"fmt"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/source"
)

// A project is a spec with its files.
type project struct {
	server *server
	spec   string // its path
	config string // of the wiregen.yaml that names it; "" if none does

	mu      sync.Mutex
	last    *analysis
	running chan struct{} // is closed when the analysis that is being made is done; nil if none is
}

// An analysis is what is known of a project at a view. It does not change.
type analysis struct {
	view     *view
	snapshot *editor.Snapshot // nil if the spec cannot be read
	err      error            // why not
	config   *configuration   // nil without a wiregen.yaml
	read     map[string]bool  // the paths that were looked for

	mu    sync.Mutex // guards texts
	texts map[*source.File]*text

	review  sync.Once // makes changes when they are asked for first
	changes []editor.Change
}

// at returns the analysis of a view, or of a later one. At most one is made at a time, of what is
// the newest view then.
func (p *project) at(ctx context.Context, v *view) (*analysis, error) {
	for {
		p.mu.Lock()
		if p.last != nil && p.last.view.number >= v.number {
			defer p.mu.Unlock()
			return p.last, nil
		}
		running := p.running
		if running == nil {
			running = make(chan struct{})
			p.running = running
			go p.run(p.last, running)
		}
		p.mu.Unlock()
		select {
		case <-running:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

func (p *project) run(last *analysis, done chan struct{}) {
	next := p.analyse(p.server.view(), last)
	p.mu.Lock()
	p.last, p.running = next, nil
	p.mu.Unlock()
	close(done)
}

// analyse reads and checks the project. A bug of the compiler is reported, and does not end the
// server: the editor would start it again, with the same text.
func (p *project) analyse(v *view, last *analysis) (a *analysis) {
	if last != nil && last.holds(v) {
		return &analysis{view: v, snapshot: last.snapshot, err: last.err, config: last.config, read: last.read, texts: map[*source.File]*text{}}
	}
	a = &analysis{view: v, read: map[string]bool{p.spec: true}, texts: map[*source.File]*text{}}
	defer func() {
		if bug := recover(); bug != nil {
			a.snapshot, a.err = nil, fmt.Errorf("this is a bug in wiregen, not in your spec: %v", bug)
			p.server.options.Bug(bug, debug.Stack())
		}
	}()
	disk := p.server.options.Disk
	f, err := v.file(disk, p.spec)
	if err != nil {
		a.err = err
		return a
	}
	outputs := disk.Usual(path.Dir(p.spec))
	beside := v.beside(p.spec)
	if p.config != "" {
		a.read[p.config] = true
		a.config = p.server.configs.read(v, p.config)
		outputs = a.config.outputs(p.spec, outputs)
		if a.config.file != nil {
			beside = append(beside, editor.Beside{File: a.config.file, Kind: editor.Config})
		}
	}
	for _, b := range beside {
		a.read[b.File.Name] = true
	}
	o := editor.Options{
		Spec:    f,
		Folder:  overlay{disk.Folder(p.spec), path.Dir(p.spec), v.docs, a.read},
		Pins:    p.server.options.Pins,
		Targets: outputs.Targets, Plan: outputs.Plan,
		Lint: v.set.Lint.Enabled, Off: v.set.Lint.Off, Beside: beside,
	}
	o.Released, o.Release = disk.Releases(p.spec)
	if last != nil {
		o.Last = last.snapshot
	}
	a.snapshot = editor.Load(o)
	return a
}

// holds reports whether a later view has the same files.
func (a *analysis) holds(v *view) bool {
	if a.view.disk != v.disk || !a.view.set.same(v.set) {
		return false
	}
	for file := range a.read {
		if a.view.docs[file] != v.docs[file] {
			return false
		}
	}
	return true
}

// file is a file as the editor has it, or as it is on the disk.
func (v *view) file(disk Disk, name string) (*source.File, error) {
	if d := v.docs[name]; d != nil {
		return source.NewFile(name, d.text.bytes), nil
	}
	return disk.Read(name)
}

// The file with the findings of comparisons that a team accepts.
const acceptName = "wiregen.accept.yaml"

// beside are the open files of the folder of a spec that belong to it and are not of it.
func (v *view) beside(spec string) []editor.Beside {
	var out []editor.Beside
	dir := path.Dir(spec)
	for name, d := range v.docs {
		kind := editor.Part
		switch {
		case path.Dir(name) != dir:
			continue
		case path.Base(name) == acceptName:
			kind = editor.Accept
		case strings.HasSuffix(name, ".decide.yaml"):
			kind = editor.Decisions
		default:
			continue
		}
		out = append(out, editor.Beside{File: source.NewFile(name, d.text.bytes), Kind: kind})
	}
	slices.SortFunc(out, func(a, b editor.Beside) int { return strings.Compare(a.File.Name, b.File.Name) })
	return out
}

// file is a file of the project by its path; nil if it has no such file.
func (a *analysis) file(name string) *source.File {
	if a.snapshot == nil {
		return nil
	}
	return a.snapshot.File(name)
}

// text is a file of the analysis with its lines.
func (a *analysis) text(f *source.File) *text {
	if d := a.view.docs[f.Name]; d != nil && sameText(d.text.bytes, f.Text) {
		return d.text
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	t := a.texts[f]
	if t == nil {
		t = newText(f.Text)
		a.texts[f] = t
	}
	return t
}

// sameText reports whether two texts are the same slice: texts do not change.
func sameText(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
