package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// A sight is what one version makes of a witness: as a value of its type or a message of
// any side, and as a message of the side that sends it. A view has in Written what the value
// is, in Second the name of an error, in Answer what is unknown (see unknownTo), and in Check
// that a message is "unknown", of an undeclared method, or "ignored".
type sight struct {
	read, view, ofRole, roleView answer
	unfit                        bool // the write schema refuses it; only of the version that reads
}

// refused is the error of a witness, as the reader of its type says it, or of the messages of a side.
func (s *sight) refused() string {
	if s.read.Error != "" {
		return s.read.Error
	}
	return s.ofRole.Error
}

// unread says whether a message is one of an undeclared method, or is ignored.
func (s *sight) unread() string {
	if s.view.Check != "" {
		return s.view.Check
	}
	return s.roleView.Check
}

// The ways of a loss that both strict reading and the write schema see.
const (
	dropped = "dropped"
	kept    = "kept as unknown"
)

// judge says how a reader shows a verdict, or what is wrong: own is what the version makes of
// the witness that writes it, and other what the other version makes of it.
func judge(v compare.Verdict, own, other sight) (seen, wrong string) {
	w := v.Witness
	if err := other.refused(); v.Level != compare.Break && err != "" {
		return "", "it is refused: " + err
	}
	switch v.Level {
	case compare.Break:
		switch {
		case other.read.Error == w.Effect && w.Effect != "":
			return "refused, in the words of the finding", ""
		case other.read.Error != "":
			return "", "it is refused in other words: " + other.read.Error
		case other.ofRole.Error != "":
			return "refused from that side", ""
		case strings.HasPrefix(other.read.Dropped, w.Path+" | "+strings.TrimPrefix(w.Effect, w.Path+": ")):
			return "passed over, in the words of the finding", ""
		case other.read.Dropped != "":
			return "", "something else is passed over: " + other.read.Dropped
		case other.unread() != "" && other.unread() != own.unread():
			return other.unread() + ", so that it is not done", ""
		}
		return "", "it is accepted"
	case compare.Loss:
		switch {
		case other.read.Dropped != "":
			return "passed over", ""
		case other.unread() != "" && other.unread() != own.unread():
			return other.unread(), ""
		case lacks(w.Text, other.read.Written) && other.read.Written != own.read.Written: // an older name is written as that of today
			return dropped, ""
		case unknownTo(own.view.Answer, other.view.Answer):
			return kept, ""
		case other.view.Second != own.view.Second:
			return "an undeclared error", ""
		case other.unfit:
			return "kept, and only the write schema tells", ""
		case own.view.Written != other.view.Written:
			return "kept in another place", ""
		}
		return "", "nothing is lost"
	}
	switch {
	case !sameJSON(own.read.Written, other.read.Written):
		return "another text is written", ""
	case other.view.Second != own.view.Second:
		return "another error", ""
	case own.view.Written != other.view.Written:
		return "another value", ""
	}
	return "", "it is the same value"
}

// unknownTo reports whether one version knows what is unknown to the other: in Go, strict
// reading finds it in what the other one reads; in TypeScript, a variant is one of
// the union in the one version, and not in the other.
func unknownTo(own, other string) bool {
	for line := range strings.Lines(other) {
		known, no := strings.CutSuffix(line, " false\n")
		if no && strings.Contains("\n"+own, "\n"+known+" true\n") {
			return true
		}
	}
	return own == "" && other != "" && !strings.Contains(other, " isKnown")
}

// sameJSON reports whether two texts are the same value.
func sameJSON(a, b string) bool {
	return a == b || !lacks(a, b) && !lacks(b, a)
}

// lacks reports whether a text of JSON lacks something that another one has.
func lacks(text, other string) bool {
	var x, y any
	if decodeExact(text, &x) != nil || decodeExact(other, &y) != nil {
		return true
	}
	return lacking(x, y)
}

// decodeExact decodes a text of JSON with its numbers as they are spelled.
func decodeExact(text string, to *any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return d.Decode(to)
}

func lacking(x, y any) bool {
	switch x := x.(type) {
	case map[string]any:
		y, ok := y.(map[string]any)
		for key, v := range x {
			w, has := y[key]
			if !ok || !has || lacking(v, w) {
				return true
			}
		}
		return !ok
	case []any:
		y, ok := y.([]any)
		if !ok || len(y) < len(x) {
			return true
		}
		for i := range x {
			if lacking(x[i], y[i]) {
				return true
			}
		}
		return false
	}
	return x != y
}

// hasPath reports whether a text of JSON has a value at a path, as errors spell it.
func hasPath(text, path string) bool {
	var v any
	return decodeExact(text, &v) == nil && reaches(v, "", path)
}

var plainKey = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

func reaches(v any, here, path string) bool {
	if here == path {
		return true
	}
	switch v := v.(type) {
	case map[string]any:
		for key, x := range v {
			next := here + "." + key
			if !plainKey.MatchString(key) {
				next = here + "[" + model.Quote(key) + "]"
			} else if here == "" {
				next = key
			}
			if reaches(x, next, path) {
				return true
			}
		}
	case []any:
		for i, x := range v {
			if reaches(x, fmt.Sprintf("%s[%d]", here, i), path) {
				return true
			}
		}
	}
	return false
}
