package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/message/view"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// newView makes the command that shows a recording as a page.
func newView(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "view RECORDING [SPEC]",
		Short: "Show a recorded session as a page",
		Long: `view renders a recording as one page of HTML with a lane for each side. It shows who
sent what when, each call with its answer and its duration, events and requests within
their call, and the faults that verify finds, at their place and as a list. The page
filters by name, direction, faults and unknown names, searches the texts, and shows
each message raw or decoded, with the docs of its fields. It makes no requests, opens
from a file, and works with 100,000 messages.

RECORDING is a file as verify reads it and proxy writes it: messages or values, one
per line, with or without sender and time, or a journal; - is standard input. The page
is written to the file -o, or to standard output.

Values that the spec marks as sensitive are left out of the page. So are answers to
requests that are not in the recording, undeclared content beside sensitive values or
in messages that readers refuse, lines that cannot be read, which might contain
something sensitive, and hidden values that a fault quotes. Texts of errors are shown.
--reveal hides nothing. If the spec has no sensitive elements, nothing is hidden.

With --serve, view serves the page at --addr, under a path that cannot be guessed, and
follows the file as it grows; the page starts again if the file is truncated or
replaced. The server holds no messages: it reads the file for each browser, at most 8
at a time, and its memory does not grow with the file. An interrupt ends it.

At most 1 MiB of each message is in the page.`,
		Args: cobra.RangeArgs(1, 2),
	}
	flags := cmd.Flags()
	out := flags.StringP("output", "o", "", "write the page to this file")
	typ := flags.String("type", "", "the type of each line")
	journal := flags.Bool("journal", false, "the file is a journal, even if it has no header")
	side := flags.String("side", "", "the role that recorded the lines whose direction is in or out; by default the first")
	strict := flags.Bool("strict", false, "report undeclared content, and values that readers skip, as faults")
	reveal := flags.Bool("reveal", false, "hide nothing: the page has sensitive values and unreadable lines")
	serve := flags.Bool("serve", false, "serve the page, and follow the file as it grows")
	addr := flags.String("addr", "127.0.0.1:0", "the address of --serve")
	cmd.MarkFlagsMutuallyExclusive("type", "journal")
	cmd.MarkFlagsMutuallyExclusive("serve", "output")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case !*serve && flags.Changed("addr"):
			return errors.New("--addr is for --serve")
		case *serve && args[0] == "-":
			return errors.New("--serve reads a file again for each browser: the standard input cannot be served")
		}
		if err := readOnce(args); err != nil {
			return err
		}
		j, p, err := env.load(args[1:])
		if err != nil {
			return err
		}
		by, err := roleOf(p, "side", *side, session.First)
		if err != nil {
			return err
		}
		opt := view.Options{Reveal: *reveal, Verify: verify.Options{As: *typ, Journal: *journal, Strict: *strict, Side: by}}
		if *serve {
			return env.serveView(cmd.Context(), p, opt, args[0], *addr)
		}
		return env.writeView(p, opt, args[0], *out, j.read())
	}
	return cmd
}

// writeView writes the page of a recording, not to one of the files that were read.
func (env *environment) writeView(p *model.Protocol, opt view.Options, name, out string, read []string) error {
	in := os.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	progress := newProgress(in, name, env.stderr)
	defer progress.hide()
	write := func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 1<<16)
		r, err := view.Write(b, p, opt, titleOf(name), progress)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := b.Flush(); err != nil {
			return err
		}
		if out != "" {
			progress.hide()
			fmt.Fprintf(env.stderr, "%s: %s, %s\n", diag.Harmless(out), names.Count(r.Lines, "line"), names.Count(r.Faults, "fault"))
		}
		return nil
	}
	if out == "" {
		if colour(env.stdout) {
			return errors.New("the page is for a browser, not for a terminal: name a file with -o, or use --serve")
		}
		return write(env.stdout)
	}
	return output.WriteFile(out, 0o600, write, append(read, name)...)
}

// titleOf is what a page calls a recording.
func titleOf(name string) string {
	if name == "-" {
		return "standard input"
	}
	return filepath.Base(name)
}
