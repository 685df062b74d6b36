package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/protocol/lint"
	"github.com/wiregen/wiregen/internal/spec/diag"
)

// newLint makes the command that warns of what compiles and may be regretted.
func newLint(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lint [SPEC]",
		Short: "Say what compiles and may be regretted",
		Long: `lint looks at a spec that has no errors for what its authors may come to regret:
openness that nobody decided, names that will age, messages without a doc or a
version, secrets that logs would show. It exits with 1 when it finds something.

The rules, each with its reason in "wiregen explain RULE":
` + ruleList(),
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	format := formatFlag(cmd, "text", "json", "github", "sarif")
	off := cmd.Flags().StringSlice("off", nil, "rules that are not to be looked at, with commas between them")
	complete(cmd, "off", ruleNames())
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		for _, name := range *off {
			if !slices.Contains(ruleNames(), name) {
				return fmt.Errorf("there is no rule %q%s", name, didYouMean(name, ruleNames()))
			}
		}
		jobs, err := env.findJobs(args)
		if err != nil {
			return err
		}
		total, err := lintAll(jobs, *off)
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

// lintAll looks at each spec; one that does not compile only has its errors.
func lintAll(jobs []*job, off []string) (*diag.Report, error) {
	total := &diag.Report{}
	for _, j := range jobs {
		p, r, err := j.check()
		if err != nil {
			return nil, err
		}
		if r.OK() {
			lint.Run(p, off, r)
		}
		total.Merge(r)
	}
	return total, nil
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
