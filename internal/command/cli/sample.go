package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// newSample makes the command that generates messages.
func newSample(env *environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sample [SPEC]",
		Short: "Generate messages of a type, valid or invalid",
		Long: `sample prints messages of one type, one per line: first edge cases (each variant,
each enum value, each way to leave out keys, numbers at their limits, unusual
strings, deep nesting), then random ones. Every reader must accept them, although
keys are in another order or duplicated, tags come last, numbers and strings have
other notations, and keys, tags and values are from a later version. With --plain
the messages are what a writer of this version writes, byte for byte: in normal
form, and without undeclared content.

With --mutate each line describes an invalid message: "text" with one fault,
"fault" in a few words, and the "path" at which every reader must report it. A
text that is not UTF-8 is given as "base64".

With --session the lines are a whole session that follows the rules of the spec,
as verify reads one from a file, with who sent each message and when. With -n 3
they are three sessions, with an empty line between them, which verify --sessions
reads. With --mutate as well, each line is one session that breaks a rule, with the
"rule" and the number "at" of the message that breaks it.

The same seed gives the same bytes on every machine.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	flags := cmd.Flags()
	typ := flags.String("type", "", "the type of the messages (the default is Message, or the first type)")
	n := flags.IntP("number", "n", 10, "how many messages or sessions; of sessions that follow the rules the default is 1")
	seed := flags.Uint64("seed", 1, "seed of the random choices")
	mutate := flags.Bool("mutate", false, "invalid messages, with one fault each")
	plain := flags.Bool("plain", false, "messages as a writer of this version writes them")
	whole := flags.Bool("session", false, "whole sessions instead of messages")
	cmd.MarkFlagsMutuallyExclusive("mutate", "plain")
	cmd.MarkFlagsMutuallyExclusive("session", "plain")
	cmd.MarkFlagsMutuallyExclusive("session", "type")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if *n < 0 {
			return fmt.Errorf("--number must not be negative, and is %d", *n)
		}
		_, p, err := env.load(args)
		if err != nil {
			return err
		}
		if *whole {
			if !*mutate && !flags.Changed("number") {
				*n = 1 // which verify reads from a pipe
			}
			return sampleSessions(env.stdout, p, *seed, *n, *mutate)
		}
		m := sample.New(p, *seed)
		if *typ == "" {
			if *typ = usualType(p, m); *typ == "" {
				return fmt.Errorf("%s has no types, and so no messages", p.File)
			}
		}
		if !m.Has(*typ) {
			return fmt.Errorf("%[2]s has no type %[1]q%[3]s", *typ, p.File, didYouMean(*typ, m.Types()))
		}
		next := func(line []byte) ([]byte, error) { return m.Append(line, *typ), nil }
		switch {
		case *mutate:
			next = texts(func() (string, error) { return invalidSample(m, *typ) })
		case *plain:
			w := vectors.NewWriter(p, *seed)
			next = texts(func() (string, error) { return w.Next(*typ) })
		}
		return writeSamples(env.stdout, *n, next)
	}
	return cmd
}

// sampleSessions writes n sessions of a protocol.
func sampleSessions(w io.Writer, p *model.Protocol, seed uint64, n int, invalid bool) error {
	m := sessions.New(p, seed)
	if m == nil {
		return fmt.Errorf("%s has no methods, and so no sessions", p.File)
	}
	number, between := uint64(0), ""
	return writeSamples(w, n, texts(func() (string, error) {
		number++
		if invalid {
			broken, ok := m.Invalid(number)
			if !ok {
				return "", fmt.Errorf("%s has no session rule that could be broken", p.File)
			}
			return compactJSON(broken)
		}
		made := m.Session(number)
		for tries := 0; len(made) == 0; tries++ { // nobody sent anything
			if tries == 1000 {
				return "", fmt.Errorf("the session rules of %s allow no message to begin a session", p.File)
			}
			number++
			made = m.Session(number)
		}
		var lines []string
		for _, l := range made {
			text, err := compactJSON(l)
			if err != nil {
				return "", err
			}
			lines = append(lines, text)
		}
		text := between + strings.Join(lines, "\n")
		between = "\n"
		return text, nil
	}))
}

// texts appends texts to lines.
func texts(next func() (string, error)) func(line []byte) ([]byte, error) {
	return func(line []byte) ([]byte, error) {
		text, err := next()
		return append(line, text...), err
	}
}

// compactJSON is a value as one line of JSON.
func compactJSON(v any) (string, error) {
	var line strings.Builder
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(line.String(), "\n"), err
}

// usualType is the default type: a whole message, if there is one.
func usualType(p *model.Protocol, m *sample.Maker) string {
	types := m.Types()
	switch {
	case m.Messages().Any != "":
		return m.Messages().Any
	case p.Envelope != nil:
		return p.Envelope.Name
	case len(types) > 0:
		return types[0]
	}
	return ""
}

// invalidSample is the next invalid message of a type, as JSON.
func invalidSample(m *sample.Maker, typ string) (string, error) {
	return compactJSON(m.Invalid(typ))
}

// writeSamples writes n messages, one per line, each of which next appends to a line.
func writeSamples(w io.Writer, n int, next func(line []byte) ([]byte, error)) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for range n {
		var err error
		if line, err = next(line[:0]); err != nil {
			return errors.Join(err, out.Flush())
		}
		line = append(line, '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}
