package codec_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/wirert/internal/sample"
)

var messages = []struct{ name, text string }{
	{"delta", delta},
	{"delta payload first", `{"params":{"type":"Part","payload":{"text":"a few words","type":"text"}},"method":"event","jsonrpc":"2.0"}`},
	{"status", `{"jsonrpc":"2.0","method":"event","params":{"type":"Status","payload":{"share":0.25,"tokens":12345,"usage":{"input":100,"output":200,"cache_read":300},"message_id":"msg_0123456789","planning":null}}}`},
	{"call", `{"jsonrpc":"2.0","method":"event","params":{"type":"Call","payload":` + busyCall + `}}`},
	{"nested", `{"jsonrpc":"2.0","method":"event","params":{"type":"Nested","payload":{"parent_id":"p","event":{"type":"Part","payload":{"type":"think","think":"hmm","encrypted":null}}}}}`},
	{"text 16k", `{"jsonrpc":"2.0","method":"event","params":{"type":"Part","payload":{"type":"text","text":"` + strings.Repeat(`func main() {\n\tfmt.Println(\"hello\")\n}\n`, 400) + `"}}}`},
	{"duplicate", strings.Replace(delta, `"type":"Part"`, `"type":"End","type":"Part"`, 1)},
}

func BenchmarkDecode(b *testing.B) {
	for _, m := range messages {
		b.Run(m.name, func(b *testing.B) {
			data := []byte(m.text)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := sample.DecodeMessage(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, m := range messages {
		b.Run(m.name, func(b *testing.B) {
			v, err := sample.DecodeMessage([]byte(m.text))
			if err != nil {
				b.Fatal(err)
			}
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				dst = sample.AppendMessage(dst[:0], v)
			}
			b.SetBytes(int64(len(dst)))
		})
	}
}

// BenchmarkEncodingJSON reads the same messages into maps, for comparison.
func BenchmarkEncodingJSON(b *testing.B) {
	for _, m := range messages {
		b.Run(m.name, func(b *testing.B) {
			data := []byte(m.text)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				var v any
				if err := json.Unmarshal(data, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
