package editor

import (
	"io/fs"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// A Kind says what a file is for.
type Kind int

// The kinds of files.
const (
	Part      Kind = iota // of the spec
	Config                // wiregen.yaml
	Accept                // findings of comparisons that are accepted
	Decisions             // about an imported spec
	Released              // a released version
)

// A Beside is a file of a project that is not of its spec.
type Beside struct {
	File   *source.File
	Kind   Kind
	Folder fs.FS // of a released version that has several files
}

// beside adds a file of a project. A released version is a spec of its own, which is read when
// something is asked of it.
func (s *Snapshot) beside(b Beside) {
	s.add(b.File, b.Kind)
	if d := s.files[b.File.Name]; b.Kind == Released && d.file == b.File {
		d.released = sync.OnceValue(func() *Snapshot {
			return Load(Options{Spec: b.File, Folder: b.Folder, Pins: s.options.Pins})
		})
		return
	}
	s.checkBeside(b)
}

// beside adds the names in a file of the project: that of the spec in a configuration, and those of
// elements in a list of what is accepted.
func (x *index) beside(b Beside, spec *source.File) {
	key := map[Kind]string{Config: "spec", Accept: "element"}[b.Kind]
	root := syntax.Nodes(b.File)
	if key == "" || root == nil {
		return
	}
	for _, value := range valuesOf(root, key, nil) {
		if b.Kind == Config {
			if strings.HasSuffix("/"+spec.Name, "/"+strings.TrimPrefix(value.Text, "./")) {
				x.note(occurrence{span: value.Span, of: &Symbol{Name: value.Text, Kind: FileSymbol, Span: source.Span{File: spec}}, beside: true})
			}
			continue
		}
		for _, s := range x.symbols {
			if s.Name == value.Text && s.Owner == "" || s.Owner+"."+s.Name == value.Text {
				x.note(occurrence{span: value.Span, of: s, beside: true})
			}
		}
	}
}

// valuesOf adds the single values of a key, at any depth.
func valuesOf(n *syntax.Node, key string, out []*syntax.Node) []*syntax.Node {
	for _, p := range n.Pairs {
		if p.Key.Text == key && p.Value.Kind == syntax.Scalar {
			out = append(out, p.Value)
		}
		out = valuesOf(p.Value, key, out)
	}
	for _, item := range n.Items {
		out = valuesOf(item, key, out)
	}
	return out
}

// checkBeside reports the faults of YAML in a file; what the file means is checked by the command
// that reads it.
func (s *Snapshot) checkBeside(b Beside) {
	r := &diag.Report{}
	if syntax.ReadNodes(b.File, r); !r.OK() && r.All()[0].Code == diag.YAMLEmpty {
		return // no more than a default
	}
	s.report.Merge(r)
}
