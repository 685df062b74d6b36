package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/message/conform"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// newConform makes the command that compares a program with the reference reader.
func newConform(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "conform [SPEC] --cmd COMMAND",
		Short: "Compare a reader in any language with the reference reader",
		Long: `conform starts a program that reads messages, such as a small one around an SDK,
and gives it the vectors of a spec and random messages, valid and invalid ones, as
one line of JSON each:

  {"id":1,"type":"TokenUsage","text":"{…}"}

or with "base64" in place of "text", if the bytes are not UTF-8. For each line the
program writes one line, in the same order, and flushes its output:

  {"written":"{…}"}                    it read the message, and wrote it as this text
  {"ok":true}                          it read the message, and does not write
  {"path":"output","message":"…"}      it refused the message
  {"unfit":true,"path":"","message":"…"}  it read the message, and refuses to write it
  {"skip":"why"}                       it does not have the type

An answer may repeat the "id", which shows sooner that a program is out of step.

conform compares the verdicts and the written values; with --words the paths and
words of errors, with --bytes the written text. It reports the smallest message of
each kind of disagreement, after it has tried smaller ones. A program that dies,
hangs or writes something else is reported with the message, and started again, at
most five times. It may be a script of any language: docs/conform.md has some.

COMMAND is divided at spaces; quotes and backslashes are as in a shell, and nothing
else is. conform exits with 1 if the program disagrees or fails, and with 2 if it
cannot be started or skips everything.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	f := &conformFlags{format: formatFlag(cmd, "text", "json", "sarif", "junit")}
	flags := cmd.Flags()
	flags.StringVar(&f.command, "cmd", "", "the program, with its arguments")
	flags.IntVarP(&f.opt.Random, "number", "n", 1000, "how many random messages, in addition to the vectors")
	flags.Uint64Var(&f.opt.Seed, "seed", 1, "seed of the random messages")
	flags.StringSliceVar(&f.opt.Only, "only", nil, "only these types")
	flags.BoolVar(&f.opt.Words, "words", false, "compare the path and the words of errors")
	flags.BoolVar(&f.opt.Bytes, "bytes", false, "compare what is written byte for byte")
	flags.DurationVar(&f.opt.Timeout, "timeout", 5*time.Second, "time limit for each message")
	cmd.RunE = func(_ *cobra.Command, args []string) error { return env.conform(f, args) }
	return cmd
}

type conformFlags struct {
	format  *format
	command string
	opt     conform.Options
}

// conform compares the program that a flag names with the reference reader.
func (env *environment) conform(f *conformFlags, args []string) error {
	words, err := splitCommand(f.command)
	switch {
	case err != nil:
		return fmt.Errorf("--cmd: %w", err)
	case len(words) == 0:
		return errors.New("name the program to compare, with --cmd")
	case f.opt.Random < 0:
		return fmt.Errorf("--number must not be negative, and is %d", f.opt.Random)
	case f.opt.Timeout <= 0:
		return fmt.Errorf("--timeout must be positive, and is %s", f.opt.Timeout)
	}
	j, p, err := env.load(args)
	if err != nil {
		return err
	}
	if err := knownTypes(p, f.opt.Only); err != nil {
		return err
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := conform.Run(ctx, p, &conformProgram{ctx: ctx, words: words}, f.opt)
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	if err != nil {
		return err
	}
	if err := writeConform(env.stdout, f.format.value, conform.View{Report: r, Protocol: p, Spec: j.spec, Command: strings.TrimSpace(f.command)}); err != nil {
		return err
	}
	if !r.OK() {
		return errFault
	}
	return nil
}

// knownTypes refuses names that are not types of a protocol, and a protocol without types.
func knownTypes(p *model.Protocol, only []string) error {
	types := conform.Types(p)
	if len(types) == 0 {
		return fmt.Errorf("%s has no types, and so no messages", p.File)
	}
	for _, name := range only {
		if !slices.Contains(types, name) {
			return fmt.Errorf("%[2]s has no type %[1]q%[3]s", name, p.File, didYouMean(name, types))
		}
	}
	return nil
}

func writeConform(w io.Writer, format string, v conform.View) error {
	switch format {
	case "json":
		return conform.JSON(w, v)
	case "sarif":
		return conform.SARIF(w, v)
	case "junit":
		return conform.JUnit(w, v)
	}
	return conform.Text(w, v)
}

// splitCommand divides a command into words as a shell does, with its quotes and backslashes
// but without anything else.
func splitCommand(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	begun, quote := false, rune(0)
	escaped := false
	for _, c := range text {
		switch {
		case escaped:
			if quote == '"' && c != '"' && c != '\\' {
				word.WriteByte('\\')
			}
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	case escaped:
		return nil, errors.New(`nothing follows the last \`)
	case begun:
		words = append(words, word.String())
	}
	return words, nil
}
