package schemagen_test

import "github.com/wiregen/wiregen/internal/protocol/model"

var (
	str     = &model.Scalar{Kind: model.String}
	boolean = &model.Scalar{Kind: model.Bool}
	integer = &model.Scalar{Kind: model.Int}
	float   = &model.Scalar{Kind: model.Float}
	anyType = &model.Scalar{Kind: model.Any}
	object  = &model.Scalar{Kind: model.Object}
	empty   = &model.Scalar{Kind: model.Empty}
)

func text(s string) *model.Value { return &model.Value{Kind: model.StringValue, Text: s} }

func num(s string) *model.Value { return &model.Value{Kind: model.NumberValue, Text: s} }

func null(t model.Type) model.Type { return &model.Nullable{Elem: t} }

func list(t model.Type) model.Type { return &model.List{Elem: t} }

func field(name string, t model.Type) *model.Field { return &model.Field{Name: name, Type: t} }

func optional(name string, t model.Type) *model.Field {
	return &model.Field{Name: name, Type: t, Optional: true}
}

func withDefault(name string, t model.Type, d *model.Value) *model.Field {
	return &model.Field{Name: name, Type: t, Default: d}
}

func was(f *model.Field, names ...string) *model.Field {
	f.FormerNames = names
	return f
}

func structOf(name string, fields ...*model.Field) *model.Struct {
	return &model.Struct{Name: name, Fields: fields}
}

func enumOf(name string, open bool, values ...string) *model.Enum {
	e := &model.Enum{Name: name, Open: open}
	for _, v := range values {
		e.Values = append(e.Values, &model.EnumValue{Value: v})
	}
	return e
}

// tagged makes an internally tagged union of structs, their tags in order.
func tagged(name string, keep bool, tags []string, structs ...*model.Struct) *model.Union {
	u := &model.Union{Name: name, Tagging: model.Internal, TagKey: "type", KeepUnknown: keep}
	for i, s := range structs {
		v := &model.Variant{Tag: tags[i], Tags: []string{tags[i]}, Type: s}
		s.Tag = &model.StructTag{Union: u, Variant: v, Key: "type", Value: tags[i]}
		u.Variants = append(u.Variants, v)
	}
	return u
}

func byKind(name string, types ...model.Type) *model.Union {
	u := &model.Union{Name: name, Tagging: model.ByKind}
	for _, t := range types {
		u.Variants = append(u.Variants, &model.Variant{Type: t})
	}
	return u
}

// demo returns a protocol with every construct.
func demo() *model.Protocol {
	scalars := structOf("Scalars", optional("s", str), optional("b", boolean), optional("i", integer),
		optional("f", float), optional("a", anyType), optional("o", object), optional("e", empty),
		optional("null", &model.Scalar{Kind: model.Null}))
	nulled := optional("nulled", null(str))
	nulled.WriteNull = true
	note := &model.Alias{Name: "Note", Type: null(str)}
	presence := structOf("Presence", field("required", str), field("nullable", null(str)), optional("optional", integer),
		optional("both", null(boolean)), nulled, withDefault("number", integer, num("7")), withDefault("text", str, text("")),
		optional("note", note))
	renamed := structOf("Renamed", was(optional("parent", null(str)), "task", "owner"),
		was(withDefault("count", integer, num("1")), "n"), was(field("id", str), "key", "name"))
	odd := structOf("Odd", field("__proto__", str), field("constructor", str), optional("toString", str), optional("a/b~c %", integer))
	mood := enumOf("Mood", false, "good", "bad")
	editor := enumOf("Editor", true, "vim", "emacs")
	maps := structOf("Maps", field("m", &model.Map{Elem: integer}), optional("n", &model.Map{Elem: null(mood)}))
	literal := structOf("Call", withDefault("type", &model.Literal{Value: *text("function")}, text("function")),
		field("version", &model.Literal{Value: *num("2")}), optional("maybe", null(&model.Literal{Value: *text("x")})))

	textPart := structOf("TextPart", field("text", str))
	thinkPart := structOf("ThinkPart", field("think", str), optional("encrypted", null(str)))
	part := tagged("Part", true, []string{"text", "think"}, textPart, thinkPart)
	part.Variants[1].FormerNames = []string{"thought"}
	shape := tagged("Shape", false, []string{"circle", "square"}, structOf("Circle", field("r", float)), structOf("Square", field("side", float)))
	input := byKind("Input", str, list(part))
	limit := byKind("Limit", integer, boolean, mood)
	rest := byKind("Rest", integer, anyType)
	kinds := structOf("Kinds", field("input", null(input)), optional("limit", limit), optional("rest", rest))
	score := &model.Alias{Name: "Score", Type: integer}
	tree := structOf("Tree", field("value", integer))
	tree.Fields = append(tree.Fields, withDefault("children", list(tree), &model.Value{Kind: model.ListValue}),
		optional("next", null(tree)), optional("named", &model.Map{Elem: tree}))
	answer := structOf("Answer", field("yes", boolean))

	event, request, both := envelope(part, score, answer)
	p := &model.Protocol{
		File: "wire.yaml", Name: "demo", Title: "Demo", Doc: "Everything.\n", Version: "1.1", Roles: [2]string{"client", "agent"},
		Dialect: model.DefaultDialect(),
		Decls: []model.Decl{scalars, note, presence, renamed, odd, mood, editor, maps, literal, part, textPart, thinkPart,
			shape, shape.Variants[0].Type.(*model.Struct), shape.Variants[1].Type.(*model.Struct), input, limit, rest, kinds, score, tree, answer,
			event.Variants[0].Type.(*model.Struct), event.Variants[5].Type.(*model.Struct), request.Variants[0].Type.(*model.Struct),
			event, request, both},
		Envelope: &model.Envelope{Name: "WireMessage", Tag: "type", Content: "payload", Events: event, Requests: request, Messages: both},
	}
	p.Methods = []*model.Method{
		{Name: "session/start", Params: structOf("SessionStartParams", field("name", str)), Result: answer},
		{Name: "stop", Params: anyType, ParamsOptional: true, Result: empty},
		{Name: "ping", From: model.FromBoth, Result: empty},
		{Name: "event", From: model.FromAgent, Notify: true, Params: event},
		{Name: "request", From: model.FromAgent, Params: request, ByVariant: true},
	}
	p.Decls = append(p.Decls, p.Methods[0].Params.(model.Decl))
	return p
}

func envelope(part *model.Union, score *model.Alias, answer *model.Struct) (event, request, both *model.Union) {
	union := func(name string) *model.Union {
		return &model.Union{Name: name, Tagging: model.Adjacent, TagKey: "type", Content: "payload", KeepUnknown: true}
	}
	event, request, both = union("Event"), union("Request"), union("WireMessage")
	nested := structOf("Nested", optional("from", null(str)), field("event", event))
	event.Variants = []*model.Variant{
		{Tag: "Begin", Type: structOf("Begin", field("n", integer)), OwnPayload: true},
		{Tag: "PartAdded", Type: part},
		{Tag: "Scored", Type: score},
		{Tag: "Tags", Type: list(str)},
		{Tag: "Answered", FormerNames: []string{"Resolved"}, Type: answer},
		{Tag: "Nested", Type: nested, OwnPayload: true},
		{Tag: "Free", Type: anyType},
	}
	request.Variants = []*model.Variant{{Tag: "Ask", FormerNames: []string{"Inquire"}, Type: structOf("Ask", field("id", str)), OwnPayload: true, Result: answer}}
	event.Foreign, request.Foreign = []*model.Union{request}, []*model.Union{event}
	both.Parts = []*model.Union{event, request}
	both.Variants = append(append(both.Variants, event.Variants...), request.Variants...)
	return event, request, both
}
