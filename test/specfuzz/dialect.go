package specfuzz

import (
	"fmt"
	"slices"
)

// dialect returns how messages differ from JSON-RPC 2.0.
func (g *gen) dialect() *Node {
	out := mapping()
	sometimes := func(key string, value func() *Node) {
		if g.chance(0.3) {
			out.put(key, value())
		}
	}
	more := g.shape(out)
	sometimes("jsonrpc", g.jsonrpc)
	sometimes("id", func() *Node {
		id := mapping("types", words(pick(g, []string{"string"}, []string{"int"}, []string{"int", "string"})))
		if g.chance(0.5) {
			id.put("null_on_error", raw(g.chance(0.5)))
		}
		if g.chance(0.4) {
			id.put("missing_on_error", raw(g.chance(0.8)))
		}
		return id
	})
	sometimes("members", func() *Node { return g.members(&more) })
	sometimes("order", func() *Node { return g.order(more) })
	sometimes("params", func() *Node {
		form := pick(g, "object", "array", "either", "either")
		g.positions = form == "array"
		return mapping("form", word(form))
	})
	sometimes("error", func() *Node {
		e := mapping("identity", word(pick(g, "code", "data.kind")))
		if g.chance(0.5) {
			e.put("data", word(pick(g, "omit", "null")))
		}
		return e
	})
	for _, c := range [][]string{
		{"result_and_error", "reject", "error", "result"}, {"neither", "reject", "ignore"}, {"notification_with_id", "request", "reject", "ignore"},
		{"bad_id", "reject", "ignore"}, {"null_params", "absent"}, {"on_unknown_request", "method_not_found", "ignore"}, {"blank_lines", "error", "ignore"},
	} {
		sometimes(c[0], func() *Node { return word(pick(g, c[1:]...)) })
	}
	sometimes("batch", func() *Node {
		return pick(g, word("reject"), mapping("max", raw(3)), mapping("max", raw(2), "unique_ids", raw(true)), mapping("unique_ids", raw(true)), mapping())
	})
	sometimes("framing", func() *Node { return g.framing(out) })
	sometimes("rate", func() *Node { return mapping("per_minute", raw(pick(g, 1, 60))) })
	sometimes("error_ranges", func() *Node {
		return mapping("server", list(raw(-32099), raw(-32000)), "app", mapping("codes", list(raw(1), raw(999)), "doc", g.doc("range")))
	})
	g.dropBesideNames(out)
	if len(out.Keys) == 0 {
		out.put("neither", word("ignore"))
	}
	return out
}

// shape chooses how the shapes of messages are distinguished, and adds the members
// for that.
func (g *gen) shape(out *Node) []string {
	switch g.r.IntN(5) {
	case 0, 1:
		tag := pick(g, "type", "kind", "t")
		if g.odd(0.3) {
			tag = pick(g, "a-b", "constructor", "x y")
		}
		if g.chance(0.5) {
			return g.namedShapes(out, tag)
		}
		out.put("shapes", mapping("tag", word(tag), "request", text(pick(g, "req", "call", "1")), "response", word("res"), "notification", word("note")))
		return []string{tag}
	case 2:
		out.put("precedence", words(pick(g, []string{"response", "request", "notification"}, []string{"notification", "response", "request"}, []string{"request", "response", "notification"})))
	}
	return nil
}

// namedShapes adds shapes that name their members, and returns the names.
func (g *gen) namedShapes(out *Node, tag string) []string {
	used := []string{tag}
	name := func(names ...string) string {
		free := slices.DeleteFunc(names, func(name string) bool { return slices.Contains(used, name) })
		if len(free) == 0 {
			free = []string{fmt.Sprintf("m%d", len(used))}
		}
		used = append(used, pick(g, free...))
		return used[len(used)-1]
	}
	shape := func(is string, parts ...string) *Node {
		used = used[:1]
		m := mapping("is", text(is))
		for _, part := range parts {
			switch {
			case g.chance(0.3) && part != "ok" && !slices.Contains(used, part): // the usual name
				used = append(used, part)
			case part == "data" && g.chance(0.5) && m.has("result"):
				m.put(part, word(m.at("result").Text))
			default:
				m.put(part, word(name("seq", "command", "body", "id", "method", "re-ply", "constructor", "v", "success", part)))
			}
		}
		return m
	}
	var all []string
	m := mapping("tag", word(tag))
	add := func(key string, n *Node) {
		if g.chance(0.4) {
			members := used[:len(used):len(used)]
			n.put("members", g.members(&members))
			all = append(all, members...)
		}
		all = append(all, used...)
		m.put(key, n)
	}
	add("request", shape(pick(g, "req", "call", "1"), "id", "method", "params"))
	outcome := []string{"id", "result", "error"}
	if g.flagged = g.chance(0.5); g.flagged {
		outcome = []string{"id", "ok", "result", "message", "data"}
	}
	if g.chance(0.5) {
		outcome = append(outcome, "method")
	}
	n := shape("res", outcome...)
	if !n.has("method") && slices.Contains(outcome, "method") {
		n.put("method", word(name("asked", "what")))
	}
	g.mayLackResult = g.flagged && n.has("method")
	add("response", n)
	if g.chance(0.3) {
		used = used[:1]
		used = append(used, "method", "params")
		m.put("notification", text("note"))
		all = append(all, used...)
	} else {
		add("notification", shape("note", "method", "params"))
	}
	out.put("shapes", m)
	return all
}

// dropBesideNames removes the keys that have no meaning where shapes name their members.
func (g *gen) dropBesideNames(out *Node) {
	shapes := out.at("shapes")
	if shapes == nil || shapes.Kind != Map || shapes.at("request").Kind != Map {
		return
	}
	drop := []string{"order", "jsonrpc", "notification_with_id", "batch"}
	if g.flagged {
		drop = append(drop, "result_and_error", "neither", "error")
	}
	for _, key := range drop {
		out.drop(key)
	}
}

func (g *gen) jsonrpc() *Node {
	read := pick(g, "required", "optional", "any", "ignored")
	write := g.chance(0.5)
	if !write && (read == "required" || read == "any") && g.chance(0.9) {
		write = true
	}
	out := mapping("read", word(read), "write", raw(write))
	if g.chance(0.3) {
		out.put("value", text(pick(g, "1.0", "2.0", "x")))
	}
	return out
}

// members returns further members of every message.
func (g *gen) members(more *[]string) *Node {
	used := append([]string{"jsonrpc", "id", "method", "params", "result", "error"}, *more...)
	out := mapping()
	for range 1 + g.r.IntN(3) {
		key, body, m := g.field("Message", &used)
		for body.Kind == Map && (body.has("fields") || body.has("enum")) {
			key, body, m = g.field("Message", &used)
		}
		out.put(key, body)
		*more = append(*more, m.name)
	}
	if g.int64 == "bigint" && g.chance(0.3) {
		name := g.memberName(&used)
		out.put(name, word("int64"))
		*more = append(*more, name)
	}
	return out
}

// order returns all members of a message, mixed.
func (g *gen) order(more []string) *Node {
	all := []string{"jsonrpc", "id", "method", "params", "result", "error"}
	for _, m := range more {
		if g.chance(0.6) {
			all = append(all, m)
		}
	}
	g.r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return words(all)
}

// maxWeight bounds what messages weigh, so low that a few kilobytes may be too heavy.
func (g *gen) maxWeight(root *Node) {
	for _, key := range []string{"dialect", "framing"} {
		if !root.has(key) {
			root.put(key, mapping())
		}
		root = root.at(key)
	}
	root.put("max_weight", raw(pick(g, 64<<10, 100_000)))
}

func (g *gen) framing(dialect *Node) *Node {
	kind := pick(g, "ndjson", "content-length", "length-prefix", "none")
	if dialect.has("blank_lines") {
		kind = "ndjson"
	}
	out := mapping("kind", word(kind))
	if kind == "length-prefix" {
		out.put("width", raw(pick(g, 1, 2, 4, 8))).put("order", word(pick(g, "big", "little"))).put("max_bytes", raw(200))
	} else if g.chance(0.5) {
		out.put("max_bytes", raw(1<<20))
	}
	return out
}
