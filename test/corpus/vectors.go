// Package corpus compares readers with recorded messages. From the vectors of a
// protocol (one JSON object per line, with the result of the original implementation
// for each message) and the list of deliberate differences it makes cases for a
// reader, and a verdict on each of its answers. It reads no files, starts no processes
// and does not depend on a reader: tests provide those.
package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A Vector is one recorded message.
type Vector struct {
	ID     string          `json:"id"`
	Kind   string          `json:"kind"`
	Type   string          `json:"type"` // what the input is a value of, for the kind "type"
	Input  json.RawMessage `json:"input"`
	Bytes  string          `json:"input_hex"` // the input, if it is not JSON
	Expect Expect          `json:"expect"`
}

// Expect is the result of the original implementation for a message.
type Expect struct {
	Result string          `json:"result"` // roundtrip | valid | invalid; or the type of the answer
	Normal json.RawMessage `json:"normal"` // what it writes after reading, when it reads
	Class  string          `json:"class"`  // event | request; or ""
	Shape  string          `json:"shape"`  // request | notification | result | error; or ""

	// The error that answers a call.
	Error    json.RawMessage `json:"error"` // its code, or, for a frame, its name
	DataKind string          `json:"data_kind"`
	ID       *string         `json:"id"`
}

// Parse reads vectors, one on each line.
func Parse(data []byte) ([]Vector, error) {
	var out []Vector
	for i, line := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var v Vector
		if err := json.Unmarshal(line, &v); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		if v.ID == "" || v.Kind == "" || v.Input == nil && v.Bytes == "" {
			return nil, fmt.Errorf(`line %d: a vector needs "id", "kind" and an input`, i+1)
		}
		out = append(out, v)
	}
	return out, nil
}
