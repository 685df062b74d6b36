package lsp

import (
	"context"
	"slices"

	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/lsp/wire"
	"github.com/wiregen/wiregen/internal/source"
)

// TextDocumentDefinition answers where a name is declared.
func (s *server) TextDocumentDefinition(ctx context.Context, p *wire.DefinitionParams) ([]wire.Location, error) {
	return s.places(ctx, p.TextDocument.URI, func(a asked) []source.Span {
		return a.snapshot.Definition(a.file.Name, a.offset(p.Position))
	})
}

// TextDocumentReferences answers where a name is used.
func (s *server) TextDocumentReferences(ctx context.Context, p *wire.ReferenceParams) ([]wire.Location, error) {
	return s.places(ctx, p.TextDocument.URI, func(a asked) []source.Span {
		return a.snapshot.References(a.file.Name, a.offset(p.Position), p.Context.IncludeDeclaration)
	})
}

// places are those that all projects of a document have, each once.
func (s *server) places(ctx context.Context, uri string, of func(asked) []source.Span) ([]wire.Location, error) {
	all, err := s.ask(ctx, uri)
	if err != nil {
		return nil, err
	}
	out := []wire.Location{}
	for _, a := range all {
		for _, span := range of(a) {
			if place := a.place(span); !slices.Contains(out, place) {
				out = append(out, place)
			}
		}
	}
	return out, nil
}

// TextDocumentDocumentHighlight answers where the name at a place is in its file.
func (s *server) TextDocumentDocumentHighlight(ctx context.Context, p *wire.DocumentHighlightParams) ([]wire.DocumentHighlight, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok {
		return nil, err
	}
	out := []wire.DocumentHighlight{}
	for _, span := range a.snapshot.Highlights(a.file.Name, a.offset(p.Position)) {
		out = append(out, wire.DocumentHighlight{Range: a.spanned(span)})
	}
	return out, nil
}

// symbolKinds are what an editor shows the symbols of a spec as.
var symbolKinds = map[editor.SymbolKind]wire.SymbolKind{
	editor.SectionSymbol: wire.SymbolKindNamespace, editor.StructSymbol: wire.SymbolKindStruct, editor.EnumSymbol: wire.SymbolKindEnum,
	editor.UnionSymbol: wire.SymbolKindInterface, editor.AliasSymbol: wire.SymbolKindTypeParameter, editor.EnvelopeSymbol: wire.SymbolKindInterface,
	editor.FieldSymbol: wire.SymbolKindField, editor.ValueSymbol: wire.SymbolKindEnumMember, editor.VariantSymbol: wire.SymbolKindClass,
	editor.EventSymbol: wire.SymbolKindEvent, editor.RequestSymbol: wire.SymbolKindFunction, editor.MethodSymbol: wire.SymbolKindMethod,
	editor.ErrorSymbol: wire.SymbolKindConstant, editor.RoleSymbol: wire.SymbolKindModule, editor.VersionSymbol: wire.SymbolKindConstant,
	editor.FeatureSymbol: wire.SymbolKindKey, editor.RangeSymbol: wire.SymbolKindConstant, editor.FileSymbol: wire.SymbolKindFile,
}

// TextDocumentDocumentSymbol answers what a document declares.
func (s *server) TextDocumentDocumentSymbol(ctx context.Context, p *wire.DocumentSymbolParams) ([]wire.DocumentSymbol, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok {
		return nil, err
	}
	return a.outline(a.snapshot.Symbols(a.file.Name)), nil
}

func (a asked) outline(symbols []*editor.Symbol) []wire.DocumentSymbol {
	out := []wire.DocumentSymbol{}
	for _, x := range symbols {
		name := x.Name
		if name == "" { // which an editor refuses
			name = `""`
		}
		d := wire.DocumentSymbol{Name: name, Kind: symbolKinds[x.Kind], Range: a.spanned(x.Whole), SelectionRange: a.spanned(x.Span)}
		if len(x.Parts) > 0 {
			d.Children = a.outline(x.Parts)
		}
		out = append(out, d)
	}
	return out
}

// WorkspaceSymbol answers which symbols of all projects have a name.
func (s *server) WorkspaceSymbol(ctx context.Context, p *wire.WorkspaceSymbolParams) ([]wire.SymbolInformation, error) {
	v := s.view()
	out := []wire.SymbolInformation{}
	for _, project := range s.projects(v) {
		a, err := project.at(ctx, v)
		if err != nil {
			return nil, err
		}
		if a.snapshot == nil {
			continue
		}
		for _, x := range a.snapshot.Search(p.Query) {
			one := wire.SymbolInformation{Name: x.Name, Kind: symbolKinds[x.Kind], Location: asked{analysis: a, server: s}.place(x.Span)}
			if x.Owner != "" {
				one.ContainerName = &x.Owner
			}
			if !slices.ContainsFunc(out, func(have wire.SymbolInformation) bool { return have.Location == one.Location }) {
				out = append(out, one)
			}
		}
	}
	return out, nil
}

// TextDocumentFoldingRange answers which lines of a document can be hidden.
func (s *server) TextDocumentFoldingRange(ctx context.Context, p *wire.FoldingRangeParams) ([]wire.FoldingRange, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok {
		return nil, err
	}
	out := []wire.FoldingRange{}
	for _, f := range a.snapshot.Folds(a.file.Name) {
		one := wire.FoldingRange{StartLine: wire.Uinteger(f.First - 1), EndLine: wire.Uinteger(f.Last - 1)}
		if f.Comment {
			one.Kind = new(wire.FoldingRangeKindComment)
		}
		out = append(out, one)
	}
	return out, nil
}

// TextDocumentSelectionRange answers what is around places, from the inside to the outside.
func (s *server) TextDocumentSelectionRange(ctx context.Context, p *wire.SelectionRangeParams) ([]wire.SelectionRange, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok {
		return nil, err
	}
	out := make([]wire.SelectionRange, len(p.Positions)) // one for each, as the protocol wants
	for i, at := range p.Positions {
		var around *wire.SelectionRange
		for _, span := range slices.Backward(a.snapshot.Selections(a.file.Name, a.offset(at))) {
			around = &wire.SelectionRange{Range: a.spanned(span), Parent: around}
		}
		if out[i].Range = (wire.Range{Start: at, End: at}); around != nil {
			out[i] = *around
		}
	}
	return out, nil
}
