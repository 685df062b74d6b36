package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/command/git"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/accept"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/report"
	"github.com/wiregen/wiregen/internal/source"
)

const diffHelp = `diff compares two versions of a spec and reports for each edit who breaks, in which
direction and why, with a minimal message that shows it:

  break   the reader of the other version refuses it
  danger  it is read, but means something else
  loss    it is read, but something is dropped or arrives as unknown
  ok      nothing happens to messages

OLD and NEW are spec files, or git:REF for the spec as it was in a commit, or
git:REF:PATH for another file of that commit. NEW defaults to the spec of the working
directory, and OLD to that spec in the commit HEAD; --against sets OLD alone.

It exits with 1 if a finding reaches --fail-on: a level, by default break, or a
level for one audience, such as danger:old-client. The audiences are old-client
(clients of the old version, with an agent of the new one), new-client (the
reverse), journal (readers of old recordings; with --journals, of recordings of every
released version) and upkeep (versions, since, deprecation). Code that uses the
generated code is an audience, too, with the name of its target, such as go: break
means that it does not compile. A level without an audience does not apply to code:
write --fail-on break,break:go. Findings about experimental elements do not fail, nor
do those that wiregen.accept.yaml, next to the new spec, accepts:

  accept:
    - rule: field-removed
      element: StepBegin.model
      was: string, required
      reason: No client has read it.
      until: "1.12"

--format accept prints entries for the findings that fail, for you to complete. An
entry repeats the finding, and has a reason and the last version or day for which it
is valid. An entry that has expired, or that accepts nothing, fails the comparison. A
comparison that cannot be made exits with 2.

If OLD is in a commit, diff also checks that the specs in released beside it still
mean the same, and that no added name had another meaning in one of them.

Equal edits are one finding with its places. Text and Markdown are for those whose
peers meet the change, and count what is for upkeep or code; --for peers, code, upkeep
or all chooses. What fails is always listed.

--format release-note writes at most 60 lines of Markdown for those who read release
notes: who must act, what breaks, what is added.

--format html writes one self-contained page: both texts of every element, the
messages with the refused place, and the public declarations of generated code that
change. If a folder released lies beside the new spec, or --released names one, the
page begins with the matrix of versions: which release of one side understands which
of the other. diff --matrix [NEW] writes the matrix alone, and never fails.`

// newDiff makes the command that compares two versions of a spec.
func newDiff(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "diff [OLD] [NEW]",
		Short:             "Report what a change of a spec does to the peers of both versions",
		Long:              diffHelp,
		Args:              cobra.MaximumNArgs(2),
		ValidArgsFunction: completeSpec,
	}
	f := &diffFlags{format: formatFlag(cmd, "text", "json", "markdown", "release-note", "github", "sarif", "junit", "accept", "html")}
	cmd.Flags().StringVar(&f.against, "against", "", "the old spec: a file, git:REF or git:REF:PATH")
	cmd.Flags().BoolVar(&f.all, "all", false, "also list edits without effect on messages")
	cmd.Flags().StringVar(&f.readers, "for", "", "whom it is written for: "+strings.Join(report.Readers(), ", ")+" (default: in text and Markdown peers, with a count of the rest; else all)")
	f.gate = gateFlags(cmd)
	cmd.Flags().BoolVar(&f.gate.journals, "journals", false, "also read recordings of every version in "+releasedDir)
	f.byVersion, f.released = matrixFlags(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		for _, other := range []string{"against", "fail-on", "all", "for", "accept", "now", "journals"} {
			if *f.byVersion && cmd.Flags().Changed(other) {
				return fmt.Errorf("--matrix compares every released version with every other: leave out --%s", other)
			}
		}
		return env.diff(f, args)
	}
	return cmd
}

type diffFlags struct {
	format    *format
	against   string
	all       bool
	readers   string
	gate      *gateOptions
	byVersion *bool
	released  *string
}

func (env *environment) diff(f *diffFlags, args []string) error {
	if *f.byVersion {
		return env.matrix(args, f.format.value, *f.released)
	}
	if f.readers != "" && !slices.Contains(report.Readers(), f.readers) {
		return fmt.Errorf("--for: write one of %s%s", strings.Join(report.Readers(), ", "), didYouMean(f.readers, report.Readers()))
	}
	if f.against != "" {
		if len(args) == 2 {
			return errors.New("--against gives the old spec: name the new one only")
		}
		args = append([]string{f.against}, args...)
	}
	gate, err := env.gate(f.gate)
	if err != nil {
		return err
	}
	old, today, err := env.versions(args)
	if err != nil {
		return err
	}
	shelf := env.shelf(today, *f.released)
	c, err := env.compared(gate, f.gate, old, today, shelf)
	if err != nil {
		return err
	}
	c.view.All, c.view.For = f.all, f.readers
	if f.format.value == "html" {
		err = env.writePage(c.view, shelf)
	} else {
		err = env.printDiff(f.format.value, c.view)
	}
	if err != nil {
		return err
	}
	return env.judged(c)
}

// The flags of a gate.
type gateOptions struct {
	failOn      []string
	accept, now string
	journals    bool // recordings of every released version are read, too
}

// gateFlags adds the flags that say what fails a comparison.
func gateFlags(cmd *cobra.Command) *gateOptions {
	f := &gateOptions{}
	cmd.Flags().StringSliceVar(&f.failOn, "fail-on", []string{"break"}, "levels that fail, each optionally with an audience; none for no failure")
	cmd.Flags().StringVar(&f.accept, "accept", "", "the file of accepted findings (default "+accept.FileName+" next to the new spec)")
	cmd.Flags().StringVar(&f.now, "now", "", "the day to compare expiry days with, such as 2026-12-31 (default today)")
	return f
}

// A comparison is two versions that were compared, and what is accepted of it.
type comparison struct {
	view     report.View
	accepted *acceptance // nil if there is no file of it
	faults   []error     // of what is accepted
}

// fails reports whether a finding fails it, or an acceptance.
func (c *comparison) fails() bool { return len(c.view.Failed) > 0 || len(c.faults) > 0 }

// compared compares two versions, and applies what is accepted, if there is a file of it.
func (env *environment) compared(g gate, f *gateOptions, old, today version, released *shelf) (*comparison, error) {
	asked := env.asked(today, g)
	r, err := env.targets.Compare(old.proto, today.proto, asked...)
	if err != nil {
		return nil, err
	}
	edited, err := env.edited(old, today)
	if err != nil {
		return nil, err
	}
	r.AddEdited(edited)
	if m := today.moved; m != nil {
		r.AddMoved(m.was, m.is)
	}
	c := &comparison{view: report.View{Report: r, Old: old.name, New: today.name}}
	if c.accepted, err = env.acceptance(f.accept, today.file, f.now); err != nil {
		return nil, err
	}
	c.accepted.since(old)
	list, err := env.older(c, f, released)
	if err != nil {
		return nil, err
	}
	var latest *model.Protocol
	older := make([]*model.Protocol, len(list))
	for i, x := range list {
		older[i], latest = x.proto, x.proto
	}
	r.AddReleases(older)
	if f.journals {
		r.AddJournals(older)
	}
	before := r
	if c.accepted != nil && latest != nil && latest != old.proto {
		if before, err = env.targets.Compare(latest, today.proto, asked...); err != nil {
			return nil, err
		}
	}
	c.view.Accepted, c.faults = c.accepted.apply(r, before)
	c.view.Failed = g.failed(r, c.view.Accepted)
	return c, nil
}

// asked are the targets whose code is looked at: those that the configuration has for a spec, as
// far as it can be read, and those that a gate names.
func (env *environment) asked(v version, g gate) []string {
	var out []string
	for _, rule := range g {
		if rule.target != "" {
			out = append(out, rule.target)
		}
	}
	if v.from != nil {
		return out
	}
	if j, err := env.findJob(v.file); err == nil {
		for _, o := range j.outputs {
			out = append(out, o.Backend.Target().Name)
		}
	}
	return out
}

// older are the released versions that a comparison needs: all, or those that may have had
// a name which is added.
func (env *environment) older(c *comparison, f *gateOptions, released *shelf) ([]version, error) {
	if c.accepted != nil || f.journals {
		return released.versions()
	}
	if old := c.view.Report.Old; old.Versioning.Parse(old.Version) != nil {
		return released.before(old, c.view.Added())
	}
	return nil, nil
}

// judged ends a comparison: findings that fail, and acceptances that are not needed or
// have ended, are a fault.
func (env *environment) judged(c *comparison) error {
	for _, err := range c.faults {
		fmt.Fprintf(env.stderr, "wiregen: %s\n", diag.Harmless(err.Error()))
	}
	if c.fails() {
		return errFault
	}
	return nil
}

func (env *environment) printDiff(format string, v report.View) error {
	switch format {
	case "json":
		return report.JSON(env.stdout, v)
	case "markdown":
		return report.Markdown(env.stdout, v)
	case "release-note":
		return report.ReleaseNote(env.stdout, v)
	case "github":
		return report.GitHub(env.stdout, v)
	case "sarif":
		return report.SARIF(env.stdout, v)
	case "junit":
		return report.JUnit(env.stdout, v)
	case "accept":
		_, err := io.WriteString(env.stdout, accept.Entries(v.Findings, func(f *compare.Finding) bool { return v.Failed[f] }, v.Report.New.Version))
		return err
	}
	return report.Text(env.stdout, v, colour(env.stdout))
}

// A gate is what fails a comparison.
type gate []gateRule

type gateRule struct {
	level     compare.Level
	audiences []compare.Audience
	target    string // whose code counts; or ""
}

// reached reports whether a finding reaches the level for some of those that count.
func (g gateRule) reached(r *compare.Report, f *compare.Finding) bool {
	for i, target := range r.Targets {
		if target.Name == g.target && f.CodeFor(i).Level >= g.level {
			return true
		}
	}
	return slices.ContainsFunc(g.audiences, func(a compare.Audience) bool { return f.Verdicts[a].Level >= g.level })
}

// parse reads the values of --fail-on.
func (env *environment) gate(f *gateOptions) (gate, error) {
	var out gate
	for _, text := range f.failOn {
		if text == "none" && len(f.failOn) == 1 {
			return nil, nil
		}
		name, who, hasWho := strings.Cut(text, ":")
		level, ok := compare.LevelNamed(name)
		if !ok || level == compare.OK {
			return nil, fmt.Errorf("--fail-on: %q is not a level: write %s, or none%s", name, strings.Join(compare.Levels()[1:], ", "), didYouMean(name, compare.Levels()))
		}
		rule := gateRule{level: level}
		for a := range compare.Audiences {
			if !hasWho || a.String() == who {
				rule.audiences = append(rule.audiences, a)
			}
		}
		if all := slices.Concat(compare.AudienceNames(), env.targets.Declaring()); rule.audiences == nil {
			if !slices.Contains(all, who) {
				return nil, fmt.Errorf("--fail-on: %q is not an audience: write one of %s%s", who, strings.Join(all, ", "), didYouMean(who, all))
			}
			rule.target = who
		}
		out = append(out, rule)
	}
	return out, nil
}

// failed are the findings that fail: those of elements that are not experimental, and
// that nobody has accepted.
func (g gate) failed(r *compare.Report, accepted map[*compare.Finding]string) map[*compare.Finding]bool {
	out := map[*compare.Finding]bool{}
	for _, f := range r.Findings {
		if _, ok := accepted[f]; !ok && !f.Unstable && slices.ContainsFunc(g, func(rule gateRule) bool {
			return rule.reached(r, f)
		}) {
			out[f] = true
		}
	}
	return out
}

// A version is one of the two specs that are compared.
type version struct {
	name  string // as it is shown
	file  string // its path
	proto *model.Protocol
	from  *commit // nil for a file of the disk
	moved *moved  // nil if the configuration names the spec that it did
}

// A commit has a version of a spec.
type commit struct {
	tree *git.Tree
	ref  string // as the user named it
	path string // of the spec, from the folder of the tree
}

// errNewProtocol says that there is nothing to compare with.
var errNewProtocol = errors.New("the old version does not have the spec: this is a new protocol, and there is nothing to compare")

// versions are the old and the new spec that args name.
func (env *environment) versions(args []string) (old, today version, err error) {
	names := [2]string{"git:HEAD", ""}
	copy(names[:], args)
	var other *moved
	if names[1] == "" {
		if names[1], other, err = env.reviewed(names[0]); err != nil {
			return old, today, err
		}
		if ref, inGit := strings.CutPrefix(names[0], "git:"); inGit && other != nil {
			names[0] = "git:" + ref + ":" + other.was
		}
	}
	var both [2]version
	var errs [2]error
	var reports [2]*diag.Report
	parallel.Do(2, func(i int) { both[i], reports[i], errs[i] = env.version(names[i], names[1]) })
	if err := errors.Join(errs[:]...); err != nil {
		return old, today, err
	}
	for i, r := range reports {
		if err := env.comparable(both[i], r); err != nil {
			return old, today, err
		}
	}
	both[1].moved = other
	return both[0], both[1], nil
}

// comparable prints what a spec is reported for. If there is an error, nothing can be
// compared.
func (env *environment) comparable(v version, r *diag.Report) error {
	if r.OK() {
		return nil
	}
	if err := findings(env.stderr, "text", r); err != nil {
		return err
	}
	return fmt.Errorf("%s has errors, so it cannot be compared", v.name)
}

// onlySpec is the spec of the working directory.
func (env *environment) onlySpec() (string, error) {
	jobs, err := env.findJobs(nil)
	if err != nil {
		return "", err
	}
	if len(jobs) != 1 {
		return "", errSeveralSpecs
	}
	return jobs[0].spec, nil
}

// version reads a spec: a file, or one of a commit, by default that with the path of the
// new spec.
func (env *environment) version(name, today string) (version, *diag.Report, error) {
	ref, inGit := strings.CutPrefix(name, "git:")
	if !inGit {
		f, err := loadSpec(name)
		if err != nil {
			return version{}, nil, err
		}
		p, r := env.targets.Check(f, compile.Folder(name))
		return version{name: filepath.ToSlash(name), file: name, proto: p}, r, nil
	}
	ref, file, named := strings.Cut(ref, ":")
	if !named {
		file = today
		if other, inGit := strings.CutPrefix(today, "git:"); inGit {
			_, file, named = strings.Cut(other, ":")
		} else {
			named = today != "-"
		}
	}
	if !named {
		return version{}, nil, fmt.Errorf("%s: name the file as well: git:%s:PATH", name, ref)
	}
	dir := filepath.Dir(file)
	tree, err := git.Open(nearest(dir), ref)
	if err != nil {
		return version{}, nil, err
	}
	within, err := filepath.Rel(nearest(dir), dir)
	if err != nil {
		return version{}, nil, err
	}
	base := path.Join(filepath.ToSlash(within), filepath.Base(file))
	return env.committed(&commit{tree, ref, base}, file)
}

// committed reads the spec of a commit, whose path is file.
func (env *environment) committed(c *commit, file string) (version, *diag.Report, error) {
	text, err := c.tree.Read(c.path)
	if errors.Is(err, git.ErrNoFile) {
		return version{}, nil, fmt.Errorf("%s: %q: %w", c.ref, filepath.ToSlash(file), errNewProtocol)
	}
	if err != nil {
		return version{}, nil, err
	}
	shown := c.ref + ":" + filepath.ToSlash(file)
	p, r := env.targets.Check(source.NewFile(shown, text), c.tree.Folder(path.Dir(c.path)))
	return version{name: shown, file: file, proto: p, from: c}, r, nil
}

// nearest is a folder, or the nearest one above it that exists.
func nearest(dir string) string {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() || filepath.Dir(dir) == dir {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}
