package syntax

// Extensions are the namespaces that a spec leaves to names of others: patterns of a
// prefix and *.
type Extensions struct {
	Methods []Word
	Values  []Word // of enums
	Tags    []Word // of unions
	Keys    []Word // of structs
}

func (p *parser) extensions(key, value *Node) (out Extensions) {
	if key == nil {
		return out
	}
	m := p.mapping(value, "extensions", key.Span)
	if m == nil {
		return out
	}
	out.Methods = p.words(m.get("methods"), "methods")
	out.Values = p.words(m.get("values"), "values")
	out.Tags = p.words(m.get("tags"), "tags")
	out.Keys = p.words(m.get("keys"), "keys")
	if len(value.Pairs) == 0 {
		m.missingOne("extensions names no namespace", `write extensions: {methods: ["_*"]}`, "methods", "values", "tags", "keys")
	}
	m.done()
	return out
}
