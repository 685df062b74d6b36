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
		Long: `view makes one page of HTML of a recording: who sent what when, as two lanes, each call
with its answer and how long that took, events and requests within the call that they
belong to, and what verify finds wrong, in its words, at its place and as a list. The
page filters by name, direction, faults and unknown names, searches the texts, and shows
each message raw or decoded, with what the spec says of its fields. It requests nothing,
opens from a file, and works with 100,000 messages.

RECORDING is what verify reads and what proxy writes: messages or values, one in each
line, with or without who sent them and when, or a journal; - is the standard input. The
page is written to the file -o, or to the standard output.

What the spec marks as sensitive is not in the page: view leaves it out when it writes the
page. So it does with the answers to requests that are not in the recording, and, if
readers refuse a message, with what the spec does not declare in it. A line that cannot be
read is hidden whole, because nothing tells what is sensitive in it. If a fault quotes a
hidden value, that is left out, too. Texts of errors are shown. With --reveal nothing is
hidden. A spec without sensitive elements hides nothing.

With --serve the page is served at the address of --addr, whose path nobody can guess, and
follows the file as it grows: it begins anew if the file is truncated or replaced. The
server holds no messages: it reads the file for each browser, at most 8 at a time, and
its memory does not grow with the file. It ends with an interrupt.

Of each message 1 MiB is in the page at most.`,
		Args: cobra.RangeArgs(1, 2),
	}
	flags := cmd.Flags()
	out := flags.StringP("output", "o", "", "write the page to this file")
	typ := flags.String("type", "", "the type of each line")
	journal := flags.Bool("journal", false, "the file is a journal, even if it has no header")
	side := flags.String("side", "", "the role that recorded lines with the directions in and out; by default the first")
	strict := flags.Bool("strict", false, "report undeclared content, and what readers pass over, as a fault")
	reveal := flags.Bool("reveal", false, "hide nothing: the page has sensitive values and texts that cannot be read")
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
		_, p, err := env.load(args[1:])
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
		return env.writeView(p, opt, args[0], *out)
	}
	return cmd
}

// writeView writes the page of a recording.
func (env *environment) writeView(p *model.Protocol, opt view.Options, name, out string) error {
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
			fmt.Fprintf(env.stderr, "%s: %s, %s\n", out, names.Count(r.Lines, "line"), names.Count(r.Faults, "fault"))
		}
		return nil
	}
	if out == "" {
		if colour(env.stdout) {
			return errors.New("the page is for a browser, not for a terminal: name a file with -o, or use --serve")
		}
		return write(env.stdout)
	}
	return output.Replace(out, 0o600, write)
}

// titleOf is what a page calls a recording.
func titleOf(name string) string {
	if name == "-" {
		return "standard input"
	}
	return filepath.Base(name)
}
