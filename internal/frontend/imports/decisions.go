package imports

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

// Decisions are what people decided about a source.
type Decisions struct {
	File     *source.File
	Files    []string       // of the source, from the folder of the decisions file
	Revision string         // of the source, as people call it
	Only     []*syntax.Node // the methods, types and fields that are wanted; none: all
	Spec     []syntax.Pair  // sections of the spec
	List     []*Decision
}

// A Decision is one entry.
type Decision struct {
	At, Was, Why syntax.Word
	Do           *syntax.Node
	used         bool // it answers a question
}

// ReadDecisions reads a decisions file. It returns nil if r has errors.
func ReadDecisions(f *source.File, r *diag.Report) *Decisions {
	root := syntax.ReadNodes(f, r)
	if root == nil {
		return nil
	}
	x := &decisionReader{report: r}
	out := &Decisions{File: f}
	x.keys(root, "the decisions file", map[string]func(*syntax.Node){
		"source": func(n *syntax.Node) {
			x.keys(n, "source", map[string]func(*syntax.Node){
				"files": func(n *syntax.Node) {
					for _, item := range x.list(n, "files") {
						out.Files = append(out.Files, item.Text)
					}
				},
				"revision": func(n *syntax.Node) { out.Revision = n.Text },
			})
		},
		"only": func(n *syntax.Node) { out.Only = x.list(n, "only") },
		"spec": func(n *syntax.Node) { out.Spec = x.sections(n) },
		"decisions": func(n *syntax.Node) {
			for _, item := range x.list(n, "decisions") {
				if d := x.decision(item); d != nil {
					out.List = append(out.List, d)
				}
			}
		},
	})
	if !r.OK() {
		return nil
	}
	return out
}

type decisionReader struct{ report *diag.Report }

func (x *decisionReader) fail(n *syntax.Node, message, help string) {
	x.report.Add(diag.ImportDecision, n.Span, message).WithHelp(help)
}

// keys reads a map with known keys.
func (x *decisionReader) keys(n *syntax.Node, what string, known map[string]func(*syntax.Node)) {
	if n.Kind != syntax.Map {
		x.fail(n, what+" must be a map", "see wiregen import --help")
		return
	}
	var all []string
	for key := range known {
		all = append(all, key)
	}
	for _, p := range n.Pairs {
		read := known[p.Key.Text]
		if read == nil {
			x.fail(p.Key, fmt.Sprintf("%s has no key %q", what, p.Key.Text), names.DidYouMean(p.Key.Text, all, "remove it"))
			continue
		}
		read(p.Value)
	}
}

func (x *decisionReader) list(n *syntax.Node, what string) []*syntax.Node {
	if n.Kind != syntax.List {
		x.fail(n, what+" must be a list", "write - before each entry")
		return nil
	}
	return n.Items
}

// sections are the keys of the spec that a decisions file may have: all but those that come from
// the source.
func (x *decisionReader) sections(n *syntax.Node) []syntax.Pair {
	if n.Kind != syntax.Map {
		x.fail(n, "spec must be a map", "write the keys of a spec below it")
		return nil
	}
	for _, p := range n.Pairs {
		switch p.Key.Text {
		case "wiregen", "types", "methods", "include", "extends", "add":
			x.fail(p.Key, fmt.Sprintf("%q comes from the source", p.Key.Text), "write what the source lacks in a layer, with extends")
		}
	}
	return n.Pairs
}

func (x *decisionReader) decision(n *syntax.Node) *Decision {
	d := &Decision{}
	before := len(x.report.All())
	word := func(into *syntax.Word) func(*syntax.Node) {
		return func(n *syntax.Node) {
			if n.Kind != syntax.Scalar {
				x.fail(n, "a text was expected", "write one line")
				return
			}
			*into = syntax.Word{Text: n.Text, Span: n.Span, Quoted: n.Quoted}
		}
	}
	x.keys(n, "a decision", map[string]func(*syntax.Node){"at": word(&d.At), "was": word(&d.Was), "why": word(&d.Why), "do": func(n *syntax.Node) { d.Do = n }})
	if len(x.report.All()) > before {
		return nil
	}
	var missing []string
	for _, w := range []struct {
		key string
		is  bool
	}{{"at", !d.At.IsZero()}, {"was", !d.Was.IsZero()}, {"do", d.Do != nil && d.Do.Kind == syntax.Map && len(d.Do.Pairs) > 0}, {"why", strings.TrimSpace(d.Why.Text) != ""}} {
		if !w.is {
			missing = append(missing, fmt.Sprintf("%q", w.key))
		}
	}
	if len(missing) > 0 {
		x.fail(n, "the decision has no "+strings.Join(missing, " and no "), `write {at: PLACE, was: "what stands there", do: {KEY: VALUE}, why: "the reason"}`)
		return nil
	}
	return d
}
