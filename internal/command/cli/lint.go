package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/lint"
)

// newLint makes the command that warns about valid specs.
func newLint(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lint [SPEC]",
		Short: "Report risks in a valid spec",
		Long: `lint warns about a spec that is valid but risky: for example, it does not say how
unknown tags are handled, names will not stay true, messages have no doc or version,
secrets are not marked, or messages of older peers are refused. It exits with 1 if
it finds something. To turn off a rule, use --off, or lint_off on one element of the
spec: lint_off: {name-ages-badly: The name is not ours.} With --fix it repairs what has
one repair, and rewrites the files.

The rules, explained by "wiregen explain RULE":
` + ruleList(),
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	format := formatFlag(cmd, "text", "json", "github", "sarif")
	repair := fixFlag(cmd)
	off := cmd.Flags().StringSlice("off", nil, "rules to skip, separated by commas")
	complete(cmd, "off", ruleNames())
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		for _, name := range *off {
			if !slices.Contains(ruleNames(), name) {
				return fmt.Errorf("unknown rule %q%s", name, didYouMean(name, ruleNames()))
			}
		}
		jobs, err := env.findJobs(args)
		if err != nil {
			return err
		}
		find := func(j *job) (*diag.Report, error) { return warningsOf(j, *off) }
		var total *diag.Report
		if *repair {
			total, err = env.fix(jobs, format.value, find)
		} else {
			total, err = reportAll(jobs, find)
		}
		if err != nil {
			return err
		}
		if err := findings(env.stdout, format.value, total); err != nil {
			return err
		}
		if len(total.All()) > 0 {
			return errFault
		}
		return nil
	}
	return cmd
}

// warningsOf lints the spec of a job; if it does not compile, the result is its errors.
func warningsOf(j *job, off []string) (*diag.Report, error) {
	p, r, err := j.check()
	if err != nil {
		return nil, err
	}
	if r.OK() {
		lint.Run(p, off, r)
	}
	return r, nil
}

func ruleNames() []string {
	var out []string
	for _, c := range lint.Rules() {
		out = append(out, c.ID)
	}
	return out
}

func ruleList() string {
	var b strings.Builder
	for _, c := range lint.Rules() {
		fmt.Fprintf(&b, "  %-24s %s\n", c.ID, c.Title)
	}
	return strings.TrimRight(b.String(), "\n")
}
