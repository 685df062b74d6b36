package editor

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A template is an element with the keys that it usually has.
type template struct{ label, detail, text string }

// templatesOf has the templates of the maps by name, by the keys that have them. ROLES stands
// for the roles.
var templatesOf = map[string][]template{
	"methods": {
		{"request", "a method that is answered", "${1:name}: {doc: ${2:What it does.}, from: ${3|ROLES|}, params: {${4:key: string}}, result: {${5:key: string}}}"},
		{"notification", "a method that is not answered", "${1:name}: {doc: ${2:What it tells.}, from: ${3|ROLES|}, notify: {${4:key: string}}}"},
	},
	"types": {
		{"struct", "an object with declared keys", "${1:Name}: {doc: ${2:What it is.}, fields: {${3:key: string}}}"},
		{"enum", "one of some values", "${1:Name}: {doc: ${2:What it says.}, enum: [${3:first, second}]}"},
		{"union", "one of several structs, which a tag distinguishes", "${1:Name}: {doc: ${2:What it is.}, union: {tag: ${3:type}}, variants: {${4:text: {fields: {text: string\\}\\}}}}"},
		{"alias", "another name of a type", "${1:Name}: ${2:string}"},
		{"distinct", "a type of its own that is written as another one", "${1:Name}: {doc: ${2:What it names.}, type: ${3:string}, distinct: true}"},
	},
	"events":   {{"event", "a message in the envelope", "${1:Name}: {doc: ${2:What happened.}, fields: {${3:key: string}}}"}},
	"requests": {{"request", "a message in the envelope that is answered", "${1:Name}: {doc: ${2:What is asked.}, fields: {${3:key: string}}, result: {${4:key: string}}}"}},
	"errors":   {{"error", "an error with its code", "${1:NAME}: {code: ${2:-32000}, doc: ${3:What went wrong.}}"}},
	"variants": {{"variant", "a variant with its fields", "${1:tag}: {fields: {${2:key: string}}}"}},
	"fields":   {{"field", "a field with its doc", "${1:key}: {type: ${2:string}, doc: ${3:What it says.}}"}},
	"common":   {{"field", "a field with its doc", "${1:key}: {type: ${2:string}, doc: ${3:What it says.}}"}},
}

// namedKeys lists the names that a map by name may have, and elements with their keys.
func (c *completer) namedKeys() {
	in := c.cursor.in
	name := func(n entry, after string) {
		if p := in.child(n.name); p != nil && p != c.cursor.at {
			return
		}
		text, snippet := c.entry(n.name, after)
		c.add(Completion{Label: n.name, Kind: NameCompletion, Detail: n.detail, Doc: n.doc, Old: n.old, Text: text, Snippet: snippet})
	}
	if in.parent != nil && in.parent.parent == nil {
		switch in.key {
		case "session":
			for _, n := range c.names.of(c.sketch, actNames) {
				name(n, " {$1}")
			}
		case "add":
			for _, n := range c.names.of(c.sketch, typeNames) {
				name(n, " {$1}")
			}
		case "capabilities":
			for _, n := range c.names.of(c.sketch, roleNames) {
				name(n, " {type: $1, at: $2}")
			}
		}
	}
	if c.cursor.at != nil && c.cursor.at.colon >= 0 || c.cursor.quote != 0 {
		return
	}
	roles := []string{"client", "agent"}
	if p := c.names.protocol; p != nil {
		roles = p.Roles[:]
	}
	for _, t := range templatesOf[in.key] {
		text := strings.ReplaceAll(t.text, "ROLES", strings.Join(roles, ","))
		c.add(Completion{Label: t.label, Kind: TemplateCompletion, Detail: t.detail, Text: text, Snippet: true})
	}
}

// startOf are the words that the path of a key begins with; the rest is below a method that
// another key of the same map names.
var startOf = map[string]string{
	"negotiation.offer": "params", "negotiation.chosen": "result", "features.at": "params", "features.offer": "params", "features.chosen": "result",
	"capability.at": "params result", "progress.token": "params", "cancel.id": "params", "settling.id": "params payload", "journal.version": "header",
	"session.timeout": "params payload",
}

// paths lists the paths that a key may have, such as params.capabilities.
func (c *completer) paths(key string) {
	starts, ok := startOf[key]
	p := c.names.protocol
	if !ok || p == nil {
		return
	}
	var method *model.Method
	if p.Negotiation != nil {
		method = p.Negotiation.Method
	}
	named := ""
	switch key {
	case "cancel.id", "settling.id":
		if by := c.cursor.in.child("by"); by != nil {
			named = by.value
		}
	case "progress.token", "session.timeout":
		if steps := c.cursor.in.path(); len(steps) > 1 {
			named = steps[1].key
		}
	}
	var payload model.Type
	if named != "" {
		h := c.names.top("methods", named)
		method = h.call
		payload = c.names.top("events", named).typ
	}
	for _, start := range strings.Fields(starts) {
		switch {
		case start == "header" && p.Journal != nil:
			c.pathsIn(start, p.Journal.Header, 0)
		case start == "payload" && payload != nil:
			c.pathsIn(start, payload, 0)
		case start == "params" && method != nil:
			c.pathsIn(start, method.Params, 0)
		case start == "result" && method != nil:
			c.pathsIn(start, method.Result, 0)
		}
	}
}

// deepest is how many names a path that is proposed has after its first word.
const deepest = 3

func (c *completer) pathsIn(path string, t model.Type, depth int) {
	s, ok := bare(t).(*model.Struct)
	if !ok || depth == deepest {
		return
	}
	for _, f := range s.Fields {
		below := path + "." + f.Name
		c.single(Completion{Label: below, Kind: ValueCompletion, Detail: f.Type.String(), Doc: f.Doc}, written(below))
		c.pathsIn(below, f.Type, depth+1)
	}
}
