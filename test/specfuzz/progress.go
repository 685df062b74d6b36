package specfuzz

import "fmt"

// progress adds one or several kinds of progress to a request, with the notification
// that reports them. The params of the request are made for their tokens.
func (g *gen) progress(m, methods *Node) {
	if !g.chance(0.15) || g.wild {
		return
	}
	params, list := mapping(), mapping()
	for i := range 1 + g.r.IntN(3) {
		key := []string{"token", "partial", "third"}[i]
		method, fields := g.reporter(methods, key)
		p := mapping("method", word(method), "token", text("params."+key))
		as := fields.Keys[0]
		if as != key && as != "token" {
			p.put("as", word(as))
		}
		token := g.maybeNull(g.token())
		switch {
		case g.positions: // only the last ones may be missing
			params.put(key, token)
		case g.chance(0.2):
			params.put("meta"+key, mapping("fields", mapping(key+"?", token)))
			p.put("token", text("params.meta"+key+"."+key))
		case g.chance(0.6):
			params.put(key+"?", token)
		default:
			params.put(key, token)
		}
		g.progressValue(p, fields)
		if i > 0 || g.chance(0.3) {
			p.put("name", word(fmt.Sprintf("%s%d", pick(g, "work", "Partial", "in_parts"), i)))
		}
		list.put(key, p)
	}
	m.put("params", params)
	m.drop("params?")
	if len(list.Items) == 1 && g.chance(0.8) {
		m.put("progress", list.Items[0])
	} else {
		m.put("progress", &Node{Kind: List, Items: list.Items})
	}
}

// reporter returns a notification that reports progress, and its fields. The first of
// them repeats the token.
func (g *gen) reporter(methods *Node, key string) (method string, fields *Node) {
	for i, by := range methods.Items {
		if fields := by.at("notify"); fields != nil && fields.has("progressed") && g.chance(0.6) {
			return methods.Keys[i], fields
		}
	}
	g.serial++
	method = fmt.Sprintf("progress%d", g.serial)
	fields = mapping(pick(g, key, "token", "of"), either(name("string"), name("int")), "progressed", g.progressed())
	methods.put(method, mapping("from", word(pick(g, g.roles[0], g.roles[1], "both")), "notify", fields))
	return method, fields
}

// progressed returns the type of what a notification reports.
func (g *gen) progressed() *Node {
	switch g.r.IntN(5) {
	case 0:
		return name("int")
	case 1:
		return name("object")
	case 2:
		if made := g.some(func(*decl) bool { return true }); len(made) > 0 {
			return name(pick(g, made...).name)
		}
	}
	return name("any")
}

func (g *gen) token() *Node {
	if names := g.some(func(d *decl) bool { return d.kinds == stringKind }); len(names) > 0 && g.chance(0.15) {
		return name(pick(g, names...).name)
	}
	return pick(g, name("string"), name("int"), either(name("string"), name("int")), name("uuid"), name("float"))
}

// progressValue says where the progress is, and what it is there.
func (g *gen) progressValue(p, fields *Node) {
	if g.chance(0.15) {
		return
	}
	p.put("value", word("progressed"))
	objects := g.some(func(d *decl) bool { return d.form == structForm || d.form == unionForm && d.kinds == objectKind })
	made := g.some(func(*decl) bool { return true })
	switch declared := fields.at("progressed").Text; {
	case declared == "object" && len(objects) > 0:
		p.put("payload", name(pick(g, objects...).name))
	case declared != "any" || g.chance(0.1):
	case len(made) > 0 && g.chance(0.4):
		p.put("payload", listOf(name(pick(g, made...).name)))
	case len(made) > 0 && g.chance(0.8):
		p.put("payload", g.maybeNull(name(pick(g, made...).name)))
	default:
		p.put("payload", pick(g, name("int"), name("int64"), listOf(name("int")), listOf(name("uint64")), either(name("string"), listOf(name("string"))), mapOf(name("int"))))
	}
}
