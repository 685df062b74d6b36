package lsp

import (
	"context"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wiregen/wiregen/internal/lsp/wire"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// Options are what the command gives to the server.
type Options struct {
	Version string
	Pins    []string // the targets for which a spec may pin names
	Disk    Disk
	// Log gets what a user may want to know, and Bug a panic with its stack.
	Log func(format string, args ...any)
	Bug func(value any, stack []byte)
}

// A Disk has the files and processes of the machine. Paths are absolute, with slashes.
type Disk interface {
	Read(file string) (*source.File, error)
	// Folder has the files in the folder of a file and below it.
	Folder(file string) fs.FS
	// Root is the folder of the repository that has a folder; "" if none does.
	Root(dir string) string
	// Configure reads a wiregen.yaml. Usual are the outputs of a spec in a folder that no
	// wiregen.yaml names.
	Configure(f *source.File) ([]Entry, error)
	Usual(dir string) Outputs
	// Releases reports whether there are released versions of a spec, and whether it is one.
	Releases(spec string) (some, one bool)
	// At is the protocol of a spec as it was at a commit.
	At(spec, commit string) (*model.Protocol, error)
	// Alive reports whether a process is there.
	Alive(pid int) bool
}

// A server is one session with an editor.
type server struct {
	wire.UnimplementedServerHandler
	options   Options
	encoding  encoding
	client    wire.ClientCapabilities
	configs   configs
	publisher publisher
	stop      context.CancelFunc // ends the session
	over      context.Context    // has ended when the session is over

	mu       sync.Mutex // guards the fields of this group
	now      *view
	shutdown bool // the editor has asked for it

	projectMu    sync.Mutex // guards the fields of this group
	listed       []*project
	listedLayout uint64

	oldMu sync.Mutex       // guards olds
	olds  map[string]older // by spec
}

// Serve has a session with an editor over a stream until that ends, and reports whether the editor
// had asked for the end.
func Serve(ctx context.Context, stream io.ReadWriteCloser, o Options) (asked bool, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &server{
		options: o, stop: stop, over: ctx,
		configs:   configs{disk: o.Disk, known: map[string]*configuration{}},
		publisher: publisher{woken: make(chan struct{}, 1), said: map[string]saying{}},
		olds:      map[string]older{},
		now:       &view{docs: map[string]*document{}, set: usual()},
	}
	err = wire.ServeConn(ctx, stream, s, &rpc.Options{
		Report:     func(i rpc.Incident) { o.Log("%v", i.Err) },
		Middleware: s.refuseAfterShutdown,
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shutdown, err
}

// refuseAfterShutdown answers requests that come after shutdown: only exit may follow.
func (s *server) refuseAfterShutdown(next rpc.Handler) rpc.Handler {
	return func(ctx context.Context, m rpc.Message) (rpc.Message, error) {
		s.mu.Lock()
		over := s.shutdown
		s.mu.Unlock()
		if _, exit := m.(*wire.ExitMessage); over && !exit {
			return nil, &wirert.ResponseError{Code: int64(wire.ErrorCodeInvalidRequest), Message: "the server was asked to shut down"}
		}
		return next(ctx, m)
	}
}

// Initialize says what the server can do.
func (s *server) Initialize(ctx context.Context, p *wire.InitializeParams) (*wire.InitializeResult, error) {
	s.client = p.Capabilities
	s.encoding = encoding(wire.PositionEncodingKindUtf16)
	if g := p.Capabilities.General; g != nil && slices.Contains(g.PositionEncodings, wire.PositionEncodingKindUtf8) {
		s.encoding = encoding(wire.PositionEncodingKindUtf8)
	}
	s.change(func(v *view) {
		v.set = readSettings(p.InitializationOptions)
		for _, f := range p.WorkspaceFolders {
			v.addFolder(f.URI)
		}
		//lint:ignore SA1019 editors without folders of a workspace have no other way
		if p.WorkspaceFolders == nil && p.RootURI != nil {
			//lint:ignore SA1019 as above
			v.addFolder(*p.RootURI)
		}
	})
	if p.ProcessID != nil {
		go s.watchEditor(int(*p.ProcessID))
	}
	go s.publish(s.over, wire.ServerFrom(ctx))
	return &wire.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   &wire.ServerInfo{Name: "wiregen", Version: &s.options.Version},
	}, nil
}

// triggers are the characters after which an editor asks for completions by itself.
const triggers = " :|[{,<=.\""

func (s *server) capabilities() wire.ServerCapabilities {
	yes := new(true)
	return wire.ServerCapabilities{
		PositionEncoding: new(wire.PositionEncodingKind(s.encoding)),
		TextDocumentSync: &wire.TextDocumentSyncOptions{
			OpenClose: yes, Change: new(wire.TextDocumentSyncKindIncremental), Save: wire.TextDocumentSyncOptionsSaveBool(true),
		},
		HoverProvider:              yes,
		CompletionProvider:         &wire.CompletionOptions{TriggerCharacters: strings.Split(triggers, "")},
		DefinitionProvider:         yes,
		ReferencesProvider:         yes,
		DocumentHighlightProvider:  yes,
		DocumentSymbolProvider:     yes,
		WorkspaceSymbolProvider:    yes,
		FoldingRangeProvider:       yes,
		SelectionRangeProvider:     yes,
		DocumentFormattingProvider: yes,
		InlayHintProvider:          yes,
		CodeLensProvider:           &wire.CodeLensOptions{},
		RenameProvider:             &wire.RenameOptions{PrepareProvider: yes},
		CodeActionProvider:         &wire.CodeActionOptions{CodeActionKinds: offered()},
		Workspace: &wire.WorkspaceOptions{WorkspaceFolders: &wire.WorkspaceFoldersServerCapabilities{
			Supported: yes, ChangeNotifications: wire.WorkspaceFoldersServerCapabilitiesChangeNotificationsBool(true),
		}},
	}
}

// Initialized asks for the settings, and to be told of files that change on the disk.
func (s *server) Initialized(ctx context.Context, _ *wire.InitializedParams) {
	to := wire.ServerFrom(ctx)
	go func() { // a call within the handler of a notification would keep those after it
		s.register(s.over, to)
		s.fetchSettings(s.over, to)
	}()
}

// watched are the files of which the editor tells that they have changed.
const watched = "**/*.{yaml,yml}"

func (s *server) register(ctx context.Context, to *wire.Server) {
	w := s.client.Workspace
	if w == nil {
		return
	}
	var all []wire.Registration
	if c := w.DidChangeWatchedFiles; c != nil && c.DynamicRegistration != nil && *c.DynamicRegistration {
		o := &wire.DidChangeWatchedFilesRegistrationOptions{Watchers: []wire.FileSystemWatcher{{GlobPattern: wire.GlobPatternString(watched)}}}
		all = append(all, wire.Registration{ID: "files", Method: string(wire.MethodWorkspaceDidChangeWatchedFiles), RegisterOptions: o.AppendJSON(nil)})
	}
	if c := w.DidChangeConfiguration; c != nil && c.DynamicRegistration != nil && *c.DynamicRegistration {
		all = append(all, wire.Registration{ID: "settings", Method: string(wire.MethodWorkspaceDidChangeConfiguration), RegisterOptions: wirert.Raw(`{"section":"` + section + `"}`)})
	}
	if len(all) == 0 {
		return
	}
	if err := to.ClientRegisterCapability(ctx, &wire.RegistrationParams{Registrations: all}); err != nil && ctx.Err() == nil {
		s.options.Log("the editor does not tell of changes on the disk: %v", err)
	}
}

// fetchSettings asks the editor for the settings, if it answers such a question.
func (s *server) fetchSettings(ctx context.Context, to *wire.Server) {
	if w := s.client.Workspace; w == nil || w.Configuration == nil || !*w.Configuration {
		return
	}
	all, err := to.WorkspaceConfiguration(ctx, &wire.ConfigurationParams{Items: []wire.ConfigurationItem{{Section: new(section)}}})
	if err != nil || len(all) != 1 || isNull(all[0]) {
		return
	}
	s.change(func(v *view) { v.set = readSettings(all[0]) })
}

// Shutdown ends the work; only exit follows.
func (s *server) Shutdown(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shutdown = true
	return nil
}

// watchEditor ends the session when the process of the editor has gone. Most editors close the
// stream then; one that is killed may leave it to another process.
func (s *server) watchEditor(pid int) {
	t := time.NewTicker(editorWait)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			if !s.options.Disk.Alive(pid) {
				s.options.Log("the editor, process %d, has gone", pid)
				s.stop()
				return
			}
		case <-s.over.Done():
			return
		}
	}
}

// editorWait is how often the server looks whether the editor is there.
const editorWait = 3 * time.Second

// The documents.

// TextDocumentDidOpen takes the text of a document from the editor from now on.
func (s *server) TextDocumentDidOpen(_ context.Context, p *wire.DidOpenTextDocumentParams) {
	s.change(func(v *view) { v.open(p.TextDocument) })
}

// TextDocumentDidChange changes the text of a document.
func (s *server) TextDocumentDidChange(_ context.Context, p *wire.DidChangeTextDocumentParams) {
	s.change(func(v *view) { v.edit(p.TextDocument.URI, p.TextDocument.Version, p.ContentChanges, s.encoding) })
}

// TextDocumentDidSave looks at the disk again.
func (s *server) TextDocumentDidSave(context.Context, *wire.DidSaveTextDocumentParams) {
	s.change((*view).onDisk)
}

// TextDocumentDidClose takes the text of a document from the disk from now on.
func (s *server) TextDocumentDidClose(_ context.Context, p *wire.DidCloseTextDocumentParams) {
	s.change(func(v *view) { v.close(p.TextDocument.URI) })
}

// WorkspaceDidChangeWatchedFiles looks at the disk again.
func (s *server) WorkspaceDidChangeWatchedFiles(context.Context, *wire.DidChangeWatchedFilesParams) {
	s.change((*view).onDisk)
}

// WorkspaceDidChangeWorkspaceFolders changes the folders of the workspace.
func (s *server) WorkspaceDidChangeWorkspaceFolders(_ context.Context, p *wire.DidChangeWorkspaceFoldersParams) {
	s.change(func(v *view) {
		v.folders = slices.Clone(v.folders)
		for _, f := range p.Event.Removed {
			dir, _ := pathOf(f.URI)
			v.folders = slices.DeleteFunc(v.folders, func(have string) bool { return have == dir })
		}
		for _, f := range p.Event.Added {
			v.addFolder(f.URI)
		}
		v.layout++
	})
}

func (v *view) addFolder(uri string) {
	if dir, ok := pathOf(uri); ok && !slices.Contains(v.folders, dir) {
		v.folders = append(v.folders, dir)
		v.layout++
	}
}

// WorkspaceDidChangeConfiguration takes the new settings: the editor sends them, or wants to be
// asked for them.
func (s *server) WorkspaceDidChangeConfiguration(ctx context.Context, p *wire.DidChangeConfigurationParams) {
	if w := s.client.Workspace; w != nil && w.Configuration != nil && *w.Configuration {
		to := wire.ServerFrom(ctx)
		go s.fetchSettings(s.over, to)
		return
	}
	if !isNull(p.Settings) {
		s.change(func(v *view) { v.set = readSettings(p.Settings) })
	}
}
