package cli

import (
	"context"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lsp"
	"github.com/wiregen/wiregen/internal/lsp/wire"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/wirert"
)

// An editorEnd keeps what the server publishes.
type editorEnd struct {
	wire.UnimplementedClientHandler
	said chan *wire.PublishDiagnosticsParams
}

func (e *editorEnd) TextDocumentPublishDiagnostics(_ context.Context, p *wire.PublishDiagnosticsParams) {
	e.said <- p
}

// TestLSPAfterEdits: after each of some random edits the server says what check says of the text.
func TestLSPAfterEdits(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "spec", "wire.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	env := &environment{stdout: t.Output(), stderr: t.Output(), targets: compile.Targets()}
	o := env.lspOptions()
	o.Bug = func(v any, stack []byte) { t.Errorf("%v\n%s", v, stack) }
	here, there := net.Pipe()
	served := make(chan bool, 1)
	go func() {
		asked, _ := lsp.Serve(ctx, there, o)
		served <- asked
	}()
	end := &editorEnd{said: make(chan *wire.PublishDiagnosticsParams, 1000)}
	c, err := wire.ConnectServer(ctx, here, wire.ClientOptions{Handler: end, Handshake: &wire.InitializeParams{
		Capabilities:          wire.ClientCapabilities{TextDocument: &wire.TextDocumentClientCapabilities{PublishDiagnostics: &wire.PublishDiagnosticsClientCapabilities{}}},
		InitializationOptions: wirert.Raw(`{"diagnostics":{"delay":0},"lint":{"enabled":false}}`),
	}})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.ToSlash(filepath.Join(t.TempDir(), "wire.yaml"))
	uri := "file://" + name
	if err := c.TextDocumentDidOpen(ctx, &wire.DidOpenTextDocumentParams{TextDocument: wire.TextDocumentItem{URI: uri, LanguageID: "yaml", Version: 0, Text: string(text)}}); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	now := string(text)
	for version := int32(1); version <= 60; version++ {
		from := random.IntN(len(now))
		to := min(from+random.IntN(30), len(now))
		inserted := []string{"", "x", ": ", "\n", "é😀", "type: Nothing"}[random.IntN(6)]
		edited := strings.ToValidUTF8(now[:from]+inserted+now[to:], "")
		if err := c.TextDocumentDidChange(ctx, &wire.DidChangeTextDocumentParams{
			TextDocument:   wire.VersionedTextDocumentIdentifier{URI: uri, Version: version},
			ContentChanges: []wire.TextDocumentContentChangeEvent{&wire.TextDocumentContentChangeWholeDocument{Text: edited}},
		}); err != nil {
			t.Fatal(err)
		}
		if got, want := said(ctx, t, end, version), checkOf(env, name, edited); !slices.Equal(got, want) {
			t.Fatalf("after edit %d the server says\n%s\nand check\n%s", version, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if random.IntN(3) > 0 {
			edited = now
		}
		now = edited
	}
	if err := c.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if err := c.Exit(ctx); err != nil {
		t.Error(err)
	}
	if !<-served {
		t.Error("the server does not know that it was asked to end")
	}
}

// said is what the server says of a version of the document.
func said(ctx context.Context, t *testing.T, end *editorEnd, version int32) []string {
	for {
		select {
		case p := <-end.said:
			if p.Version != nil && *p.Version == version {
				out := []string{}
				for _, d := range p.Diagnostics {
					out = append(out, d.Message)
				}
				return out
			}
		case <-ctx.Done():
			t.Fatalf("nothing is said of version %d", version)
		}
	}
}

// checkOf is what check says of a text.
func checkOf(env *environment, name, text string) []string {
	p, r := env.targets.Check(source.NewFile(name, []byte(text)), nil)
	if r.OK() {
		j := env.newJob("", filepath.Dir(name), nil, "")
		if _, err := compile.Plan(p, j.outputs, r); err != nil {
			r.Add(diag.YAMLSyntax, source.Span{}, err.Error())
		}
	}
	out := []string{}
	for _, d := range r.All() {
		if d.Help != "" {
			out = append(out, d.Message+"\n"+d.Help)
		} else {
			out = append(out, d.Message)
		}
	}
	return out
}
