package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/assemble"
)

// fixFlag adds --fix to a command that reports findings.
func fixFlag(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("fix", false, "repair the findings that have one repair, rewrite the files, and report the others")
}

// fix repairs the findings of specs, says what it repaired, and returns the others. For each spec
// all files are written, or none.
func (env *environment) fix(jobs []*job, format string, find func(*job) (*diag.Report, error)) (*diag.Report, error) {
	total := &diag.Report{}
	for _, j := range jobs {
		if j.spec == "-" {
			return nil, errors.New("--fix rewrites files, and - is the standard input: name the file")
		}
		made, err := assemble.Fix(func(texts assemble.Edited) (*diag.Report, error) {
			j.edited = texts
			return find(j)
		})
		if err != nil {
			return nil, err
		}
		for _, part := range slices.Sorted(maps.Keys(made.Texts)) {
			if err := output.Rewrite(made.Files[part].Name, made.Texts[part]); err != nil {
				return nil, err
			}
		}
		out := env.stdout
		if format != "text" {
			out = env.stderr
		}
		for _, d := range made.Made {
			at := d.Span.File.Position(d.Span.Start)
			if _, err := fmt.Fprintf(out, "%s:%d:%d: repaired [%s]: %s (%s)\n", d.Span.File.Name, at.Line, at.Column, d.Code.ID,
				diag.Harmless(d.Message), diag.Harmless(d.Fixes[0].Message)); err != nil {
				return nil, err
			}
		}
		total.Merge(made.Left)
	}
	return total, nil
}
