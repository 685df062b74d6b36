package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/lsp/wire"
	"github.com/wiregen/wiregen/internal/source"
)

// TextDocumentPrepareRename answers which name at a place can be renamed.
func (s *server) TextDocumentPrepareRename(ctx context.Context, p *wire.PrepareRenameParams) (wire.PrepareRenameResult, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok {
		return nil, err
	}
	target, err := a.snapshot.RenameAt(a.file.Name, a.offset(p.Position))
	if err != nil {
		return nil, refused(err)
	}
	return &wire.PrepareRenamePlaceholder{Range: a.spanned(target.Span), Placeholder: target.Span.Text()}, nil
}

// TextDocumentRename answers the edits that give the name at a place another one. The settings say
// which name is renamed: that of messages, that of code, or both.
func (s *server) TextDocumentRename(ctx context.Context, p *wire.RenameParams) (*wire.WorkspaceEdit, error) {
	all, err := s.ask(ctx, p.TextDocument.URI)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	edits := map[string][]wire.TextEdit{}
	for _, a := range all {
		at := a.offset(p.Position)
		target, err := a.snapshot.RenameAt(a.file.Name, at)
		if err != nil {
			return nil, refused(err)
		}
		found, err := a.snapshot.Rename(a.file.Name, at, p.NewName, a.view.set.renames(target))
		if err != nil {
			return nil, refused(err)
		}
		a.add(edits, found)
	}
	return s.workspaceEdit(all[0].view, edits), nil
}

// add adds edits to those of each file, each once.
func (a asked) add(to map[string][]wire.TextEdit, edits []source.Edit) {
	for _, e := range edits {
		name := e.Span.File.Name
		if one := (wire.TextEdit{Range: a.spanned(e.Span), NewText: e.Text}); !slices.Contains(to[name], one) {
			to[name] = append(to[name], one)
		}
	}
}

// workspaceEdit is edits of files, with the versions of open ones if the editor checks them.
func (s *server) workspaceEdit(v *view, edits map[string][]wire.TextEdit) *wire.WorkspaceEdit {
	w := s.client.Workspace
	if w == nil || w.WorkspaceEdit == nil || w.WorkspaceEdit.DocumentChanges == nil || !*w.WorkspaceEdit.DocumentChanges {
		out := &wire.WorkspaceEdit{Changes: map[string][]wire.TextEdit{}}
		for name, list := range edits {
			out.Changes[v.uri(name)] = list
		}
		return out
	}
	out := &wire.WorkspaceEdit{}
	for _, name := range slices.Sorted(keysOf(edits)) {
		id := wire.OptionalVersionedTextDocumentIdentifier{URI: v.uri(name)}
		if d := v.docs[name]; d != nil {
			id.Version = &d.version
		}
		out.DocumentChanges = append(out.DocumentChanges, wire.TextDocumentEdit{TextDocument: id, Edits: edits[name]})
	}
	return out
}

// actionKinds are those of the protocol.
var actionKinds = map[editor.ActionKind]wire.CodeActionKind{
	editor.RepairAction: wire.CodeActionKindQuickfix, editor.ExtractAction: wire.CodeActionKindRefactorExtract,
	editor.InlineAction: wire.CodeActionKindRefactorInline, editor.RewriteAction: wire.CodeActionKindRefactorRewrite,
	editor.LayoutAction: "source.sort",
}

// TextDocumentCodeAction answers what can be done at a part of a document.
func (s *server) TextDocumentCodeAction(ctx context.Context, p *wire.CodeActionParams) ([]wire.CodeAction, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok {
		return nil, err
	}
	out := []wire.CodeAction{}
	add := func(x editor.Action, kind wire.CodeActionKind) {
		if len(x.Edits) == 0 || !wanted(p.Context.Only, kind) {
			return
		}
		edits := map[string][]wire.TextEdit{}
		a.add(edits, x.Edits)
		one := wire.CodeAction{Title: x.Title, Kind: &kind, Edit: s.workspaceEdit(a.view, edits)}
		if x.Of != nil {
			one.Diagnostics, one.IsPreferred = []wire.Diagnostic{s.diagnostic(a.analysis, x.Of)}, &x.Preferred
		}
		out = append(out, one)
	}
	from, to := a.offset(p.Range.Start), a.offset(p.Range.End)
	for _, x := range a.snapshot.Actions(a.file.Name, from, to) {
		add(x, actionKinds[x.Kind])
	}
	for _, c := range s.changes(a) {
		if c.Span.Start > to || c.Span.End < from {
			continue
		}
		for _, f := range c.Fixes {
			add(editor.Action{Title: c.Title + ": " + f.Message, Edits: f.Edits}, wire.CodeActionKindQuickfix)
		}
	}
	if all := wire.CodeActionKindSourceFixAll; len(p.Context.Only) > 0 && wanted(p.Context.Only, all) {
		add(editor.Action{Title: "repair all that has one repair", Edits: a.snapshot.FixAll()}, all)
	}
	return out, nil
}

// offered are the kinds of all actions.
func offered() []wire.CodeActionKind {
	return append(slices.Sorted(maps.Values(actionKinds)), wire.CodeActionKindSourceFixAll)
}

// wanted reports whether an editor that asks for some kinds, or for any, wants one. A kind includes
// those that begin with it and a dot.
func wanted(only []wire.CodeActionKind, kind wire.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(above wire.CodeActionKind) bool {
		return above == kind || above == "" || strings.HasPrefix(string(kind), string(above)+".")
	})
}

// TextDocumentInlayHint answers what a part of a document leaves to the rules of the language.
func (s *server) TextDocumentInlayHint(ctx context.Context, p *wire.InlayHintParams) ([]wire.InlayHint, error) {
	a, ok, err := s.first(ctx, p.TextDocument.URI)
	if !ok || !a.view.set.InlayHints.Enabled {
		return nil, err
	}
	out := []wire.InlayHint{}
	from, to := a.offset(p.Range.Start), a.offset(p.Range.End)
	for _, h := range a.snapshot.Hints(a.file.Name) {
		if h.Offset < from || h.Offset > to {
			continue
		}
		out = append(out, wire.InlayHint{
			Position: a.text.position(h.Offset, s.encoding), Label: h.Label, PaddingLeft: new(true),
			Tooltip: wire.InlayHintTooltipString(h.Detail),
		})
	}
	return out, nil
}
