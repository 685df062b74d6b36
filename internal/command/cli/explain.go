package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/target/backend"
)

func newExplain(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain CODE|NAME [SPEC]",
		Short: "Explain a diagnostic, or an element of a spec",
		Long: `explain prints what a diagnostic means, with a wrong spec and its repair. For the
name of an element of a spec it prints what the element is, who sends it, since
when, its names in each target, and examples. A part of an element is named with
a dot: TurnBegin.user_input, ApprovalDecision.reject.`,
		Example: `  wiregen explain union-duplicate-tag
  wiregen explain TurnBegin spec/wire.yaml`,
		Args: cobra.RangeArgs(1, 2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return completeSpec(cmd, args, toComplete)
			}
			return codeNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	format := formatFlag(cmd, "text", "json")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if code := diag.LookupCode(args[0]); code != nil {
			return env.explainCode(code, format.value)
		}
		return env.explainName(args[0], args[1:], format.value)
	}
	return cmd
}

func codeNames() []string {
	codes := diag.Codes()
	out := make([]string, len(codes))
	for i, c := range codes {
		out[i] = c.ID
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

func (env *environment) explainName(name string, spec []string, format string) error {
	j, p, err := env.load(spec)
	if errors.Is(err, errNoSpec) {
		return fmt.Errorf("unknown code %q%s to explain an element, name its spec as well", name, separated(didYouMean(name, codeNames())))
	}
	if err != nil {
		return err
	}
	found, all := findElements(p, name)
	if len(found) == 0 {
		return fmt.Errorf("%s has no element %[2]q, and there is no such code%[3]s", j.spec, name, didYouMean(name, append(all, codeNames()...)))
	}
	plans, err := compile.Plan(p, j.outputs, &diag.Report{})
	if err != nil {
		return err
	}
	for _, e := range found {
		for i, plan := range plans {
			e.name(j.outputs[i].Backend.Target().Name, plan)
		}
	}
	if format == "json" {
		return writeJSON(env.stdout, found)
	}
	for i, e := range found {
		if i > 0 {
			fmt.Fprintln(env.stdout)
		}
		if _, err := io.WriteString(env.stdout, e.text()); err != nil {
			return err
		}
	}
	return nil
}

// name adds the names of e in a target.
func (e *element) name(target string, plan backend.Plan) {
	var names []string
	for _, of := range e.elements {
		for _, n := range plan.Names(of) {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	if len(names) > 0 {
		e.Names = append(e.Names, targetNames{target, names})
	}
}

// separated ends a suggestion so that a sentence may follow.
func separated(suggestion string) string {
	if suggestion == "" {
		return ":"
	}
	return suggestion
}

// since is when an element was added, in words; "" if it was there from the start.
func since(s model.Since) string {
	switch {
	case s.Version == "":
		return ""
	case s.After:
		return "after " + s.Version
	}
	return s.Version
}

// text is an explained element for a person.
func (e *element) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", diag.Harmless(e.Name), e.Kind)
	if doc := strings.TrimSpace(e.Doc); doc != "" {
		b.WriteByte('\n')
		for _, line := range strings.Split(doc, "\n") {
			b.WriteString(strings.TrimRight("  "+diag.Harmless(line), " ") + "\n")
		}
	}
	b.WriteByte('\n')
	row := func(head, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%-10s %s\n", head, diag.Harmless(text))
		}
	}
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
