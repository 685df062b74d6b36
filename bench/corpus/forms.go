package corpus

import (
	"bytes"
	"encoding/json"
)

// A Form is a way in which the same messages are written.
type Form string

// The forms of messages.
const (
	Canonical    Form = "canonical"     // as wiregen writes it
	Spaced       Form = "spaced"        // a space after each colon and comma, as Python writes it
	PayloadFirst Form = "payload first" // the payload of each envelope before its type
)

// Forms are all forms.
var Forms = []Form{Canonical, Spaced, PayloadFirst}

// Write returns a line, which is in canonical form, in another form.
func (f Form) Write(line []byte) []byte {
	switch f {
	case Spaced:
		return spaced(line)
	case PayloadFirst:
		return payloadFirst(line)
	}
	return line
}

// spaced adds a space behind colons and commas outside strings.
func spaced(line []byte) []byte {
	out := make([]byte, 0, len(line)+len(line)/8)
	quoted := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		out = append(out, c)
		switch {
		case quoted && c == '\\':
			i++
			out = append(out, line[i])
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ':' || c == ','):
			out = append(out, ' ')
		}
	}
	return out
}

// payloadFirst exchanges the members type and payload of all envelopes.
func payloadFirst(line []byte) []byte {
	var members []member
	for _, m := range membersOf(line) {
		if m.name == "params" || m.name == "event" {
			m.value = payloadFirst(m.value)
		}
		if m.name == "payload" {
			m.value = payloadFirst(m.value)
			members = append([]member{m}, members...)
			continue
		}
		members = append(members, m)
	}
	if members == nil {
		return line
	}
	out := []byte{'{'}
	for i, m := range members {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(append(out, '"'), m.name...), `":`...), m.value...)
	}
	return append(out, '}')
}

type member struct {
	name  string
	value []byte
}

// membersOf returns the members of an object in their order, or nil of any other value.
func membersOf(value []byte) []member {
	if value[0] != '{' {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(value))
	_, err := d.Token()
	var out []member
	for err == nil && d.More() {
		var name json.Token
		if name, err = d.Token(); err != nil {
			break
		}
		var raw json.RawMessage
		if err = d.Decode(&raw); err == nil {
			out = append(out, member{name.(string), raw})
		}
	}
	if err != nil {
		panic("corpus: a generated line is not JSON: " + err.Error())
	}
	return out
}
