package interp

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Progress reads a kind of progress of a request in a notification. Both are messages
// in normal form. About reports whether the notification is about the request: both
// have a token, and the same.
func (r *Reader) Progress(x *model.Progress, request, notification *Value) (got Reading, about bool) {
	asked, told := r.Parts(request), r.Parts(notification)
	token, again := Token(x, &asked), TokenAgain(x, &told)
	if token == nil || again == nil || !same(token, again) {
		return Reading{}, false
	}
	return r.ProgressIn(x, &told), true
}

// Token returns the token of a request for a kind of progress; nil if it has none.
func Token(x *model.Progress, request *Parts) *Value {
	return tokenAt(strings.Split(x.Token, ".")[1:], request.Params, x.Of.Params)
}

// TokenAgain returns the token in a notification about a kind of progress; nil if that is
// another message.
func TokenAgain(x *model.Progress, notification *Parts) *Value {
	if name := notification.Method; name == nil || name.Text != x.Method.Name || notification.ID != nil || notification.IsResponse {
		return nil
	}
	return tokenAt([]string{x.As}, notification.Params, x.Method.Params)
}

func tokenAt(path []string, v *Value, t model.Type) *Value {
	for _, name := range path {
		v, t, _ = enter(v, t, "", name)
	}
	if v == nil || v.Kind == model.NullValue {
		return nil
	}
	return v
}

// ProgressIn reads the progress in a notification, whatever its token.
func (r *Reader) ProgressIn(x *model.Progress, notification *Parts) Reading {
	v, t, path := notification.Params, x.Method.Params, Inside("", notification.Names.Params)
	if x.Value != "" {
		v, t, path = enter(v, t, path, x.Value)
	}
	if model.Resolve(t) == model.Resolve(x.Payload) {
		return Reading{Value: v}
	}
	p := r.pass()
	out, err := p.value(x.Payload, v, path)
	return p.reading(out, err)
}

// enter is the member called name of v, a value of t at path, with its type and path.
// A parameter by position has a name too.
func enter(v *Value, t model.Type, path, name string) (member *Value, of model.Type, here string) {
	switch t := model.Plain(t).(type) {
	case *model.Struct:
		return v.At(name), t.Field(name).Type, Inside(path, name)
	case *model.Tuple:
		i := slices.IndexFunc(t.Items, func(item *model.Item) bool { return item.Name == name })
		if v != nil && i < len(v.Items) {
			member = v.Items[i]
		}
		return member, t.Items[i].Type, at(path, i)
	}
	panic("meaning: a path leads through " + t.String())
}
