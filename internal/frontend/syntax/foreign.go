package syntax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
)

// foreignLanguages are keys at the top of files in other languages.
var foreignLanguages = []struct{ key, title string }{
	{"openapi", "an OpenAPI document"}, {"swagger", "an OpenAPI document"}, {"asyncapi", "an AsyncAPI document"},
	{"openrpc", "an OpenRPC document"}, {"$schema", "a JSON Schema"}, {"$defs", "a JSON Schema"}, {"smithy", "a Smithy model"},
}

// foreign reports a file in another language, in one diagnostic instead of one for each
// of its keys.
func (p *parser) foreign(root *Node) bool {
	if root.hasAny("wiregen", "protocol", "types", "include", "extends") {
		return false
	}
	for _, other := range foreignLanguages {
		at := slices.IndexFunc(root.Pairs, func(pair Pair) bool { return pair.Key.Text == other.key })
		if at < 0 {
			continue
		}
		p.report.Add(diag.LanguageForeign, root.Pairs[at].Key.Span, fmt.Sprintf("this is %s, not a spec of wiregen", other.title)).
			WithHelp("wiregen init writes a small spec to begin with; write the types of this file under types, and its operations under methods")
		return true
	}
	return false
}

// foreignKeys are the names of keys in other languages.
var foreignKeys = map[string][]string{
	"description": {"doc"}, "summary": {"doc"}, "comment": {"doc"}, "properties": {"fields"}, "struct": {"fields"}, "interface": {"fields"}, "class": {"fields"}, "members": {"fields"}, "attributes": {"fields"},
	"minimum": {"min"}, "maximum": {"max"}, "regex": {"pattern"}, "regexp": {"pattern"}, "discriminator": {"tag"}, "values": {"enum"},
	"response": {"result"}, "returns": {"result"}, "output": {"result"}, "arguments": {"params"}, "args": {"params"}, "input": {"params"},
	"extends": {"with"}, "mixins": {"with"}, "aliases": {"was"}, "throws": {"errors"}, "direction": {"from"}, "sender": {"from"}, "body": {"payload"},
	"data": {"payload"}, "message": {"doc"}, "title": {"doc"},
	"definitions": {"types"}, "$defs": {"types"}, "schemas": {"types"}, "models": {"types"}, "structs": {"types"}, "enums": {"types"},
	"notifications": {"methods"}, "commands": {"methods"}, "procedures": {"methods"}, "operations": {"methods"}, "rpcs": {"methods"},
	"imports": {"include"}, "import": {"include"}, "includes": {"include"},
}

// proseKeys are foreign keys that are also common names of fields.
const proseKeys = " description summary comment title message "

// foreignKey reports whether pair has a key of another language, and is not a field
// where the key fields is missing.
func (m *mapping) foreignKey(pair Pair) bool {
	prose := strings.Contains(proseKeys, " "+pair.Key.Text+" ")
	return foreignKeys[pair.Key.Text] != nil && (!prose || strings.Contains(pair.Value.Text, " "))
}

// foreignWays are keys of other languages for what this language says without a
// key.
var foreignWays = map[string]string{
	"optional": "write ? after the name of the field", "nullable": "write | null after the type",
	"required":             "a field is required unless ? follows its name",
	"oneOf":                "write type: A | B",
	"anyOf":                "write type: A | B",
	"allOf":                "write with: [A, B], and the further fields under fields",
	"$ref":                 "write the name of the type instead of the map",
	"items":                "write type: T[], with the type of the items for T",
	"format":               "write type: uri, timestamp or bytes",
	"additionalProperties": "write extra: ignore, keep or reject, or extra: {type: T}",
	"notification":         "write notify: with the type that it carries, or notify: empty",
	"external":             "write union: external",
	"distinct":             "declare the type by name under types, with distinct: true there",
	"patternProperties":    "write type: map<T>, with the type of the values for T",
	"uniqueItems":          "say so in doc: items are not compared",
	"prefixItems":          "write type: \"[A, B]\", with the type of each item",
	"contentEncoding":      "write type: bytes for base64",
	"readOnly":             "say so in doc, or in a key for other tools: x-read-only: true",
	"writeOnly":            "say so in doc, or in a key for other tools: x-write-only: true",
}

// foreignWay says what to write for a key of another language with its value, or "".
func foreignWay(pair Pair) string {
	value := pair.Value.Text
	switch key := pair.Key.Text; {
	case key == "required" && value == "false":
		return "write ? after the name of the field"
	case key == "items" && value != "" && strings.Trim(value, nameLetters) == "":
		return "write type: " + value + "[]"
	case key == "format" && formatTypes[value] != "":
		return "write type: " + formatTypes[value]
	case key == "additionalProperties" && value == "false":
		return "write extra: reject"
	case key == "additionalProperties" && value == "true":
		return "write extra: keep"
	case slices.Contains(unsaid, key):
		return "the language has no such rule: say so in doc, or in a key for other tools: " + annotation(key)
	default:
		return foreignWays[key]
	}
}

// unsaid are the keys of JSON Schema for which the language has no counterpart.
var unsaid = []string{
	"exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minProperties", "maxProperties", "propertyNames", "contains", "minContains", "maxContains",
	"dependencies", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems", "contentMediaType", "contentSchema", "if", "then", "else", "not",
}

// annotation is the key for other tools that says what a key of JSON Schema does.
func annotation(key string) string { return "x-" + names.Kebab(key) }

// foreignSteps do what foreignWay says in m, where that is sure.
func (m *mapping) foreignSteps(pair Pair) []diag.Step {
	key, value := pair.Key, pair.Value
	rename := func(name string) diag.Step { return diag.Step{Do: diag.Replace, At: key.Span, Text: name} }
	write := func(text string) diag.Step { return diag.Step{Do: diag.Write, At: value.Span, Text: text} }
	arms, isList := plainItems(value)
	switch word := key.Text; {
	case word == "required" || word == "optional" || word == "nullable":
		return m.presenceSteps(pair)
	case word == "items" || word == "format" || word == "contentEncoding":
		return m.typeSteps(pair)
	case (word == "oneOf" || word == "anyOf") && isList:
		return []diag.Step{rename("type"), write(strings.Join(arms, " | "))}
	case word == "allOf" && isList:
		return []diag.Step{rename("with")}
	case word == "$ref" && lastName(value.Text) != "" && len(m.node.Pairs) == 1:
		return []diag.Step{{Do: diag.Write, At: m.node.Span, Text: lastName(value.Text)}}
	case word == "additionalProperties" && value.Text == "true":
		return []diag.Step{rename("extra"), write("keep")}
	case word == "additionalProperties" && value.Text == "false":
		return []diag.Step{rename("extra"), write("reject")}
	case word == "notification" && value.Text == "true":
		return []diag.Step{rename("notify"), write("empty")}
	case word == "readOnly" || word == "writeOnly" || slices.Contains(unsaid, word):
		return []diag.Step{rename(annotation(word))}
	}
	return nil
}

// presenceSteps say with a question mark, or null, what a key of JSON Schema says.
func (m *mapping) presenceSteps(pair Pair) []diag.Step {
	key, value := pair.Key.Text, pair.Value
	gone := diag.Step{Do: diag.Remove, At: pair.Key.Span}
	isField := strings.HasPrefix(m.what, "the field ")
	typ := m.valueOf("type")
	switch isTrue := value.Text == "true"; {
	case key == "required" && value.Kind == List:
		return append(othersOptional(m.valueOf("fields", "properties"), value), gone)
	case !isTrue && value.Text != "false":
	case key == "nullable" && !isTrue, key != "nullable" && isField && isTrue == (key == "required"):
		return []diag.Step{gone}
	case key != "nullable" && isField:
		return []diag.Step{gone, {Do: diag.Mark, At: m.name}}
	case key == "nullable" && typ != nil && typ.Kind == Scalar && !strings.Contains(typ.Text, "="):
		return []diag.Step{gone, {Do: diag.Replace, At: typ.Span, Text: typ.Text + " | null"}}
	}
	return nil
}

// typeSteps say with the type what a key of JSON Schema says beside it.
func (m *mapping) typeSteps(pair Pair) []diag.Step {
	typ, value := m.valueOf("type"), pair.Value
	if typ == nil || typ.Kind != Scalar || value.Kind != Scalar {
		return nil
	}
	own := formatTypes[value.Text]
	switch {
	case pair.Key.Text == "items" && strings.Trim(value.Text, nameLetters) == "":
		own = value.Text + "[]"
	case pair.Key.Text == "items" || own == "":
		return nil
	}
	return []diag.Step{{Do: diag.Remove, At: pair.Key.Span}, {Do: diag.Replace, At: typ.Span, Text: own}}
}

// othersOptional gives a question mark to the fields that a list does not have.
func othersOptional(fields, required *Node) []diag.Step {
	var out []diag.Step
	if fields == nil {
		return nil
	}
	for _, field := range fields.Pairs {
		name := field.Key.Text
		if !strings.HasSuffix(name, "?") && !slices.ContainsFunc(required.Items, func(n *Node) bool { return n.Text == name }) {
			out = append(out, diag.Step{Do: diag.Replace, At: field.Key.Span, Text: name + "?"})
		}
	}
	return out
}

// valueOf is the value of the first of some keys that the map has; nil if it has none.
func (m *mapping) valueOf(names ...string) *Node {
	for _, pair := range m.node.Pairs {
		if slices.Contains(names, pair.Key.Text) {
			return pair.Value
		}
	}
	return nil
}

// foreignChoices are values of keys in YAML and other languages, with the words that say
// the same here.
var foreignChoices = map[string][]string{
	"yes": {"true"}, "on": {"true"}, "y": {"true"}, "1": {"true"}, "no": {"false"}, "off": {"false"}, "n": {"false"}, "0": {"false"},
	"true": {"keep", "open", "required"}, "false": {"reject", "closed", "ignored"},
	"allow": {"keep"}, "allowed": {"keep"}, "preserve": {"keep"}, "passthrough": {"keep"},
	"forbid": {"reject"}, "deny": {"reject"}, "refuse": {"reject"}, "strict": {"reject"}, "error": {"reject", "refuse"},
	"skip": {"ignore", "unset"}, "drop": {"ignore", "skip"}, "strip": {"ignore"},
	"number": {"int"}, "integer": {"int"}, "text": {"string"}, "str": {"string"},
	"jsonl": {"ndjson"}, "lines": {"ndjson"}, "newline": {"ndjson"}, "lsp": {"content-length"}, "headers": {"content-length"},
}
