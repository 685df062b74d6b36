package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A Difference is a vector to which our readers deliberately give another answer
// than the original.
type Difference struct {
	ID       string          `json:"id"`       // of the vector
	Original string          `json:"original"` // what the original does, in words
	Ours     string          `json:"ours"`     // what we do, in words
	Reason   string          `json:"reason"`
	Result   string          `json:"result"` // ours: valid | invalid
	Normal   json.RawMessage `json:"normal"` // ours: what is written after reading, when it is valid
	Unfit    string          `json:"unfit"`  // ours: why it may not be written, although it is read
	Kept     bool            `json:"kept"`   // the message has content that is kept unread, which current writers must not write
}

// ParseDifferences reads the list of deliberate differences.
func ParseDifferences(data []byte) ([]Difference, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var out []Difference
	if err := dec.Decode(&out); err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	for _, d := range out {
		switch {
		case seen[d.ID]:
			return nil, fmt.Errorf("%s: listed twice", d.ID)
		case d.Original == "" || d.Ours == "" || d.Reason == "":
			return nil, fmt.Errorf(`%s: needs "original", "ours" and "reason"`, d.ID)
		case d.Result != "valid" && d.Result != "invalid":
			return nil, fmt.Errorf(`%s: result is %q, must be "valid" or "invalid"`, d.ID, d.Result)
		case (d.Result == "valid") != (d.Normal != nil || d.Unfit != ""):
			return nil, fmt.Errorf(`%s: "normal" or "unfit" belongs to the result "valid", and to no other`, d.ID)
		}
		seen[d.ID] = true
	}
	return out, nil
}

// differs reports whether d is another answer than that of v.
func (d Difference) differs(v Vector) bool {
	if (d.Result == "invalid") != (v.Expect.Result == "invalid") {
		return true
	}
	return d.Result == "valid" && !equal(d.Normal, v.Expect.Normal)
}
