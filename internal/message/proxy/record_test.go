package proxy_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/message/proxy"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/wirert/session"
)

// recorded passes on a text, and returns the lines of the recording without their direction and
// time, the faults that the checker finds, and those that verify finds in the recording.
func recorded(t *testing.T, spec, text string) (lines, faults, again []string) {
	t.Helper()
	p := protocol(t, spec)
	var recording bytes.Buffer
	c, err := proxy.New(p, proxy.Options{
		Report: func(f proxy.Finding) { faults = append(faults, f.Text()) },
		Record: func(line []byte) { recording.Write(line) },
	})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	proxy.Copy(&out, strings.NewReader(text), c.Stream(session.First))
	if out.String() != text {
		t.Errorf("%q was passed on as %q", text, out.String())
	}
	if _, ok := c.Close(time.Minute); !ok {
		t.Fatal("it was not checked")
	}
	for line := range strings.Lines(recording.String()) {
		var parts map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &parts); err != nil {
			t.Fatal(err)
		}
		delete(parts, "dir")
		delete(parts, "time")
		rest, err := json.Marshal(parts)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(rest))
	}
	v, err := verify.New(p, verify.Options{}, func(f verify.Fault) { again = append(again, f.Text()) })
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Read(io.Reader(&recording)); err != nil {
		t.Fatal(err)
	}
	return lines, faults, again
}

// TestRecord records what was said. A blank line was recorded as the text "the line is blank",
// and the last line without its newline as the words of its fault.
func TestRecord(t *testing.T) {
	const told = `{"jsonrpc":"2.0","method":"hear","params":{"text":"a"}}`
	const hearing = spec + "  hear: {from: client, notify: {text: string}}\n"
	const ignoring = "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ndialect: {framing: {kind: ndjson}, blank_lines: ignore}\nmethods:\n  hear: {from: client, notify: {text: string}}\n"
	const msg = `{"msg":` + told + `}`
	const syntax = "expected one JSON value, found a syntax error"
	for _, c := range []struct {
		name, spec, text string
		lines, faults    []string
		again            []string // nil: as faults
	}{
		{"a message", hearing, told + "\n", []string{msg}, nil, nil},
		{"a blank line", hearing, "\n" + told + "\n", []string{`{"line":""}`, msg}, []string{"the line is blank"}, nil},
		{"with CRLF", hearing, "\r\n", []string{`{"line":""}`}, []string{"the line is blank"}, nil},
		{"white space", hearing, " \t\n", []string{`{"line":" \t"}`}, []string{syntax}, nil},
		{"an ignored blank line", ignoring, "\n" + told + "\n", []string{msg}, nil, nil},
		{"the last line without its newline", hearing, told + "\n" + told, []string{msg, msg}, nil, nil},
		{"and with half an end of a line", hearing, told + "\r", []string{msg}, nil, nil},
		{"the last line is cut", hearing, told + "\n" + told[:9], []string{msg, `{"line":"{\"jsonrpc"}`},
			[]string{"the stream ends within a message, after 9 bytes of it"}, []string{syntax}},
		{"the last line is text", hearing, "precious", []string{`{"line":"precious"}`},
			[]string{"the stream ends within a message, after 8 bytes of it"}, []string{syntax}},
		{"the last line is not UTF-8", hearing, "\xff", []string{`{"base64":"/w=="}`},
			[]string{"the stream ends within a message, after 1 bytes of it"}, []string{"expected UTF-8 text, found an invalid byte"}},
		{"a number without its newline", hearing, "12", []string{`{"msg":12}`},
			[]string{"expected an object, found the number 12"}, nil},
		{"a line that is too long", hearing, strings.Repeat("x", 1001) + "\n", []string{`{"line":"the message of 1001 bytes is longer than 1000, the limit of the protocol"}`},
			[]string{"the message of 1001 bytes is longer than 1000, the limit of the protocol"}, []string{syntax}},
	} {
		lines, faults, again := recorded(t, c.spec, c.text)
		if c.again == nil {
			c.again = c.faults
		}
		for what, x := range map[string][2][]string{"the recording": {lines, c.lines}, "the faults": {faults, c.faults}, "verify": {again, c.again}} {
			if got, want := strings.Join(x[0], "\n"), strings.Join(x[1], "\n"); got != want {
				t.Errorf("%s: %s: %s\nwant %s", c.name, what, got, want)
			}
		}
	}
}
