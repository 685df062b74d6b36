package specfuzz

import (
	"fmt"
	"slices"
	"strings"
)

// A Sweep is a spec that uses words as every kind of name. What is refused about one of them
// is answered as an author would: by a pin, or else without the name.
type Sweep struct {
	roles [2]string
	lines []string // of the spec; "%s" is the place of pins
	named []bool   // of lines: it is there for a word
	pins  []string // of lines
}

// NewSweep returns a spec in which the words are names of types, or of events if swapped is
// set, and also of fields, values of enums, variants, methods, errors, capabilities, features
// and roles. A type is a struct, an enum, a string or a union, in turn.
func NewSweep(words []string, roles [2]string, swapped bool) *Sweep {
	s := &Sweep{roles: roles}
	s.put("wiregen: 1", `protocol: {name: demo, version: "1"}`)
	s.put("roles: [" + quote(roles[0]) + ", " + quote(roles[1]) + "]")
	s.put("dialect: {batch: {max: 9}}", "defaults: {unknown: keep}", "types:", "  Plain_: {fields: {x: int}}")
	own, sent := words[:len(words)/2], words[len(words)/2:]
	if swapped {
		own, sent = sent, own
	}
	bodies := []string{"fields: {x: int, of: Plain_}", "enum: [a, b]", "type: string, max_length: 7", "type: string, max_length: 7, enforced: writer", "type: string, distinct: true",
		"union: {tag: kind}, variants: {a: {fields: {}}, b: {payload: Plain_}}", `type: "Plain_[]"`, "type: int"}
	for i, w := range own {
		s.name("  " + quote(w) + ": {%s" + bodies[i%len(bodies)] + "}")
	}
	s.each(words, "{%stype: int}", "  Fields_:", "    fields:")
	s.each(words, "{%sdoc: A value.}", "  Values_:", "    enum:")
	s.each(words, "{%sfields: {y: int}}", "  Tags_:", "    union: {tag: kind_}", "    variants:")
	s.each(words, "{%spayload: string}", "  Kept_:", "    union: {tag: type_, content: content_}", "    variants:")
	s.put("  Can_:", "    fields:")
	for _, w := range words {
		s.name("      " + quote(w+"?") + ": {%stype: bool}")
	}
	s.put("envelope: {name: Frame_, tag: type, content: payload}", "events:", "  First_: {fields: {}}")
	for _, w := range sent {
		s.name("  " + quote(w) + ": {%sfields: {x: int}}")
	}
	s.put("requests:", "  Asked_: {fields: {id: string}, id: payload.id, result: {ok: bool}}")
	s.put("errors:", "  STALE_: {code: 4000}")
	for i, w := range words {
		data := ""
		if i%2 == 0 {
			data = "data: {why: string}, "
		}
		s.name(fmt.Sprintf("  %s: {%%s%scode: %d}", quote(w), data, 5000+i))
	}
	from := func(i int) string { return quote(roles[i%2]) }
	s.put("methods:", "  hello_: {from: "+from(0)+`, params: {versions: "string[]", can: Can_, features: "string[]"}, result: {version: string, features: "string[]"}}`)
	s.put("  events_: {from: " + from(1) + ", notify: Frame_}")
	for i, w := range words {
		body := []string{"params: {x: int}, result: {ok: bool}", "notify: {x: int}", "params: Plain_, result: Plain_", "result: empty"}[i%4]
		gate := ""
		if i%4 == 1 {
			gate = fmt.Sprintf("gate: {feature: %s}, ", quote(w))
		}
		s.name(fmt.Sprintf("  %s: {%%sfrom: %s, %s%s}", quote(w), from(i), gate, body))
	}
	s.put("capabilities:", "  "+from(0)+": {type: Can_, at: params.can}")
	s.put("negotiation: {method: hello_, offer: params.versions, chosen: result.version, pick: highest, none: STALE_, features: {at: params.features}}")
	return s
}

func (s *Sweep) put(lines ...string) {
	for _, line := range lines {
		s.lines, s.named, s.pins = append(s.lines, line), append(s.named, false), append(s.pins, "")
	}
}

// name adds the line of a word, with %s for its pins.
func (s *Sweep) name(line string) {
	s.put(line)
	s.named[len(s.named)-1] = true
}

// each adds a line for each word, with the same body, below others.
func (s *Sweep) each(words []string, body string, above ...string) {
	s.put(above...)
	for _, w := range words {
		s.name("      " + quote(w) + ": " + body)
	}
}

// YAML returns the spec.
func (s *Sweep) YAML() string {
	out := slices.Clone(s.lines)
	for i := range out {
		if s.named[i] {
			out[i] = strings.Replace(out[i], "{%s", "{"+s.pins[i], 1)
		}
	}
	return strings.Join(out, "\n") + "\n"
}

// Refused is told that a name is refused at a line, which counts from 1: pinnable if another
// name in generated code would do. It reports whether it changed the spec.
func (s *Sweep) Refused(line int, pinnable bool) bool {
	i := line - 1
	switch {
	case i < 0 || i >= len(s.lines) || !s.named[i]:
		return false
	case pinnable && s.pins[i] == "":
		s.pins[i] = fmt.Sprintf("go: Pinned%d, ts: Pinned%d, ", i, i)
	default:
		s.lines, s.named, s.pins = slices.Delete(s.lines, i, i+1), slices.Delete(s.named, i, i+1), slices.Delete(s.pins, i, i+1)
	}
	return true
}

// Names returns how many names of words there are, and how many have pins.
func (s *Sweep) Names() (all, pinned int) {
	for i, named := range s.named {
		if named {
			all++
		}
		if s.pins[i] != "" {
			pinned++
		}
	}
	return all, pinned
}
