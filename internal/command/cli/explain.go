package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/catalog"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/review/compare"
)

func newExplain(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain CODE|WORD|NAME [SPEC]",
		Short: "Explain a diagnostic, a rule of diff, a word of the spec language, or an element of a spec",
		Long: `explain prints what a diagnostic means, with a wrong spec and its repair, or what a
rule of wiregen diff means, with a spec before and after such an edit. For a key of
the spec language, a type or a value of a key it prints the meaning, where the word
may be written, its values, and the section of the documentation. For the name of an
element of a spec it prints what the element is, who sends it, since when, its names
in each target, and examples. A part of an element is named with a dot:
TurnBegin.user_input, ApprovalDecision.reject. With a SPEC, words of the language
are explained only if no element has the name.`,
		Example: `  wiregen explain union-duplicate-tag
  wiregen explain on_error
  wiregen explain TurnBegin spec/wire.yaml`,
		Args: cobra.RangeArgs(1, 2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return completeSpec(cmd, args, toComplete)
			}
			_, words := env.findWords("")
			return append(codeNames(), words...), cobra.ShellCompDirectiveNoFileComp
		},
	}
	format := formatFlag(cmd, "text", "json")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if code := diag.LookupCode(args[0]); code != nil {
			return env.explainCode(code, format.value)
		}
		if rule := compare.RuleNamed(args[0]); rule != nil {
			return env.explainRule(rule, format.value)
		}
		return env.explainName(args[0], args[1:], format.value)
	}
	return cmd
}

func codeNames() []string {
	var out []string
	for _, c := range diag.Codes() {
		out = append(out, c.ID)
	}
	for _, r := range compare.Rules() {
		out = append(out, r.ID)
	}
	return out
}

func (env *environment) explainCode(code *diag.Code, format string) error {
	if format == "json" {
		return writeJSON(env.stdout, struct {
			Code  string `json:"code"`
			Title string `json:"title"`
			Doc   string `json:"doc"`
			Wrong string `json:"wrong"`
			Right string `json:"right"`
		}{code.ID, code.Title, code.Doc, code.Wrong, code.Right})
	}
	_, err := io.WriteString(env.stdout, diag.Explain(code))
	return err
}

func (env *environment) explainRule(rule *compare.Rule, format string) error {
	x := rule.Example()
	if format == "json" {
		return writeJSON(env.stdout, struct {
			Code   string          `json:"code"`
			Title  string          `json:"title"`
			Doc    string          `json:"doc"`
			Levels []compare.Level `json:"levels"`
			Before string          `json:"before"`
			After  string          `json:"after"`
			Older  string          `json:"released,omitempty"` // a released version before those
		}{rule.ID, rule.Title, rule.Doc, rule.Levels, x.Old, x.New, x.Released})
	}
	var levels []string
	for _, l := range rule.Levels {
		levels = append(levels, l.String())
	}
	doc := rule.Doc + "\n\nLevels: " + strings.Join(levels, ", ")
	specimens := []diag.Specimen{{Head: "Before:", Text: x.Old}, {Head: "After:", Text: x.New}}
	if x.Released != "" {
		specimens = append([]diag.Specimen{{Head: "Released, before both:", Text: x.Released}}, specimens...)
	}
	if x.Frozen {
		specimens[0].Head, specimens[1].Head = "A file of "+releasedDir+", before:", "After:"
	}
	_, err := io.WriteString(env.stdout, diag.Explanation(rule.ID, rule.Title, doc, specimens...))
	return err
}

func (env *environment) explainName(name string, spec []string, format string) error {
	words, known := env.findWords(name)
	known = append(known, codeNames()...)
	found, err := env.explained(name, spec, known, words != nil)
	if errors.Is(err, errNoSpec) {
		return fmt.Errorf("unknown code or word %q%s to explain an element, name its spec as well", name, separated(didYouMean(name, known)))
	}
	if err != nil {
		return err
	}
	if found != nil && len(spec) > 0 {
		words = nil
	}
	if format == "json" {
		out := []any{}
		for _, w := range words {
			out = append(out, w)
		}
		for _, e := range found {
			out = append(out, e)
		}
		return writeJSON(env.stdout, out)
	}
	var texts []string
	for _, w := range words {
		texts = append(texts, wordText(name, w))
	}
	for _, e := range found {
		texts = append(texts, elementText(e))
	}
	_, err = io.WriteString(env.stdout, strings.Join(texts, "\n"))
	return err
}

// explained returns the elements called name of a spec. Only a word of the language
// need not be an element too; then, if no spec is named, one that does not compile has no
// elements. Known are all codes and words.
func (env *environment) explained(name string, spec, known []string, word bool) ([]*catalog.Element, error) {
	if word && len(spec) == 0 && !env.compiles() {
		return nil, nil
	}
	j, p, err := env.load(spec)
	if err != nil {
		return nil, err
	}
	all := catalog.New(lower.New(p))
	found := all.Find(name)
	switch {
	case found == nil && word:
		return nil, nil
	case found == nil:
		return nil, fmt.Errorf("%s has no element %q, and there is no such code or word%s", j.spec, name, didYouMean(name, append(all.Names(), known...)))
	}
	plans, err := compile.Plan(p, j.outputs, &diag.Report{})
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		for i, plan := range plans {
			if names := e.NamesIn(plan); len(names) > 0 {
				e.Names = append(e.Names, catalog.TargetNames{Target: j.outputs[i].Backend.Target().Name, Names: names})
			}
		}
	}
	return found, nil
}

// compiles reports whether the working directory has one spec, without errors.
func (env *environment) compiles() bool {
	jobs, err := env.findJobs(nil)
	if err != nil || len(jobs) != 1 {
		return false
	}
	_, r, err := jobs[0].check()
	return err == nil && r.OK()
}

// separated ends a suggestion so that a sentence may follow.
func separated(suggestion string) string {
	if suggestion == "" {
		return ":"
	}
	return suggestion
}

// elementText is an explained element for a person.
func elementText(e *catalog.Element) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", diag.Harmless(e.Name), e.Kind)
	if doc := strings.TrimSpace(e.Doc); doc != "" {
		b.WriteByte('\n')
		for _, line := range strings.Split(doc, "\n") {
			b.WriteString(strings.TrimRight("  "+diag.Harmless(line), " ") + "\n")
		}
	}
	b.WriteByte('\n')
	row := func(head, text string) { writeRow(&b, head, text) }
	row("type", e.Type)
	row("sent by", strings.Join(e.SentBy, " and "))
	row("answered", e.Result)
	row("used in", strings.Join(e.UsedIn, ", "))
	row("since", e.Since)
	row("deprecated", e.Deprecated)
	row("gate", e.Gate)
	row("formerly", strings.Join(e.FormerNames, ", "))
	row("parts", strings.Join(e.Parts, ", "))
	row("errors", strings.Join(e.Errors, ", "))
	row("error data", e.ErrorData)
	row("message", e.Message)
	for _, p := range e.Progress {
		row("progress", p)
	}
	row("registers", e.Registers)
	row("replaces", e.Replaces)
	row("newer", strings.Join(e.ReplacedBy, ", "))
	row("opens", strings.Join(e.Opens, ", "))
	for _, n := range e.Names {
		row("in "+n.Target, strings.Join(n.Names, ", "))
	}
	for _, x := range e.Examples {
		row("example", x)
	}
	row("at", e.Place)
	return b.String()
}

// writeRow writes a fact in the column of all facts; "" is none.
func writeRow(b *strings.Builder, head, text string) {
	if text != "" {
		fmt.Fprintf(b, "%-10s %s\n", head, diag.Harmless(text))
	}
}
