package cli_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/interp"
)

// An asked is a line that conform gives a program.
type asked struct {
	ID           int
	Type, Text   string
	Base64       []byte
	answer       map[string]any
	message, raw string // what it is read from; the line that is written for it
}

// reader is a program around the reference reader, as conform starts one: SPEC [FAULT [TEXT]].
// With a fault it does something wrong at each message that contains the text.
func reader() {
	if err := serve(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "reader:", err)
		os.Exit(3)
	}
}

func serve(args []string) error {
	f, err := compile.Load(args[0])
	if err != nil {
		return err
	}
	p, r := compile.Targets().Check(f, compile.Folder(args[0]))
	if !r.OK() {
		return errors.New("the spec has errors")
	}
	reads := interp.New(p)
	args = append(args, "", "")
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return errors.Join(atEnd(args[1], out), out.Flush())
		}
		if err != nil {
			return err
		}
		var q asked
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		if q.message = q.Text; q.Base64 != nil {
			q.message = string(q.Base64)
		}
		q.answer = answerOf(reads, &q)
		if args[1] != "" && strings.Contains(q.message, args[2]) {
			misbehave(args[1], &q, out)
		}
		if q.raw == "" {
			text, err := json.Marshal(q.answer)
			if err != nil {
				return err
			}
			q.raw = string(text) + "\n"
		}
		_, _ = out.WriteString(q.raw)
		if args[1] != "unflushed" && in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

// answerOf is the right answer.
func answerOf(r *interp.Reader, q *asked) map[string]any {
	got := r.Read(q.Type, []byte(q.message))
	switch {
	case got.Err != nil:
		return map[string]any{"id": q.ID, "path": got.Err.Path, "message": got.Err.Message()}
	case got.Unfit != nil:
		return map[string]any{"id": q.ID, "unfit": true, "path": got.Unfit.Path, "message": got.Unfit.Message()}
	}
	return map[string]any{"id": q.ID, "written": got.Value.Written()}
}

// misbehave does something wrong at a message.
func misbehave(fault string, q *asked, out *bufio.Writer) {
	switch fault {
	case "die":
		_ = out.Flush()
		fmt.Fprintln(os.Stderr, "panic: planted")
		os.Exit(7)
	case "die-unflushed": // the answers before are lost
		os.Exit(7)
	case "hang":
		_ = out.Flush()
		time.Sleep(time.Hour)
	case "slow":
		_ = out.Flush()
		time.Sleep(50 * time.Millisecond)
	case "close":
		_ = out.Flush()
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	case "garbage":
		q.raw = "Traceback (most recent call last):\n"
	case "empty":
		q.raw = "{}\n"
	case "huge":
		_, _ = out.Write(bytes.Repeat([]byte("x"), 5<<20))
	case "twice":
		text, _ := json.Marshal(q.answer)
		q.raw = strings.Repeat(string(text)+"\n", 2)
	case "verdict":
		q.answer = map[string]any{"written": q.message}
	case "refuse":
		q.answer = map[string]any{"path": "x", "message": "no"}
	case "path":
		if q.answer["path"] != nil {
			q.answer["path"] = "elsewhere"
		}
	case "words":
		if q.answer["message"] != nil {
			q.answer["message"] = "invalid"
		}
	case "bytes":
		if text, ok := q.answer["written"].(string); ok {
			q.answer["written"] = strings.ReplaceAll(text, `":`, `": `)
		}
	case "value":
		if _, ok := q.answer["written"]; ok {
			q.answer["written"] = "{}"
		}
	case "skip":
		q.answer = map[string]any{"skip": "not in this SDK"}
	}
}

// atEnd does something wrong at the end of the input.
func atEnd(fault string, out *bufio.Writer) error {
	switch fault {
	case "more-at-end":
		_, _ = out.WriteString("{\"ok\":true}\n")
	case "die-at-end":
		return errors.New("planted")
	}
	return nil
}
