package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// newVerify makes the command that checks recorded messages against a spec.
func newVerify(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify SPEC FILE.jsonl...",
		Short: "Check recorded messages or a journal against a spec",
		Long: `verify reads recordings, one JSON value per line, and prints each line that the
spec does not allow, with the path within it. Lines are JSON-RPC messages of both
sides. A file whose first line is a header of the spec's journal is read as a
journal, and so is one that begins with a record, if the spec has no_header; with
--journal every file is. With --type each line is a value of that type. A FILE or
SPEC named - is standard input.

A line may also say who sent its message, and when: {"dir": "client", "time":
1732275000000, "line": "…"}, or "msg" with the message itself, or "base64" with its
bytes. The direction is a role, or in or out as seen by the role --side. The time is
in milliseconds, or a text as in RFC 3339; without it rates and timeouts are not
checked.

Requests and answers are paired by their ids, which each side chooses separately.
These are faults too: an answer without a request, a request that was never answered,
an id that is in use, a result that does not fit its method, and a message that breaks
a session rule, a gate or the order of the handshake. Each names the element with the
rule, and the line of the other message. A request that does not fit the spec may be
answered with an error, or not at all. Progress in a notification must have the type
that the request with its token declares; unknown tokens are only counted.

At the end verify prints which parts of the protocol were seen. Undeclared methods,
tags and codes are listed, and values that readers skip are counted; with --strict
these are faults, and so are undeclared keys and values. Names of extensions are
always only counted. A file is one session; with --sessions an empty line begins
another one, as in the output of wiregen sample --session -n.

It exits with 1 if there is a fault, and keeps only one line in memory. On a terminal
it shows its progress in a long file.`,
		Args: cobra.MinimumNArgs(2),
	}
	format := formatFlag(cmd, "text", "json")
	typ := cmd.Flags().String("type", "", "the type of each line")
	journal := cmd.Flags().Bool("journal", false, "the file is a journal, even if it has no header")
	side := cmd.Flags().String("side", "", "the role that recorded the lines whose direction is in or out; by default the first")
	several := cmd.Flags().Bool("sessions", false, "an empty line begins another session")
	strict := cmd.Flags().Bool("strict", false, "report undeclared content, and values that readers skip, as faults")
	cmd.MarkFlagsMutuallyExclusive("type", "journal", "sessions")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if err := readOnce(args); err != nil {
			return err
		}
		_, p, err := env.load(args[:1])
		if err != nil {
			return err
		}
		by, err := roleOf(p, "side", *side, session.First)
		if err != nil {
			return err
		}
		faults := 0
		for _, name := range args[1:] {
			r, err := env.verify(p, name, format.value, verify.Options{As: *typ, Journal: *journal, Strict: *strict, Side: by, Sessions: *several})
			if err != nil {
				return err
			}
			faults += r.Faults
		}
		if faults > 0 {
			return errFault
		}
		return nil
	}
	return cmd
}

// roleOf is the side with the role that a flag names, or the usual one without.
func roleOf(p *model.Protocol, flag, role string, usual session.Side) (session.Side, error) {
	if role == "" {
		return usual, nil
	}
	i := slices.Index(p.Roles[:], role)
	if i < 0 {
		return 0, fmt.Errorf("--%s must be %s or %s, not %q", flag, p.Roles[0], p.Roles[1], role)
	}
	return session.Side(i), nil
}

// verify reads one recording, and writes its faults and its result.
func (env *environment) verify(p *model.Protocol, name, format string, opt verify.Options) (verify.Result, error) {
	in := os.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return verify.Result{}, err
		}
		defer f.Close()
		in = f
	}
	progress := newProgress(in, name, env.stderr)
	defer progress.hide()
	out := &verifyWriter{w: env.stdout, name: name, json: format == "json", before: progress.hide}
	v, err := verify.New(p, opt, out.fault)
	if err != nil {
		return verify.Result{}, err
	}
	if err := v.Read(progress); err != nil {
		return verify.Result{}, fmt.Errorf("%s: %w", name, err)
	}
	r := v.Result()
	out.result(r)
	return r, out.err
}

// A verifyWriter writes the findings in one recording, and records the first error
// of writing.
type verifyWriter struct {
	w    io.Writer
	name string
	json bool
	// before is called before something is written.
	before func()
	err    error
}

// printf writes texts without what would steer a terminal, or begin another line of a log:
// names are of a spec or a recording that others wrote.
func (o *verifyWriter) printf(format string, args ...any) {
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = diag.Harmless(text)
		}
	}
	if o.before(); o.err == nil {
		_, o.err = fmt.Fprintf(o.w, format, args...)
	}
}

// encode writes v as one line of JSON.
func (o *verifyWriter) encode(v any) {
	line, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers can always be encoded
	}
	o.printf("%s\n", line)
}

func (o *verifyWriter) fault(f verify.Fault) {
	if o.json {
		o.encode(struct {
			File string `json:"file"`
			verify.Fault
		}{o.name, f})
		return
	}
	message := f.Text()
	if f.Advice {
		message = "advice: " + message
	}
	o.printf("%s:%d: %s\n", o.name, f.Line, message)
}

func (o *verifyWriter) result(r verify.Result) {
	if o.json {
		o.encode(struct {
			File   string        `json:"file"`
			Result verify.Result `json:"result"`
		}{o.name, r})
		return
	}
	o.printf("%s: %s", o.name, names.Count(r.Lines, "line"))
	if r.Version != "" {
		o.printf(" of version %s", r.Version)
	}
	if r.Faults == 0 {
		o.printf(", no fault\n")
	} else {
		o.printf(", %d of them with faults; %s in all\n", r.Bad, names.Count(r.Faults, "fault"))
	}
	if r.Requests+r.Responses > 0 {
		o.printf("  %s, %s, %d never answered\n", names.Count(r.Requests, "request"), names.Count(r.Responses, "answer"), r.Unanswered)
	}
	if r.Late+r.Resent+r.History > 0 {
		o.printf("  %s that came too late, %s resent, %s of a replay\n", names.Count(r.Late, "answer"), names.Count(r.Resent, "request"), names.Count(r.History, "request"))
	}
	if r.Progress+r.Stray > 0 {
		o.printf("  %s of progress, %d with an unknown token\n", names.Count(r.Progress+r.Stray, "report"), r.Stray)
	}
	if r.Unknown > 0 {
		o.printf("  %s with an undeclared method or tag\n", names.Count(r.Unknown, "message"))
	}
	if r.Extensions > 0 {
		o.printf("  %s of extensions\n", names.Count(r.Extensions, "name"))
	}
	if r.Dropped > 0 {
		o.printf("  %s that readers skip; --strict shows them\n", names.Count(r.Dropped, "value"))
	}
	for _, c := range r.Coverage {
		o.printf("  %s: %d declared, %d seen", c.Of, c.Declared, len(c.Seen))
		if len(c.Missing) > 0 {
			o.printf("; not seen: %s", strings.Join(c.Missing, ", "))
		}
		if len(c.Undeclared) > 0 {
			o.printf("; undeclared: %s", strings.Join(undeclared(c, c.Undeclared), ", "))
		}
		if len(c.Extensions) > 0 {
			o.printf("; extensions: %s", strings.Join(undeclared(c, c.Extensions), ", "))
		}
		o.printf("\n")
	}
}

// undeclared are names that were seen and are not declared, with how often.
func undeclared(c verify.Coverage, seen map[string]int) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		what := strconv.Quote(name)
		if c.Of == "errors" {
			what = "the code " + name
		}
		out = append(out, fmt.Sprintf("%s (%s)", what, names.Count(seen[name], "time")))
	}
	return out
}
