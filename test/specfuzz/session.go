package specfuzz

import (
	"fmt"
	"slices"
)

// envelope adds an envelope, with events and perhaps requests.
func (g *gen) envelope(root *Node) {
	body := mapping("name", word(g.typeName()), "tag", word("type"), "content", word("payload"))
	if g.odd(0.3) {
		content := pick(g, "__proto__", "constructor", "a.b")
		body = mapping("name", word(g.typeName()), "tag", word("a-tag"), "content", word(content))
	}
	g.unknownOf(body)
	root.put("envelope", body)
	tags := []string{}
	g.taken["event"], g.taken["request"] = true, true
	if requests := g.chance(0.6); !requests || g.chance(0.8) {
		root.put("events", g.messages(&tags, false))
		g.hasEvents = true
		if requests {
			g.hasRequests = true
			root.put("requests", g.messages(&tags, true))
		}
	} else {
		g.hasRequests = true
		root.put("requests", g.messages(&tags, true))
	}
}

func (g *gen) unknownOf(body *Node) {
	if g.chance(0.3) {
		body.put("unknown", word(pick(g, "keep", "reject")))
	}
}

// messages returns events or requests.
func (g *gen) messages(tags *[]string, requests bool) *Node {
	out := mapping()
	for range 1 + g.r.IntN(4) {
		tag := g.messageName(tags)
		body := mapping()
		of := pascal(tag)
		if !plainWord.MatchString(tag) {
			of = g.typeName()
		}
		switch g.r.IntN(3) {
		case 0:
			body.put("payload", g.typ(true))
		default:
			if of != pascal(tag) {
				body.put("name", word(of))
			}
			if g.chance(0.5) {
				break
			}
			known := []member{}
			body.put("fields", g.fieldMap(of, g.r.IntN(4), &[]string{}, &known))
			g.groups(body, known, &[]group{})
		}
		if g.chance(0.15) && g.older {
			body.put("was", words([]string{g.messageName(tags)}))
		}
		if requests {
			body.put("result", g.named(true))
			if g.chance(0.3) {
				body = mapping("fields", mapping("id", word("string")), "id", text("payload.id"), "result", mapping("ok", word("bool")), "on_failure", mapping("ok", raw(false)))
			}
		}
		if g.chance(0.1) {
			body.put("recorded", raw(false))
		}
		g.meta(body)
		if len(body.Keys) == 0 {
			body.put("doc", g.doc("event"))
		}
		out.put(tag, body)
	}
	return out
}

// messageName returns a name of an event, a request or a method that none of used has.
func (g *gen) messageName(used *[]string) string {
	for {
		out := pascal(pick(g, plainNames...)) + pascal(pick(g, plainNames...))
		if g.odd(0.25) {
			out = pick(g, oddNames...)
			if folded(out) == "" || !plainWord.MatchString(out) && g.chance(0.5) {
				out = "Do" + out
			}
		}
		if !g.taken[folded(out)] && folded(out) != "" {
			g.taken[folded(out)] = true
			*used = append(*used, out)
			return out
		}
	}
}

// session adds methods, errors, capabilities, negotiation and a journal.
func (g *gen) session(root, dialect *Node) {
	if !g.flagged && (g.chance(0.6) || dialect != nil && dialect.has("rate")) {
		root.put("errors", g.errorCodes(dialect))
	}
	if dialect != nil && dialect.has("rate") && g.chance(0.5) && len(g.errors) > 0 {
		dialect.at("rate").put("error", word(pick(g, g.errors...)))
	}
	if g.chance(0.15) {
		root.put("roles", words([]string{"host", "plugin"}))
		g.roles = [2]string{"host", "plugin"}
	}
	methods := mapping()
	shake := g.chance(0.45) && !g.positions
	if shake {
		g.handshake(root, methods, dialect)
	}
	if dialect != nil && !shake && g.chance(0.08) {
		return // no methods at all
	}
	used := []string{}
	for range 1 + g.r.IntN(4) {
		methods.put(g.methodName(&used), g.method(methods))
	}
	if g.hasEvents && g.chance(0.8) {
		methods.put("event", mapping("from", word(g.roles[1]), "notify", name("Event")))
	}
	if g.hasRequests && g.chance(0.8) {
		methods.put("ask", mapping("from", word(g.roles[1]), "params", name("Request"), "result", word("by_variant")))
	}
	if g.positions {
		for _, name := range []string{"event", "ask"} {
			methods.drop(name)
		}
	}
	root.put("methods", methods)
	if g.chance(0.35) {
		g.rules(root, methods)
	}
	if root.has("envelope") && g.chance(0.4) {
		g.journal(root)
	}
}

func (g *gen) methodName(used *[]string) string {
	out := g.messageName(used)
	if g.wild = !plainWord.MatchString(out); g.wild {
		return out
	}
	return out + pick(g, "", "", "/list", ".v2", "_x", "-y")
}

func (g *gen) errorCodes(dialect *Node) *Node {
	out := mapping()
	for i := range 1 + g.r.IntN(3) {
		code := pick(g, "BUSY", "Lost", "not_found", "E", "TOO_LATE")
		if g.odd(0.1) {
			code = pick(g, "a-b", "constructor", "toString", "Überlauf", "2BIG")
		}
		if out.has(code) || g.taken[folded(code)] {
			continue
		}
		g.taken[folded(code)] = true
		e := mapping("code", raw(pick(g, -32000, 1, 404, -32603)-i))
		if g.chance(0.6) {
			e.put("data", g.errorData(code, g.kinds))
		}
		if g.chance(0.3) {
			e.put("message", text(pick(g, "The session is busy.", "no", `a "quoted" */ text\`, code, "ünïcödé 😀")))
		}
		if g.chance(0.1) {
			e.put("local", raw(true))
		} else {
			g.errors = append(g.errors, code)
		}
		g.meta(e)
		out.put(code, e)
	}
	if len(out.Keys) == 0 {
		out.put("FAILED", mapping("code", raw(-32050)))
	}
	if g.kinds && g.chance(0.5) {
		dialect.at("error").put("fallback", word(pick(g, append(out.Keys, "INTERNAL_ERROR")...)))
	}
	return out
}

// method returns one method; methods are those before it.
func (g *gen) method(methods *Node) *Node {
	m := mapping("from", word(pick(g, g.roles[0], g.roles[1], "both")))
	g.serial++
	if g.chance(0.35) {
		switch g.r.IntN(4) {
		case 0:
			m.put("notify", raw("null"))
		case 1:
			m.put("notify?", g.params())
		default:
			m.put("notify", g.params())
		}
	} else {
		switch g.r.IntN(5) {
		case 0:
		case 1:
			m.put("params?", g.params())
		default:
			m.put("params", g.params())
		}
		if g.mayLackResult && g.chance(0.4) {
			m.put("result?", pick(g, name("empty"), g.fieldMap(fmt.Sprintf("R%d", g.serial), g.r.IntN(3), &[]string{}, &[]member{})))
		} else {
			m.put("result", g.result())
		}
		g.progress(m, methods)
		if len(g.errors) > 0 && g.chance(0.4) {
			m.put("errors", words([]string{pick(g, g.errors...)}))
		}
		if g.chance(0.1) && !g.kinds && !g.flagged {
			m.put("error_data", g.later())
			g.identities = []string{"code"}
		}
		if len(methods.Keys) > 0 && g.chance(0.08) {
			m.put("replaces", word(pick(g, methods.Keys...)))
		}
	}
	if g.chance(0.1) && g.older {
		m.put("was", words([]string{fmt.Sprintf("old%d", g.serial)}))
	}
	if g.chance(0.1) {
		m.put("registration", mapping("options", g.later()))
		if g.chance(0.3) {
			m.at("registration").put("as", word(g.memberName(&[]string{})))
		}
	}
	g.gate(m, methods)
	g.meta(m)
	return m
}

// params returns the params of a method, in a form that the dialect allows.
func (g *gen) params() *Node {
	if g.positions && g.wild {
		return listOf(name("int"))
	}
	if g.positions {
		if g.chance(0.3) {
			return tupleOf(g.items()...)
		}
		out, used := mapping(), []string{}
		n := 1 + g.r.IntN(3)
		from := g.r.IntN(n + 1)
		for i := range n {
			key := g.memberName(&used)
			if i >= from {
				key += "?"
			}
			out.put(key, g.maybeNull(g.typ(i >= from)))
		}
		return out
	}
	objects := g.some(func(d *decl) bool { return d.form == structForm || d.form == unionForm && d.kinds == objectKind })
	if len(objects) > 0 && g.chance(0.35) {
		return name(pick(g, objects...).name)
	}
	if g.chance(0.1) || g.wild {
		return pick(g, name("object"), name("empty"), mapOf(name("int")), name("any"))
	}
	g.serial++
	return g.fieldMap(fmt.Sprintf("P%d", g.serial), 1+g.r.IntN(3), &[]string{}, &[]member{})
}

// later returns the type of what is read after the message that has it.
func (g *gen) later() *Node {
	if g.int64 == "bigint" && !g.wild && g.chance(0.5) {
		return pick(g, name("int64"), listOf(name("uint64")))
	}
	return g.result()
}

func (g *gen) result() *Node {
	if g.wild {
		return name(pick(g, scalars...))
	}
	switch g.r.IntN(5) {
	case 0:
		return name("empty")
	case 1:
		g.serial++
		return g.fieldMap(fmt.Sprintf("R%d", g.serial), g.r.IntN(3), &[]string{}, &[]member{})
	case 2:
		return g.nullableType()
	}
	return g.typ(true)
}

// gate is what must be negotiated before a method is used.
func (g *gen) gate(m, methods *Node) {
	if !g.chance(0.25) {
		return
	}
	switch g.r.IntN(3) {
	case 0:
		if len(g.capFields) > 0 {
			m.put("gate", text(pick(g, g.capFields...)))
		}
	case 1:
		if g.features {
			m.put("gate", mapping("feature", word("a.feature")))
		}
	default:
		for i, by := range methods.Items {
			if by.has("result") {
				m.put("gate", mapping("subscription", word(methods.Keys[i])))
				return
			}
		}
	}
}

// handshake adds the method that opens a session, with what is negotiated in it.
func (g *gen) handshake(root, methods, dialect *Node) {
	params, result, n := mapping(), mapping(), mapping("method", word("open.session"))
	versions, integers := g.chance(0.7), root.at("protocol").has("versioning") && root.at("protocol").at("versioning").Text == "integer"
	of := "string"
	if integers && g.chance(0.6) {
		of = "int"
	}
	if versions && g.chance(0.5) {
		params.put("versions", listOf(name(of)))
		n.put("offer", text("params.versions")).put("pick", word("highest"))
	} else if versions {
		params.put("versions", name(of))
		n.put("offer", text("params.versions"))
	}
	if versions {
		result.put("version", name(of))
		n.put("chosen", text("result.version"))
	}
	if g.chance(0.5) {
		g.features = true
		params.put("features", listOf(name("string")))
		result.put("features", listOf(name("string")))
		n.put("features", pick(g, mapping("at", text("params.features")), mapping("offer", text("params.features"), "chosen", text("result.features"))))
	}
	if (versions || g.features) && len(g.errors) > 0 && g.chance(0.5) {
		n.put("none", word(pick(g, g.errors...)))
	}
	if dialect != nil && dialect.has("framing") && len(g.errors) > 0 && g.chance(0.5) {
		dialect.at("framing").put("too_large", word(pick(g, g.errors...)))
	}
	switch g.r.IntN(4) {
	case 0:
		n.put("first", raw(true))
		if len(g.errors) > 0 && g.chance(0.5) {
			n.put("early", word(pick(g, g.errors...)))
		}
	case 1:
		n.put("optional", raw(true)).put("legacy", text(g.versions[0]))
	}
	if g.chance(0.6) {
		g.capabilities(root, params, dialect)
	}
	root.put("negotiation", n)
	methods.put("open.session", mapping("from", word(g.roles[0]), "params", params, "result", result))
}

// capabilities adds a struct with the capabilities of the client.
func (g *gen) capabilities(root, params, dialect *Node) {
	of := g.typeName()
	role := g.roles[0]
	push := pick(g, "push", "push", "can-push", "has_push")
	root.at("types").put(of, mapping("fields", mapping("ask", &Node{Kind: Default, Items: []*Node{name("bool"), raw(g.chance(0.5))}}, push+"?", pick(g, name("bool"), name("bool"), name("any"), name("empty"), either(name("bool"), name("string"))), "max_bytes", mapping("type", name("int"), "default", raw(4096)))))
	params.put("can", pick(g, name(of), &Node{Kind: Default, Items: []*Node{name(of), mapping()}}))
	root.put("capabilities", mapping(role, mapping("type", name(of), "at", text("params.can"))))
	g.capFields = []string{role + ".ask", role + "." + push}
	if dialect != nil && dialect.has("framing") && g.chance(0.4) {
		dialect.at("framing").put("max_from", text(role+".max_bytes"))
	}
	if g.chance(0.6) {
		g.options(root.at("types"), of, role)
	}
}

// options adds a capability that is a union with structs in it, and gates that lead through it.
func (g *gen) options(types *Node, of, role string) {
	long, short := g.typeName(), g.typeName()
	types.put(long, mapping("fields", mapping("id", name("string"), "deep", &Node{Kind: Default, Items: []*Node{name("bool"), raw(g.chance(0.5))}})))
	types.put(short, mapping("fields", mapping(pick(g, "deep?", "deep?", "wide?"), name("bool"))))
	options := mapping("type", either(name(long), name(short)), "match", word("ordered"))
	switch g.r.IntN(4) {
	case 0:
		options = mapping("type", either(name("bool"), name(long)))
	case 1:
		options.put("default", mapping("id", text("a")))
	}
	field := "options"
	if !options.has("default") && g.chance(0.6) {
		field += "?"
	}
	types.at(of).at("fields").put(field, options)
	g.capFields = append(g.capFields, role+".options.deep", role+".options.deep", role+".options.id")
}

// journal adds a recorded session.
func (g *gen) journal(root *Node) {
	header, record := g.typeName(), g.typeName()
	root.at("types").put(header, mapping("fields", mapping("version", name("string"), "app?", name("string"))))
	root.at("types").put(record, mapping("fields", mapping("at", name("float"), "message", name(root.at("envelope").at("name").Text))))
	root.put("journal", mapping("header", name(header), "record", name(record), "version", text("header.version"), "no_header", text(g.versions[0])))
}

// errorData returns the data of an error: of a struct without a kind, or with one that
// fits, if errors have kinds.
func (g *gen) errorData(code string, byKind bool) *Node {
	owner := pascal(code) + "Data"
	if !byKind && g.chance(0.5) {
		return g.maybeNull(g.typ(true))
	}
	free := g.some(func(d *decl) bool {
		return d.form == structForm && !slices.Contains(d.keys, "kind") &&
			!slices.ContainsFunc(d.fields, func(m member) bool { return m.name == "kind" || slices.Contains(m.was, "kind") })
	})
	switch n := g.r.IntN(6); {
	case n == 0:
		return name(pick(g, "any", "object"))
	case n < 3 && len(free) > 0:
		return name(pick(g, free...).name)
	case n == 3 && byKind:
		fields := g.fieldMap(owner, g.r.IntN(2), &[]string{"kind"}, &[]member{})
		fields.put("kind", pick(g, name("string"), mapping("enum", words([]string{code, "Unheard"}))))
		return fields
	}
	return g.fieldMap(owner, g.r.IntN(3), &[]string{"kind"}, &[]member{})
}

// refusals adds errors that answer messages which cannot be read, with data that they
// may say the reason in.
func (g *gen) refusals(root, dialect *Node) {
	if g.flagged {
		return
	}
	if dialect == nil {
		dialect = mapping()
		root.put("dialect", dialect)
	}
	if !dialect.has("error") {
		dialect.put("error", mapping("identity", word(pick(g, g.identities...))))
	}
	errors := root.at("errors")
	if errors == nil {
		errors = mapping()
		root.put("errors", errors)
	}
	names := pick(g, []string{"BadParams"}, []string{"BadParams", "no_method"}, []string{"NotJSON", "NotMessage", "no_method", "BadParams"})
	codes := map[string]int{"BadParams": -32602, "no_method": -32601, "NotMessage": -32600, "NotJSON": -32700}
	for i, code := range names {
		if errors.has(code) || g.taken[folded(code)] {
			continue
		}
		g.taken[folded(code)] = true
		e := mapping("code", raw(codes[code]))
		switch fields := mapping("reason", name("string")); {
		case i == 0 || g.chance(0.6):
			if g.chance(0.5) {
				fields.put("at?", name("int"))
			}
			e.put("data", fields)
			dialect.at("error").put("words", word("reason"))
		case g.chance(0.5):
			e.put("data", mapping("at?", name("int")))
		}
		errors.put(code, e)
	}
}
