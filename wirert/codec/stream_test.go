package codec_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/internal/sample"
)

// streamDialects are those of the tests, by what they are called there.
var streamDialects = map[string]*codec.Dialect{
	"values":        {},
	"lines":         {Framing: codec.Framing{Kind: codec.Lines}, IgnoreBlanks: true},
	"strict lines":  {Framing: codec.Framing{Kind: codec.Lines}},
	"heads":         {Framing: codec.Framing{Kind: codec.ContentLength}},
	"1 byte":        {Framing: codec.Framing{Kind: codec.LengthPrefixed, Width: 1}},
	"2 bytes":       {Framing: codec.Framing{Kind: codec.LengthPrefixed, Width: 2}},
	"little endian": {Framing: codec.Framing{Kind: codec.LengthPrefixed, Width: 4, LittleEndian: true}},
	"8 bytes":       {Framing: codec.Framing{Kind: codec.LengthPrefixed, Width: 8}},
}

func decoderOf(d *codec.Dialect, r io.Reader) *codec.MessageDecoder[sample.Message] {
	return codec.NewMessageDecoder(r, d, sample.DecodeMessage)
}

func encoderOf(d *codec.Dialect, w io.Writer) *codec.MessageEncoder[sample.Message] {
	return codec.NewMessageEncoder(w, d, sample.AppendMessage, sample.CheckMessage)
}

// A writeCounter counts calls of Write.
type writeCounter struct {
	bytes.Buffer
	calls int
}

func (w *writeCounter) Write(p []byte) (int, error) {
	w.calls++
	return w.Buffer.Write(p)
}

// read reads a stream to its end: messages as text, and errors.
func read(d *codec.MessageDecoder[sample.Message]) (out []string, last error) {
	for m, err := range d.Messages() {
		var one *codec.StreamError
		switch {
		case err == nil:
			out = append(out, string(m.AppendJSON(nil)))
		case errors.As(err, &one):
			out = append(out, err.Error())
		default:
			last = err
		}
	}
	if _, err := d.Decode(); last == nil {
		last = err
	} else if err != last {
		last = fmt.Errorf("%v follows %v", err, last)
	}
	return out, last
}

func textMessage(text string) string {
	return `{"jsonrpc":"2.0","method":"event","params":{"type":"Part","payload":{"type":"text","text":"` + text + `"}}}`
}

func decoded(t *testing.T, text string) sample.Message {
	t.Helper()
	m, err := sample.DecodeMessage([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestStreams(t *testing.T) {
	messages := []string{delta, textMessage("é \\\" \\\\ {["), `{"jsonrpc":"2.0","id":1,"result":[{"a":"}"}]}`, textMessage(strings.Repeat("x", 50_000)), delta}
	for name, d := range streamDialects {
		var out writeCounter
		e := encoderOf(d, &out)
		var want []string
		for _, text := range messages {
			err := e.Encode(decoded(t, text))
			if limit := 1<<(8*d.Framing.Width) - 1; d.Framing.Width == 1 && len(text) > limit || d.Framing.Width == 2 && len(text) > limit {
				if !errors.Is(err, codec.ErrTooLarge) {
					t.Errorf("%s: %d bytes: %v", name, len(text), err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			want = append(want, text)
		}
		if out.calls != len(want) {
			t.Errorf("%s: %d calls of Write for %d messages", name, out.calls, len(want))
		}
		all := out.Bytes()
		for _, r := range []io.Reader{bytes.NewReader(all), iotest.OneByteReader(bytes.NewReader(all)), iotest.HalfReader(bytes.NewReader(all)), iotest.DataErrReader(bytes.NewReader(all))} {
			if got, err := read(decoderOf(d, r)); err != io.EOF || !slices.Equal(got, want) {
				t.Errorf("%s: %v\n got %.300q\nwant %.300q", name, err, got, want)
			}
		}
		// Bytes that come in two parts, wherever they are divided; and the end at every place.
		short := all[:bytes.Index(all, []byte("xxxxxx"))+1]
		if d.Framing.Width == 1 || d.Framing.Width == 2 {
			short = all
		}
		whole, wholeErr := read(decoderOf(d, bytes.NewReader(short)))
		for i := range short {
			if i%997 > 0 && i >= 4 && i+4 <= len(short) && strings.Trim(string(short[i-4:i+4]), "x") == "" {
				continue // within the long text each place is like the next
			}
			got, err := read(decoderOf(d, io.MultiReader(bytes.NewReader(short[:i]), bytes.NewReader(short[i:]))))
			if !slices.Equal(got, whole) || fmt.Sprint(err) != fmt.Sprint(wholeErr) {
				t.Fatalf("%s: divided at %d: %v, must be %v\n got %q\nwant %q", name, i, err, wholeErr, got, whole)
			}
			got, err = read(decoderOf(d, bytes.NewReader(short[:i])))
			if len(got) > len(want) || !slices.Equal(got, want[:len(got)]) || err != io.EOF && !errors.Is(err, codec.ErrTruncated) {
				t.Fatalf("%s: ends at %d: %v, %q", name, i, err, got)
			}
		}
	}
}

// What is refused has its number and its place; the stream goes on.
func TestStreamErrors(t *testing.T) {
	const a, bad = `{"jsonrpc":"2.0","id":1,"result":1}`, `{"jsonrpc":"2.0"}`
	head := func(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }
	prefix := func(text string) string { return string(rune(len(text))) + text }
	for _, x := range []struct {
		name, in string
		want     []string // or how it begins
		err      error    // nil: io.EOF
	}{
		{"lines", a + "\n" + bad + "\r\n\n" + a + "\r\n", []string{a, "message 2, at byte 36: ", a}, nil},
		{"lines", a + "\n" + a, []string{a, a}, nil}, // the last line needs no end if it is a message
		{"lines", a + "\n" + a[:20], []string{a}, codec.ErrTruncated},
		{"lines", a + "\n" + bad, []string{a, "message 2, at byte 36: "}, nil}, // whole, but no message
		{"lines", a + "\n" + a + "\r", []string{a, a}, nil},
		{"strict lines", a + "\n\n" + a + "\n", []string{a, "message 2, at byte 36: ", a}, nil},
		{"lines", a + "\n" + strings.Repeat("x", 300) + "\n" + a + "\n", []string{a, "message 2, at byte 36: a message is too large: 300 bytes, of at most 200", a}, nil},
		{"lines", strings.Repeat("x", 100_000) + "\n" + a + "\n", []string{"message 1, at byte 0: a message is too large: 100000 bytes", a}, nil},
		{"lines", strings.Repeat("x", 100_000), nil, codec.ErrTruncated},
		{"heads", head(a) + head(bad) + "\r\n" + head(a), []string{a, "message 2, at byte 79: ", a}, nil},
		{"heads", head(a) + head(strings.Repeat("x", 201)) + head(a), []string{a, "message 2, at byte 80: a message is too large", a}, nil},
		{"heads", head(a) + "no head\r\n" + head(a), []string{a}, codec.ErrFraming},
		{"heads", "Content-Length: 99999999999\r\n\r\n", nil, codec.ErrTooLarge},
		{"heads", head(a)[:40], nil, codec.ErrTruncated},
		{"1 byte", prefix(a) + prefix(bad) + prefix(a), []string{a, "message 2, at byte 37: ", a}, nil},
		{"1 byte", prefix(a) + "\xff" + a, []string{a}, codec.ErrTooLarge},
		{"8 bytes", "\xff\xff\xff\xff\xff\xff\xff\xff", nil, codec.ErrTooLarge},
		{"2 bytes", "\x00", nil, codec.ErrTruncated},
		{"values", a + a + " \n\t" + bad + a, []string{a, a, "message 3, at byte 73: ", a}, nil},
		{"values", "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"result\": [\n    \"}\\\"]\"\n  ]\n}\n" + a, []string{`{"jsonrpc":"2.0","id":1,"result":["}\"]"]}`, a}, nil},
		{"values", a + "\nno JSON {\n" + a + "\n}}\n" + a + "12", []string{a, "message 2, at byte 36: ", a, "message 4, at byte 82: ", a, "message 6, at byte 120: "}, nil},
		{"values", `{"jsonrpc":"2` + "\n" + a, []string{"message 1, at byte 0: ", a}, nil},
		{"values", `{"a":"` + strings.Repeat("x", 300) + `"}` + a, []string{"message 1, at byte 0: a message is too large: 308 bytes", a}, nil},
		{"values", strings.Repeat("[", 100_000), nil, codec.ErrTruncated},
		{"values", a[:20], nil, codec.ErrTruncated},
	} {
		d := decoderOf(streamDialects[x.name], strings.NewReader(x.in))
		d.MaxBytes = 200
		got, err := read(d)
		if x.err == nil && err != io.EOF || x.err != nil && (!errors.Is(err, x.err) || !strings.Contains(err.Error(), fmt.Sprintf("message %d, at byte ", len(got)+1))) {
			t.Errorf("%s: %.80q: ends with %v", x.name, x.in, err)
		}
		if !slices.EqualFunc(got, x.want, func(got, want string) bool {
			return got == want || strings.HasPrefix(want, "message ") && strings.HasPrefix(got, want)
		}) {
			t.Errorf("%s: %.80q:\n got %q\nwant %q", x.name, x.in, got, x.want)
		}
	}
	// A length beyond the integers was said to be -1 bytes.
	d := decoderOf(streamDialects["8 bytes"], strings.NewReader("\xff\xff\xff\xff\xff\xff\xff\xff"))
	if _, err := read(d); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("too large: %d bytes", math.MaxInt)) {
		t.Error(err)
	}
	// An error of the reader stays as it is.
	broken := errors.New("broken")
	if _, err := read(decoderOf(streamDialects["lines"], io.MultiReader(strings.NewReader(a+"\n"), iotest.ErrReader(broken)))); !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestStreamPlaces(t *testing.T) {
	d := decoderOf(streamDialects["lines"], strings.NewReader(delta+"\n\nx\n"+delta+"\n"))
	type place struct {
		number int
		offset int64
	}
	var got []place
	for range d.Messages() {
		got = append(got, place{d.Number(), d.Offset()})
	}
	n := int64(len(delta))
	if want := []place{{1, 0}, {2, n + 2}, {3, n + 4}}; !slices.Equal(got, want) {
		t.Errorf("%v, must be %v", got, want)
	}
}

// The messages of an array follow each other.
func TestStreamBatches(t *testing.T) {
	const a, b = `{"jsonrpc":"2.0","id":1,"result":1}`, `{"jsonrpc":"2.0","id":2,"result":2}`
	decode := func(text []byte) (list []sample.Message, err error) {
		var items []json.RawMessage
		if err := json.Unmarshal(text, &items); err != nil {
			return nil, err
		}
		for _, item := range items {
			m, err := sample.DecodeMessage(item)
			if err != nil {
				return nil, err
			}
			list = append(list, m)
		}
		return list, nil
	}
	for _, name := range []string{"lines", "values"} {
		in := " [" + a + "," + b + "]\n" + b + "\n[]\n[" + a + ",{}]\n[" + a + "]"
		got, err := read(codec.WithBatch(decoderOf(streamDialects[name], strings.NewReader(in)), decode))
		if err != io.EOF || len(got) != 5 || got[0] != a || got[1] != b || got[2] != b || !strings.HasPrefix(got[3], "message 4, at byte ") || got[4] != a {
			t.Errorf("%s: %v, %q", name, err, got)
		}
	}
}

func TestStreamEncoder(t *testing.T) {
	for name, d := range streamDialects {
		var out writeCounter
		e := encoderOf(d, &out)
		e.MaxBytes = 150
		bad := &sample.Response{}
		for what, m := range map[string]sample.Message{"nil": nil, "unset": bad} {
			if err := e.Encode(m); err == nil || out.calls > 0 {
				t.Errorf("%s: %s is written: %v", name, what, err)
			}
		}
		if err := e.Encode(decoded(t, textMessage(strings.Repeat("x", 150)))); !errors.Is(err, codec.ErrTooLarge) || out.calls > 0 {
			t.Errorf("%s: too much is written: %v", name, err)
		}
		e.Unchecked = true
		if err := e.Encode(bad); err != nil || out.calls != 1 || !bytes.Contains(out.Bytes(), bad.AppendJSON(nil)) {
			t.Errorf("%s: %v, %q", name, err, out.String())
		}
	}
	// A length prefix cannot tell more than its width, whatever MaxBytes is.
	narrow := encoderOf(streamDialects["1 byte"], io.Discard)
	narrow.MaxBytes = 1 << 20
	if err := narrow.Encode(decoded(t, textMessage(strings.Repeat("x", 256)))); !errors.Is(err, codec.ErrTooLarge) {
		t.Errorf("a prefix of one byte tells more than 255: %v", err)
	}
	broken := errors.New("broken")
	if err := encoderOf(streamDialects["lines"], writerFunc(func([]byte) (int, error) { return 0, broken })).Encode(decoded(t, delta)); !errors.Is(err, broken) {
		t.Error(err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// A stream costs no allocation: a delta that is read has its 2 objects, one that is
// written none.
func TestStreamAllocations(t *testing.T) {
	message := decoded(t, delta)
	for name, d := range streamDialects {
		var out bytes.Buffer
		e := encoderOf(d, &out)
		for range 300 {
			if err := e.Encode(message); err != nil {
				t.Fatal(err)
			}
		}
		in := decoderOf(d, &out)
		if _, err := in.Decode(); err != nil {
			t.Fatal(err)
		}
		n := testing.AllocsPerRun(200, func() {
			if _, err := in.Decode(); err != nil {
				t.Fatal(err)
			}
		})
		e = encoderOf(d, io.Discard)
		_ = e.Encode(message)
		written := testing.AllocsPerRun(200, func() { _ = e.Encode(message) })
		if (n > 2 || written > 0) && !raceDetector {
			t.Errorf("%s: %v allocations to read a delta, %v to write it", name, n, written)
		}
	}
}

// FuzzStream reads any bytes in every framing, at once and in parts.
func FuzzStream(f *testing.F) {
	f.Add([]byte(delta + "\n" + delta + delta))
	f.Add([]byte("Content-Length: 2\r\n\r\n{}"))
	f.Add([]byte("\x02{}\x00\x02{}"))
	f.Add([]byte("{\"a\":\"\\\"\n}]\n x [{}]"))
	f.Fuzz(func(t *testing.T, in []byte) {
		for name, dialect := range streamDialects {
			var sizes []int
			decode := func(text []byte) (string, error) {
				sizes = append(sizes, len(text))
				return string(text), nil
			}
			read := func(r io.Reader) (out []string, err error) {
				d := codec.NewMessageDecoder(r, dialect, decode)
				d.MaxBytes = 100
				for {
					m, err := d.Decode()
					if one := (*codec.StreamError)(nil); err != nil && !errors.As(err, &one) {
						return out, err
					}
					out = append(out, fmt.Sprint(d.Number(), d.Offset(), m, err))
				}
			}
			chance, rest := rand.New(rand.NewPCG(1, uint64(len(in)))), in
			whole, err := read(bytes.NewReader(in))
			parts, other := read(readerFunc(func(p []byte) (int, error) {
				n := copy(p, rest[:min(len(rest), 1+chance.IntN(5))])
				if rest = rest[n:]; n == 0 {
					return 0, io.EOF
				}
				return n, nil
			}))
			if !slices.Equal(whole, parts) || err.Error() != other.Error() {
				t.Fatalf("%s depends on how the bytes come:\n%q %v\n%q %v", name, whole, err, parts, other)
			}
			if len(sizes) > 0 && slices.Max(sizes) > 100 {
				t.Fatalf("%s reads %d bytes", name, slices.Max(sizes))
			}
		}
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
