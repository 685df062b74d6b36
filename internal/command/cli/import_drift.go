package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/imports"
	"github.com/wiregen/wiregen/internal/frontend/jsonschema"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
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

// pinned imports the copies of the source.
func (j *importJob) pinned() (*imports.Result, []*source.File, error) {
	var files []*source.File
	for _, name := range j.pinNames() {
		f, err := loadSpec(filepath.Join(j.pinFolder(), name))
		if err != nil {
			return nil, nil, fmt.Errorf("the copy of the source cannot be read: %w", err)
		}
		files = append(files, f)
	}
	r := &diag.Report{}
	got := imports.Run(files, j.options(), r)
	if got == nil {
		return nil, nil, j.fail(r)
	}
	return got, files, nil
}

// pinNames are the files of the source, in the order of the decisions file.
func (j *importJob) pinNames() []string {
	var names []string
	for _, name := range j.decisions.Files {
		names = append(names, filepath.Base(filepath.FromSlash(name)))
	}
	return names
}

// check says whether the source is the one of the copies, and gives the spec.
func (j *importJob) check() error {
	was, files, err := j.pinned()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(j.flags.out)
	if err != nil {
		return err
	}
	fault := false
	if !bytes.Equal(text, was.Text) {
		fault = true
		j.byHand(text, was)
	}
	for _, q := range was.Questions {
		fault = true
		fmt.Fprintf(j.env.stdout, "open question: %s: %s\n", diag.Harmless(q.At), diag.Harmless(q.Why))
	}
	changed, err := j.changed(files)
	if err != nil {
		return err
	}
	if changed {
		fault = true
		if _, err := j.drift(was); err != nil {
			return err
		}
	}
	if fault {
		return errFault
	}
	fmt.Fprintf(j.env.stdout, "%s is what the source gives\n", j.flags.out)
	return nil
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
		fmt.Fprintf(j.env.stdout, "edited by hand: %s cannot be read\n", j.flags.out)
		return
	}
	list := imports.Edited(made, now)
	if len(list) == 0 {
		list = []string{"the layout or the comments"}
	}
	for _, name := range list {
		fmt.Fprintf(j.env.stdout, "edited by hand: %s\n", diag.Harmless(name))
	}
}

// drift imports the new source, and lists what changed.
func (j *importJob) drift(was *imports.Result) (*imports.Result, error) {
	r, stale := &diag.Report{}, &diag.Report{}
	o := j.options()
	o.Stale = stale
	now := imports.Run(j.files, o, r)
	if now == nil {
		return nil, j.fail(r)
	}
	d := imports.Compare(was, now)
	for _, group := range []struct {
		title string
		list  []string
	}{{"new", d.New}, {"gone", d.Gone}, {"changed", d.Changed}, {"renamed", d.Renamed}, {"docs only", d.Docs}} {
		for _, name := range group.list {
			fmt.Fprintf(j.env.stdout, "%s: %s\n", group.title, diag.Harmless(name))
		}
	}
	fmt.Fprintf(j.env.stdout, "unchanged: %d\n", d.Unchanged)
	if !stale.OK() {
		if err := findings(j.env.stderr, "text", stale); err != nil {
			return nil, err
		}
		return nil, errFault
	}
	return now, nil
}

// update takes a new source.
func (j *importJob) update() error {
	was, _, err := j.pinned()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(j.flags.out)
	if err != nil {
		return err
	}
	if !bytes.Equal(text, was.Text) {
		j.byHand(text, was)
		return errors.New("the spec was edited by hand, and --update would undo that: put the edits in the decisions file or in a layer")
	}
	now, err := j.drift(was)
	if err != nil {
		return err
	}
	c, err := j.env.targets.Compare(was.Protocol, now.Protocol)
	if err != nil {
		return err
	}
	fmt.Fprintln(j.env.stdout)
	if err := report.Markdown(j.env.stdout, report.View{Report: c, Old: "the old source", New: "the new source"}); err != nil {
		return err
	}
	proof, err := j.prove(now)
	if err != nil {
		return err
	}
	p := &importReport{w: j.env.stderr, flags: j.flags}
	p.result(now, j.decisions)
	p.proof(proof)
	p.questions(now)
	if err := j.write(now); err != nil {
		return err
	}
	if len(now.Questions) > 0 || proof != nil && len(proof.Different) > 0 {
		return errFault
	}
	return nil
}

// adopt ends the import.
func (j *importJob) adopt() error {
	was, files, err := j.pinned()
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
	if err := errors.Join(os.Remove(j.pinFolder()), os.Remove(j.flags.decisions)); err != nil {
		return err
	}
	fmt.Fprintf(j.env.stdout, "%s is yours\n", j.flags.out)
	return nil
}
