package specfuzz

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Options select what specs are made.
type Options struct {
	Hostile float64 // how many names, docs and values are odd ones: 0 to 1
}

// New returns the spec of a seed.
func New(seed uint64, opts Options) *Node {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x5eed)), opts: opts, taken: map[string]bool{}, again: map[string]*Node{}, roles: [2]string{"client", "agent"}}
	return g.spec()
}

// A gen makes one spec.
type gen struct {
	r       *rand.Rand
	opts    Options
	decls   []*decl          // the types, in the order of the spec
	further *Node            // types that are made for one place
	within  int              // how many unions enclose the one that is made for a place
	shared  []listing        // the structs that a further union may list under the same tag
	again   map[string]*Node // the last limits of a scalar
	taken   map[string]bool  // what types, events, methods and errors are called, as folded writes it

	writeNull              bool   // defaults: {write_absent: null}
	int64                  string // of the defaults
	enumsOpen              bool   // defaults: {enums: open}
	older                  bool   // names of today have older ones
	unfit                  bool   // there are values that are read and not written
	positions              bool   // dialect: {params: {form: array}}
	flagged                bool   // a flag tells a result from an error
	mayLackResult          bool   // and responses name their method
	nested                 int    // depth of the type that is made
	serial                 int
	docs                   int
	errors                 []string // that travel
	kinds                  bool     // errors are identified by the kind in their data
	identities             []string // by what errors may be identified yet
	capFields              []string // paths of boolean capabilities
	features               bool
	wild                   bool // the name of the method that is made can be no part of that of a type
	roles                  [2]string
	hasEvents, hasRequests bool
	versions               []string
}

// A form is the kind of a declared type.
type form int

const (
	structForm form = iota
	enumForm
	intEnumForm
	aliasForm
	tupleForm
	unionForm
)

// A decl is a type of the spec. Its form is known before its content, so that
// earlier types may contain it.
type decl struct {
	name   string
	form   form
	done   bool     // its body is made, and it has a value that ends
	typ    *Node    // of an alias or a tuple
	fields []member // of a struct, those of its mixins too
	groups []group  // likewise
	values []*Node  // of an enum
	open   bool     // an enum that keeps what it does not declare
	keyed  bool     // an enum, or a distinct name, that can be the key of a map
	scalar string   // of an alias: the string, number, boolean or bytes that it is a name of, or ""
	kinds  kinds    // of a union or an alias
	value  *Node    // one value of a union, or nil
	valued bool     // the spec has a value of it
	tagged bool     // a struct or a union that is a variant already
	held   bool     // a struct that is the body of a variant, so it has no tag
	sole   bool     // a union that shares a struct with another, so it is not a variant
	keys   []string // the tags that its objects carry
	extra  string   // of a struct
}

// A listing is a struct that a union lists under a tag.
type listing struct {
	in       *decl
	key, tag string
	value    *Node // the tag in JSON
	of       string
}

// A member is a field of a struct, as far as others need to know it.
type member struct {
	name     string
	required bool
	optional bool  // it may be unset
	typ      *Node // nil: not to be given a value
	was      []string
	constant *Node
	patch    bool
	key      string // as the spec has it, with the "?"
	body     *Node
}

func (g *gen) chance(p float64) bool { return g.r.Float64() < p }

// odd reports whether the next choice is an odd one.
func (g *gen) odd(times float64) bool { return g.chance(g.opts.Hostile * times) }

func pick[T any](g *gen, list ...T) T { return list[g.r.IntN(len(list))] }

// spec returns a whole spec.
func (g *gen) spec() *Node {
	g.older, g.unfit = g.chance(0.6), g.chance(0.5)
	root := mapping("wiregen", raw(1), "protocol", g.protocol())
	if g.chance(0.6) {
		root.put("defaults", g.defaults())
	}
	var dialect *Node
	g.identities = []string{"code", "data.kind"}
	if g.chance(0.45) {
		dialect = g.dialect()
		root.put("dialect", dialect)
		g.kinds = dialect.has("error") && dialect.at("error").at("identity").Text == "data.kind"
	}
	if g.chance(0.35) {
		root.put("extensions", g.extensions())
	}
	g.plan()
	types := mapping()
	g.further = mapping()
	for _, d := range g.decls {
		types.put(d.name, g.declare(d))
	}
	for i, name := range g.further.Keys {
		types.put(name, g.further.Items[i])
	}
	if g.chance(0.04) {
		chain(types)
	}
	root.put("types", types)
	envelope := g.chance(0.3)
	if envelope {
		g.envelope(root)
	}
	if g.chance(0.55) || envelope && g.chance(0.5) || dialect != nil {
		g.session(root, dialect)
	}
	if root.has("methods") && g.chance(0.2) {
		g.refusals(root, dialect)
	}
	if g.chance(0.4) {
		g.secrets(root)
	}
	if root.has("methods") && g.chance(0.3) {
		g.maxWeight(root)
	}
	return root
}

func (g *gen) protocol() *Node {
	kind := pick(g, "counter", "counter", "semver", "date", "integer", "breaking")
	all := map[string][]string{
		"counter": {"1.2", "1.9", "1.10"}, "semver": {"0.1.0", "1.0.0-rc.1", "1.0.0"},
		"date": {"2024-02-29", "2025-01-01"}, "integer": {"1", "2", "10"}, "breaking": {"1", "2", "10"},
	}[kind]
	g.versions = all[len(all)-1:]
	out := mapping("name", word(pick(g, "demo", "my-protocol", "x1", "a-b-c")), "version", text(all[len(all)-1]))
	if kind != "counter" {
		out.put("versioning", word(kind))
	}
	if g.chance(0.5) {
		g.versions = all
		list := list()
		for _, v := range all {
			list.Items = append(list.Items, text(v))
		}
		out.put("versions", list)
	}
	if g.chance(0.4) {
		out.put("doc", g.doc("protocol"))
	}
	if g.chance(0.2) {
		out.put("title", g.doc("title"))
	}
	return out
}

// defaults returns the defaults of the file.
func (g *gen) defaults() *Node {
	out := mapping()
	choose := func(key string, values ...string) string {
		if !g.chance(0.5) {
			return ""
		}
		v := pick(g, values...)
		out.put(key, word(v))
		return v
	}
	g.writeNull = choose("write_absent", "omit", "null") == "null"
	choose("patch", "false", "true")
	choose("on_error", "unset", "refuse", "refuse")
	choose("bad_items", "skip", "refuse", "refuse")
	choose("unknown", "keep", "reject")
	g.enumsOpen = choose("enums", "closed", "open") == "open"
	choose("extra", "ignore", "keep", "reject")
	g.int64 = choose("int64", "number", "bigint", "string")
	if len(out.Keys) == 0 {
		out.put("extra", word("ignore"))
	}
	return out
}

// plan picks the names and forms of the types.
func (g *gen) plan() {
	for range 3 + g.r.IntN(7) {
		f := pick(g, structForm, structForm, structForm, structForm, enumForm, intEnumForm, aliasForm, aliasForm, tupleForm, unionForm, unionForm, unionForm)
		g.decls = append(g.decls, &decl{name: g.typeName(), form: f})
	}
}

// declare returns the body of a type.
func (g *gen) declare(d *decl) *Node {
	g.nested = 0
	var out *Node
	switch d.form {
	case structForm:
		out = g.structure(d)
	case enumForm, intEnumForm:
		out = g.enum(d)
	case aliasForm:
		out = g.alias(d)
	case tupleForm:
		out = g.tuple(d)
	default:
		out = g.union(d)
		g.lead(d, out)
	}
	d.done = true
	if out.Kind == Map {
		g.meta(out)
		if g.chance(0.15) && !g.limited(out) {
			if value := g.value(name(d.name), 0); value != nil {
				out.put("examples", list(value))
			}
		}
	}
	return out
}

// limited reports whether a body has limits, which a random value may violate.
func (g *gen) limited(n *Node) bool {
	return slices.ContainsFunc(n.Keys, func(k string) bool { return strings.HasPrefix(k, "m") || k == "pattern" || k == "enforced" })
}

func (g *gen) find(name string) *decl {
	for _, d := range g.decls {
		if d.name == name {
			return d
		}
	}
	return nil
}

// some returns the types that have a body and satisfy a condition.
func (g *gen) some(keep func(*decl) bool) []*decl {
	var out []*decl
	for _, d := range g.decls {
		if d.done && keep(d) {
			out = append(out, d)
		}
	}
	return out
}
