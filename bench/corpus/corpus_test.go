package corpus

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/gen/go/wire"
)

// TestTraffic checks that the traffic has the shape that documents state of it.
func TestTraffic(t *testing.T) {
	traffic := Traffic(1, Size)
	again := Traffic(1, Size)
	count, size := map[Kind]float64{}, map[Kind]float64{}
	total, bytesOf, deltas, deltaBytes := 0.0, 0.0, 0.0, 0.0
	escapes, toolBytes := 0.0, 0.0
	for i, m := range traffic {
		if !bytes.Equal(m.Line, again[i].Line) {
			t.Fatalf("line %d differs between two runs", i)
		}
		n := float64(len(m.Line))
		count[m.Kind]++
		size[m.Kind] += n
		total++
		bytesOf += n
		if m.Kind.Delta() {
			deltas++
			deltaBytes += n
		}
		if m.Kind == Tool {
			escapes += escapesIn(m.Line)
			toolBytes += n
		}
	}
	within := func(what string, got, low, high float64) {
		t.Logf("%s: %.3g", what, got)
		if got < low || got > high {
			t.Errorf("%s: %.3g, want %.3g to %.3g", what, got, low, high)
		}
	}
	within("lines", total, 5000, 15000)
	within("share of text and think deltas", (count[Text]+count[Think])/total, 0.68, 0.72)
	within("share of parts of calls", count[CallPart]/total, 0.14, 0.16)
	within("share of status updates", count[Status]/total, 0.04, 0.06)
	within("share of tool results", count[Tool]/total, 0.04, 0.06)
	within("share of subagent events", count[Subagent]/total, 0.02, 0.04)
	within("share of approvals", count[Approval]/total, 0.015, 0.025)
	within("bytes of a delta", deltaBytes/deltas, 116, 122)
	within("share of tool results, by bytes", size[Tool]/bytesOf, 0.85, 0.9)
	within("bytes of tool results to an escape", toolBytes/escapes, 16, 18)
}

// TestForms checks that every form of a line means the same, and is another text.
func TestForms(t *testing.T) {
	for _, m := range Traffic(1, 1<<20) {
		for _, form := range Forms {
			line := form.Write(m.Line)
			v, err := wire.DecodeMessage(line)
			if err != nil {
				t.Fatalf("%s: %v: %s", form, err, line)
			}
			if got := wire.AppendMessage(nil, v); !bytes.Equal(got, m.Line) {
				t.Fatalf("%s means\n%s\nnot\n%s", form, got, m.Line)
			}
			if form != Canonical && bytes.Equal(line, m.Line) {
				t.Fatalf("%s does not change %s", form, line)
			}
		}
	}
}

func escapesIn(line []byte) float64 {
	return float64(bytes.Count(line, []byte(`\`)) - bytes.Count(line, []byte(`\\`)))
}

// TestStrings checks that the large strings are what their names say.
func TestStrings(t *testing.T) {
	every := map[string]float64{"code, 1 escape in 9": 9, "escape-heavy, 1 in 3": 3, `only \uXXXX`: 6}
	for _, set := range Strings() {
		line := set.Lines[0]
		if len(line) < 16<<10 || !utf8.Valid(line) {
			t.Errorf("%s: %d bytes", set.Name, len(line))
		}
		v, err := wire.DecodeMessage(line)
		if err != nil {
			t.Fatalf("%s: %v", set.Name, err)
		}
		text := v.(*wire.EventMessage).Params.(*wire.ContentPartEvent).Payload.(*wire.TextPart).Text
		got := 0.0
		if n := escapesIn(line); n > 0 {
			got = float64(len(line)) / n
		}
		t.Logf("%s: %d bytes, %d of text, %.1f to an escape", set.Name, len(line), len(text), got)
		if want := every[set.Name]; got < want*0.9 || got > want*1.1 {
			t.Errorf("%s: %.1f bytes to an escape, want %.0f", set.Name, got, want)
		}
	}
}
