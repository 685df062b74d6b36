package lsp

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/lsp/wire"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/wirert"
)

// An older is a spec at the commit that changes are compared with.
type older struct {
	against string
	disk    uint64 // a commit may have been made since
	model   *model.Protocol
}

// TextDocumentCodeLens answers what the changes of a document do to old peers, each at its line.
func (s *server) TextDocumentCodeLens(ctx context.Context, p *wire.CodeLensParams) ([]wire.CodeLens, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok {
		return nil, err
	}
	out := []wire.CodeLens{}
	for _, c := range s.changes(a) {
		title := c.Title
		if c.Accepted != "" {
			title += " (accepted: " + c.Accepted + ")"
		}
		// Our extension has a command of this name, which shows the text; other editors show the
		// title, and the text where one hovers over the line.
		command := &wire.Command{Title: diag.Harmless(title), Command: "wiregen.showChange", Arguments: []wirert.Raw{inJSON(c.Markdown)}}
		out = append(out, wire.CodeLens{Range: a.spanned(firstLine(c.Span)), Command: command})
	}
	return out, nil
}

// changes are those of a document, compared with the commit of the settings. An analysis is compared
// once, whatever is asked: a change on the disk, or other settings, make a new analysis.
func (s *server) changes(a asked) []editor.Change {
	a.review.Do(func() {
		if before := s.before(a.analysis); before != nil {
			a.analysis.changes = a.snapshot.Review(before, time.Now())
		}
	})
	var out []editor.Change
	for _, c := range a.analysis.changes {
		if c.Span.File == a.file {
			out = append(out, c)
		}
	}
	return out
}

// before is the spec of an analysis at the commit of the settings; nil without one. What cannot be
// read is told to the log, once for each change on the disk.
func (s *server) before(a *analysis) *model.Protocol {
	against := a.view.set.Review.Against
	if against == "" {
		return nil
	}
	spec := a.snapshot.Files()[0]
	s.oldMu.Lock()
	defer s.oldMu.Unlock()
	if o, ok := s.olds[spec]; ok && o.against == against && o.disk == a.view.disk {
		return o.model
	}
	m, err := s.options.Disk.At(spec, against)
	if err != nil {
		s.options.Log("the spec %s is not compared: %v", spec, err)
	}
	s.olds[spec] = older{against, a.view.disk, m}
	return m
}

// reviewed is what the changes of a line do to old peers, as Markdown.
func (s *server) reviewed(a asked, at wire.Position) string {
	var all []string
	for _, c := range s.changes(a) {
		if a.spanned(c.Span).Start.Line == at.Line {
			all = append(all, c.Markdown)
		}
	}
	return strings.Join(all, "\n\n---\n\n")
}

func inJSON(text string) wirert.Raw {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string can be marshalled
	}
	return out
}

// firstLine is a place without its further lines.
func firstLine(s source.Span) source.Span {
	if i := strings.IndexByte(s.Text(), '\n'); i >= 0 {
		s.End = s.Start + i
	}
	return s
}
