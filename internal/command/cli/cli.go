// Package cli implements the command line. It parses arguments, calls the other packages,
// writes results to stdout and everything else to stderr, and returns an exit code.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/parallel"
)

// The exit codes.
const (
	exitFine  = 0
	exitFault = 1 // the spec has errors, or the output is stale
	exitWorld = 2 // wrong usage, or a file could not be read or written
	exitBug   = 3 // a bug in wiregen
)

// issues is where people report a bug.
const issues = "https://github.com/wiregen/wiregen/issues"

// errFault ends a command whose findings were already shown.
var errFault = errors.New("the spec has errors, or the output is stale")

// Main runs the command with args (without the program's name) and returns
// its exit code.
func Main(args []string, stdout, stderr io.Writer) int {
	return Run(compile.Targets(), args, stdout, stderr)
}

// Run is like Main, with the given targets.
func Run(targets compile.Registry, args []string, stdout, stderr io.Writer) int {
	return guard(stderr, func() int {
		root := newRoot(&environment{stdout: stdout, stderr: stderr, targets: targets, cache: output.UserCache()})
		root.SetArgs(args)
		root.SetOut(stdout)
		root.SetErr(stderr)
		return exitCode(stderr, root.Execute())
	})
}

// guard turns a panic into the exit code of a bug.
func guard(stderr io.Writer, run func() int) (code int) {
	defer func() {
		if v := recover(); v != nil {
			code = bug(stderr, v)
		}
	}()
	return run()
}

// exitCode returns the exit code of a command, and prints its error.
func exitCode(stderr io.Writer, err error) int {
	var other status
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &other):
		return int(other)
	case errors.Is(err, errFault):
		return exitFault
	}
	for _, line := range strings.Split(strings.TrimRight(err.Error(), "\n"), "\n") {
		fmt.Fprintf(stderr, "wiregen: %s\n", diag.Harmless(line))
	}
	return exitWorld
}

// bug prints a panic, which the user can only report.
func bug(stderr io.Writer, v any) int {
	return printBug(stderr, v, debug.Stack())
}

func printBug(stderr io.Writer, v any, stack []byte) int {
	var crash *parallel.Crash
	if err, ok := v.(error); ok && errors.As(err, &crash) {
		v, stack = crash.Value, crash.Stack
	}
	fmt.Fprintf(stderr, "wiregen: this is a bug in wiregen, not in your spec: %v\n\n%s\nPlease report it with the lines above at %s\nversion: %s\n", v, stack, issues, buildVersion())
	return exitBug
}

// An environment has the streams and targets of every command.
type environment struct {
	stdout, stderr io.Writer
	targets        compile.Registry
	cache          output.Cache
}

// titles are the targets that read and write messages, in words: "Go, TypeScript, Python and JSON
// Schema". Of those that are made only on request they are the ones with code.
func (env *environment) titles() string {
	var out []string
	for _, b := range env.targets {
		if _, code := b.(backend.Declarer); code || !b.Target().OnRequest {
			out = append(out, b.Target().Title)
		}
	}
	return names.List(out, "and")
}

func newRoot(env *environment) *cobra.Command {
	root := &cobra.Command{
		Use:   "wiregen",
		Short: "Compile a wire protocol from one YAML file to " + env.titles(),
		Long: `wiregen compiles a wire protocol, described in one YAML file, to
` + env.titles() + ` that read and write the same messages.

  wiregen init               create a small spec to start from
  wiregen generate wire.yaml write the output of every target below gen

If SPEC is optional and missing, it is the one that wiregen.yaml in the working
directory names, or wire.yaml, or spec/wire.yaml. A SPEC named - is standard input;
paths of the files that it includes are relative to the working directory.

Exit codes: 0 success; 1 the spec has errors or the output is stale; 2 wrong
usage, or a file could not be read or written; 3 a bug in wiregen. Results go to
stdout, everything else to stderr. Colour is used only on a terminal, and never
if NO_COLOR is set.`,
		Version:       buildVersion(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SetVersionTemplate(versionLine())
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w: run %s --help", err, cmd.CommandPath())
	})
	root.AddCommand(
		newGenerate(env), newCheck(env), newLint(env), newDiff(env), newRelease(env), newChangelog(env), newFmt(env), newExplain(env), newInit(env), newImport(env),
		newModel(env), newDocs(env), newSchema(env), newSample(env), newVectors(env), newConform(env), newVerify(env), newMock(env), newProxy(env), newView(env), newLSP(env), newVersion(env),
	)
	return root
}

// unknownCommand refuses an unknown command, and suggests a similar one.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, c := range root.Commands() {
		known = append(known, c.Name())
	}
	return fmt.Errorf("unknown command %q: %s", args[0], names.DidYouMean(args[0], known, "run wiregen --help"))
}

// colour reports whether w is a terminal that shows colours.
func colour(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(f)
}
