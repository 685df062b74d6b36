package schemagen

import (
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// methodFile is the small schema of one method. The schema itself is the message that
// calls the method, as it is read; its $defs name the parts on both sides.
func (p *plan) methodFile(c *lower.Call) *schema {
	m := c.Of
	s := file(p.rows.Protocol, p.files[m]).with("title", text(m.Name))
	if d := description(&m.Meta); d != "" {
		s.with("description", text(d))
	}
	if m.Deprecated != nil {
		s.with("deprecated", boolean(true))
	}
	var defs object
	for _, on := range []side{read, write} {
		b := &builder{rows: p.rows, defs: p.defs, side: on, prefix: bundleFile(p.rows.Protocol, on)}
		message := b.ref(p.defs.message[m])
		if on == read {
			s.with("$ref", message.keywords[0].Value)
		}
		defs.add("message."+string(on), message)
		if c.ParamsPresence != lower.ParamsNone {
			defs.add("params."+string(on), b.shown(b.params(c), m, "params"))
		}
		if c.Answer != lower.AnswerNone {
			defs.add("result."+string(on), b.shown(b.result(c), m, "result"))
		}
	}
	return s.members("$defs", defs)
}

// shown adds the values under a key of the examples of a method, {params: …, result: …}.
func (b *builder) shown(s *schema, m *model.Method, key string) *schema {
	var values []model.Value
	for _, e := range m.Examples {
		for _, member := range e.Value.Members {
			if member.Key == key {
				values = append(values, member.Value)
			}
		}
	}
	if len(values) == 0 || b.side != read {
		return s
	}
	return s.with("examples", model.Value{Kind: model.ListValue, Items: values})
}

// result is the result of a request. If it depends on the variant of the request, it
// is any of the results, each of them once.
func (b *builder) result(c *lower.Call) *schema {
	if c.Answer != lower.AnswerByVariant {
		return b.typ(c.Of.Result)
	}
	var results []*schema
	seen := map[string]bool{}
	for _, x := range b.rows.At(c.Params).Union.Cases {
		v := x.Of
		if v.Result != nil && !seen[v.Result.String()] {
			seen[v.Result.String()] = true
			results = append(results, b.typ(v.Result))
		}
	}
	return anyOf(results)
}

// planMethodFiles names a file for each method, beside the bundles: the wire
// name, as far as every file system allows it, and a number if two names become
// equal.
func planMethodFiles(p *model.Protocol) map[*model.Method]string {
	files := map[*model.Method]string{}
	taken := map[string]bool{}
	for _, m := range p.Methods {
		stem := fileStem(m.Name)
		name := stem
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = stem + "-" + strconv.Itoa(n)
		}
		taken[strings.ToLower(name)] = true
		files[m] = p.Name + ".method." + name + ".schema.json"
	}
	return files
}

// fileStem keeps ASCII letters, digits, dots, underscores and hyphens, writes
// a dot for each slash and a hyphen for the rest.
func fileStem(method string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-', r == '.':
			return r
		case r == '/':
			return '.'
		default:
			return '-'
		}
	}, method)
}
