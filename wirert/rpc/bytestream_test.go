package rpc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
)

// A calls is a stream that records how it is written to.
type calls struct {
	io.ReadWriteCloser
	sizes   []int
	written func() int64
	counts  []int64 // what written returned before each call
	fail    error
}

func (c *calls) Write(p []byte) (int, error) {
	c.sizes, c.counts = append(c.sizes, len(p)), append(c.counts, c.written())
	if c.fail != nil {
		return len(p) / 2, c.fail
	}
	return len(p), nil
}

// TestByteStreamPieces writes small messages in one call, and a large one in several, after
// each of which the number of bytes grows. It was one call, so that a slow peer looked like one
// that takes nothing.
func TestByteStreamPieces(t *testing.T) {
	c := &calls{ReadWriteCloser: &fakeStream{}}
	s := streamOf(codec.Framing{Kind: codec.Lines}, false, c)
	c.written = s.Written
	small := []byte("{}")
	if err := s.Write([][]byte{small, small, small}); err != nil || !slices.Equal(c.sizes, []int{9}) || s.Written() != 9 {
		t.Errorf("%v, %v, %d", err, c.sizes, s.Written())
	}
	c.sizes, c.counts = nil, nil
	if err := s.Write([][]byte{small, make([]byte, 150_000), small}); err != nil {
		t.Error(err)
	}
	if !slices.Equal(c.sizes, []int{65536, 65536, 150_007 - 2*65536}) || !slices.Equal(c.counts, []int64{9, 9 + 65536, 9 + 2*65536}) {
		t.Error(c.sizes, c.counts)
	}
	c.fail, c.sizes = io.ErrClosedPipe, nil
	if err := s.Write([][]byte{make([]byte, 150_000)}); err != io.ErrClosedPipe || len(c.sizes) != 1 || s.Written() != 9+150_007+32768 {
		t.Error(err, c.sizes, s.Written())
	}
}

// TestFirstMessage has peers of another protocol: the body of an HTTP request was a message.
func TestFirstMessage(t *testing.T) {
	lines, headed := framings[0], framings[1]
	for _, x := range []struct {
		in      string
		framing codec.Framing
		want    []string
		fails   bool
	}{
		{"POST / HTTP/1.1\r\nHost: x\r\n\r\n{\"id\":1}\n", lines, nil, true},
		{"GET / HTTP/1.1\r\n", lines, nil, true},
		{"\r\n\r\nPOST / HTTP/1.1\r\n\r\n{}\n", lines, []string{"", ""}, true},
		{strings.Repeat("P", 200) + "\nHost: x\n{}\n", lines, []string{"<too large>"}, true},
		{"true: x\n{}\n", lines, nil, true},
		{"\x16\x03\x01\n{}\n", lines, nil, true},
		{"\ufeff{}\n{}\n", lines, nil, true},
		{" {}\nwarning: x\n[]\n", lines, []string{" {}", "warning: x", "[]"}, false}, // only the first
		{"{]\nwarning\n", lines, []string{"{]", "warning"}, false},                   // a peer of this protocol
		{"null\nx\n", lines, []string{"null", "x"}, false},
		{"-1\nx\n", lines, []string{"-1", "x"}, false},
		{"Content-Length: 1\r\n\r\nx", headed, []string{"x"}, false},
	} {
		got, err := all(streamOf(x.framing, false, socket{&fakeStream{in: []byte(x.in)}}))
		if !slices.Equal(got, x.want) || x.fails != errors.Is(err, ErrFraming) || !x.fails && err != io.EOF {
			t.Errorf("%.20q: %q, %v", x.in, got, err)
		}
	}
	_, err := streamOf(lines, false, socket{&fakeStream{in: []byte("POST /?secret HTTP/1.1\n")}}).Read()
	if text := fmt.Sprint(err); !strings.Contains(text, `"POST"`) || strings.Contains(text, "secret") {
		t.Error(text)
	}
}

// TestFirstMessageOfChild has a process that writes a line before its messages, as wrappers do.
func TestFirstMessageOfChild(t *testing.T) {
	for _, wrap := range []func(*Process) io.ReadWriteCloser{
		func(p *Process) io.ReadWriteCloser { return p },
		func(p *Process) io.ReadWriteCloser { return struct{ *Process }{p} },
	} {
		p, err := Start(t.Context(), child("greet"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := all(streamOf(framings[0], false, wrap(p)))
		if want := []string{"Welcome!", "{}"}; !slices.Equal(got, want) || err != io.EOF {
			t.Errorf("%q, %v", got, err)
		}
		_ = p.Close()
	}
	cmd := child("greeted")
	cmd.Stdin = strings.NewReader("Welcome!\n{}\n")
	if out, err := cmd.Output(); err != nil || !bytes.Equal(out, []byte("Welcome!\n{}\n")) {
		t.Errorf("%q, %v", out, err)
	}
}

func init() {
	children["greet"] = func([]string) int { fmt.Println("Welcome!\n{}"); return 0 }
	children["greeted"] = func([]string) int {
		s := streamOf(framings[0], false, Stdio())
		for {
			m, err := s.Read()
			if err != nil || s.Write([][]byte{m}) != nil {
				return 0
			}
		}
	}
}

// TestLastLine ends without a newline: what is whole was dropped, and what is cut is an error.
func TestLastLine(t *testing.T) {
	for _, x := range []struct {
		in   string
		want []string
		err  error
	}{
		{"{}\n{\"a\":1}", []string{"{}", `{"a":1}`}, io.EOF},
		{"{}\n[1]\r", []string{"{}", `[1]`}, io.EOF},
		{"{}\n{\"a\":1", []string{"{}"}, ErrTruncated},
		{"{}\n" + strings.Repeat(" ", 200) + "1", []string{"{}"}, ErrTruncated},
	} {
		got, err := all(streamOf(framings[0], false, socket{&fakeStream{in: []byte(x.in)}}))
		if !slices.Equal(got, x.want) || !errors.Is(err, x.err) {
			t.Errorf("%q: %q, %v", x.in, got, err)
		}
	}
}
