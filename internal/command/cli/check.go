package cli

import (
	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

func newCheck(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [SPEC]",
		Short: "Report the errors in a spec, and write nothing",
		Long: `check reads a spec and prints every error in it with its place, its code and
what to write instead; "wiregen explain CODE" explains a code. Names that clash
in a target are errors too. It exits with 1 if there is an error, and prints
nothing if there is none. With --fix it first repairs the errors for which there is
one repair, and rewrites the files; a repair that makes another error is not made,
and a second run changes nothing. A SPEC named - is the standard input; paths of the
files that it includes are relative to the working directory.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	format := formatFlag(cmd, "text", "json", "github", "sarif")
	repair := fixFlag(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		jobs, err := env.findJobs(args)
		if err != nil {
			return err
		}
		var total *diag.Report
		if *repair {
			total, err = env.fix(jobs, format.value, errorsOf)
		} else {
			total, err = reportAll(jobs, errorsOf)
		}
		if err != nil {
			return err
		}
		if err := findings(env.stdout, format.value, total); err != nil {
			return err
		}
		if !total.OK() {
			return errFault
		}
		return nil
	}
	return cmd
}

// load reads and checks the spec that args or the working directory name, for
// a command that works on one spec. Faults go to stderr.
func (env *environment) load(args []string) (*job, *model.Protocol, error) {
	jobs, err := env.findJobs(args)
	if err != nil {
		return nil, nil, err
	}
	if len(jobs) != 1 {
		return nil, nil, errSeveralSpecs
	}
	p, r, err := jobs[0].check()
	if err != nil {
		return nil, nil, err
	}
	if err := findings(env.stderr, "text", r); err != nil {
		return nil, nil, err
	}
	if !r.OK() {
		return nil, nil, errFault
	}
	return jobs[0], p, nil
}
