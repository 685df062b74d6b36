package sessions

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// given are the tokens of the requests of a session, as JSON, with the kinds of progress
// that they ask for.
type given map[string][]*model.Progress

// give notes the tokens of a request.
func (g given) give(p *model.Protocol, parts *interp.Parts) {
	for _, m := range p.Methods {
		if parts.Method == nil || m.Name != parts.Method.Text {
			continue
		}
		for _, kind := range m.Progress {
			if token := interp.Token(kind, parts).Written(); token != "" {
				g[token] = append(g[token], kind)
			}
		}
	}
}

// misreported reports whether a message repeats a token with progress that none of the
// requests which gave it can read.
func (g given) misreported(reader *interp.Reader, parts *interp.Parts) bool {
	isProgress := false
	for token, kinds := range g {
		for _, kind := range kinds {
			if parts.Method == nil || kind.Method.Name != parts.Method.Text || interp.TokenAgain(kind, parts).Written() != token {
				continue
			}
			if reader.ProgressIn(kind, parts).Err == nil {
				return false
			}
			isProgress = true
		}
	}
	return isProgress
}

// progress are the settings of a notification that reports progress of a request of the
// session; none for other methods, and sometimes.
func (r *run) progress(method string) []sample.Setting {
	var tokens []string
	for token, kinds := range r.given {
		if slices.ContainsFunc(kinds, func(k *model.Progress) bool { return k.Method.Name == method }) {
			tokens = append(tokens, token)
		}
	}
	if len(tokens) == 0 || r.rand.IntN(4) == 0 {
		return nil
	}
	slices.Sort(tokens)
	token := tokens[r.rand.IntN(len(tokens))]
	kinds := slices.DeleteFunc(slices.Clone(r.given[token]), func(k *model.Progress) bool { return k.Method.Name != method })
	kind := kinds[r.rand.IntN(len(kinds))]
	set := []sample.Setting{{Path: []string{kind.As}, JSON: token}}
	if kind.Value != "" {
		set = append(set, sample.Setting{Path: []string{kind.Value}, JSON: r.maker.Value(kind.Payload)})
	}
	return set
}
