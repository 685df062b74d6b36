package diag

import "github.com/wiregen/wiregen/internal/source"

// A Repair says what to do to the text of a spec so that a finding is gone. Its steps are made
// together.
type Repair struct {
	Message string // what is done, in the words of a help; "": the help of the finding
	Steps   []Step
	Choice  bool // there are other ways, so that a person chooses
}

// A Step is one change of a spec in terms of its keys and values. Package rewrite makes edits of
// it, in the notation of the author, or says that this notation has no place for it.
type Step struct {
	Do   Verb
	At   source.Span
	Key  string
	Text string
}

// A Verb says what a Step does.
type Verb int

// The verbs. An element is the value of a key, or an item of a list; At is that key or item.
const (
	Replace Verb = iota // the single value or the key at At, or a part of it, becomes Text, in quotes where it needs them
	Write               // the value at At becomes Text, which is YAML on one line
	Remove              // the element at At goes, with the key Key above it if nothing else is there
	Drop                // the key with the value at At, or with the list that has it, goes
	Rename              // the key at At, or with the value at At, becomes Text; with Key, that key of the element at At does
	Mark                // the field with the key at At, or with the type at At, gets a question mark
	Assign              // the value of the key at At becomes Text, which is YAML on one line
	Set                 // the element at At gets the key Key with the value Text, which is YAML on one line
	Include             // the list under Key of the element at At gets the word Text
	Enclose             // the keys from the start to the end of At become those of a map under Key
	Unwrap              // the keys below the key at At take its place
	Unlist              // the maps of the list at At become one map; a first key called Key becomes the key of the others
	Unset               // the element at At loses the key Key
	Splice              // the bytes at At become Text
)

// Advice is the help of a finding, with the steps that follow it where it is sure.
type Advice struct {
	Help  string
	Steps []Step
}

// WithAdvice sets what to write instead, and how.
func (d *Diagnostic) WithAdvice(a Advice) *Diagnostic {
	if len(a.Steps) > 0 {
		d.Repairable("", a.Steps...)
	}
	return d.WithHelp(a.Help)
}

// Repairable adds a way to repair a finding. Where a finding has several, each is right, and a
// person chooses.
func (d *Diagnostic) Repairable(message string, steps ...Step) *Diagnostic {
	d.Repairs = append(d.Repairs, Repair{Message: message, Steps: steps})
	return d
}

// Choice is one of several ways to repair a finding.
func Choice(message string, steps ...Step) Repair {
	return Repair{Message: message, Steps: steps, Choice: true}
}

// Offers adds one of several ways to repair a finding: a person chooses, also where the others are
// none that can be made by edits.
func (d *Diagnostic) Offers(message string, steps ...Step) *Diagnostic {
	d.Repairs = append(d.Repairs, Choice(message, steps...))
	return d
}

// Means says that another text is meant at the place of a finding.
func (d *Diagnostic) Means(text string) *Diagnostic {
	return d.Repairable("", Step{Do: Replace, At: d.Span, Text: text})
}

// Writes says which YAML belongs at the place of a finding.
func (d *Diagnostic) Writes(text string) *Diagnostic {
	return d.Repairable("", Step{Do: Write, At: d.Span, Text: text})
}

// Drops says that the key is not needed whose value, or a list in whose value, is at the place of
// a finding.
func (d *Diagnostic) Drops() *Diagnostic { return d.Repairable("", Step{Do: Drop, At: d.Span}) }

// Goes says that the element at the place of a finding is not needed.
func (d *Diagnostic) Goes() *Diagnostic { return d.Repairable("", Step{Do: Remove, At: d.Span}) }
