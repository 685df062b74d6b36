package specfuzz

import "slices"

// rules adds what may be sent when, for some methods, events and requests.
func (g *gen) rules(root, methods *Node) {
	var asked, noted []string // what is answered, and what is not
	for i, m := range methods.Items {
		if m.has("result") {
			asked = append(asked, methods.Keys[i])
		} else {
			noted = append(noted, methods.Keys[i])
		}
	}
	carried := func(section string, method string) []string {
		if tags := root.at(section); tags != nil && methods.has(method) {
			return tags.Keys
		}
		return nil
	}
	events, requests := carried("events", "event"), carried("requests", "ask")
	noted, asked = append(noted, events...), append(asked, requests...)
	if len(asked) == 0 {
		return
	}
	if !methods.has("settle.it") && g.chance(0.6) {
		methods.put("settle.it", mapping("from", word("both"), "notify", mapping("request", name("string | int"))))
		methods.put("cancel.it", mapping("from", word("both"), "params", mapping("request", name("string | int")), "result", word("empty")))
	}
	out := mapping()
	for _, act := range append(slices.Clone(asked), noted...) {
		if !g.chance(0.4) {
			continue
		}
		isMethod := methods.has(act)
		groups := []*Node{g.rulesOf(root, methods, act, asked, noted, isMethod)}
		if g.chance(0.2) {
			groups = append(groups, g.rulesOf(root, methods, act, asked, noted, isMethod))
		}
		groups = slices.DeleteFunc(groups, func(n *Node) bool { return len(n.Keys) == 0 })
		switch len(groups) {
		case 0:
		case 1:
			out.put(act, groups[0])
		default:
			out.put(act, list(groups...))
		}
	}
	g.unbegun(root, methods, out)
	if len(out.Keys) > 0 {
		root.put("session", out)
	}
}

// rulesOf are a group of rules of an element.
func (g *gen) rulesOf(root, methods *Node, act string, asked, noted []string, isMethod bool) *Node {
	out := mapping()
	isAsked := slices.Contains(asked, act)
	some := func(of []string) *Node {
		if g.chance(0.5) {
			return text(pick(g, of...))
		}
		return list(text(pick(g, of...)), text(pick(g, of...)))
	}
	judged := false
	judge := func(key string, v *Node) {
		out.put(key, v)
		judged = true
	}
	if g.chance(0.2) {
		judge("once", word(pick(g, "session", pick(g, "session", "open"))))
		if !isAsked {
			out.at("once").Text = "session"
		}
	}
	if g.chance(0.2) {
		judge("during", some(asked))
	}
	if g.chance(0.2) {
		judge("not_during", some(asked))
	}
	if g.chance(0.2) {
		judge("after", some(append(slices.Clone(asked), noted...)))
	}
	if !isAsked && g.chance(0.25) {
		g.orderedBefore(out, methods, asked)
	}
	if isAsked {
		g.ends(out, methods, act, isMethod, root.has("negotiation"))
	}
	if isMethod && g.chance(0.08) {
		out.put("ends", raw(true))
	}
	if judged && isAsked && g.chance(0.4) {
		out.put("error", word("INVALID_REQUEST"))
	}
	if judged && g.chance(0.3) {
		out.put("enforced", word(pick(g, "sender", "receiver", "advisory")))
	}
	return out
}

// orderedBefore adds the requests whose results come after a message: only those of both
// sides fit whoever sends it.
func (g *gen) orderedBefore(out, methods *Node, asked []string) {
	for _, name := range asked {
		if m := methods.at(name); m != nil && m.at("from").Text == "both" {
			out.put("ordered_before", text(name))
			return
		}
	}
}

// ends adds what ends a request, and what happens while it is open.
func (g *gen) ends(out, methods *Node, act string, isMethod, negotiates bool) {
	if methods.has("settle.it") && act != "cancel.it" {
		switch g.r.IntN(6) {
		case 0:
			out.put("settled_by", mapping("by", word("settle.it"), "id", text("params.request")))
		case 1:
			out.put("settled_by", mapping("by", word("cancel.it")))
		case 2:
			by := mapping("by", word("cancel.it"))
			if g.chance(0.7) {
				by.put("id", text("params.request"))
			}
			if g.chance(0.7) {
				by.put("answered", word(pick(g, "none", "result", "INTERNAL_ERROR")))
			}
			out.put("cancel", by)
		}
	}
	if g.chance(0.05) && !out.has("cancel") {
		out.put("cancel", word("never"))
	}
	if g.chance(0.2) {
		out.put("timeout", pick(g, raw(2), raw(0.5), word("unstated")))
	}
	if g.chance(0.15) {
		out.put("resend", word("always"))
		if negotiates && g.chance(0.7) {
			out.put("resend", word("handshake"))
		}
	}
	if isMethod && g.chance(0.1) {
		out.put("replay", raw(true))
	}
}
