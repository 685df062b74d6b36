package sessions

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// A given token is one that a request of the session gave for a kind of progress.
type given struct {
	token string // as JSON
	kind  *model.Progress
}

// give notes the tokens of a message, if it is a request with progress.
func (r *run) give(parts *interp.Parts) {
	if parts.Method == nil {
		return
	}
	x := r.rows.CallNamed(parts.Method.Text)
	if x == nil {
		return
	}
	for _, kind := range x.Of.Progress {
		if token := interp.Token(kind, parts).Written(); token != "" {
			r.given = append(r.given, given{token, kind})
		}
	}
}

// misreports reports whether a message repeats a token with progress that none of the
// requests which gave it can read.
func (r *run) misreports(parts *interp.Parts) bool {
	isProgress := false
	for _, g := range r.given {
		if interp.TokenAgain(g.kind, parts).Written() != g.token {
			continue
		}
		if r.reader.ProgressIn(g.kind, parts).Err == nil {
			return false
		}
		isProgress = true
	}
	return isProgress
}

// progress are the settings of a notification that reports progress of a request of the
// session; none for other methods, and sometimes.
func (r *run) progress(method string) []sample.Setting {
	list := slices.DeleteFunc(slices.Clone(r.given), func(g given) bool { return g.kind.Method.Name != method })
	if len(list) == 0 || r.rand.IntN(4) == 0 {
		return nil
	}
	g := list[r.rand.IntN(len(list))]
	set := []sample.Setting{{Path: []string{g.kind.As}, JSON: g.token}}
	if g.kind.Value != "" {
		set = append(set, sample.Setting{Path: []string{g.kind.Value}, JSON: r.maker.Value(g.kind.Payload)})
	}
	return set
}
