package corpus

import (
	"encoding/json"
	"fmt"
)

// A Place says as what the value of a vector is read.
type Place struct {
	Type          string // name in the spec
	Before, After string // text of the message around the value, if it is a part of one
}

func (p Place) around(value json.RawMessage) string { return p.Before + string(value) + p.After }

// TypedCases returns the cases of the vectors of the kind "type". A type without a
// place is called the same in the spec. Kept are the vectors with content that is kept
// unread. Every difference must be one of these vectors, and must differ.
func TypedCases(vectors []Vector, differences []Difference, places map[string]Place, kept ...string) ([]Case, error) {
	listed := make(map[string]Difference)
	for _, d := range differences {
		listed[d.ID] = d
	}
	unread := make(map[string]bool)
	for _, id := range kept {
		unread[id] = true
	}
	var out []Case
	for _, v := range vectors {
		if v.Kind != "type" {
			continue
		}
		if v.Expect.Result != "valid" && v.Expect.Result != "invalid" {
			return nil, fmt.Errorf("%s: the result is %q, must be valid or invalid", v.ID, v.Expect.Result)
		}
		place, ok := places[v.Type]
		if !ok {
			place.Type = v.Type
		}
		want := Want{Accepted: v.Expect.Result == "valid", Normal: v.Expect.Normal, Kept: unread[v.ID]}
		if d, ok := listed[v.ID]; ok {
			if !d.differs(v) {
				return nil, fmt.Errorf("%s: listed as a difference, but is none", v.ID)
			}
			want = Want{Accepted: d.Result == "valid", Normal: d.Normal, Unfit: d.Unfit, Kept: d.Kept}
			delete(listed, v.ID)
		}
		if want.Normal != nil {
			want.Normal = json.RawMessage(place.around(want.Normal))
		}
		delete(unread, v.ID)
		out = append(out, Case{Vector: v.ID, Kind: v.Kind, Type: place.Type, Text: place.around(v.Input), Want: want})
	}
	for id := range unread {
		return nil, fmt.Errorf("%s: said to be kept, but there is no such vector", id)
	}
	for id := range listed {
		return nil, fmt.Errorf("%s: listed as a difference, but there is no such vector", id)
	}
	return out, nil
}
