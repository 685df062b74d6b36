package check

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// progress sets the notifications that report the progress of a request.
func (c *collector) progress(out *model.Method, m *syntax.Method) {
	if len(m.Progress) > 0 && out.Notify {
		c.error(diag.ProgressOfNotify, m.Progress[0].Span, fmt.Sprintf("%q is a notification, which has no progress", out.Name), "remove it, or write params and result").
			Offers("remove it", diag.Step{Do: diag.Unset, At: m.Name.Span, Key: "progress"})
		return
	}
	seen := map[string]source.Span{}
	for _, s := range m.Progress {
		c.progressName(s, seen)
		switch by := c.method(s.Method); {
		case by == nil:
		case !by.Notify:
			c.error(diag.ProgressMethod, s.Method.Span, fmt.Sprintf("%q is a request, but progress is reported by a notification", by.Name), "declare it with notify").
				Repairable("", diag.Step{Do: diag.Rename, At: by.Span, Key: "params", Text: "notify"}, diag.Step{Do: diag.Unset, At: by.Span, Key: "result"})
		case by.Params == nil:
			c.error(diag.ProgressMethod, s.Method.Span, fmt.Sprintf("%q has no payload", by.Name), "declare its payload: notify: {token: string}")
		default:
			p := &model.Progress{Of: out, Name: model.MainProgress, Method: by, Token: s.Token.Text, Value: s.Value.Text}
			if !s.Name.IsZero() {
				p.Name = s.Name.Text
			}
			if s.Payload != nil {
				c.spell(&p.Payload, names.Pascal(out.Name)+progressLabel(p.Name), s.Payload, nil, placeDoc("The progress of %s.", out.Name))
			}
			out.Progress = append(out.Progress, p)
			c.progresses = append(c.progresses, progressDecl{s, p, out})
		}
	}
}

// progressLabel is the name of a kind of progress in the name of an inline type.
func progressLabel(name string) string {
	if name == model.MainProgress {
		return "Progress"
	}
	return names.Pascal(name) + "Progress"
}

// progressName checks the name of one of several kinds of progress.
func (c *collector) progressName(s *syntax.Progress, seen map[string]source.Span) {
	name, span := s.Name.Text, s.Name.Span
	switch {
	case s.Name.IsZero() && len(seen) > 0:
		return // the parser reported that
	case s.Name.IsZero():
		name, span = model.MainProgress, s.Span
	case !isWord(name):
		c.error(diag.ProgressName, span, fmt.Sprintf("%q cannot name a kind of progress", name), "write a word of ASCII letters, digits and _ that begins with a letter")
		return
	}
	label := names.Pascal(name)
	if first, twice := seen[label]; twice {
		c.error(diag.ProgressName, span, fmt.Sprintf("another kind of progress of this request is named %q", name), "write another name").
			WithRelated(first, "first named here")
		return
	}
	seen[label] = span
}

// A progressDecl is a kind of progress of a request, as it is declared.
type progressDecl struct {
	from *syntax.Progress
	out  *model.Progress
	of   *model.Method
}

// checkProgress checks where the token and the payload of progress are.
func checkProgress(d *draft) {
	for _, p := range d.progresses {
		d.checkOneProgress(p)
	}
}

func (d *draft) checkOneProgress(p progressDecl) {
	roots := handshake(p.of)
	delete(roots, "result")
	token := expect(d.report, p.from.Token, roots, textOrNumber, "but a token is a string or an integer", "name the member with the token")
	if token == nil || token == invalid {
		return
	}
	d.tokenIsOwn(p)
	payload := model.Plain(p.out.Method.Params)
	if payload == invalid {
		return
	}
	var parts map[string]model.Type
	var known []string
	if _, isUnion := payload.(*model.Union); !isUnion {
		parts, known = partsOf(payload)
	}
	d.repeatedToken(p, token, parts, known)
	d.progressValue(p, parts, known)
}

// tokenIsOwn checks that each request that has a token chose it, and that a path to
// it leads through structs alone.
func (d *draft) tokenIsOwn(p progressDecl) {
	steps := strings.Split(p.out.Token, ".")[1:]
	t := p.of.Params
	for i, step := range steps {
		if _, isUnion := model.Plain(t).(*model.Union); isUnion {
			d.error(diag.ProgressToken, p.from.Token.Span, fmt.Sprintf("%q is in a union, %q", step, t), "declare the token in the struct of the params, or in one within it")
			return
		}
		t = d.stepInto(p, t, steps, i)
	}
}

// stepInto is the type of a member on the way to a token, which has no default that
// sets it.
func (d *draft) stepInto(p progressDecl, t model.Type, steps []string, i int) model.Type {
	s, ok := model.Plain(t).(*model.Struct)
	if !ok {
		parts, _ := partsOf(model.Plain(t))
		return parts[steps[i]]
	}
	for _, f := range s.Fields {
		if f.Name != steps[i] {
			continue
		}
		if sets(f.Default, steps[i+1:]) {
			d.error(diag.ProgressToken, p.from.Token.Span, fmt.Sprintf("%q has a default, so that requests may have the same token", f.Name), "remove the default, and write ? after the name of the member if a request may have no token").
				WithRelated(f.Span, "the member is declared here")
		}
		return f.Type
	}
	return nil
}

// sets reports whether a default has a value at a path.
func sets(v *model.Value, path []string) bool {
	if v == nil || v.Kind == model.NullValue {
		return false
	}
	if len(path) == 0 {
		return true
	}
	for _, m := range v.Members {
		if m.Key == path[0] {
			return sets(&m.Value, path[1:])
		}
	}
	return false
}

// repeatedToken finds the member of the notification that repeats the token.
func (d *draft) repeatedToken(p progressDecl, token model.Type, parts map[string]model.Type, known []string) {
	last := p.out.Token[strings.LastIndexByte(p.out.Token, '.')+1:]
	if as := p.from.As; as.IsZero() {
		if p.out.As = last; parts[last] == nil {
			p.out.As = "token"
		}
		if parts[p.out.As] == nil {
			message := fmt.Sprintf("%q has no member %q that repeats the token", p.out.Method.Name, last)
			d.error(diag.ProgressToken, p.from.Method.Span, message, helpMembers("name the member with as:", known))
			return
		}
	} else if p.out.As = as.Text; parts[as.Text] == nil {
		d.advise(diag.ProgressToken, as.Span, fmt.Sprintf("%q has no member %q", p.out.Method.Name, as.Text), near(as.Span, as.Text, known, helpMembers("", known)))
		return
	}
	d.usesStep(p.from.As.Span, p.out.Method.Params, p.out.As)
	span, t := p.from.As.Span, parts[p.out.As]
	if p.from.As.IsZero() {
		span = p.from.Method.Span
	}
	const ids = model.Strings | model.Numbers
	switch {
	case t == invalid:
	case !textOrNumber(t):
		d.error(diag.ProgressToken, span, fmt.Sprintf("%q of %q is %q, but a token is a string or an integer", p.out.As, p.out.Method.Name, t), "name the member that repeats the token with as:")
	case lower.Reads(t)&lower.Reads(token)&ids == 0:
		d.error(diag.ProgressToken, span, fmt.Sprintf("%q of %q is %q, which never equals the token, %q", p.out.As, p.out.Method.Name, t, token), "declare both with the same type")
	}
}

func helpMembers(words string, known []string) string {
	if len(known) == 0 {
		return "declare the payload as a struct: notify: {token: string}"
	}
	return strings.TrimSpace(words + " there is " + strings.Join(known, ", "))
}

// progressValue finds the type of the progress in the notification.
func (d *draft) progressValue(p progressDecl, parts map[string]model.Type, known []string) {
	declared, span := p.out.Method.Params, p.from.Method.Span
	if value := p.from.Value; !value.IsZero() {
		span = value.Span
		d.usesStep(span, p.out.Method.Params, value.Text)
		switch declared = parts[value.Text]; {
		case declared == nil:
			d.advise(diag.ProgressValue, span, fmt.Sprintf("%q has no member %q", p.out.Method.Name, value.Text), near(span, value.Text, known, helpMembers("", known)))
			return
		case maybeAbsent(p.out.Method.Params, value.Text):
			d.error(diag.ProgressValue, span, fmt.Sprintf("%q of %q may be absent, but progress is always there", value.Text, p.out.Method.Name), "remove its ? or its default, or remove value: for the whole payload")
			return
		}
	}
	if p.from.Payload != nil {
		span = p.from.Payload.Span
	}
	given := p.out.Payload
	switch {
	case given == invalid || declared == invalid:
	case given == nil, sameType(given, declared):
		p.out.Payload = declared
	case !holds(declared, given):
		d.error(diag.ProgressValue, span, fmt.Sprintf("the payload is %q, but %s is declared as %q", given, p.place(), declared),
			"remove payload, or declare the member as any").
			Offers("remove payload", diag.Step{Do: diag.Drop, At: span, Key: "payload"})
		return
	}
	if constantType(p.out.Payload) {
		d.error(diag.ProgressValue, span, fmt.Sprintf("%s is always %q, which says nothing about the progress", p.place(), p.out.Payload), "name the member that holds the progress with value:")
	}
}

// place are words for where the payload is.
func (p progressDecl) place() string {
	if p.out.Value == "" {
		return fmt.Sprintf("the payload of %q", p.out.Method.Name)
	}
	return fmt.Sprintf("%q of %q", p.out.Value, p.out.Method.Name)
}

// maybeAbsent reports whether a member of params may be absent.
func maybeAbsent(params model.Type, name string) bool {
	switch t := model.Plain(params).(type) {
	case *model.Struct:
		for _, f := range t.Fields {
			if f.Name == name {
				return !f.Required()
			}
		}
	case *model.Tuple:
		for _, item := range t.Items {
			if item.Name == name {
				return item.Optional
			}
		}
	}
	return false
}

// holds reports whether a member keeps every value of the type given as it is.
func holds(declared, given model.Type) bool {
	s, ok := model.Resolve(declared).(*model.Scalar)
	return ok && (s.Kind == model.Any || s.Kind == model.Object && lower.Reads(given) == model.Objects)
}

// sameType reports whether two types without limits are the same.
func sameType(a, b model.Type) bool {
	a, b = model.Resolve(a), model.Resolve(b)
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *model.Nullable:
		b, ok := b.(*model.Nullable)
		return ok && sameType(a.Elem, b.Elem)
	case *model.List:
		b, ok := b.(*model.List)
		return ok && a.Limits == nil && b.Limits == nil && a.SkipBad == b.SkipBad && sameType(a.Elem, b.Elem)
	case *model.Map:
		b, ok := b.(*model.Map)
		return ok && a.Key == b.Key && a.Name == b.Name && sameType(a.Elem, b.Elem)
	case *model.Scalar:
		b, ok := b.(*model.Scalar)
		return ok && a.Limits == nil && b.Limits == nil && a.Kind == b.Kind
	}
	return false
}

// constantType reports whether a type has one value.
func constantType(t model.Type) bool {
	switch t := model.Plain(t).(type) {
	case *model.Literal:
		return true
	case *model.Scalar:
		return t.Kind == model.Null || t.Kind == model.Empty
	}
	return false
}
