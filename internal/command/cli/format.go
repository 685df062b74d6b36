package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/names"
)

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// A format is how findings are written. It is a flag value that refuses unknown
// formats.
type format struct {
	value   string
	allowed []string
}

// formatFlag adds --format to cmd; the first of allowed is the default.
func formatFlag(cmd *cobra.Command, allowed ...string) *format {
	f := &format{allowed[0], allowed}
	cmd.Flags().Var(f, "format", "format of the result: "+strings.Join(allowed, ", "))
	complete(cmd, "format", allowed)
	return f
}

func (f *format) String() string { return f.value }

// Type returns the name of the flag's value in the help.
func (f *format) Type() string { return "FORMAT" }

func (f *format) Set(value string) error {
	if !slices.Contains(f.allowed, value) {
		return fmt.Errorf("must be one of %s", strings.Join(f.allowed, ", "))
	}
	f.value = value
	return nil
}

// complete registers the values of a flag for shell completion.
func complete(cmd *cobra.Command, flag string, values []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag does not exist, which is a bug
	}
}

// completeSpec completes the files that may be a spec.
func completeSpec(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
}

// findings writes a report in a format.
func findings(w io.Writer, format string, r *diag.Report) error {
	list := r.All()
	switch format {
	case "json":
		new(rewrite.Files).Fix(list)
		return diag.WriteJSON(w, list)
	case "github":
		return diag.WriteGitHub(w, list)
	case "sarif":
		new(rewrite.Files).Fix(list)
		return diag.WriteSARIF(w, list)
	}
	if err := diag.WriteText(w, list, diag.TextOptions{Color: colour(w)}); err != nil {
		return err
	}
	if summary := diag.Summary(list); summary != "" {
		_, err := fmt.Fprintf(w, "\n%s\n", summary)
		return err
	}
	return nil
}

// faultsOf is the report of a file as one error.
func faultsOf(r *diag.Report) error {
	var b strings.Builder
	if err := diag.WriteText(&b, r.All(), diag.TextOptions{}); err != nil {
		return err
	}
	return errors.New(b.String())
}

// writeJSON writes v for a machine, indented so that people can read it too.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// didYouMean ends a message with the candidate that was most likely meant.
func didYouMean(word string, candidates []string) string {
	if near := names.Suggest(word, candidates); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
