package contest

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/bench/corpus"
	"github.com/wiregen/wiregen/gen/go/wire"
)

// TestAgree checks that every contestant reads every line, in every form, to the values
// that the generated package reads, and writes it so that it means the same.
func TestAgree(t *testing.T) {
	traffic := corpus.Traffic(1, corpus.Size)
	if testing.Short() {
		traffic = traffic[:len(traffic)/10]
	}
	sets := append(corpus.Singles(), corpus.Strings()...)
	for _, form := range corpus.Forms {
		set := corpus.Sets(traffic, form)[0]
		set.Name += ", " + string(form)
		sets = append(sets, set)
		for _, s := range corpus.Singles() {
			set := corpus.Set{Name: s.Name + ", " + string(form)}
			for _, line := range s.Lines {
				set.Lines = append(set.Lines, form.Write(line))
			}
			sets = append(sets, set)
		}
	}
	for _, c := range All() {
		t.Run(c.Name, func(t *testing.T) {
			for _, set := range sets {
				agree(t, c, set)
			}
		})
	}
}

func agree(t *testing.T, c Contestant, set corpus.Set) {
	t.Helper()
	for i, line := range set.Lines {
		want, err := wire.DecodeMessage(line)
		if err != nil {
			t.Fatal(err)
		}
		if lacks(c, want) {
			continue
		}
		v, err := c.Decode(slices.Clone(line))
		if err != nil {
			t.Fatalf("%s, line %d: %v\n%s", set.Name, i, err, line)
		}
		if c.Name == FlatName {
			agreeFlat(t, v.(*Flat), line)
		} else if c.Name != Wiregen {
			got, err := toWire(v)
			if err != nil {
				t.Fatalf("%s, line %d: %v\n%s", set.Name, i, err, line)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, line %d\n%s\nwas read as\n%s", set.Name, i, line, wire.AppendMessage(nil, got))
			}
		}
		text, err := c.Encode(nil, v)
		if err != nil {
			t.Fatalf("%s, line %d: %v\n%s", set.Name, i, err, line)
		}
		if c.Name == FlatName { // without nulls
			if got, want := bare(t, text), bare(t, line); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, line %d\n%s\nwas written as\n%s", set.Name, i, line, text)
			}
			continue
		}
		got, err := wire.DecodeMessage(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s, line %d\n%s\nwas written as\n%s", set.Name, i, line, text)
		}
	}
}

func lacks(c Contestant, m wire.Message) bool {
	r, ok := m.(*wire.RequestMessage)
	return ok && slices.Contains(c.Lacks, string(r.Params.RequestType()))
}

// agreeFlat compares without the members that are null, empty, zero or false, which a
// flat struct does not tell from absent ones.
func agreeFlat(t *testing.T, v *Flat, line []byte) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := bare(t, text), bare(t, line); !reflect.DeepEqual(got, want) {
		t.Fatalf("%s\nwas read as\n%s", line, text)
	}
}

func bare(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return strip(v)
}

func strip(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if member = strip(member); member == nil {
				delete(v, name)
			} else {
				v[name] = member
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = strip(v[i])
		}
		if len(v) == 0 {
			return nil
		}
	case string:
		if v == "" {
			return nil
		}
	case float64:
		if v == 0 {
			return nil
		}
	case bool:
		if !v {
			return nil
		}
	}
	return v
}

// TestKept checks that what a contestant read does not change when it reads the next line
// into the same memory, as a reader of a stream does.
func TestKept(t *testing.T) {
	traffic := corpus.Traffic(1, 1<<20)
	for _, c := range All() {
		if c.Name == Wiregen || c.Name == FlatName {
			continue
		}
		buf := make([]byte, 0, 1<<18)
		for _, m := range traffic {
			buf = append(buf[:0], m.Line...)
			v, err := c.Decode(buf)
			if err != nil {
				t.Fatal(err)
			}
			for i := range buf {
				buf[i] = 'x'
			}
			want, _ := wire.DecodeMessage(m.Line)
			if got, err := toWire(v); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: a value changed with the line", c.Name)
				break
			}
		}
	}
}

// TestUTF8 checks which contestants notice invalid UTF-8.
func TestUTF8(t *testing.T) {
	line := []byte(`{"jsonrpc":"2.0","method":"event","params":{"type":"ContentPart","payload":{"type":"text","text":"` + "\xff" + `"}}}`)
	for _, c := range All() {
		v, err := c.Decode(slices.Clone(line))
		noticed := err != nil
		if !noticed && c.Name != FlatName {
			m, err := toWire(v)
			noticed = err == nil && m.(*wire.EventMessage).Params.(*wire.ContentPartEvent).Payload.(*wire.TextPart).Text == "\ufffd"
		}
		if noticed != c.UTF8 {
			t.Errorf("%s: UTF-8 is checked: %v, not %v", c.Name, noticed, c.UTF8)
		}
	}
}
