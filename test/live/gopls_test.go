package live

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/live/lsp/gen/lsp"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestGopls has an editor's session with gopls.
func TestGopls(t *testing.T) {
	skipped(t, "gopls")
	program := goPeer(t, "gopls")
	p := &peer{
		name: "gopls " + goVersion(t, "gopls", "golang.org/x/tools/gopls"),
		spec: absolute(t, "lsp", "lsp.yaml"),
		start: func(t *testing.T, dir string) (*exec.Cmd, string, string) {
			work := filepath.Join(dir, "work")
			if err := os.MkdirAll(work, 0o777); err != nil {
				t.Fatal(err)
			}
			copied(t, work, "testdata/gopls/go.mod", "testdata/gopls/shapes.go")
			cmd := exec.Command(program, "serve")
			cmd.Dir = work
			return cmd, "", ""
		},
		// It exits while it writes a message: then that is truncated, for verify too.
		sometimes: []string{"the stream ends within a message", rpc.ErrTruncated.Error(), "found a syntax error"},
	}
	p.sessions(t, "Go", edit)
}

// An editor answers what gopls asks, and keeps what it reports.
type editor struct {
	lsp.UnimplementedClientHandler
	t           *testing.T
	diagnostics chan *lsp.TextDocumentPublishDiagnosticsParams
	created     map[lsp.Token]string // how far work is that gopls does by itself
	loaded      chan bool
}

func (e *editor) WorkspaceConfiguration(_ context.Context, p *lsp.WorkspaceConfigurationParams) ([]wirert.Raw, error) {
	settings := make([]wirert.Raw, len(p.Items))
	for i := range settings {
		settings[i] = wirert.Raw(`{"hints":{"parameterNames":true}}`)
	}
	return settings, nil
}

func (e *editor) ClientRegisterCapability(context.Context, *lsp.ClientRegisterCapabilityParams) error {
	return nil
}

func (e *editor) WindowWorkDoneProgressCreate(context.Context, *lsp.WindowWorkDoneProgressCreateParams) error {
	return nil
}

func (e *editor) Progress(_ context.Context, p *lsp.ProgressParams) {
	progress, err := lsp.DecodeWorkDoneProgress(p.Value)
	if err != nil {
		e.t.Error(err)
	}
	switch v := progress.(type) {
	case *lsp.WorkDoneBegin:
		e.created[p.Token] = v.Title
	case *lsp.WorkDoneReport:
	case *lsp.WorkDoneEnd:
		if strings.Contains(e.created[p.Token], "Setting up workspace") {
			e.loaded <- true
		}
	case *lsp.UnknownWorkDoneProgress:
		e.t.Errorf("the progress is %s", p.Value)
	}
}

func (e *editor) WindowShowMessage(_ context.Context, p *lsp.WindowShowMessageParams) {
	e.t.Logf("message: %s", p.Message)
}

func (e *editor) TextDocumentPublishDiagnostics(_ context.Context, p *lsp.TextDocumentPublishDiagnosticsParams) {
	e.diagnostics <- p
}

func edit(ctx context.Context, t *testing.T, l link) {
	e := &editor{
		t: t, diagnostics: make(chan *lsp.TextDocumentPublishDiagnosticsParams, 100),
		created: map[lsp.Token]string{}, loaded: make(chan bool, 1),
	}
	folder := "file://" + l.cmd.Dir
	o := lsp.ClientOptions{
		Handler: e, Options: rpc.Options{Report: l.report},
		Handshake: &lsp.InitializeParams{
			ClientInfo: &lsp.Program{Name: "wiregen"}, RootURI: &folder,
			WorkspaceFolders: []lsp.WorkspaceFolder{{URI: folder, Name: "work"}},
			Capabilities: lsp.ClientCapabilities{
				Workspace: &lsp.ClientCapabilitiesWorkspace{Configuration: new(true), WorkspaceFolders: new(true)},
				Window:    &lsp.ClientCapabilitiesWindow{WorkDoneProgress: new(true)},
				TextDocument: &lsp.ClientCapabilitiesTextDocument{
					Hover:          wirert.Raw(`{"contentFormat":["markdown"]}`),
					DocumentSymbol: wirert.Raw(`{"hierarchicalDocumentSymbolSupport":true}`),
					Completion:     wirert.Raw(`{"completionItem":{"snippetSupport":true,"insertReplaceSupport":true}}`),
				},
			},
		},
	}
	c := connected(ctx, t, l, o, lsp.StartServer, lsp.ConnectServer)
	defer closed(t, c)
	if hello := c.Handshake(); hello.ServerInfo == nil || hello.ServerInfo.Name != "gopls" {
		t.Errorf("the server is %+v", hello.ServerInfo)
	}
	if err := c.Initialized(ctx); err != nil {
		t.Fatal(err)
	}
	await(ctx, t, e.loaded)

	source, err := os.ReadFile(filepath.Join(l.cmd.Dir, "shapes.go"))
	if err != nil {
		t.Fatal(err)
	}
	document := lsp.TextDocumentItem{URI: folder + "/shapes.go", LanguageID: "go", Version: 1, Text: string(source)}
	if err := c.TextDocumentDidOpen(ctx, &lsp.TextDocumentDidOpenParams{TextDocument: document}); err != nil {
		t.Fatal(err)
	}
	if found := e.next(ctx, document.URI, 1); len(found) != 0 {
		t.Errorf("the diagnostics are %+v", found)
	}
	e.ask(ctx, t, c, document)

	// A fault in the document, and its repair.
	end := uint32(strings.Count(document.Text, "\n"))
	change := func(version int32, from lsp.Position, to lsp.Position, text string) {
		if err := c.TextDocumentDidChange(ctx, &lsp.TextDocumentDidChangeParams{
			TextDocument:   lsp.VersionedTextDocumentIdentifier{URI: document.URI, Version: version},
			ContentChanges: []lsp.ContentChange{{Range: &lsp.Range{Start: from, End: to}, Text: text}},
		}); err != nil {
			t.Fatal(err)
		}
	}
	change(2, lsp.Position{Line: end}, lsp.Position{Line: end}, "\nvar x = Circle{}.Nothing\n")
	if found := e.next(ctx, document.URI, 2); len(found) != 1 || found[0].Severity == nil || *found[0].Severity != lsp.SeverityError {
		t.Errorf("the diagnostics are %+v", found)
	}
	items := completions(must(c.TextDocumentCompletion(ctx, &lsp.CompletionParams{
		TextDocument: lsp.TextDocumentIdentifier{URI: document.URI}, Position: lsp.Position{Line: end + 1, Character: uint32(len("var x = Circle{}."))},
		Context: &lsp.CompletionContext{TriggerKind: lsp.CompletionTriggerInvoked},
	}))(t))
	if len(items) == 0 || items[0].Label != "Area" && items[0].Label != "Radius" {
		t.Errorf("the completions are %+v", items)
	}
	change(3, lsp.Position{Line: end}, lsp.Position{Line: end + 2}, "")
	if found := e.next(ctx, document.URI, 3); len(found) != 0 {
		t.Errorf("the diagnostics are %+v", found)
	}
	if err := c.TextDocumentDidClose(ctx, &lsp.TextDocumentDidCloseParams{TextDocument: lsp.TextDocumentIdentifier{URI: document.URI}}); err != nil {
		t.Error(err)
	}
	if err := errors.Join(c.Shutdown(ctx), c.Exit(ctx)); err != nil {
		t.Error(err)
	}
}

// ask asks what is known of the method Area.
func (e *editor) ask(ctx context.Context, t *testing.T, c *lsp.Client, document lsp.TextDocumentItem) {
	id := lsp.TextDocumentIdentifier{URI: document.URI}
	before, _, _ := strings.Cut(document.Text, "Area() float64 {")
	line := before[strings.LastIndex(before, "\n")+1:]
	at := lsp.Position{Line: uint32(strings.Count(before, "\n")), Character: uint32(len(line))}
	hover := must(c.TextDocumentHover(ctx, &lsp.Place{TextDocument: id, Position: at}))(t)
	if hover == nil {
		t.Fatal("there is no hover")
	}
	if content, ok := hover.Contents.(*lsp.MarkupContent); !ok || !strings.Contains(content.Value, "the area of the circle") {
		t.Errorf("the hover is %+v", hover.Contents)
	}
	if places, ok := must(c.TextDocumentDefinition(ctx, &lsp.Place{TextDocument: id, Position: at}))(t).(lsp.DefinitionList); !ok || len(places) != 1 || places[0].URI != document.URI {
		t.Errorf("it is defined at %+v", places)
	}
	ask := c.StreamTextDocumentReferences(ctx, &lsp.ReferenceParams{
		TextDocument: id, Position: at, Context: lsp.ReferenceParamsContext{IncludeDeclaration: true}, WorkDoneToken: lsp.TokenString("references"),
	})
	if places := must(ask.Result())(t); len(places) != 2 {
		t.Errorf("it is used at %+v", places)
	}
	if symbols, ok := must(c.TextDocumentDocumentSymbol(ctx, &lsp.TextDocumentDocumentSymbolParams{TextDocument: id}))(t).(lsp.SymbolsList); !ok || len(symbols) != 4 {
		t.Errorf("the symbols are %+v", symbols)
	}
	// Nothing is at the beginning, and a position beyond the document is an error.
	if hover := must(c.TextDocumentHover(ctx, &lsp.Place{TextDocument: id}))(t); hover != nil {
		t.Errorf("the hover is %+v", hover)
	}
	if _, err := c.TextDocumentHover(ctx, &lsp.Place{TextDocument: id, Position: lsp.Position{Line: 10000}}); err == nil {
		t.Error("there is a hover beyond the document")
	} else {
		t.Log(err)
	}
	renamed := must(c.TextDocumentRename(ctx, &lsp.RenameParams{TextDocument: id, Position: at, NewName: "Size"}))(t)
	if renamed == nil || len(renamed.Changes) != 1 && len(renamed.DocumentChanges) != 1 {
		t.Errorf("the edits are %+v", renamed)
	}
	// A command with a token, of which gopls reports the progress under it.
	command := c.StreamWorkspaceExecuteCommand(ctx, &lsp.WorkspaceExecuteCommandParams{
		Command: "gopls.list_known_packages", Arguments: []wirert.Raw{wirert.Raw(`{"URI":"` + document.URI + `"}`)}, WorkDoneToken: lsp.TokenString("command"),
	})
	progress := 0
	for _, err := range command.Events() {
		if err != nil {
			t.Fatal(err)
		}
		progress++
	}
	if packages := must(command.Result())(t); !strings.Contains(string(packages), "math/rand") {
		t.Errorf("the packages are %s", packages)
	}
	t.Logf("%d reports of progress", progress)
	cancelled, stop := context.WithCancel(ctx)
	stop()
	if _, err := c.TextDocumentReferences(cancelled, &lsp.ReferenceParams{TextDocument: id, Position: at}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call ends with %v", err)
	}
}

// next are the diagnostics of a version of a document.
func (e *editor) next(ctx context.Context, uri string, version int32) []lsp.Diagnostic {
	for {
		if p := await(ctx, e.t, e.diagnostics); p.URI == uri && p.Version != nil && *p.Version == version {
			return p.Diagnostics
		}
	}
}

func completions(of lsp.Completions) []lsp.CompletionItem {
	switch v := of.(type) {
	case lsp.CompletionsList:
		return v
	case *lsp.CompletionList:
		return v.Items
	}
	return nil
}
