package cli

import (
	"bytes"
	"errors"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/layout"
)

// newFmt makes the command that gives a spec its canonical layout.
func newFmt(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fmt [-w | --check] [SPEC...]",
		Short: "Print a spec in its canonical layout",
		Long: `fmt prints a spec in one layout: two spaces per level, uniform spaces in types and
brackets, quotes only where they are needed, and aligned comments. Comments, blank
lines and the order of keys are preserved, and the meaning of the spec does not
change. A file that already has this layout is printed unchanged.

With -w it rewrites the files that change and prints their names. With --check
it prints the changes as a diff, writes nothing, and exits with 1 if there are
any. Only the named files are formatted, not the files that they include. A spec
named - is the standard input.`,
		ValidArgsFunction: completeSpec,
	}
	write := cmd.Flags().BoolP("write", "w", false, "rewrite the files that change, and print their names")
	check := cmd.Flags().Bool("check", false, "print the changes as a diff, and exit with 1 if there are any")
	cmd.MarkFlagsMutuallyExclusive("write", "check")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if err := readOnce(args); err != nil {
			return err
		}
		names, err := env.specsToFormat(args)
		if err != nil {
			return err
		}
		how := printLayout
		switch {
		case *write:
			how = writeLayout
		case *check:
			how = checkLayout
		}
		return env.layout(names, how)
	}
	return cmd
}

// specsToFormat are the files that args name, or the specs of the working directory.
func (env *environment) specsToFormat(args []string) ([]string, error) {
	if len(args) > 0 {
		return args, nil
	}
	jobs, err := env.findJobs(nil)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, j := range jobs {
		names = append(names, j.spec)
	}
	return names, nil
}

// layout formats each file and passes it to how. Files that cannot be read are
// reported; the others are formatted nevertheless.
func (env *environment) layout(names []string, how func(env *environment, name string, before, after []byte) error) error {
	var r diag.Report
	var stale error
	for _, name := range names {
		f, err := loadSpec(name)
		if err != nil {
			return err
		}
		var own diag.Report
		text := layout.Format(f, &own)
		r.Merge(&own)
		if text == nil {
			continue
		}
		if err := how(env, name, f.Text, text); errors.Is(err, errFault) {
			stale = err
		} else if err != nil {
			return err
		}
	}
	if err := findings(env.stderr, "text", &r); err != nil {
		return err
	}
	if !r.OK() {
		return errFault
	}
	return stale
}

func printLayout(env *environment, _ string, _, after []byte) error {
	_, err := env.stdout.Write(after)
	return err
}

func writeLayout(env *environment, name string, before, after []byte) error {
	if name == "-" {
		return errors.New("-w rewrites files, and - is the standard input: remove -w")
	}
	if bytes.Equal(before, after) {
		return nil
	}
	if err := output.Rewrite(name, after); err != nil {
		return err
	}
	_, err := env.stdout.Write([]byte(name + "\n"))
	return err
}

func checkLayout(env *environment, name string, before, after []byte) error {
	if bytes.Equal(before, after) {
		return nil
	}
	if _, err := env.stdout.Write(output.Diff(name, before, after)); err != nil {
		return err
	}
	return errFault
}
