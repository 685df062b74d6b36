package lsp

import (
	"bytes"
	"context"

	"github.com/wiregen/wiregen/internal/lsp/wire"
	"github.com/wiregen/wiregen/internal/source"
)

// An asked is a document that an editor asks about, in one of its projects.
type asked struct {
	*analysis
	server *server
	file   *source.File
	text   *text
}

// ask finds the projects of a document, each as it was when the request came; there are none if
// the document is no file of a spec. If it has changed meanwhile, the places of the question are
// of another text: the editor is told so, and asks again.
func (s *server) ask(ctx context.Context, uri string) ([]asked, error) {
	name, ok := pathOf(uri)
	if !ok {
		return nil, nil
	}
	v := s.view()
	var out []asked
	for _, p := range s.owners(v, name) {
		a, err := p.at(ctx, v)
		if err != nil {
			return nil, err
		}
		f := a.file(name)
		if f == nil {
			continue
		}
		if d := v.docs[name]; d != nil && !bytes.Equal(d.text.bytes, f.Text) {
			return nil, wire.ErrContentModified
		}
		out = append(out, asked{a, s, f, a.text(f)})
	}
	return out, nil
}

// first is the first project of a document; ok is false if it has none.
func (s *server) first(ctx context.Context, uri string) (a asked, ok bool, err error) {
	all, err := s.ask(ctx, uri)
	if err != nil || len(all) == 0 {
		return a, false, err
	}
	return all[0], true, nil
}

// owners are the projects that had a file when they were last looked at, or, if none had, all.
func (s *server) owners(v *view, name string) []*project {
	all := s.projects(v)
	var out []*project
	for _, p := range all {
		p.mu.Lock()
		last := p.last
		p.mu.Unlock()
		if last == nil || last.file(name) != nil {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

func (a asked) offset(p wire.Position) int { return a.text.offset(p, a.server.encoding) }

// spanned is a place of any file, to the byte.
func (a asked) spanned(span source.Span) wire.Range {
	return a.analysis.text(span.File).span(span.Start, span.End, a.server.encoding)
}

func (a asked) place(span source.Span) wire.Location {
	return wire.Location{URI: a.view.uri(span.File.Name), Range: a.spanned(span)}
}

// refused is an error whose text the user sees.
func refused(err error) error { return wire.NewRequestFailed(err.Error()) }
