package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/imports"
	"github.com/wiregen/wiregen/internal/frontend/jsonschema"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/review/report"
	"github.com/wiregen/wiregen/internal/source"
)

// canonical is a file of JSON in one notation, with its keys in their order.
func canonical(f *source.File) ([]byte, error) {
	r := &diag.Report{}
	root := syntax.ReadJSON(f, r)
	if root == nil {
		return nil, faultsOf(r)
	}
	return jsonschema.Indented(root), nil
}

// pinned imports the copies of the source, with the decisions as they are or with their copy.
func (j *importJob) pinned(old bool) (*imports.Result, []*source.File, error) {
	var files []*source.File
	for _, name := range j.pinNames() {
		f, err := loadSpec(filepath.Join(j.pinFolder(), name))
		if err != nil {
			return nil, nil, fmt.Errorf("the copy of the source cannot be read: %w", err)
		}
		files = append(files, f)
	}
	r := &diag.Report{}
	o := j.options()
	if old {
		f, err := loadSpec(filepath.Join(j.pinFolder(), pinnedDecisions))
		if err != nil {
			return nil, nil, fmt.Errorf("the copy of the decisions cannot be read: %w", err)
		}
		if o.Decisions = imports.ReadDecisions(f, r); o.Decisions == nil {
			return nil, nil, j.fail(r)
		}
	}
	got := imports.Run(files, o, r)
	if got == nil {
		return nil, nil, j.fail(r)
	}
	return got, files, nil
}

// pinnedDecisions is the copy of the decisions file, beside those of the source: the decisions for a
// new source may not fit the old one.
const pinnedDecisions = "decisions.yaml"

// pinNames are the files of the source, in the order of the decisions file.
func (j *importJob) pinNames() []string {
	var names []string
	for _, name := range j.decisions.Files {
		names = append(names, filepath.Base(filepath.FromSlash(name)))
	}
	return names
}

// check says whether the source is the one of the copies, and gives the spec; and if not, what
// --update would do.
func (j *importJob) check() error {
	was, files, err := j.pinned(false)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(j.flags.out)
	if err != nil {
		return err
	}
	j.title()
	fault := false
	if !bytes.Equal(text, was.Text) {
		fault = true
		j.byHand(text, was)
		j.advise("put edits of the spec into " + j.flags.decisions + " or into a layer (extends), and run wiregen import again")
	}
	for _, q := range was.Questions {
		fault = true
		j.say("open question", q.At+": "+q.Why)
	}
	changed, err := j.changed(files)
	if err != nil {
		return err
	}
	if changed {
		now, d, err := j.drift(was)
		if err != nil {
			return err
		}
		if !d.OnlyNames() {
			if err := j.judge(was, now); err != nil {
				return err
			}
			fault = true
		}
		j.advise("take the new source: " + j.again())
	}
	if fault {
		return errFault
	}
	if !changed {
		j.advise(j.flags.out + " is what the source gives")
	}
	return nil
}

// again is the command that takes the new source.
func (j *importJob) again() string {
	words := []string{"wiregen import --update --decisions", j.flags.decisions, "-o", j.flags.out}
	for _, f := range j.files {
		words = append(words, f.Name)
	}
	return strings.Join(words, " ")
}

// title begins a report as Markdown.
func (j *importJob) title() {
	if j.flags.format.value == "markdown" {
		j.put("### The source of %s\n\n", markdown.Code(j.flags.out))
	}
}

// say prints lines about elements.
func (j *importJob) say(what string, elements ...string) {
	for _, name := range elements {
		if j.flags.format.value == "markdown" {
			j.put("- **%s**: %s\n", what, name)
		} else {
			fmt.Fprintf(j.env.stdout, "%s: %s\n", what, diag.Harmless(name))
		}
	}
}

// advise prints what to do next.
func (j *importJob) advise(text string) {
	if j.flags.format.value == "markdown" {
		j.put("\n%s\n", text)
	} else {
		fmt.Fprintln(j.env.stdout, diag.Harmless(text))
	}
}

// put prints Markdown.
func (j *importJob) put(format markdown.Inline, args ...any) {
	fmt.Fprint(j.env.stdout, markdown.Line(format, args...))
}

// changed reports whether the source is another one than that of the copies.
func (j *importJob) changed(pins []*source.File) (bool, error) {
	for _, f := range j.files {
		text, err := canonical(f)
		if err != nil {
			return false, err
		}
		i := slices.IndexFunc(pins, func(pin *source.File) bool {
			return filepath.Base(filepath.FromSlash(pin.Name)) == filepath.Base(filepath.FromSlash(f.Name))
		})
		if i < 0 || !bytes.Equal(pins[i].Text, text) {
			return true, nil
		}
	}
	return false, nil
}

// byHand lists the elements of the spec that are not those of the import.
func (j *importJob) byHand(text []byte, was *imports.Result) {
	r := &diag.Report{}
	now := syntax.ReadNodes(source.NewFile(j.flags.out, text), r)
	made := syntax.ReadNodes(source.NewFile(j.flags.out, was.Text), r)
	if now == nil || made == nil {
		j.say("edited by hand", j.flags.out+" cannot be read")
		return
	}
	list := imports.Edited(made, now)
	if len(list) == 0 {
		list = []string{"the layout or the comments"}
	}
	j.say("edited by hand", list...)
}

// drift imports the new source, and lists what changed.
func (j *importJob) drift(was *imports.Result) (*imports.Result, *imports.Drift, error) {
	r, stale := &diag.Report{}, &diag.Report{}
	o := j.options()
	o.Stale = stale
	now := imports.Run(j.files, o, r)
	if now == nil {
		return nil, nil, j.fail(r)
	}
	d := imports.Compare(was, now)
	j.say("new", d.New...)
	j.say("gone", d.Gone...)
	j.say("changed", d.Changed...)
	j.say("renamed", d.Renamed...)
	j.say("docs only", d.Docs...)
	j.say("unchanged", names.Count(d.Unchanged, "element"))
	if d.OnlyNames() {
		j.advise("no change, apart from names and notation")
	}
	if stale.OK() {
		return now, d, nil
	}
	j.advise("stale decisions: correct or remove them in " + j.flags.decisions)
	if j.flags.format.value == "markdown" {
		var w markdown.Writer
		var b strings.Builder
		if err := diag.WriteText(&b, stale.All(), diag.TextOptions{}); err != nil {
			return nil, nil, err
		}
		w.Fence("", "text", b.String())
		fmt.Fprint(j.env.stdout, "\n"+w.String())
		return nil, nil, errFault
	}
	return nil, nil, j.fail(stale)
}

// judge prints what a new source does to peers.
func (j *importJob) judge(was, now *imports.Result) error {
	c, err := j.env.targets.Compare(was.Protocol, now.Protocol)
	if err != nil {
		return err
	}
	fmt.Fprintln(j.env.stdout)
	return j.env.printDiff(j.flags.format.value, report.View{Report: c, Old: "the old source", New: "the new source"})
}

// update takes a new source.
func (j *importJob) update() error {
	was, _, err := j.pinned(true)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(j.flags.out)
	if err != nil {
		return err
	}
	j.title()
	if !bytes.Equal(text, was.Text) {
		j.byHand(text, was)
		return errors.New("the spec was edited by hand, and --update would undo that: put the edits in the decisions file or in a layer")
	}
	now, _, err := j.drift(was)
	if err != nil {
		return err
	}
	if err := j.judge(was, now); err != nil {
		return err
	}
	proof, err := j.prove(now)
	if err != nil {
		return err
	}
	p := &importReport{w: j.env.stderr, flags: j.flags}
	p.result(now, j.decisions)
	p.proof(proof)
	if err := j.write(now); err != nil {
		return err
	}
	p.questions(now, false)
	if len(now.Questions) > 0 || proof != nil && len(proof.Different) > 0 {
		return errFault
	}
	return nil
}

// adopt ends the import.
func (j *importJob) adopt() error {
	was, files, err := j.pinned(false)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(j.flags.out)
	if err != nil {
		return err
	}
	if !bytes.Equal(text, was.Text) || len(was.Questions) > 0 {
		return errors.New("the spec is not what the decisions and the copies of the source give: run wiregen import --check first")
	}
	r := &diag.Report{}
	o := j.options()
	o.Adopted = true
	own := imports.Run(files, o, r)
	if own == nil {
		return faultsOf(r)
	}
	if err := place(j.flags.out, own.Text); err != nil {
		return err
	}
	for _, name := range j.pinNames() {
		if err := os.Remove(filepath.Join(j.pinFolder(), name)); err != nil {
			return err
		}
	}
	if err := errors.Join(os.Remove(filepath.Join(j.pinFolder(), pinnedDecisions)), os.Remove(j.pinFolder()), os.Remove(j.flags.decisions)); err != nil {
		return err
	}
	fmt.Fprintf(j.env.stdout, "%s is yours\n", j.flags.out)
	return nil
}
