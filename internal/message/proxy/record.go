package proxy

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// record records an item as a line that verify reads: a message that is JSON as such,
// another text as a string or, if that would be larger or would not be the same, as base64.
// In place of what was not kept, or would look valid without its frame, the line says what the
// fault is, which is as faulty.
func (c *Checker) record(it item, isJSON bool) {
	if c.opt.Record == nil {
		return
	}
	role, _ := json.Marshal(c.proto.Roles[it.side])
	line := append(append([]byte(`{"dir":`), role...), `,"time":`...)
	line = strconv.AppendInt(line, it.time, 10)
	switch {
	case it.fault == blank:
		line = append(line, `,"line":""`...)
	case it.fault != "" && (len(it.text) == 0 || json.Valid(it.text)):
		line = append(append(line, `,"line":`...), quoted(it.fault)...)
	case isJSON:
		line = append(line, `,"msg":`...)
		for _, b := range it.text {
			if b == '\n' || b == '\r' {
				b = ' ' // in JSON a line ends only between values
			}
			line = append(line, b)
		}
	default:
		line = appendText(line, it.text)
	}
	c.opt.Record(append(line, "}\n"...))
}

func appendText(line, text []byte) []byte {
	if utf8.Valid(text) {
		if q := quoted(string(text)); len(q) <= len(text)/3*4+100 {
			return append(append(line, `,"line":`...), q...)
		}
	}
	line = append(line, `,"base64":"`...)
	return append(base64.StdEncoding.AppendEncode(line, text), '"')
}

// quoted is a text as JSON.
func quoted(text string) []byte {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return out
}
