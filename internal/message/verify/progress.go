package verify

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A given token is one that a request gave for a kind of progress. It is remembered
// beyond the answer, because progress may be reported after that.
type given struct {
	token string
	kind  *model.Progress
	from  lower.From // FromBoth if it is unknown which side sent the request
	old   bool       // it was forgotten
}

// tokens are those that requests gave. Each side chooses its tokens separately, and a
// recording does not say who sent a line, so several requests may have the same token.
type tokens struct {
	byToken map[string][]*given // the newest last
	count   int
	queue   []*given // forgotten ones are removed from time to time
}

const (
	maxTokens = 10_000
	maxSame   = 8 // requests with the same token
)

// add remembers what a request gave. The same tokens of older requests of its side are
// forgotten.
func (t *tokens) add(list []*given) {
	for _, g := range list {
		for _, x := range slices.Clone(t.byToken[g.token]) {
			if x.from == g.from && g.from != lower.FromBoth && !slices.Contains(list, x) {
				t.forget(x)
			}
		}
		t.byToken[g.token] = append(t.byToken[g.token], g)
		t.count++
		t.queue = append(t.queue, g)
		if same := t.byToken[g.token]; len(same) > maxSame {
			t.forget(same[0])
		}
	}
	if len(t.queue) > 2*t.count+100 {
		t.queue = slices.DeleteFunc(t.queue, func(g *given) bool { return g.old })
	}
	for t.count > maxTokens {
		g := t.queue[0]
		if t.queue = t.queue[1:]; !g.old {
			t.forget(g)
		}
	}
}

func (t *tokens) forget(g *given) {
	g.old = true
	t.count--
	list := slices.DeleteFunc(t.byToken[g.token], func(x *given) bool { return x == g })
	if t.byToken[g.token] = list; len(list) == 0 {
		delete(t.byToken, g.token)
	}
}

// gives remembers the tokens of a request.
func (v *Verifier) gives(m *messageInfo) {
	if m.call == nil || len(m.call.Of.Progress) == 0 {
		return
	}
	var list []*given
	for _, x := range m.call.Of.Progress {
		if token := v.tokenOf(m, strings.Split(x.Token, ".")[1:], func() *interp.Value { return interp.Token(x, v.whole(m)) }); token != "" {
			list = append(list, &given{token: token, kind: x, from: m.call.From})
		}
	}
	v.tokens.add(list)
}

// progress reads what a notification reports as the progress of the request that gave
// its token.
func (v *Verifier) progress(m *messageInfo, path string) {
	var found []*given
	hasToken := false
	for _, x := range v.reporters[m.method] {
		token := v.tokenOf(m, []string{x.As}, func() *interp.Value { return interp.TokenAgain(x, v.whole(m)) })
		if token == "" {
			continue
		}
		hasToken = true
		for _, g := range v.tokens.byToken[token] {
			if g.kind.Method == x.Method && g.kind.As == x.As {
				found = append(found, g)
			}
		}
	}
	switch {
	case len(found) > 0:
		v.result.Progress++
		v.judge(v.anyProgress(found, v.whole(m)), path)
	case hasToken:
		v.result.Stray++
	}
}

// tokenOf is a token in the params of a message, as JSON; "" if there is none. It is looked
// up in all parts of the message only if it must be.
func (v *Verifier) tokenOf(m *messageInfo, path []string, whole func() *interp.Value) string {
	if found, ok := v.peek(m, path); ok {
		return string(found)
	}
	return whole().Written()
}

// anyProgress reads a notification as the first of some kinds of progress that accepts
// it, the newest first, or else as the newest.
func (v *Verifier) anyProgress(found []*given, m *interp.Parts) interp.Reading {
	var newest interp.Reading
	for i, g := range slices.Backward(found) {
		got := v.reader.ProgressIn(g.kind, m)
		if got.Err == nil {
			return got
		}
		if i == len(found)-1 {
			newest = got
		}
	}
	return newest
}

// reporters are the notifications that report progress, by name, each once for every
// member that repeats a token.
func reporters(p *model.Protocol) map[string][]*model.Progress {
	out := make(map[string][]*model.Progress)
	for _, m := range p.Methods {
		for _, x := range m.Progress {
			list := out[x.Method.Name]
			if !slices.ContainsFunc(list, func(o *model.Progress) bool { return o.As == x.As }) {
				out[x.Method.Name] = append(list, x)
			}
		}
	}
	return out
}
