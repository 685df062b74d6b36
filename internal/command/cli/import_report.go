package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/imports"
	"github.com/wiregen/wiregen/internal/frontend/prove"
	"github.com/wiregen/wiregen/internal/names"
)

// An importReport says what an import did.
type importReport struct {
	w     io.Writer
	flags *importFlags
}

func (p *importReport) line(format string, args ...any) {
	for _, line := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		fmt.Fprintln(p.w, diag.Harmless(line))
	}
}

// maxPlaces is how many places of one kind are listed.
const maxPlaces = 3

// result says what the spec has, and what it says otherwise than the source.
func (p *importReport) result(got *imports.Result, d *imports.Decisions) {
	decisions := 0
	if d != nil {
		decisions = len(d.List)
	}
	p.line("imported %s and %s in %s; %s; %s", names.Count(len(got.Spec.Types), "type"), names.Count(len(got.Spec.Methods), "method"),
		names.Count(strings.Count(string(got.Text), "\n"), "line"), names.Count(decisions, "decision"), names.Count(len(got.Questions), "open question"))
	if len(got.Left) > 0 {
		p.line("not in the spec, because they are messages of JSON-RPC or lists of them: %s", names.Short(got.Left, 8))
	}
	p.notes(got.Notes)
}

// notes lists what the spec says otherwise, each kind once.
func (p *importReport) notes(notes []*draft.Note) {
	places := map[string][]string{}
	var kinds []string
	for _, n := range notes {
		if places[n.Text] == nil {
			kinds = append(kinds, n.Text)
		}
		if !slices.Contains(places[n.Text], n.Pointer) {
			places[n.Text] = append(places[n.Text], n.Pointer)
		}
	}
	if len(kinds) > 0 {
		p.line("\nwhat the spec says otherwise than the source:")
	}
	for _, kind := range kinds {
		p.line("- %s (%s)", kind, names.Short(places[kind], maxPlaces))
	}
}

// proof says how spec and source agree.
func (p *importReport) proof(proof *prove.Proof) {
	if proof == nil {
		p.line("\nnot compared with the source (--samples 0)")
		return
	}
	all := proof.Examples + proof.Samples + proof.Mutants
	known := proof.Open + proof.Noted + proof.Beyond
	p.line("\ncompared with the source on %s of %s (%s, %s, %s): the same verdict on %d", names.Count(all, "value"), names.Count(proof.Types, "type"),
		names.Count(proof.Examples, "example"), names.Count(proof.Samples, "sample"), names.Count(proof.Mutants, "mutant"), all-known-len(proof.Different))
	if proof.Stopped {
		p.line("- stopped after %v", proofLimit)
	}
	if known > 0 {
		p.line("- otherwise, and known: %d because readers are open, %d by the list above, %d for integers beyond 2^53-1", proof.Open, proof.Noted, proof.Beyond)
	}
	if len(proof.Different) > 0 {
		p.line("- otherwise, and not known: %d", len(proof.Different))
	}
	for _, d := range proof.Different {
		p.line("  %s: %s\n    source: %s\n    spec: %s", d.Type, d.Text, d.Source, d.Spec)
	}
	if len(proof.Unproved) > 0 {
		p.line("- not compared, because the validator cannot read the schema:")
		for _, text := range proof.Unproved {
			p.line("  %s", text)
		}
	}
}

// questions prints the open questions as entries of the decisions file, which has them as
// comments if it was begun with them.
func (p *importReport) questions(got *imports.Result, begun bool) {
	if len(got.Questions) == 0 {
		return
	}
	if begun {
		p.line("\n%s, in %s as comments: take the mark # before an answer away, choose, and say why", names.Count(len(got.Questions), "open question"), p.flags.decisions)
		return
	}
	where := "a file, and name it with --decisions"
	if p.flags.decisions != "" {
		where = p.flags.decisions
	}
	p.line("\n%s. Write this into %s, with one of the answers and the reason:\n", names.Count(len(got.Questions), "open question"), where)
	fmt.Fprint(p.w, shell(got.Questions))
	if list := entries(got.Questions); list != "" {
		fmt.Fprint(p.w, "decisions:\n"+list)
	}
}

// entries are questions as entries of a decisions file.
func entries(questions []*draft.Question) string {
	var b strings.Builder
	for _, q := range questions {
		if q.At == draft.AtSpec {
			continue
		}
		fmt.Fprintf(&b, "  # %s\n", q.Why)
		fmt.Fprintf(&b, "  - at: %s\n    was: %s\n    do: %s", yamlText(q.At), yamlText(q.Was), q.Answers[0])
		if len(q.Answers) > 1 {
			fmt.Fprintf(&b, "  # or %s", strings.Join(q.Answers[1:], ", "))
		}
		b.WriteString("\n    why: \"\"\n")
	}
	return b.String()
}

// shell is the question about the whole spec, as the key of the decisions file that answers it, or "".
func shell(questions []*draft.Question) string {
	for _, q := range questions {
		if q.At == draft.AtSpec {
			return fmt.Sprintf("# %s\nspec: %s\n", q.Why, q.Answers[0])
		}
	}
	return ""
}

// yamlText is a text in double quotes, as YAML and JSON have it.
func yamlText(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		panic(err) // a string can always be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}
