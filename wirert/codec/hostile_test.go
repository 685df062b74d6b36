package codec_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/internal/sample"
)

// nested returns an event in an event and so on, each with its payload before its
// type, with room in each level.
func nested(depth, room int) string {
	fill := strings.Repeat("x", room)
	open := `{"payload":{"task_id":"` + fill + `","event":`
	return strings.Repeat(open, depth) + `{"payload":{},"type":"End"}` + strings.Repeat(`},"type":"Nested"}`, depth)
}

// grow makes a text of about n bytes in one of the ways that could take more
// than linear time.
var growths = map[string]func(n int) (typ, text string){
	"payload first, deep": func(n int) (string, string) { return "Event", nested(490, n/490) },
	"duplicate keys": func(n int) (string, string) {
		return "Status", "{" + strings.Repeat(`"tokens":1,`, n/11) + `"tokens":2}`
	},
	"duplicate payloads in duplicate payloads": func(n int) (string, string) {
		s := `{"type":"End","payload":{}}`
		for len(s) < n {
			s = `{"type":"Nested","payload":{"event":1,"event":` + s + `},"payload":{"event":{"type":"End","payload":{}}}}`
			if strings.Count(s, "Nested") > 300 {
				s = s[:len(s)-1] + `,"pad":"` + strings.Repeat("p", max(0, n-len(s))) + `"}`
				break
			}
		}
		return "Event", s
	},
	"distinct keys of a map": func(n int) (string, string) {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, `,"k%d":"v"`, i)
		}
		return "Call", callText + `,"labels":{` + b.String()[1:] + `},"labels":{` + b.String()[1:] + `}}`
	},
	"distinct keys of an unknown object": func(n int) (string, string) {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, `,"k%d":0`, i)
		}
		return "Part", `{"type":"later"` + b.String() + `}`
	},
	"undeclared keys":  func(n int) (string, string) { return "Status", "{" + strings.Repeat(`"zz":[],`, n/8) + `"share":true}` },
	"many small boxes": func(n int) (string, string) { return "Input", "[" + strings.Repeat("[],", n/3) + `{}]` },
	"a late fault": func(n int) (string, string) {
		return "Input", "[" + strings.Repeat(`{"type":"text","text":""},`, n/26) + `{}]`
	},
	"a faulty text": func(n int) (string, string) {
		return "Input", "[" + strings.Repeat(`{"text":"","type":"text"},`, n/26) + `]`
	},
	"escapes": func(n int) (string, string) { return "Input", `"` + strings.Repeat(`\ud83d`, n/6) + `"` },
	"digits":  func(n int) (string, string) { return "Status", `{"share":0.` + strings.Repeat("1", n) + `,"share":1}` },
	"message back to front": func(n int) (string, string) {
		return "Message", `{"params":` + nested(490, n/490) + `,"method":"event"}`
	},
}

// Reading takes linear time whatever the text: four times the text may not take
// much more than four times as long.
func TestHostileTextsAreLinear(t *testing.T) {
	tier.Slow(t)
	const small, large = 20_000, 160_000
	for name, grow := range growths {
		t.Run(name, func(t *testing.T) {
			typ, a := grow(small)
			_, b := grow(large)
			const attempts = 12 // a busy machine may slow any of them down
			short, long := time.Hour, time.Hour
			for attempt := range attempts {
				short, long = min(short, fastest(typ, a)), min(long, fastest(typ, b))
				perByte := (float64(long) / float64(len(b))) / (float64(short) / float64(len(a)))
				if perByte < 2.5 {
					break
				}
				if attempt == attempts-1 {
					t.Errorf("a byte takes %.1f times as long in %d bytes (%v) as in %d (%v)", perByte, len(b), long, len(a), short)
				}
			}
			if _, err := sample.Reencode(typ, codec.Options{}, []byte(a)); err != nil && len(err.Error()) > 300 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
		})
	}
}

// fastest returns the shortest of a few times that text took to read.
func fastest(typ, text string) time.Duration {
	best := time.Hour
	for range 4 {
		start := time.Now()
		_, _ = sample.Reencode(typ, codec.Options{}, []byte(text))
		best = min(best, time.Since(start))
	}
	return best
}

// Reading takes at most a few times the text in memory.
func TestHostileTextsTakeLittleMemory(t *testing.T) {
	for name, grow := range growths {
		typ, text := grow(1 << 20)
		data := []byte(text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := sample.Protocol.Verify(typ, data, codec.Options{})
		runtime.ReadMemStats(&after)
		if ratio := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(data)); ratio > 20 {
			t.Errorf("%s: %.1f times the text was allocated (%v)", name, ratio, err)
		}
	}
}
