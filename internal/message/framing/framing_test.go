package framing_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/message/framing"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

var (
	lines  = lower.Framing{Kind: lower.Lines}
	headed = lower.Framing{Kind: lower.ContentLength}
	big    = lower.Framing{Kind: lower.LengthPrefix, Width: 4}
	little = lower.Framing{Kind: lower.LengthPrefix, Width: 2, LittleEndian: true}
)

const keep = 20

// split splits a text in pieces of at most a size.
func split(f lower.Framing, text string, size int) (out []string) {
	s := framing.NewSplitter(f, keep, func(x framing.Frame) {
		switch {
		case x.Fault != "":
			if out = append(out, "! "+x.Fault); x.Text != nil {
				out[len(out)-1] += " <" + string(x.Text) + ">"
			}
		case x.Text == nil:
			out = append(out, fmt.Sprintf("%d bytes", x.Size))
		case x.Size != int64(len(x.Text)):
			out = append(out, fmt.Sprintf("the size %d of %q", x.Size, x.Text))
		default:
			out = append(out, string(x.Text))
		}
	})
	for len(text) > 0 {
		n := min(size, len(text))
		_, _ = s.Write([]byte(text[:n]))
		text = text[n:]
	}
	s.Close()
	return out
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name    string
		framing lower.Framing
		text    string
		want    []string
	}{
		{"lines", lines, "a\nbc\r\n\nd\n", []string{"a", "bc", "", "d"}},
		{"a line without its end", lines, "a\nbc", []string{"a", "! the stream ends within a message, after 2 bytes of it <bc>"}},
		{"a message without its newline", lines, "{\"a\":1}\n{\"b\":2}", []string{`{"a":1}`, `{"b":2}`}},
		{"a batch without its newline", lines, "[{}]", []string{"[{}]"}},
		{"a message and half an end of a line", lines, "{\"b\":2}\r", []string{`{"b":2}`}},
		{"a message and white space", lines, "{\"b\":2} ", []string{`{"b":2} `}},
		{"a message that is cut", lines, "{\"b\":2", []string{"! the stream ends within a message, after 6 bytes of it <{\"b\":2>"}},
		{"two messages without a newline", lines, "{}{}", []string{"! the stream ends within a message, after 4 bytes of it <{}{}>"}},
		{"a last line that is too long", lines, strings.Repeat("1", keep+5), []string{"! the stream ends within a message, after 25 bytes of it"}},
		{"long lines", lines, strings.Repeat("x", keep) + "\r\n" + strings.Repeat("x", keep+1) + "\n" + strings.Repeat("y", 50) + "\nz\n",
			[]string{strings.Repeat("x", keep), "21 bytes", "50 bytes", "z"}},
		{"heads", headed, "Content-Length: 1\r\n\r\na\r\ncontent-length:2\nContent-Type: x\n\nbcContent-Length: 0\r\n\r\n", []string{"a", "bc", ""}},
		{"a long message", headed, "Content-Length: 30\r\n\r\n" + strings.Repeat("x", 30) + "Content-Length: 1\r\n\r\na", []string{"30 bytes", "a"}},
		{"printed between messages", headed, "hello\nContent-Length: 1\r\n\r\nastarting…Content-Length: 2\r\n\r\nbcContent-Length: 1\r\n\r\nd",
			[]string{`! "hello" is not a line of a head`, "a", `! "startingContent-Length: 2" is not a line of a head`, "bc", "d"}},
		{"printed lines", headed, "hello\n\nagain: yes\nContent-Length: 1\r\n\r\naContent-Length: 1\r\n\r\nb", []string{`! "hello" is not a line of a head`, "a", "b"}},
		{"no length", headed, "A: b\r\n\r\n{}\nxContent-Length: 1\r\n\r\na", []string{"! a head has no Content-Length", "a"}},
		{"a wrong length", headed, "Content-Length: -1\r\n\r\nContent-Length: 1\r\n\r\na", []string{`! "Content-Length: -1" is not the length of a message`, "a"}},
		{"a request of HTTP", headed, "POST /a:b HTTP/1.1\r\nContent-Length: 1\r\n\r\na", []string{`! "POST /a:b HTTP/1.1" is not a line of a head`, "a"}},
		{"two lengths", headed, "Content-Length: 1\r\nContent-Length: 2\r\n\r\nabContent-Length: 1\r\n\r\na", []string{`! "Content-Length: 2" is not the length of a message`, "a"}},
		{"a head that is too long", headed, strings.Repeat("x", 9000) + "\nContent-Length: 1\r\n\r\na", []string{"! a head has more than 8192 bytes", "a"}},
		{"a head without its end", headed, "Content-Length: 1\r\n", []string{"! the stream ends within a message, after 0 bytes of it"}},
		{"a body without its end", headed, "Content-Length: 5\r\n\r\nab", []string{"! the stream ends within a message, after 2 bytes of it"}},
		{"bytes that lower case makes longer", headed, strings.Repeat("\xff", 300) + "\nContent-Length: 1\r\n\r\na", []string{`! "` + `" is not a line of a head`, "a"}},
		{"big", big, "\x00\x00\x00\x01a\x00\x00\x00\x00\x00\x00\x00\x02bc", []string{"a", "", "bc"}},
		{"a large one", big, "\x00\x00\x00\x1e" + strings.Repeat("x", 30) + "\x00\x00\x00\x01a", []string{"30 bytes", "a"}},
		{"part of a length", big, "\x00\x00", []string{"! the stream ends within a message, after 0 bytes of it"}},
		{"little", little, "\x01\x00a\x02\x00bc", []string{"a", "bc"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range []int{1, 2, 3, 7, 1 << 20} {
				got := split(c.framing, c.text, size)
				for i := range got {
					got[i] = strings.ReplaceAll(strings.ReplaceAll(got[i], `\xff`, ""), "…", "")
				}
				if d := cmp.Diff(c.want, got); d != "" {
					t.Errorf("pieces of %d bytes: -want +got:\n%s", size, d)
				}
			}
		})
	}
}

// FuzzSplit splits any bytes, in two ways that must agree, between messages in frames.
func FuzzSplit(f *testing.F) {
	f.Add([]byte("Content-Length: 3\r\n\r\nabc\nx"), uint64(1))
	f.Add(bytes.Repeat([]byte("\xff\xffContent-Length: 2\n"), 3), uint64(2))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		for _, x := range []lower.Framing{lines, headed, big, little} {
			text := string(framing.Append(nil, &x, []byte("first")))
			if got := split(x, text, 1+r.IntN(5)); !cmp.Equal(got, []string{"first"}) {
				t.Fatalf("%q", got)
			}
			if d := cmp.Diff(split(x, text+string(data), 1<<20), split(x, text+string(data), 1+r.IntN(9))); d != "" {
				t.Fatalf("%q: %s", data, d)
			}
		}
	})
}
