package lsp

import (
	"context"
	"fmt"

	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/lsp/wire"
	"github.com/wiregen/wiregen/internal/source"
)

// TextDocumentHover answers what is said of the word at a place.
func (s *server) TextDocumentHover(ctx context.Context, p *wire.HoverParams) (*wire.Hover, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok {
		return nil, err
	}
	h, ok := a.snapshot.Hover(a.file.Name, a.offset(p.Position))
	review := s.reviewed(a, p.Position)
	if !ok && review == "" {
		return nil, nil
	}
	if ok && review != "" {
		review = "\n\n---\n\n" + review
	}
	out := &wire.Hover{Contents: markdown(h.Markdown + review)}
	if h.Span.File == a.file {
		out.Range = new(a.spanned(h.Span))
	}
	return out, nil
}

func markdown(text string) wire.MarkupContent {
	return wire.MarkupContent{Kind: wire.MarkupKindMarkdown, Value: text}
}

// completionKinds are what an editor shows completions as.
var completionKinds = map[editor.CompletionKind]wire.CompletionItemKind{
	editor.KeyCompletion: wire.CompletionItemKindProperty, editor.WordCompletion: wire.CompletionItemKindKeyword,
	editor.ScalarCompletion: wire.CompletionItemKindKeyword, editor.TypeCompletion: wire.CompletionItemKindStruct,
	editor.NameCompletion: wire.CompletionItemKindReference, editor.FieldCompletion: wire.CompletionItemKindField,
	editor.ValueCompletion: wire.CompletionItemKindEnumMember, editor.TemplateCompletion: wire.CompletionItemKindSnippet,
}

// TextDocumentCompletion answers what may be written at a place.
func (s *server) TextDocumentCompletion(ctx context.Context, p *wire.CompletionParams) (*wire.CompletionList, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok {
		return nil, err
	}
	out := &wire.CompletionList{IsIncomplete: true, Items: []wire.CompletionItem{}} // what is listed depends on what is typed
	for i, c := range a.snapshot.Complete(a.file.Name, a.offset(p.Position)) {
		if c.Snippet && !s.snippets() {
			continue
		}
		item := wire.CompletionItem{
			Label: c.Label, Kind: new(completionKinds[c.Kind]), SortText: new(fmt.Sprintf("%05d", i)),
			FilterText: new(c.Replace.Text()), TextEdit: &wire.TextEdit{Range: a.spanned(c.Replace), NewText: c.Text},
		}
		if *item.FilterText == "" {
			item.FilterText = nil
		}
		if c.Detail != "" {
			item.Detail = &c.Detail
		}
		if c.Doc != "" {
			item.Documentation = new(markdown(c.Doc))
		}
		if c.Snippet {
			item.InsertTextFormat, item.InsertTextMode = new(wire.InsertTextFormatSnippet), new(wire.InsertTextModeAdjustIndentation)
		}
		if c.Old {
			item.Tags = []wire.CompletionItemTag{wire.CompletionItemTagDeprecated}
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// snippets reports whether the editor knows tab stops.
func (s *server) snippets() bool {
	t := s.client.TextDocument
	return t != nil && t.Completion != nil && t.Completion.CompletionItem != nil && t.Completion.CompletionItem.SnippetSupport != nil && *t.Completion.CompletionItem.SnippetSupport
}

// TextDocumentFormatting answers the edits that give a document its canonical layout.
func (s *server) TextDocumentFormatting(ctx context.Context, p *wire.DocumentFormattingParams) ([]wire.TextEdit, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok {
		return nil, err
	}
	edits, err := a.snapshot.Format(a.file.Name)
	if err != nil {
		return nil, refused(err)
	}
	return a.textEdits(edits), nil
}

func (a asked) textEdits(edits []source.Edit) []wire.TextEdit {
	out := []wire.TextEdit{}
	for _, e := range edits {
		out = append(out, wire.TextEdit{Range: a.spanned(e.Span), NewText: e.Text})
	}
	return out
}
