package cli

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/git"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
)

// A generateFlags is what the command line says about one run.
type generateFlags struct {
	targets []string
	out     string
	check   bool
	watch   bool
	format  *format
}

func newGenerate(env *environment) *cobra.Command {
	var flags generateFlags
	cmd := &cobra.Command{
		Use:   "generate [SPEC]",
		Short: "Compile a spec to " + env.titles(),
		Long: `generate compiles a spec and writes the output, by default below the working
directory:

` + env.eachTarget(func(t backend.Target) string {
			return fmt.Sprintf("  %-7s %s, to gen/%s%s\n", t.Name, t.Makes, t.Dir, onRequest(t))
		}) + `
A wiregen.yaml next to the spec, or one in the working directory that names it,
configures the output:

  spec: wire.yaml
` + env.eachTarget(func(t backend.Target) string { return "  " + t.Name + ": " + t.Example + "\n" }) + `
Only the targets that it lists are generated, its paths are relative to its own
folder, and flags override it. With vectors: true a package also contains the
vectors of the protocol (see wiregen vectors) and a test that runs them. With
runtime: embed a package gets a copy of the runtime that it otherwise imports, so
that its module requires nothing. With connections: false a Go or Python package
reads and writes messages, and has no ends of connections. Several specs are given as
a list:

  specs:
    - {spec: one.yaml, go: {dir: internal/one}}
    - {spec: two.yaml, go: {dir: internal/two}}

Nothing is written if the spec has an error. A file is written only if its
content changes. Files that an earlier run generated and this one does not are
removed, unless they were edited; no other file is touched. Each folder lists
its generated files in .wiregen.manifest, which belongs in version control with
them. One line on stderr says how many files were written and removed. The
results of a run are recorded in the cache folder of the user, so that a run
that changes nothing is fast; ` + output.CacheVariable + ` names another folder, or is off.

With --check it writes nothing, and says what it would write. A file that git
ignores may be missing, because a clone does not have it; one that is there must
be up to date.

With --watch it generates again when the spec, a file that it includes or
wiregen.yaml changes, and prints the findings and what it wrote. Errors in the spec
do not end it; an unreadable file or wrong configuration in the first run does, and
so does an interrupt, with exit code 0. It needs a file system that reports changes.`,
		Example: `  wiregen generate spec/wire.yaml
  wiregen generate --target go,ts spec/wire.yaml
  wiregen generate --watch              # again after each save
  wiregen generate --check              # in CI: exits with 1 and a diff if the output is stale
  //go:generate go tool wiregen generate    # in a Go module; see wiregen init`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case !flags.watch:
				return env.generate(args, &flags)
			case flags.check:
				return errors.New("--watch cannot be combined with --check")
			case slices.Contains(args, "-"):
				return errors.New("--watch needs a file: the standard input cannot be watched")
			}
			return env.watch(args, &flags)
		},
	}
	targets := env.targets.Names()
	cmd.Flags().StringSliceVar(&flags.targets, "target", nil, "generate only these `TARGETS`, separated by commas: "+strings.Join(targets, ", "))
	cmd.Flags().StringVar(&flags.out, "out", "", "write below `DIR` instead of gen")
	cmd.Flags().BoolVar(&flags.check, "check", false, "write nothing; print a diff and exit with 1 if the output is stale")
	cmd.Flags().BoolVar(&flags.watch, "watch", false, "generate again whenever an input changes, until interrupted")
	flags.format = formatFlag(cmd, "text", "json", "github")
	complete(cmd, "target", targets)
	if err := cmd.MarkFlagDirname("out"); err != nil {
		panic(err) // the flag does not exist, which is a bug
	}
	return cmd
}

// onRequest says where a target is made that is not made otherwise.
func onRequest(t backend.Target) string {
	if t.OnRequest {
		return " (only if wiregen.yaml or --target lists it)"
	}
	return ""
}

// eachTarget concatenates a text for each target.
func (env *environment) eachTarget(text func(backend.Target) string) string {
	var b strings.Builder
	for _, t := range env.targets {
		b.WriteString(text(t.Target()))
	}
	return b.String()
}

func (env *environment) generate(args []string, flags *generateFlags) error {
	jobs, err := env.jobs(args, flags)
	if err != nil {
		return err
	}
	return env.generateJobs(jobs, flags)
}

// jobs returns the jobs of a command line.
func (env *environment) jobs(args []string, flags *generateFlags) ([]*job, error) {
	jobs, err := env.findJobs(args)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if err := j.override(flags); err != nil {
			return nil, err
		}
		if err := j.contained(flags); err != nil {
			return nil, err
		}
	}
	return jobs, nil
}

func (env *environment) generateJobs(jobs []*job, flags *generateFlags) error {
	key, known := runKey(jobs)
	if known && !flags.watch { // a watch must know what is read
		if made, unchanged := env.cache.Unchanged(key); unchanged {
			if err := env.generated(flags, &diag.Report{}, &output.Plan{}); err != nil {
				return err
			}
			return env.summarize(flags, made, nil)
		}
	}
	report, batches, err := generateAll(jobs)
	if err != nil {
		return err
	}
	if !report.OK() {
		return errors.Join(env.generated(flags, report, &output.Plan{}), errFault)
	}
	plan, err := output.NewPlan(append(batches, env.configBatches(jobs)...), env.cache)
	if err != nil {
		return err
	}
	if flags.check {
		leaveOutIgnored(plan)
	} else if err := plan.Apply(); err != nil {
		return err
	}
	// A run with findings must report them each time.
	if quiet := len(report.All()) == 0 && len(plan.Kept) == 0; known && quiet && (!flags.check || len(plan.Changes) == 0) {
		env.cache.Remember(key, inputsOf(jobs), plan)
	}
	if err := env.generated(flags, report, plan); err != nil {
		return err
	}
	if flags.check && len(plan.Changes) > 0 {
		return errFault
	}
	return env.summarize(flags, plan.Summary(), plan.Changes)
}

// leaveOutIgnored leaves out files that are missing and that git ignores: they are not
// committed, and a fresh clone is up to date without them. An ignored file that is there must
// be as it would be generated. The lists of files are no exception: one is committed where
// the files are that it lists.
func leaveOutIgnored(plan *output.Plan) {
	var missing []string
	for _, c := range plan.Changes {
		if c.Action == output.Create {
			missing = append(missing, c.Path)
		}
	}
	ignored := git.Ignored(missing)
	plan.Changes = slices.DeleteFunc(plan.Changes, func(c output.Change) bool { return c.Action == output.Create && ignored[c.Path] })
}

// runKey identifies a run by its arguments and folder. It is false if the spec is
// not a file.
func runKey(jobs []*job) (key string, known bool) {
	var b strings.Builder
	for _, j := range jobs {
		if j.spec == "-" {
			return "", false
		}
		fmt.Fprintf(&b, "%q %q\n", j.spec, j.config)
		for _, o := range j.outputs {
			fmt.Fprintf(&b, "%s %q\n", o.Backend.Target().Name, o.Dir)
		}
	}
	here, err := os.Getwd()
	return here + "\n" + b.String(), err == nil
}

func inputsOf(jobs []*job) output.Sums {
	all := output.Sums{}
	for _, j := range jobs {
		maps.Copy(all, j.inputs)
	}
	return all
}

// generateAll compiles every spec; there are files only if all are valid.
func generateAll(jobs []*job) (*diag.Report, []output.Batch, error) {
	total := &diag.Report{}
	var batches []output.Batch
	for _, j := range jobs {
		p, r, err := j.check()
		if err != nil {
			return nil, nil, err
		}
		if r.OK() {
			made, err := j.targets.Generate(p, j.outputs, r)
			if err != nil {
				return nil, nil, err
			}
			batches = append(batches, made...)
		}
		total.Merge(r)
	}
	return total, batches, nil
}

// generated prints the findings and the changes.
func (env *environment) generated(flags *generateFlags, r *diag.Report, plan *output.Plan) error {
	switch flags.format.value {
	case "json":
		return writeJSON(env.stdout, newGenerateResult(r, plan))
	case "github":
		if err := diag.WriteGitHub(env.stdout, r.All()); err != nil {
			return err
		}
	default:
		if err := findings(env.stderr, "text", r); err != nil {
			return err
		}
	}
	for _, path := range plan.Kept {
		fmt.Fprintf(env.stderr, "wiregen: %s is no longer generated, and may have been edited: remove it by hand\n", diag.Harmless(path))
	}
	if flags.check {
		return env.stale(plan)
	}
	return nil
}

// maxFolders is the number of folders that a summary names.
const maxFolders = 4

// summarize prints in one line what a run wrote. A check writes nothing, and the
// result as JSON has the changes.
func (env *environment) summarize(flags *generateFlags, made output.Summary, changes []output.Change) error {
	if flags.check || flags.format.value == "json" {
		return nil
	}
	in := names.Count(len(made.Folders), "folder")
	if len(made.Folders) <= maxFolders {
		in = names.List(made.Folders, "and")
	}
	actions := map[output.Action]int{}
	for _, c := range changes {
		actions[c.Action]++
	}
	added, changed, removed := actions[output.Create], actions[output.Update], actions[output.Remove]
	line := fmt.Sprintf("wrote %s in %s", names.Count(added, "file"), in)
	switch {
	case len(changes) == 0:
		line = fmt.Sprintf("nothing changed: %s in %s are up to date", names.Count(made.Files, "file"), in)
	case added < made.Files:
		line = fmt.Sprintf("wrote %d of %s in %s", added+changed, names.Count(made.Files, "file"), in)
		switch {
		case changed == 0:
			line += fmt.Sprintf(" (%d new)", added)
		case added == 0:
			line += fmt.Sprintf(" (%d changed)", changed)
		default:
			line += fmt.Sprintf(" (%d new, %d changed)", added, changed)
		}
	}
	if removed > 0 {
		line += fmt.Sprintf(", removed %d", removed)
	}
	_, err := fmt.Fprintln(env.stderr, diag.Harmless(line))
	return err
}

// stale prints what generate would change.
func (env *environment) stale(plan *output.Plan) error {
	if len(plan.Changes) == 0 {
		return nil
	}
	if err := plan.WriteDiff(env.stdout); err != nil {
		return err
	}
	_, err := io.WriteString(env.stderr, "wiregen: the output is stale: run wiregen generate\n")
	return err
}

// A generateResult is the result of a run as JSON.
type generateResult struct {
	Version     int                `json:"version"`
	Diagnostics []diag.JSONFinding `json:"diagnostics"`
	Changes     []changeResult     `json:"changes"`
	Kept        []string           `json:"kept"` // no longer generated, but edited
}

type changeResult struct {
	Path   string `json:"path"`
	Action string `json:"action"` // create | update | remove
}

func newGenerateResult(r *diag.Report, plan *output.Plan) generateResult {
	out := generateResult{diag.JSONVersion, diag.JSON(r.All()), []changeResult{}, append([]string{}, plan.Kept...)}
	for _, c := range plan.Changes {
		out.Changes = append(out.Changes, changeResult{c.Path, string(c.Action)})
	}
	return out
}
