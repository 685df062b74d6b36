package rewrite

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// Renumber gives the spec, whose version is at a place, another one, which is not released
// yet: whatever says since in one of the files follows.
func (w *Files) Renumber(place source.Span, is string, files []*source.File) []source.Edit {
	p := w.protocol(place)
	if p == nil {
		return nil
	}
	was := p.version.Text
	var out []source.Edit
	for _, n := range w.versions(p, files) {
		if n.Text == was {
			out = append(out, source.Edit{Span: n.Span, Text: model.Quote(is)})
		}
	}
	return w.tidied(append(out, source.Edit{Span: p.version.Span, Text: model.Quote(is)}))
}

// Number gives the spec, whose version is at a place, the one after it. Its versions are
// listed from then on, if it or an element names one, or if peers offer theirs: without the
// list, a peer of the version before has none in common with one of this version.
func (w *Files) Number(place source.Span, is string, files []*source.File, offered bool) []source.Edit {
	p := w.protocol(place)
	if p == nil {
		return nil
	}
	out := []source.Edit{{Span: p.version.Span, Text: model.Quote(is)}}
	switch {
	case p.list != nil:
		item := appended(p.list, model.Quote(is))
		if item == nil {
			return nil
		}
		out = append(out, item...)
	case offered || len(w.versions(p, files)) > 0:
		list := beside(p.section, p.version, "versions: ["+model.Quote(p.version.Text)+", "+model.Quote(is)+"]")
		if list == nil {
			return nil
		}
		out = append(out, *list)
	}
	return w.tidied(out)
}

// A protocol has the versions in the section of a file.
type protocol struct {
	section, version, list *syntax.Node // the list is nil if there is none
}

// protocol finds the version at a place.
func (w *Files) protocol(place source.Span) *protocol {
	if place.IsZero() {
		return nil
	}
	root := w.tree(place.File).root
	if root == nil {
		return nil
	}
	out := &protocol{section: value(root, "protocol")}
	if out.section == nil {
		return nil
	}
	out.version, out.list = value(out.section, "version"), value(out.section, "versions")
	if out.version == nil || out.version.Span != place || !singleLine(out.version) {
		return nil
	}
	return out
}

func value(n *syntax.Node, key string) *syntax.Node {
	for _, p := range n.Pairs {
		if p.Key.Text == key {
			return p.Value
		}
	}
	return nil
}

// versions are the texts that name a version of a protocol: those listed, and what the
// elements of some files say.
func (w *Files) versions(p *protocol, files []*source.File) []*syntax.Node {
	var out []*syntax.Node
	if p.list != nil {
		out = append(out, p.list.Items...)
	}
	for _, f := range files {
		if root := w.tree(f).root; root != nil {
			out = named(out, root)
		}
	}
	return out
}

// named adds the texts below n that name a version. Values of the protocol, and what is
// said for other tools, name none.
func named(out []*syntax.Node, n *syntax.Node) []*syntax.Node {
	for _, p := range n.Pairs {
		switch key := p.Key.Text; {
		case slices.Contains([]string{"examples", "default", "const", "on_failure"}, key) || strings.HasPrefix(key, "x-"):
		case p.Value.Kind != syntax.Scalar:
			out = named(out, p.Value)
		case slices.Contains([]string{"since", "after", "legacy", "no_header"}, key) && p.Value.Quoted && singleLine(p.Value):
			out = append(out, p.Value)
		}
	}
	for _, item := range n.Items {
		out = named(out, item)
	}
	return out
}
