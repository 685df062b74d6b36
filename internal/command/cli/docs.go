package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/docgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
)

// referenceFiles are the files of a reference by their format.
var referenceFiles = map[string]string{"html": docgen.PageFile, "markdown": docgen.MarkdownFile, "llms": docgen.ListFile}

func newDocs(env *environment) *cobra.Command {
	var out, addr string
	serve := false
	cmd := &cobra.Command{
		Use:   "docs [SPEC]",
		Short: "Print or serve a reference of the protocol",
		Long: `docs prints a reference of the protocol: one page of HTML that makes no requests, the
same as Markdown, or a list of links for language models (llms.txt). With a section
docs in wiregen.yaml, generate writes all three.

With --serve it serves the page to browsers of this machine, and reloads it whenever
the spec, a file that it includes or wiregen.yaml changes. While the spec has errors,
the page shows them above the last valid version. An interrupt ends it, with exit
code 0.`,
		Example: `  wiregen docs spec/wire.yaml -o protocol.html
  wiregen docs --format markdown spec/wire.yaml
  wiregen docs --serve                  # while you write a spec`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	flags := cmd.Flags()
	flags.StringVarP(&out, "output", "o", "", "write to `FILE` instead of the standard output")
	flags.BoolVar(&serve, "serve", false, "serve the page, and reload it after each change")
	flags.StringVar(&addr, "addr", "127.0.0.1:0", "the `ADDRESS` that --serve listens on; port 0 is any free one")
	format := formatFlag(cmd, "html", "markdown", "llms")
	cmd.MarkFlagsMutuallyExclusive("serve", "output")
	cmd.MarkFlagsMutuallyExclusive("serve", "format")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case !serve && flags.Changed("addr"):
			return errors.New("--addr is for --serve")
		case serve && slices.Contains(args, "-"):
			return errors.New("--serve needs a file: the standard input cannot be watched")
		case serve:
			return env.serveDocs(args, addr)
		}
		return env.docs(args, referenceFiles[format.value], out)
	}
	return cmd
}

// docs writes one file of the reference.
func (env *environment) docs(args []string, name, out string) error {
	j, r, plan, err := env.planDocs(args)
	if err != nil {
		return err
	}
	if err := findings(env.stderr, "text", r); err != nil {
		return err
	}
	if plan == nil {
		return errFault
	}
	files, err := plan.Emit()
	if err != nil {
		return fmt.Errorf("%s: %w", j.spec, err)
	}
	data := files[slices.IndexFunc(files, func(f backend.File) bool { return f.Name == name })].Data
	if out == "" {
		_, err := env.stdout.Write(data)
		return err
	}
	return output.WriteFile(filepath.FromSlash(out), 0o644, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}, j.read()...)
}

// planDocs plans the reference of a spec, with its options in wiregen.yaml and beside the
// other targets there. There is no plan if the report has errors. The job is there as soon
// as it is known.
func (env *environment) planDocs(args []string) (*job, *diag.Report, backend.Plan, error) {
	jobs, err := env.findJobs(args)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(jobs) != 1 {
		return nil, nil, nil, errSeveralSpecs
	}
	j := jobs[0]
	p, r, err := j.check()
	if err != nil || !r.OK() {
		return j, r, nil, err
	}
	at := slices.IndexFunc(j.outputs, func(o compile.Output) bool {
		_, is := o.Backend.(docgen.Backend)
		return is
	})
	if at < 0 {
		at = len(j.outputs)
		j.outputs = append(j.outputs, compile.Output{Backend: docgen.New()})
	}
	plans, err := compile.Plan(p, j.outputs, r)
	if err != nil || !r.OK() {
		return j, r, nil, err
	}
	return j, r, plans[at], nil
}
