package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/names"
	"github.com/wiregen/wiregen/internal/spec/syntax"
)

// progress sets the notification that reports the progress of a request.
func (c *collector) progress(out *model.Method, m *syntax.Method) {
	s := m.Progress
	if s == nil {
		return
	}
	if out.Notify {
		c.error(diag.ProgressOfNotify, s.Span, fmt.Sprintf("%q is a notification, which has no progress", out.Name), "remove it, or write params and result")
		return
	}
	switch by := c.method(s.Method); {
	case by == nil:
	case !by.Notify:
		c.error(diag.ProgressMethod, s.Method.Span, fmt.Sprintf("%q is a request, but progress is reported by a notification", by.Name), "declare it with notify")
	case by.Params == nil:
		c.error(diag.ProgressMethod, s.Method.Span, fmt.Sprintf("%q has no payload", by.Name), "declare its payload: notify: {token: string}")
	default:
		out.Progress = &model.Progress{Method: by, Token: s.Token.Text}
		if s.Payload != nil {
			c.spell(&out.Progress.Payload, names.Pascal(out.Name)+"Progress", s.Payload, nil, placeDoc("The progress of %s.", out.Name))
		}
	}
}

// progressToken checks that the path of the token leads to a string or an integer.
func progressToken(r report, m *model.Method, token syntax.Word) {
	roots := handshake(m)
	delete(roots, "result")
	expect(r, token, roots, textOrNumber, "but a token is a string or an integer", "name the member with the token")
}
