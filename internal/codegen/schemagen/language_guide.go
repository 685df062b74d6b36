package schemagen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Word is one meaning of a word of the spec language.
type Word struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"` // key, or type
	Doc     string   `json:"doc"`
	In      []string `json:"in,omitempty"`      // where a key may be written
	Values  string   `json:"values,omitempty"`  // what a key may have, in words
	Allowed []string `json:"allowed,omitempty"` // every value of a key, if it has a list
	See     string   `json:"see"`               // the section of the documentation
}

// Words returns the keys and the scalars of the spec language, in the order of its schema.
func Words(targets ...backend.Target) []Word {
	s := language(targets).value()
	g := guide{targets: targets, defs: keyword(s, "definitions")}
	g.place("", s)
	for _, d := range g.defs.Members {
		g.place(d.Key, d.Value)
	}
	for _, name := range model.ScalarNames() {
		kind, _ := model.ScalarNamed(name, model.Int64AsNumber)
		g.words = append(g.words, Word{Name: name, Kind: "type", Doc: "In messages: " + kind.Info().Expected + ".", See: see(aboutTypes)})
	}
	return g.words
}

// A guide collects the words of the language from its schema.
type guide struct {
	targets []backend.Target
	defs    model.Value
	words   []Word
}

// place adds the keys of one kind of map.
func (g *guide) place(name string, s model.Value) {
	in := placesOfKeys[name]
	for _, key := range keyword(s, "properties").Members {
		w := Word{Name: key.Key, Kind: "key", Doc: keyword(key.Value, "description").Text, Values: g.values(key.Value), Allowed: g.allowed(key.Value)}
		section := cmp.Or(sectionsOfKeys[name+"."+key.Key], sectionsOfKeys[key.Key], in.section)
		if slices.ContainsFunc(g.targets, func(t backend.Target) bool { return t.Name == key.Key }) {
			section = aboutElements // a pinned name
		}
		w.See = see(section)
		same := slices.IndexFunc(g.words, func(o Word) bool {
			return o.Name == w.Name && o.Doc == w.Doc && o.Values == w.Values && o.See == w.See
		})
		if same < 0 {
			same = len(g.words)
			g.words = append(g.words, w)
		}
		g.words[same].In = append(g.words[same].In, in.name)
	}
}

// allowed lists the values of a key, if the schema does.
func (g *guide) allowed(s model.Value) []string {
	s, _ = g.resolve(s)
	var out []string
	for _, v := range keyword(s, "enum").Items {
		word := v.Text
		if v.Kind != model.StringValue {
			word = v.JSON()
		}
		if !slices.Contains(out, word) { // null is also a word in quotes
			out = append(out, word)
		}
	}
	return out
}

// fewKeys is the number of keys that the values of another key name.
const fewKeys = 12

// values says in words what a key may have.
func (g *guide) values(s model.Value) string {
	s, def := g.resolve(s)
	if words := g.allowed(s); words != nil {
		return names.List(words, "or")
	}
	if def != "" {
		if doc := strings.TrimSuffix(keyword(s, "description").Text, "."); doc != "" {
			return strings.ToLower(doc[:1]) + doc[1:]
		}
	}
	if long := keyword(s, "then"); long.Members != nil {
		if item := keyword(keyword(s, "else"), "items"); keyword(item, "$ref").Text == keyword(long, "$ref").Text && item.Members != nil {
			return g.values(long) + ", or a list of such maps"
		}
		return g.values(keyword(s, "else")) + "; or " + g.values(long)
	}
	if forms := keyword(s, "anyOf").Items; forms != nil {
		var out []string
		for _, form := range forms {
			out = append(out, g.values(form))
		}
		return names.List(out, "or")
	}
	switch keyword(s, "type").Text {
	case "string":
		return "a text"
	case "integer":
		return "an integer"
	case "number":
		return "a number"
	case "boolean":
		return "true or false"
	case "null":
		return "null"
	case "array":
		return "a list, each item " + g.values(keyword(s, "items"))
	case "object":
		return g.keysOf(s, def)
	}
	return "any value"
}

// keysOf says in words which keys a map has.
func (g *guide) keysOf(s model.Value, def string) string {
	var keys []string
	for _, key := range keyword(s, "properties").Members {
		keys = append(keys, key.Key)
	}
	switch {
	case len(keys) == 0:
		return "a map by name"
	case len(keys) > fewKeys:
		return "a map with the keys of " + placesOfKeys[def].name
	}
	return fmt.Sprintf("a map with the keys %s", names.List(keys, "and"))
}

// resolve follows a reference, and returns the name of its definition.
func (g *guide) resolve(s model.Value) (model.Value, string) {
	ref := keyword(s, "$ref").Text
	if ref == "" {
		return s, ""
	}
	def := strings.TrimPrefix(ref, "#/definitions/")
	return keyword(g.defs, def), def
}

// keyword is the value of a key of an object; that of a missing key is null.
func keyword(v model.Value, key string) model.Value {
	for _, m := range v.Members {
		if m.Key == key {
			return m.Value
		}
	}
	return model.Value{}
}

// see is a link to a section of docs/language.md.
func see(heading string) string {
	return "docs/language.md#" + strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(heading))
}

// A placeOfKeys is a kind of map in a spec, and the section of docs/language.md about it.
type placeOfKeys struct{ name, section string }

const (
	aboutProtocol  = "The protocol, its roles and its defaults"
	aboutPresence  = "Presence"
	aboutUnions    = "Unions"
	aboutMessages  = "Events, requests, methods, errors"
	aboutDialect   = "The dialect"
	aboutMembers   = "Names of members"
	aboutHandshake = "Agreeing on versions, features and capabilities"
	aboutElements  = "On every element"
	aboutSessions  = "Sessions"
	aboutFiles     = "Several files"
	aboutTag       = "A tag among the fields"
	aboutNoTag     = "No tag"
	aboutLimits    = "Limits"
	aboutEnums     = "Enums"
	aboutExtra     = "Undeclared keys"
	aboutGroups    = "Fields that depend on each other"
	aboutBadValues = "Values that cannot be read"
	aboutTypes     = "Types"
)

// placesOfKeys has a row for each definition of the schema that has keys.
var placesOfKeys = map[string]placeOfKeys{
	"":                  {"a spec", "A file"},
	"protocol":          {"protocol", aboutProtocol},
	"addition":          {"an entry of add", aboutFiles},
	"defaults":          {"defaults", aboutProtocol},
	"extensions":        {"extensions", "Extensions"},
	"dialect":           {"dialect", aboutDialect},
	"jsonrpc":           {"jsonrpc of the dialect", aboutDialect},
	"id":                {"id of the dialect", aboutDialect},
	"errorRules":        {"error of the dialect", aboutDialect},
	"framing":           {"framing of the dialect", aboutDialect},
	"shapes":            {"shapes of the dialect", aboutDialect},
	"requestNames":      {"request of the shapes", aboutMembers},
	"responseNames":     {"response of the shapes", aboutMembers},
	"notificationNames": {"notification of the shapes", aboutMembers},
	"params":            {"params of the dialect", aboutDialect},
	"batch":             {"batch of the dialect", aboutDialect},
	"rate":              {"rate of the dialect", aboutDialect},
	"errorRange":        {"an entry of error_ranges", aboutDialect},
	"gate":              {"gate", aboutHandshake},
	"session":           {"the rules of an element", aboutSessions},
	"settling":          {"settled_by of a rule", aboutSessions},
	"cancel":            {"cancel of a rule", aboutSessions},
	"progress":          {"progress of a method", "Progress"},
	"registration":      {"registration of a method", aboutMessages},
	"features":          {"features of the negotiation", aboutHandshake},
	"type":              {"a type", aboutTypes},
	"field":             {"a field", aboutPresence},
	"union":             {"union of a type", aboutUnions},
	"variant":           {"a variant of a union", aboutUnions},
	"keep":              {"unknown of a union", aboutUnions},
	"group":             {"a rule of present", aboutGroups},
	"value":             {"a value of an enum", aboutEnums},
	"envelope":          {"envelope", aboutMessages},
	"event":             {"an event", aboutMessages},
	"request":           {"a request", aboutMessages},
	"method":            {"a method", aboutMessages},
	"call":              {"an example of a method", aboutMessages},
	"error":             {"an error", aboutMessages},
	"capability":        {"a capability", aboutHandshake},
	"negotiation":       {"negotiation", aboutHandshake},
	"journal":           {"journal", "A journal"},
	"after":             {"since", aboutElements},
	"deprecated":        {"deprecated", aboutElements},
	"extra":             {"extra of a struct", aboutExtra},
	"log":               {"log", aboutElements},
	"lintOff":           {"lint_off", "Warnings that do not apply"},
}

// sectionsOfKeys has the keys that another section is about: in every place, or in one.
var sectionsOfKeys = map[string]string{
	".protocol": aboutProtocol, ".roles": aboutProtocol, ".defaults": aboutProtocol,
	".include": aboutFiles, ".extends": aboutFiles, ".add": aboutFiles,
	".dialect": aboutDialect, ".extensions": "Extensions", ".journal": "A journal", ".session": aboutSessions,
	".negotiation": aboutHandshake, ".capabilities": aboutHandshake,
	".methods": aboutMessages, ".envelope": aboutMessages, ".events": aboutMessages, ".requests": aboutMessages, ".errors": aboutMessages,
	".types": aboutTypes,

	"was": aboutElements, "since": aboutElements, "deprecated": aboutElements, "experimental": aboutElements, "gate": aboutHandshake,
	"sensitive": "Sensitive values", "log": "Sensitive values", "unit": aboutElements, "recorded": "A journal", "hot": aboutElements,
	"lint_off": "Warnings that do not apply", "reserved": aboutElements, "examples": aboutElements,

	"enum": aboutEnums, "open": aboutEnums, "fallback": aboutEnums, "errorRules.fallback": aboutDialect,
	"extra": aboutExtra, "defaults.extra": aboutProtocol, "present": aboutGroups, "with": "Structs that share fields",
	"bad_items": aboutBadValues, "defaults.bad_items": aboutProtocol, "on_error": aboutBadValues, "defaults.on_error": aboutProtocol,
	"min": aboutLimits, "max": aboutLimits, "min_length": aboutLimits, "max_length": aboutLimits, "min_items": aboutLimits,
	"max_items": aboutLimits, "pattern": aboutLimits, "enforced": aboutLimits, "session.enforced": aboutSessions, "distinct": "Distinct names",
	"union": aboutUnions, "variants": aboutUnions, "common": aboutTag, "unknown": aboutUnions, "defaults.unknown": aboutProtocol,
	"match": aboutNoTag, "type.default": aboutTag, "const": aboutTypes, "variant.payload": "A separate tag",
}
