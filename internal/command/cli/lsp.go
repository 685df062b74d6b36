package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lsp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// newLSP makes the command that serves an editor.
func newLSP(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: the language server of specs, on standard input and output",
		Long: `lsp is a language server: an editor starts it and speaks the Language Server Protocol
with it on standard input and output. It shows the findings of check and lint while one
types, in all files of a spec, and answers what an editor asks: completions, hovers,
definitions, references, the outline, renames, repairs and layout.

It looks for the specs of an open file itself: those that the nearest wiregen.yaml above
it lists, the file itself if it has the key "wiregen", and else the specs of its folder
and of the folders above it that include it, up to the folder of the workspace or of the
repository. It says nothing of other YAML.

Settings, in the section "wiregen" of the editor or as initializationOptions:

  diagnostics.delay   milliseconds after the last change before findings are shown (150)
  lint.enabled        warnings of lint as well (true)
  lint.off            names of lint rules that are off ([])
  review.against      a commit, such as main: what each change of the spec since then does to
                      old peers is shown at its line ("")
  rename              what a rename changes: spec (the name in the spec and in code), wire (that
                      in messages), both, was (both, and readers accept the old one); "" chooses
  inlayHints.enabled  what the spec leaves to the rules of the language (true)

It ends with the editor. Exit codes: 0 if the editor has asked for the end, otherwise 1;
3 after a bug.`,
		Args: cobra.NoArgs,
	}
	cmd.Flags().Bool("stdio", true, "use standard input and output; there is no other way, and some editors add it")
	if err := cmd.Flags().MarkHidden("stdio"); err != nil {
		panic(err) // the flag does not exist, which is a bug
	}
	cmd.RunE = func(*cobra.Command, []string) error {
		ctx, stop := rpc.UntilSignal(context.Background())
		defer stop()
		asked, err := lsp.Serve(ctx, rpc.Stdio(), env.lspOptions())
		switch {
		case err != nil:
			return err
		case !asked:
			return errUnasked
		}
		return nil
	}
	return cmd
}

// errUnasked ends the command when its editor has gone without saying so.
const errUnasked = status(1)

func (env *environment) lspOptions() lsp.Options {
	var mu sync.Mutex
	return lsp.Options{
		Version: buildVersion(), Pins: env.targets.Pins(), Disk: lspDisk{env},
		Log: func(format string, args ...any) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintf(env.stderr, "wiregen: %s\n", diag.Harmless(fmt.Sprintf(format, args...)))
		},
		Bug: func(v any, stack []byte) {
			mu.Lock()
			defer mu.Unlock()
			printBug(env.stderr, v, stack)
		},
	}
}

// An lspDisk is the disk as the language server sees it.
type lspDisk struct{ env *environment }

// Read reads a file, which keeps its path as its name.
func (lspDisk) Read(name string) (*source.File, error) { return compile.Load(filepath.FromSlash(name)) }

// Folder has the files in the folder of a file.
func (lspDisk) Folder(name string) fs.FS { return compile.Folder(filepath.FromSlash(name)) }

// Root is the folder of the repository that has a folder.
func (lspDisk) Root(dir string) string {
	return filepath.ToSlash(compile.Root(filepath.FromSlash(dir)))
}

// Configure reads a wiregen.yaml.
func (d lspDisk) Configure(f *source.File) ([]lsp.Entry, error) {
	dir := filepath.Dir(filepath.FromSlash(f.Name))
	c, err := d.env.configOf(f, dir)
	if c == nil {
		return nil, err
	}
	var out []lsp.Entry
	for _, e := range c.entries {
		spec := e.specPath(dir)
		if root := compile.Root(dir); root != "" && compile.Leaves(root, spec) {
			err = errors.Join(err, fmt.Errorf("the spec %q leads out of the repository", e.spec))
			continue
		}
		out = append(out, lsp.Entry{Spec: filepath.ToSlash(spec), Outputs: d.outputs(spec, dir, e.outputs)})
	}
	return out, err
}

// Usual are the outputs of a spec in a folder that no wiregen.yaml names.
func (d lspDisk) Usual(dir string) lsp.Outputs { return d.outputs("", filepath.FromSlash(dir), nil) }

func (d lspDisk) outputs(spec, dir string, listed []compile.Output) lsp.Outputs {
	j := d.env.newJob(spec, dir, listed, "")
	var out lsp.Outputs
	for i := range j.outputs {
		j.outputs[i].Read = nil // which notes what generate depends on
		out.Targets = append(out.Targets, j.outputs[i].Backend.Target())
	}
	out.Plan = func(p *model.Protocol, r *diag.Report) ([]backend.Plan, error) {
		return compile.Plan(p, j.outputs, r)
	}
	return out
}

// Releases reports whether there are released versions of a spec, and whether it is one: a file of
// the folder of them, or of a folder in it if the spec lies where that leads.
func (lspDisk) Releases(spec string) (some, one bool) {
	file := filepath.FromSlash(spec)
	dir := filepath.Dir(file)
	one = beside(file) == dir
	if up := filepath.Dir(dir); !one && filepath.Base(up) == releasedDir {
		_, err := os.Stat(filepath.Join(filepath.Dir(up), filepath.Base(file)))
		one = err == nil
	}
	some = (&shelf{dir: beside(file)}).exists()
	return some, one
}

// At is the protocol of a spec as it was at a commit.
func (d lspDisk) At(spec, commit string) (*model.Protocol, error) {
	v, r, err := d.env.version("git:"+strings.TrimPrefix(commit, "git:"), filepath.FromSlash(spec))
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, fmt.Errorf("%s has errors", v.name)
	}
	return v.proto, nil
}

// Alive reports whether a process is there. On Windows only finding it tells; elsewhere only a
// signal does, and one that is refused was for a process.
func (lspDisk) Alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	return !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
