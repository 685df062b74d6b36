package rpc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
)

// framings are those of the tests, each with a small limit.
var framings = []codec.Framing{
	{Kind: codec.Lines, MaxBytes: 100},
	{Kind: codec.ContentLength, MaxBytes: 100},
	{Kind: codec.LengthPrefixed, Width: 4, MaxBytes: 100, LittleEndian: true},
	{Kind: codec.LengthPrefixed, Width: 2, MaxBytes: 100},
	{Kind: codec.LengthPrefixed, Width: 1, MaxBytes: 100},
}

// A fake stream gives its input in chunks of random sizes.
type fakeStream struct {
	in     []byte
	chance *rand.Rand
	out    bytes.Buffer
}

func (f *fakeStream) Read(p []byte) (int, error) {
	if len(f.in) == 0 {
		return 0, io.EOF
	}
	n := len(f.in)
	if f.chance != nil {
		n = 1 + f.chance.IntN(min(n, 40))
	}
	n = copy(p, f.in[:n])
	f.in = f.in[n:]
	return n, nil
}

func (f *fakeStream) Write(p []byte) (int, error) { return f.out.Write(p) }
func (f *fakeStream) Close() error                { return nil }

// endOfInput makes it like a child process: its first line need not be JSON.
func (f *fakeStream) endOfInput(err error) error { return err }

// A socket is not like a child process.
type socket struct{ io.ReadWriteCloser }

func streamOf(f codec.Framing, blanks bool, rwc io.ReadWriteCloser) *ByteStream {
	return NewByteStream(&Protocol{Table: &codec.Table{Dialect: codec.Dialect{Framing: f, IgnoreBlanks: blanks}}}, rwc)
}

// all reads until the stream ends: messages, and errors as text in brackets.
func all(s *ByteStream) (out []string, err error) {
	for {
		m, err := s.Read()
		switch {
		case err == nil:
			out = append(out, string(m))
		case errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrDisconnected):
			out = append(out, "<too large>")
		default:
			return out, err
		}
	}
}

func TestFramings(t *testing.T) {
	for i, f := range framings {
		chance := rand.New(rand.NewPCG(1, uint64(i)))
		for round := range 300 {
			var messages [][]byte
			var want []string
			for range chance.IntN(6) {
				m := []byte(strings.Repeat("x", 1+chance.IntN(101)))
				messages = append(messages, m)
				if len(m) > 100 {
					want = append(want, "<too large>")
				} else {
					want = append(want, string(m))
				}
			}
			var written fakeStream
			if err := streamOf(f, false, &written).Write(messages); err != nil {
				t.Fatal(err)
			}
			text := written.out.Bytes()
			got, err := all(streamOf(f, false, &fakeStream{in: slices.Clone(text), chance: chance}))
			if f.Kind == codec.LengthPrefixed && slices.Contains(want, "<too large>") {
				want = want[:slices.Index(want, "<too large>")]
				if !errors.Is(err, ErrTooLarge) || !errors.Is(err, ErrDisconnected) {
					t.Fatalf("%v: it ends with %v", f, err)
				}
			} else if err != io.EOF {
				t.Fatalf("%v: it ends with %v", f, err)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%v, round %d:\n got %q\nwant %q", f, round, got, want)
			}
			if len(messages) == 0 || slices.Contains(want, "<too large>") {
				continue
			}
			// Every end within a message is noticed, and nothing of it is read.
			cut := chance.IntN(len(text))
			got, err = all(streamOf(f, false, &fakeStream{in: slices.Clone(text[:cut]), chance: chance}))
			if len(got) > len(want) || !slices.Equal(got, want[:len(got)]) {
				t.Fatalf("%v: cut at %d: %q of %q", f, cut, got, want)
			}
			size := 0
			for _, m := range messages[:len(got)] {
				var one fakeStream
				_ = streamOf(f, false, &one).Write([][]byte{m})
				size += one.out.Len()
			}
			if whole := size == cut; whole != (err == io.EOF) || !whole && !errors.Is(err, ErrTruncated) && !errors.Is(err, ErrDisconnected) {
				t.Fatalf("%v: cut at %d: it ends with %v", f, cut, err)
			}
		}
	}
}

func TestLines(t *testing.T) {
	for _, x := range []struct {
		in     string
		blanks bool
		want   []string
	}{
		{"a\r\nb\n\nc\n", false, []string{"a", "b", "", "c"}},
		{"a\r\n\r\n\nb\n", true, []string{"a", "b"}},
		{"a\n{}", false, []string{"a", "{}"}}, // the last line needs no newline
		{"a\n{}\r", false, []string{"a", "{}"}},
		{strings.Repeat("x", 100) + "\r\n", false, []string{strings.Repeat("x", 100)}},
		{strings.Repeat("x", 101) + "\r\nb\n", false, []string{"<too large>", "b"}},
		{strings.Repeat("x", 100_000) + "\nb\n", false, []string{"<too large>", "b"}},
	} {
		got, err := all(streamOf(framings[0], x.blanks, &fakeStream{in: []byte(x.in)}))
		if err != io.EOF || !slices.Equal(got, x.want) {
			t.Errorf("%.40q: %q, %v", x.in, got, err)
		}
	}
}

func TestHeads(t *testing.T) {
	for _, x := range []struct {
		in   string
		want []string
		err  error
	}{
		{"Content-Length: 2\r\n\r\nab", []string{"ab"}, io.EOF},
		{"content-length:2\nContent-Type: x; charset=utf-8\n\nab\r\nContent-Length: 1\r\n\r\nc", []string{"ab", "c"}, io.EOF},
		{"Content-Length: 101\r\n\r\n" + strings.Repeat("x", 101) + "Content-Length: 1\r\n\r\nc", []string{"<too large>", "c"}, io.EOF},
		{"Content-Length: 99999999999\r\n\r\nab", nil, ErrTooLarge},
		{"Content-Length: -1\r\n\r\nab", nil, ErrFraming},
		{"Content-Length: 2\r\nContent-Length: 3\r\n\r\nab", nil, ErrFraming},
		{"Content-Type: x\r\n\r\nab", nil, ErrFraming},
		{"{}\r\n\r\n", nil, ErrFraming},
		{"X: " + strings.Repeat("x", 100_000) + "\r\n", nil, ErrFraming},
		{strings.Repeat("X: y\r\n", 10_000), nil, ErrFraming},
		{"Content-Length: 2\r\n", nil, ErrTruncated},
		{"Content-Length: 2\r\n\r\na", nil, ErrTruncated},
	} {
		got, err := all(streamOf(framings[1], false, &fakeStream{in: []byte(x.in)}))
		if !errors.Is(err, x.err) || !slices.Equal(got, x.want) {
			t.Errorf("%.60q: %q, %v", x.in, got, err)
		}
	}
}

// FuzzFraming feeds any bytes to every framing.
func FuzzFraming(f *testing.F) {
	f.Add([]byte("a\nb\r\n"))
	f.Add([]byte("Content-Length: 2\r\n\r\nab"))
	f.Add([]byte{2, 0, 0, 0, 'a', 'b'})
	f.Fuzz(func(t *testing.T, in []byte) {
		for i, framing := range framings {
			whole, err := all(streamOf(framing, false, &fakeStream{in: slices.Clone(in)}))
			parts, other := all(streamOf(framing, false, &fakeStream{in: slices.Clone(in), chance: rand.New(rand.NewPCG(2, 3))}))
			if !slices.Equal(whole, parts) || fmt.Sprint(err) != fmt.Sprint(other) {
				t.Fatalf("framing %d depends on how the bytes come:\n%q %v\n%q %v", i, whole, err, parts, other)
			}
			for _, m := range whole {
				if len(m) > framing.MaxBytes {
					t.Fatalf("framing %d lets %d bytes through", i, len(m))
				}
			}
		}
	})
}
