package specfuzz

import "strings"

// elements are the keys of the maps whose values are elements, with the key of the type of one
// that is declared by its type alone.
var elements = map[string]string{
	"types": "type", "fields": "type", "common": "type", "members": "type", "variants": "payload", "events": "payload", "requests": "",
	"methods": "", "errors": "",
}

// secrets marks elements of all kinds as sensitive, wherever they are in a spec.
func (g *gen) secrets(n *Node) {
	if n.Kind != Map {
		for _, item := range n.Items {
			g.secrets(item)
		}
		return
	}
	for i, key := range n.Keys {
		switch of, has := elements[key]; {
		case has && n.Items[i].Kind == Map:
			g.markSome(n.Items[i], of)
		case key == "examples", key == "default", key == "const", key == "on_failure", strings.HasPrefix(key, "x-"): // values
			continue
		}
		g.secrets(n.Items[i])
	}
}

// markSome marks some of the elements in a map as sensitive.
func (g *gen) markSome(n *Node, typeKey string) {
	for i, x := range n.Items {
		switch {
		case !g.chance(0.2):
		case x.Kind == Map && !x.has("sensitive"):
			x.put("sensitive", raw(true))
		case x.Kind >= Name && typeKey != "": // a type alone
			n.Items[i] = mapping(typeKey, x, "sensitive", raw(true))
		}
	}
}
