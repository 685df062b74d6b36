package specfuzz

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Uses returns the choices of the language that a protocol has made, each once, in
// words, sorted.
func Uses(p *model.Protocol) []string {
	u := uses{}
	for _, d := range p.Decls {
		u.decl(d)
	}
	u.when(len(p.Extensions.Methods) > 0, "extensions of methods")
	u.when(len(p.Extensions.Methods) > 0 && len(p.Methods) > 0 && p.Dialect.Shapes != nil && p.Dialect.Shapes.Names != nil, "extensions of methods with shapes that name members")
	u.dialect(&p.Dialect)
	for _, f := range p.Dialect.AllMembers() {
		u.field("member", f)
		u.when(p.Dialect.Shapes != nil && p.Dialect.Shapes.Names != nil && exact(f.Type), "all digits in a member of one shape")
	}
	for _, m := range p.Methods {
		u.method(m)
	}
	for _, e := range p.Errors {
		u.when(e.Data != nil, "error with data")
		u.when(e.Data != nil && e.Sensitive, "sensitive error")
		u.when(e.Local, "error local")
		u.when(e.Message != e.Name, "error with a message")
	}
	for _, g := range p.Gates {
		u.add("gate", [...]string{"capability", "feature", "subscription"}[g.Kind])
		u.when(strings.Count(g.Name, ".") > 1 && g.Kind == model.ByCapability, "gate through a union")
	}
	u.session(p)
	for _, r := range p.Session {
		u.rules(r)
	}
	return slices.Sorted(maps.Keys(u))
}

// uses is the set of choices of a protocol.
type uses map[string]bool

func (u uses) add(what string, of ...any) {
	for _, o := range of {
		what += fmt.Sprint(" ", o)
	}
	u[what] = true
}

func (u uses) when(has bool, what string) {
	if has {
		u.add(what)
	}
}

func (u uses) session(p *model.Protocol) {
	u.add("versioning", p.Versioning)
	u.when(p.Journal != nil, "journal")
	u.when(len(p.Capabilities) > 0, "capabilities")
	if e := p.Envelope; e != nil {
		u.when(e.Events != nil, "events")
		u.when(e.Requests != nil, "requests")
	}
	u.when(p.Dialect.Error.Words != "", "words of refusals")
	u.when(p.Dialect.TooLarge != nil, "framing too_large")
	u.when(p.Dialect.Error.Fallback != nil, "fallback of error kinds")
	for _, e := range p.Errors {
		s, _ := model.Resolve(e.Data).(*model.Struct)
		u.when(s != nil && p.Dialect.Error.Identity == "data.kind", "struct as the data of an error kind")
		u.when(s == nil && e.Data != nil, "data of an error that is not a struct")
	}
	if n := p.Negotiation; n != nil {
		u.when(n.Offer != "", "negotiation of a version")
		u.when(n.Pick != "", "negotiation pick highest")
		u.when(n.Features != nil, "negotiation of features")
		u.when(n.None != nil, "negotiation none")
		u.when(n.Offer == "" && n.Features == nil, "negotiation of capabilities alone")
		u.when(n.First, "negotiation first")
		u.when(n.Early != nil, "negotiation early")
		u.when(n.Optional, "negotiation optional")
	}
}

func (u uses) rules(r *model.SessionRules) {
	u.when(r.Once != "", "session once "+r.Once)
	u.when(len(r.During) > 0, "session during")
	u.when(len(r.NotDuring) > 0, "session not_during")
	u.when(len(r.After) > 0, "session after")
	u.when(len(r.OrderedBefore) > 0, "session ordered_before")
	if x := r.SettledBy; x != nil {
		u.when(x.ID != "", "session settled_by with an id")
		u.when(x.ID == "", "session settled_by an answer")
	}
	if x := r.Cancel; x != nil {
		u.when(x.By == nil, "session cancel never")
		u.when(x.ID != "", "session cancel with an id")
		u.when(x.None, "session cancel without an answer")
		u.when(x.Error != nil, "session cancel with an error")
	}
	u.when(r.Timeout != nil, "session timeout")
	u.when(r.Resend != "", "session resend "+r.Resend)
	u.when(r.Replay, "session replay")
	u.when(r.Ends, "session ends")
	u.when(r.Error != nil, "session error")
	u.add("session enforced", r.Enforced)
	u.when(r.Of.Variant != nil, "session rules of an event or a request")
}

func (u uses) method(m *model.Method) {
	u.add("method from", [...]string{"client", "agent", "both"}[m.From])
	u.when(m.Notify, "notification")
	u.when(m.Sensitive, "sensitive method")
	u.when(m.Params == nil, "params none")
	u.when(m.ParamsOptional, "params optional")
	u.when(m.ResultOptional, "result optional")
	u.when(m.Positions, "params by position or name")
	u.when(m.ByVariant, "result by variant")
	u.progress(m)
	u.when(m.ErrorData != nil, "data of the errors of a method")
	u.when(m.Registration != nil, "registration")
	u.when(exact(m.ErrorData), "all digits in the data of the errors of a method")
	u.when(m.Registration != nil && exact(m.Registration.Options), "all digits in a registration")
	u.when(m.Replaces != nil, "method replaces")
	u.when(len(m.FormerNames) > 0, "method was")
	u.when(len(m.Errors) > 0, "method errors")
	for _, t := range m.Types() {
		u.typ(t)
	}
}

func (u uses) progress(m *model.Method) {
	u.when(len(m.Progress) > 0, "progress")
	u.when(len(m.Progress) > 1, "progress of several kinds")
	for _, p := range m.Progress {
		u.when(p.Name != model.MainProgress, "progress with a name")
		u.when(strings.Count(p.Token, ".") > 1, "progress with a token within a struct")
		u.when(p.As != p.Token[strings.LastIndexByte(p.Token, '.')+1:], "progress with another name of the token")
		u.when(p.Value == "", "progress that is all of a notification")
		u.when(p.Value != "", "progress in a member")
		u.typ(p.Payload)
		u.when(exact(p.Payload), "all digits in progress")
	}
}

func (u uses) decl(d model.Decl) {
	u.when(len(d.Info().Examples) > 0, "examples")
	u.when(d.Info().Sensitive, strings.Replace(fmt.Sprintf("sensitive %T", d), "*model.", "", 1))
	switch d := d.(type) {
	case *model.Struct:
		extra := [...]string{"ignore", "keep", "reject", "typed"}[d.Extra]
		u.add("extra", extra)
		u.when(len(d.Extensions) > 0, "extensions of keys")
		if d.ExtraType != nil {
			u.typ(d.ExtraType)
		}
		u.when(len(d.With) > 0, "mixin")
		u.when(slices.ContainsFunc(d.With, func(from *model.Struct) bool {
			return slices.ContainsFunc(from.Fields, func(f *model.Field) bool { own := d.Field(f.Name); return own != nil && own.Span != f.Span })
		}), "mixin with a field that is replaced")
		if d.Body != nil {
			u.add("body", extra)
			u.when(len(d.Extensions) > 0, "extensions of keys beside a body "+extra)
			u.when(len(d.Groups) > 0, "body present")
			u.when(len(d.Fields) > len(d.Body.Fields), "body beside common fields")
			u.when(slices.ContainsFunc(d.Body.Fields, func(f *model.Field) bool { return f.Tolerant }), "body on_error")
		}
		for _, g := range d.Groups {
			u.add("present", g.Rule.Words())
		}
		for _, f := range d.Fields {
			u.field("field", f)
		}
	case *model.Enum:
		kind := "string"
		if d.Integer {
			kind = "integer"
		}
		how := "closed"
		if d.Open {
			how = "open"
		} else if d.Fallback != nil {
			how = "fallback"
		}
		u.add("enum of", kind, how)
		u.when(len(d.Extensions) > 0, "extensions of values "+how)
		for _, v := range d.Values {
			u.when(len(v.FormerNames) > 0, "enum was")
		}
	case *model.Tuple:
		u.add("tuple")
		for _, item := range d.Items {
			u.when(item.Optional, "tuple item optional")
			u.typ(item.Type)
		}
	case *model.Alias:
		_, chained := d.Type.(*model.Alias)
		u.when(chained, "alias of an alias")
		u.add("alias")
		if d.Distinct {
			u.add("distinct", model.Resolve(d))
		}
		u.typ(d.Type)
	case *model.Union:
		u.union(d)
	}
}

func (u uses) union(d *model.Union) {
	u.when(slices.ContainsFunc(d.Variants, func(v *model.Variant) bool {
		s, ok := v.Type.(*model.Struct)
		return ok && d.Tagging == model.Internal && s.Tag.Union != d && s.Tag.Key == d.TagKey
	}), "struct of several unions with one tag")
	tagging := [...]string{"internal", "adjacent", "by kind", "external", "by key", "ordered"}[d.Tagging]
	u.add("union", tagging)
	if d.Tagging == model.Internal || d.Tagging == model.Adjacent {
		u.add("tag", tagging, [...]string{"", "boolean", "integer", "string"}[d.TagKind])
	}
	if d.Tagging == model.Internal || d.Tagging == model.Adjacent || d.Tagging == model.External {
		u.add("unknown kept", tagging, d.KeepUnknown)
		u.when(len(d.Extensions) > 0, fmt.Sprint("extensions of tags ", tagging, " ", d.KeepUnknown))
	}
	u.when(d.UnknownName != "", "unknown named")
	if d.Default != nil {
		u.add("union default", [...]string{"never", "always", "as_read"}[d.DefaultTag])
	}
	u.when(len(d.Common) > 0, "union common "+tagging)
	u.when(slices.ContainsFunc(d.Variants, func(v *model.Variant) bool {
		s, ok := v.Type.(*model.Struct)
		return ok && s.Body != nil
	}), "union body "+tagging)
	tuples := 0
	for _, v := range d.Variants {
		_, fixed := v.Type.(*model.Literal)
		u.when(fixed, "variant const "+tagging)
		if t, ok := v.Type.(*model.Tuple); ok && t.Derived {
			tuples++
		}
		u.when(tuples > 1, "two inline tuples in a union")
		u.when(len(v.FormerNames) > 0, "variant was "+tagging)
		u.when(len(v.Tags) > 1, "variant with several tags")
		u.when(v.Sensitive, "sensitive variant "+tagging)
		u.when(v.Type == nil, "variant without a body "+tagging)
		if v.Type == nil {
			continue
		}
		u.typ(v.Type)
		if inner, ok := model.Resolve(v.Type).(*model.Union); ok {
			u.add("union", tagging, "in it", [...]string{"internal", "adjacent", "by kind", "external", "by key", "ordered"}[inner.Tagging])
		}
	}
}

// field records the presence of a field: how it is absent, null and unset.
func (u uses) field(of string, f *model.Field) {
	_, null := f.Type.(*model.Nullable)
	how := "required"
	switch {
	case f.Patch:
		how = "patch"
	case f.Optional:
		how = "optional"
	case f.Default != nil:
		how = "default"
	}
	if null {
		how += " | null"
	}
	u.add(of, how)
	u.when(f.Sensitive, "sensitive "+of)
	u.when(f.Tolerant, "on_error unset "+how)
	u.when(f.NullIsAbsent, "null_is_absent "+how)
	u.when(f.OmitDefault, "write omit_default "+how)
	u.when(f.WriteRequired, "write required "+how)
	u.when(f.WriteNull, "write null "+how)
	u.when(len(f.FormerNames) > 0, of+" was")
	u.typ(f.Type)
}

func (u uses) typ(t model.Type) {
	switch t := t.(type) {
	case *model.Scalar:
		text := ""
		if t.Kind == model.Int64Text || t.Kind == model.Uint64Text {
			text = " as text"
		}
		if t.Kind.Wide() {
			text = " of all digits"
		}
		u.add("scalar", t.String()+text)
		u.limits(t.Limits)
	case *model.List:
		u.add("list")
		u.when(t.SkipBad, "bad_items skip")
		u.limits(t.Limits)
		u.typ(t.Elem)
	case *model.Map:
		u.when(t.Key != nil, "map with known keys")
		u.when(t.Key == nil, "map")
		u.when(t.Name != nil, "map with distinct keys")
		u.typ(t.Elem)
	case *model.Nullable:
		u.typ(t.Elem)
	case *model.Literal:
		u.add("literal", [...]string{"null", "boolean", "number", "string"}[t.Value.Kind])
	}
}

func (u uses) limits(l *model.Limits) {
	if l == nil {
		return
	}
	u.add("enforced by", [...]string{"both", "reader", "writer", "nobody"}[l.Enforced])
	u.when(l.Min != nil || l.Max != nil, "limits of a number")
	u.when(l.MinLength != nil || l.MaxLength != nil, "limits of a length")
	u.when(l.MinItems != nil || l.MaxItems != nil, "limits of items")
	u.when(l.Pattern != "" && l.PatternName == "", "pattern")
}

func (u uses) dialect(d *model.Dialect) {
	u.when(d.Shapes != nil, "dialect shapes by a tag")
	if d.Shapes != nil && d.Shapes.Names != nil {
		n := d.Shapes.Names
		u.add("dialect shapes that name members")
		u.when(n.Response.OK != "", "dialect flag of responses")
		u.when(n.Response.OK != "" && n.Response.Data == n.Response.Result, "dialect result and data of one name")
		u.when(n.Response.Method != "", "dialect method in responses")
		u.when(len(d.AllMembers()) > len(d.Members), "dialect members of one shape")
	}
	u.when(d.Shapes == nil && d.Precedence[0] != "request", "dialect precedence")
	u.add("dialect jsonrpc read", d.JSONRPC.Read, "write", d.JSONRPC.Write)
	u.add("dialect id", d.ID.String, d.ID.Int, d.ID.NullOnError)
	u.when(d.ID.MissingOnError, fmt.Sprint("dialect id missing_on_error ", d.ID.NullOnError))
	u.add("dialect params", d.Params)
	u.when(len(d.Members) > 0, "dialect members")
	u.add("dialect error", d.Error.Identity, d.Error.Data)
	u.add("dialect result_and_error", d.ResultAndError)
	u.add("dialect neither", d.Neither)
	u.add("dialect notification_with_id", d.NotificationWithID)
	u.add("dialect bad_id", d.BadID)
	u.add("dialect null_params", d.NullParams)
	u.add("dialect on_unknown_request", d.OnUnknownRequest)
	u.when(d.Batch != nil, "dialect batch")
	u.when(d.Batch != nil && d.Batch.UniqueIDs, "dialect batch with unique ids")
	u.add("dialect blank_lines", d.BlankLines)
	u.add("dialect framing", d.Framing.Kind)
	u.when(d.Framing.MaxWeight > 0, "dialect framing max_weight")
	u.when(d.Rate != nil, "dialect rate")
	u.when(len(d.Ranges) > 0, "dialect error_ranges")
}

// exact reports whether an integer of all digits is a value of t, or within one.
func exact(t model.Type) bool {
	seen := map[model.Type]bool{}
	var within func(t model.Type) bool
	within = func(t model.Type) bool {
		t = model.Plain(t)
		if seen[t] {
			return false
		}
		seen[t] = true
		switch t := t.(type) {
		case *model.Scalar:
			return t.Kind.Wide()
		case *model.List:
			return within(t.Elem)
		case *model.Map:
			return within(t.Elem)
		case *model.Tuple:
			return slices.ContainsFunc(t.Items, func(i *model.Item) bool { return within(i.Type) })
		case *model.Struct:
			return slices.ContainsFunc(t.Fields, func(f *model.Field) bool { return within(f.Type) }) || within(t.ExtraType)
		case *model.Union:
			return slices.ContainsFunc(t.Variants, func(v *model.Variant) bool { return within(v.Type) })
		}
		return false
	}
	return within(t)
}
