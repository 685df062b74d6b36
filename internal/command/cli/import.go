package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/imports"
	"github.com/wiregen/wiregen/internal/frontend/prove"
	"github.com/wiregen/wiregen/internal/source"
)

// newImport makes the command that makes a spec of what another format says.
func newImport(env *environment) *cobra.Command {
	f := &importFlags{}
	cmd := &cobra.Command{
		Use:   "import [FILE...]",
		Short: "Make a spec of a JSON Schema or a metaModel.json, and keep it in step with it",
		Long: `import makes a spec of a protocol that has a JSON Schema (draft 7, 2019-09, 2020-12), as
schemars, ts-json-schema-generator, zod, TypeBox and pydantic export it, or written by hand.
Further files are schemas that the first one refers to, and tables of methods such as
{"agentMethods": {"new": "session/new"}, "clientMethods": {…}}. A file in the format of LSP's
metaModel.json is recognized by what it contains, and imported by itself. Nothing is fetched.

What the source does not say is asked, never guessed: each question is printed as the entry
of a decisions file that answers it. The spec is written nevertheless, with the answer that
accepts most, and import exits with 1 until all are answered. With --decisions FILE the answers
are read from there; a new file is begun with the questions. An entry is

  - {at: PLACE, was: "what stands there", do: {KEY: VALUE}, why: "the reason"}

PLACE is a pointer into the source, a name of the spec (Type, Type.field), "method NAME" or
"error NAME".
The keys of do are type, name, match, order and ignore: true; of methods from, params, result
and notify: true; all others are keys of the language, set on the element. An entry whose
place is gone, whose place has changed, or which changes nothing, is an error. The file also
has source: {files: [...]}, only: [methods and types that are wanted] and spec: {keys of the
spec that the source lacks, such as protocol, dialect, errors}.

Readers of the spec are open, since a foreign protocol grows: they keep undeclared tags and
values, and skip unreadable items of lists. With --faithful they refuse what the source
refuses. In the same run the spec is compared with the source, on generated values and mutants
of them; a difference without a known reason is an error.

  wiregen import schema.json meta.json --decisions wire.decide.yaml -o spec/wire.yaml
  wiregen import --check  --decisions wire.decide.yaml -o spec/wire.yaml
  wiregen import --update --decisions wire.decide.yaml -o spec/wire.yaml new.schema.json meta.json
  wiregen import --adopt  --decisions wire.decide.yaml -o spec/wire.yaml

With --decisions and -o, copies of the files are kept beside the decisions file. --check
imports these copies and exits with 1 if the source has changed or the spec was edited by hand,
with a list of what changed and what that does to peers as wiregen diff says it, and with 2 if
it cannot compare. --update takes a new source: it prints the same, and writes spec and copies.
With --format markdown both print the text of an issue. --adopt ends the import: the spec is yours, the copies and the decisions file go.`,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.decisions, "decisions", "", "the file with the decisions")
	flags.StringVarP(&f.out, "output", "o", "", "write the spec to this file instead of standard output")
	flags.BoolVar(&f.faithful, "faithful", false, "readers refuse what the source refuses")
	flags.IntVar(&f.samples, "samples", 1000, "how many values are compared with the source; 0 for none")
	flags.Uint64Var(&f.seed, "seed", 1, "what the values follow from")
	flags.BoolVar(&f.check, "check", false, "check that the copies of the source still give the spec, and are those of the source")
	flags.BoolVar(&f.update, "update", false, "take a new source, and print what changed")
	f.format = formatFlag(cmd, "text", "markdown")
	flags.BoolVar(&f.adopt, "adopt", false, "end the import: the spec stays, without places of the source")
	cmd.MarkFlagsMutuallyExclusive("check", "update", "adopt")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		j := &importJob{env: env, flags: f}
		if err := j.open(args); err != nil {
			return err
		}
		switch {
		case f.check:
			return j.check()
		case f.update:
			return j.update()
		case f.adopt:
			return j.adopt()
		}
		return j.run()
	}
	return cmd
}

type importFlags struct {
	format                         *format // of what --check and --update print
	decisions, out                 string
	faithful, check, update, adopt bool
	samples                        int
	seed                           uint64
}

// An importJob is one import.
type importJob struct {
	env       *environment
	flags     *importFlags
	files     []*source.File // the source
	decisions *imports.Decisions
	begun     bool // the decisions file is new
}

// open reads the decisions, and the files that args or they name.
func (j *importJob) open(args []string) error {
	f := j.flags
	if (f.check || f.update || f.adopt) && (f.decisions == "" || f.out == "") {
		return errors.New("--check, --update and --adopt need --decisions and -o: they compare a spec with what it was made of")
	}
	if f.update && len(args) == 0 {
		return errors.New("--update needs the files of the new source")
	}
	if f.decisions != "" {
		if root := compile.Root(filepath.Dir(f.decisions)); root != "" && compile.Leaves(root, j.pinFolder()) {
			return fmt.Errorf("%q, the folder of the copies, leads out of the repository", filepath.ToSlash(j.pinFolder()))
		}
		if err := j.readDecisions(); err != nil {
			return err
		}
	}
	names := args
	if len(names) == 0 && j.decisions != nil {
		dir := filepath.Dir(f.decisions)
		for _, name := range j.decisions.Files {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if root := compile.Root(dir); root != "" && compile.Leaves(root, file) {
				return fmt.Errorf("%s: the file %q leads out of the repository: name it on the command line", f.decisions, name)
			}
			names = append(names, file)
		}
	}
	if f.adopt || f.check && len(args) == 0 {
		names = existing(names)
	} else if len(names) == 0 {
		return errors.New("name the file with the schema, or list it in the decisions file: source: {files: [schema.json]}")
	}
	for _, name := range names {
		file, err := loadSpec(name)
		if err != nil {
			return err
		}
		j.files = append(j.files, file)
	}
	return nil
}

// existing are the files of names that are there.
func existing(names []string) (out []string) {
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			out = append(out, name)
		}
	}
	return out
}

func (j *importJob) readDecisions() error {
	if _, err := os.Stat(j.flags.decisions); errors.Is(err, os.ErrNotExist) && !j.flags.check && !j.flags.update && !j.flags.adopt {
		return nil // it is begun
	}
	file, err := loadSpec(j.flags.decisions)
	if err != nil {
		return err
	}
	r := &diag.Report{}
	if j.decisions = imports.ReadDecisions(file, r); j.decisions == nil {
		return j.fail(r)
	}
	return nil
}

func (j *importJob) fail(r *diag.Report) error {
	if err := findings(j.env.stderr, "text", r); err != nil {
		return err
	}
	return errFault
}

// options are those of an import.
func (j *importJob) options() imports.Options {
	return imports.Options{Faithful: j.flags.faithful, Decisions: j.decisions, Read: j.env.targets.Tree, Check: j.env.targets.CheckTree}
}

// run imports the source.
func (j *importJob) run() error {
	r := &diag.Report{}
	got := imports.Run(j.files, j.options(), r)
	if got == nil {
		return j.fail(r)
	}
	proof, err := j.prove(got)
	if err != nil {
		return err
	}
	p := &importReport{w: j.env.stderr, flags: j.flags}
	p.result(got, j.decisions)
	p.proof(proof)
	if err := j.write(got); err != nil {
		return err
	}
	p.questions(got, j.begun)
	if len(got.Questions) > 0 || proof != nil && len(proof.Different) > 0 {
		return errFault
	}
	return nil
}

// proofLimit is how long a spec is compared with its source. It is for schemas of which a
// validator takes very long for a value.
const proofLimit = 2 * time.Minute

// prove compares the spec with its source; nil if nobody asks for it.
func (j *importJob) prove(got *imports.Result) (*prove.Proof, error) {
	if j.flags.samples <= 0 {
		return nil, nil
	}
	r := &diag.Report{}
	o := j.options()
	o.Faithful, o.Free, o.Stale = true, true, &diag.Report{}
	strict := imports.Run(j.files, o, r)
	if strict == nil {
		return nil, faultsOf(r)
	}
	return prove.Run(got.Documents, provable(got), provable(strict), prove.Options{Values: j.flags.samples, Seed: j.flags.seed, Now: time.Now, Limit: proofLimit})
}

func provable(r *imports.Result) prove.Spec {
	return prove.Spec{Protocol: r.Protocol, Draft: r.Spec, Notes: r.Notes}
}

// write writes the spec, and with decisions the copies of the source.
func (j *importJob) write(got *imports.Result) error {
	if j.flags.out == "" {
		_, err := j.env.stdout.Write(got.Text)
		return err
	}
	if err := place(j.flags.out, got.Text); err != nil {
		return err
	}
	if j.flags.decisions == "" {
		return nil
	}
	if j.decisions == nil {
		if err := place(j.flags.decisions, j.begin(got)); err != nil {
			return err
		}
		j.begun = true
	}
	return j.pin()
}

func place(name string, text []byte) error {
	if dir := filepath.Dir(name); dir != "." {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	return output.Replace(name, 0o644, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// begin is a new decisions file, with the questions as comments. Without their marks it answers
// them.
func (j *importJob) begin(got *imports.Result) []byte {
	var b strings.Builder
	b.WriteString("# What the source does not say, for wiregen import.\nsource:\n  files:\n")
	for _, f := range j.files {
		name, err := filepath.Rel(filepath.Dir(j.flags.decisions), filepath.FromSlash(f.Name))
		if err != nil {
			name = f.Name
		}
		fmt.Fprintf(&b, "    - %s\n", yamlText(filepath.ToSlash(name)))
	}
	if text := shell(got.Questions); text != "" {
		b.WriteString("\n" + marked(text))
	}
	if list := entries(got.Questions); list != "" {
		b.WriteString("\n" + marked("decisions:\n"+list))
	}
	return []byte(b.String())
}

// marked are lines as comments of YAML; those that are comments stay.
func marked(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			b.WriteString("# ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// pinFolder is the folder with the copies of the source.
func (j *importJob) pinFolder() string {
	name := strings.TrimSuffix(filepath.Base(j.flags.decisions), ".yaml")
	return filepath.Join(filepath.Dir(j.flags.decisions), strings.TrimSuffix(name, ".decide")+".source")
}

// pin writes copies of the source, and removes those of an older one.
func (j *importJob) pin() error {
	folder := j.pinFolder()
	kept := map[string]bool{}
	for _, f := range j.files {
		text, err := canonical(f)
		if err != nil {
			return err
		}
		name := filepath.Base(filepath.FromSlash(f.Name))
		if kept[name] {
			return fmt.Errorf("two files of the source are called %q: give one of them another name", name)
		}
		kept[name] = true
		if err := place(filepath.Join(folder, name), text); err != nil {
			return err
		}
	}
	decisions, err := os.ReadFile(j.flags.decisions)
	if err != nil {
		return err
	}
	if err := place(filepath.Join(folder, pinnedDecisions), decisions); err != nil {
		return err
	}
	old, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range old {
		if !kept[e.Name()] && e.Type().IsRegular() && strings.HasSuffix(e.Name(), ".json") {
			if err := os.Remove(filepath.Join(folder, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
