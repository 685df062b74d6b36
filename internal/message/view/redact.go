package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// redacted replaces what is hidden, as in the logs of generated code.
const redacted = "[redacted]"

// A redactor hides what is sensitive in the text of one entry. It goes through the text by
// the types that its values may have; a value of another shape is hidden whole if one of
// these types holds something sensitive. So is whatever the spec does not declare there, or in a
// message that readers refuse: it may be a misspelled name.
type redactor struct {
	*secrets
	*scan
	entry *verify.Entry

	out    []byte
	done   int // how much of the text is in out
	path   string
	hidden []string // the paths of what is hidden
}

// redact returns the text of an entry without what is sensitive, and the paths of what is
// hidden. whole says that nothing of the text is known, and so all of it is hidden.
func (s *secrets) redact(e *verify.Entry) (text []byte, hidden []string, whole bool) {
	if !s.some || len(e.Text) == 0 {
		return e.Text, nil, false
	}
	if e.What == verify.Unreadable || e.What == verify.Ignored {
		return nil, nil, true
	}
	r := &redactor{secrets: s, scan: newScan(e.Text), entry: e, path: e.Path}
	switch {
	case e.What != verify.Message:
		r.types(s.typesOf(e.Type), within(e.Type))
	case r.kind() != model.ObjectValue:
		return nil, nil, true
	default:
		r.members(func(key string) { r.within(key, func() { r.part(key) }) })
	}
	if len(r.hidden) == 0 {
		return e.Text, nil, false
	}
	return append(r.out, r.text[r.done:]...), r.hidden, false
}

// typesOf is a list of the row of a type; nil if it is not known.
func (s *secrets) typesOf(t model.Type) []int {
	if t == nil {
		return nil
	}
	return []int{s.rows.Ref(t).Type}
}

// hide hides the value here.
func (r *redactor) hide() {
	r.out = append(append(r.out, r.text[r.done:r.pos]...), `"`+redacted+`"`...)
	r.skip()
	r.done = r.pos
	r.hidden = append(r.hidden, r.path)
}

// within calls do for a member.
func (r *redactor) within(key string, do func()) {
	was := r.path
	r.path = interp.Inside(was, key)
	do()
	r.path = was
}

// part passes a member of a message.
func (r *redactor) part(key string) {
	e, d := r.entry, &r.rows.Dialect
	shape := lower.ResponseShape
	switch {
	case e.Response:
	case e.Row != nil:
		shape = e.Row.Shape
	case e.ID != "":
		shape = lower.RequestShape
	default:
		shape = lower.NotificationShape
	}
	members := d.MembersOf(shape)
	at := slices.IndexFunc(members, func(f lower.Field) bool { return f.Name == key || slices.Contains(f.FormerNames, key) })
	switch n := d.NamesOf(shape); {
	case key == "":
		r.hide()
	case at >= 0:
		r.types([]int{members[at].Type.Type}, r.marked(&members[at]))
	case !e.Response && key == n.Params:
		r.params()
	case e.Response && (key == n.Result || key == n.Data):
		r.result(key == n.Result, key == n.Data)
	case e.Response && key == n.Error && r.kind() == model.ObjectValue:
		r.members(func(key string) {
			r.within(key, func() {
				switch key {
				case "data":
					r.result(false, true)
				case "code", "message":
					r.skip()
				default:
					r.hide()
				}
			})
		})
	case key == n.ID, key == n.Method, key == n.OK, key == n.Words, key == "jsonrpc", d.Shapes != nil && key == d.Shapes.Key:
		r.skip()
	default:
		r.hide()
	}
}

// params passes the params of a call.
func (r *redactor) params() {
	call := r.entry.Row
	switch {
	case call == nil || call.Params == lower.NoType:
		r.hide()
	case call.Of.Sensitive:
		r.hide()
	case call.Positions && r.kind() == model.ListValue:
		fields := r.rows.At(call.Params).Struct.Fields
		r.items(func(i int) {
			r.at(i, func() {
				if i < len(fields) {
					r.types([]int{fields[i].Type.Type}, r.marked(&fields[i]))
				} else {
					r.hide()
				}
			})
		})
	default:
		types := []int{call.Params.Type}
		kinds := r.progress[call.Of]
		secret := within(call.Of.Params)
		for _, x := range kinds {
			if x.Value == "" {
				types, secret = append(types, r.typesOf(x.Payload)...), secret || within(x.Payload)
			}
		}
		if r.kind() != model.ObjectValue || secret || len(kinds) == len(types)-1 {
			r.types(types, secret)
			return
		}
		// A member that reports progress may be declared as any value.
		c := candidates{r: r}
		c.add(types, model.ObjectValue)
		r.members(func(key string) {
			r.within(key, func() {
				under, secret, declared := c.member(key)
				for _, x := range kinds {
					if x.Value == key {
						under, secret, declared = append(under, r.typesOf(x.Payload)...), secret || within(x.Payload), true
					}
				}
				r.value(under, secret, declared)
			})
		})
	}
}

// result passes a result, or the data of an error.
func (r *redactor) result(isResult, isData bool) {
	e := r.entry
	if e.Call == nil {
		r.hide() // it is not known what it answers
		return
	}
	call := r.rows.CallNamed(e.Call.Method)
	if call == nil || call.Of.Sensitive {
		r.hide()
		return
	}
	var types []int
	secret := false
	if isResult {
		for _, t := range e.Results {
			types, secret = append(types, r.typesOf(t)...), secret || within(t)
		}
	}
	if isData {
		for i := range r.rows.Errors {
			if x := &r.rows.Errors[i]; x.Data != lower.NoType {
				types, secret = append(types, x.Data.Type), secret || x.Of.Sensitive || within(x.Of.Data)
			}
		}
		if call.ErrorData != lower.NoType {
			types, secret = append(types, call.ErrorData.Type), secret || within(call.Of.ErrorData)
		}
	}
	r.types(types, secret || len(types) == 0)
}

// at calls do for an item.
func (r *redactor) at(i int, do func()) {
	was := r.path
	r.path = was + "[" + strconv.Itoa(i) + "]"
	do()
	r.path = was
}

// types passes a value of one of some types.
func (r *redactor) types(types []int, secret bool) { r.value(types, secret, true) }

// value passes a value of one of some types. Without a type it may be any value if it is
// declared, or nothing is known of it.
func (r *redactor) value(types []int, secret, declared bool) {
	if secret {
		r.hide()
		return
	}
	if len(types) == 0 {
		if declared {
			r.skip()
		} else {
			r.hide()
		}
		return
	}
	reaches := false
	for _, t := range types {
		if r.own[t] {
			r.hide()
			return
		}
		reaches = reaches || r.reach[t]
	}
	kind := r.kind()
	if kind == model.NullValue || !reaches && r.entry.Valid {
		r.skip()
		return
	}
	c := candidates{r: r}
	c.add(types, kind)
	switch {
	case c.secret, len(c.list) == 0 && (reaches || !r.entry.Valid && (kind == model.ObjectValue || kind == model.ListValue)):
		r.hide()
	case len(c.list) == 0:
		r.skip()
	case kind == model.ObjectValue:
		r.members(func(key string) {
			r.within(key, func() { r.value(c.member(key)) })
		})
	case kind == model.ListValue:
		r.items(func(i int) {
			r.at(i, func() { r.value(c.item(i)) })
		})
	default:
		r.skip()
	}
}

// covers returns the path of what is hidden at a path, or around it.
func covers(hidden []string, path string) (h string, ok bool) {
	for _, h := range hidden {
		if rest, ok := strings.CutPrefix(path, h); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return h, true
		}
	}
	return "", false
}
