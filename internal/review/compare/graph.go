package compare

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A comparer compares two versions. Its nodes are pairs of types, one of each version,
// that are in the same place of some message; each pair is compared once, in both
// directions. What leads from one to another is an edge, so that a difference in a pair
// is that of every message that reaches it, recursive types included.
type comparer struct {
	sides         [2]*side // old, new
	nodes         map[key]*node
	made          []*node // all of nodes, in the order in which they were made
	queue         []*node // not compared yet
	edits         map[editKey]*edit
	order         []*edit
	choices       []*choice
	orderedUnions []*orderedUnion
	wholes        map[*edit]*holder
	aliases       map[*model.Alias]*holder
	asked         map[*edit]*holder // of the candidates of choices that an edit makes
	places        []*position
	leading       map[*node][]arrival // the edges to each node; made on first use
	pairs         map[int]int         // named types that are the same one: old → new
	partners      map[int]int         // and new → old
	// moves are unions with tags that are the same, although one of them has become a part of the
	// place of the other.
	moves      map[like]bool
	joins      map[like]bool // what is known of joined
	calls      paired[lower.Call]
	declared   paired[lower.Error]
	memberRows []memberRow
	all        []*element // once they are known
}

// A key identifies a node. Types with names that are the same one in both versions have
// one node; all others have one for each element that holds them, because an edit there
// is an edit of that element.
type key struct {
	old, new lower.Ref
	in       *holder
	tagged   keys // of the tags that the unions which it is a variant of have compared
	without  keys // of the tags that are not there, because it is the variant without one
}

// keys are keys of objects, in one text that can be compared.
type keys string

func (k keys) has(key string) bool { return strings.Contains(string(k), ","+model.Quote(key)+",") }

func (k keys) with(key string) keys {
	if k.has(key) {
		return k
	}
	return keys(strings.TrimSuffix(string(k), ",")) + keys(","+model.Quote(key)+",")
}

// A node is a pair of types.
type node struct {
	key
	edges []edge
	diffs []*diff
	wider []wider
	// reached says how each kind of writer comes here first.
	reached [reaches]*arrival
	// shut are the gates on the ways here that are closed; by the direction and the writer.
	shut  [2][writers]string
	depth [reaches]int
}

// An edge leads to a part of the values of a node.
type edge struct {
	to   *node
	dirs [2]bool
	// tolerant says that a reader passes over a value there that it cannot read; by
	// the direction.
	tolerant [2]tolerance
	wrap     wrap
	// apart says that no message that is read leads there, because what is around it is refused:
	// what is there is shown by itself.
	apart bool
	// gate is what no peer of the version that reads can have agreed to, so that nothing is sent
	// there; by the direction.
	gate [2]string
}

// A wrap makes a value of a type from one of its part.
type wrap func(s *side, inner string) (string, bool)

// A wider is a value that no writer writes, and that a reader accepts which refuses it in
// the version that writes in a direction.
type wider struct {
	edit  *edit
	dir   direction
	value func(s *side) (string, bool)
}

// A holder is an element of the spec: a type, a field, a variant.
type holder struct {
	element string
	at      [2]source.Span
	// all is set if every difference below is part of one edit: the type is another one.
	all *edit
	// quiet says that what is found is not reported, but only asked for.
	quiet    bool
	unstable bool // the element is experimental
	// items is the holder of what the list or the map in it holds; nil: itself.
	items *holder
}

// An editKey identifies an edit.
type editKey struct{ rule, element string }

// An edit is a change of the spec.
type edit struct {
	rule     *Rule
	element  string
	was, is  string
	at       [2]source.Span
	unstable bool
	diffs    []*diff
	repair   *Repair // for those who meet it in messages
	record   *Repair // for the upkeep
	// fixed are verdicts that do not follow from messages; by the audience.
	fixed [Audiences]*Verdict
}

// A diff is what an edit does in one direction.
type diff struct {
	judgement
	at   *node
	edit *edit
	dir  direction
	gate string
	// value makes a value of the writer's type that shows it; nil: the smallest one.
	value func(s *side) (string, bool)
	// byHand says that peers of the version may write the value, but that what is generated
	// for it does not.
	byHand bool
	// values is the type of all values that show it; nil: those of the writer, if it writes them.
	values model.Type
	// mended says that the repair of the edit takes the difference away.
	mended bool
}

// edit is the edit of an element by a rule. If everything in the holder is one edit, it
// is that one.
func (c *comparer) edit(h *holder, rule, element, was, is string, at [2]source.Span) *edit {
	if h != nil && h.all != nil {
		return h.all
	}
	fresh := &edit{rule: ruleNamed(rule), element: element, was: was, is: is, at: at}
	if h != nil {
		fresh.unstable = h.unstable
		if h.quiet {
			return fresh
		}
	}
	k := editKey{rule, element}
	if c.edits[k] == nil {
		c.edits[k] = fresh
		c.order = append(c.order, fresh)
	}
	return c.edits[k]
}

// diff notes what an edit does in a direction at a node.
func (n *node) diff(e *edit, dir direction, j judgement, value func(s *side) (string, bool)) *diff {
	d := &diff{judgement: j, at: n, edit: e, dir: dir, value: value}
	n.diffs = append(n.diffs, d)
	e.diffs = append(e.diffs, d)
	return d
}

// writer is the row of the version that writes, and reader that of the other one.
func (c *comparer) writer(n *node, dir direction) *lower.Type { return c.row(n, int(dir)) }
func (c *comparer) reader(n *node, dir direction) *lower.Type { return c.row(n, 1-int(dir)) }

func (c *comparer) row(n *node, version int) *lower.Type {
	if version == 0 {
		return c.sides[0].rows.At(n.old)
	}
	return c.sides[1].rows.At(n.new)
}

// dirs are the directions in which more than null is written in a place of two types: null
// is compared where it is.
func (c *comparer) dirs(old, today lower.Ref, dirs [2]bool) [2]bool {
	for _, dir := range directions {
		w, r := oriented(dir, old, today)
		if t := c.sides[dir].rows.At(w); r.OrNull && t.Form == lower.ScalarForm && t.Scalar.Kind == model.Null {
			dirs[dir] = false
		}
	}
	return dirs
}

// node is the node of two types in a holder; they do not allow null, which is compared
// where they are used.
func (c *comparer) node(old, today lower.Ref, h *holder) *node {
	return c.nodeOf(old, today, h, "", "")
}

// within is the node of two types of which the values of n are.
func (c *comparer) within(n *node, old, today lower.Ref, h *holder) *node {
	return c.nodeOf(old, today, h, n.tagged, n.without)
}

// nodeOf is node, or that of a variant of unions that have compared some tags, or of one
// without some.
func (c *comparer) nodeOf(old, today lower.Ref, h *holder, tagged, without keys) *node {
	old, today = lower.Ref{Type: old.Type}, lower.Ref{Type: today.Type}
	a, b := c.sides[0].rows.At(old), c.sides[1].rows.At(today)
	paired := false
	if a.Name != "" && b.Name != "" {
		paired = c.paired(old.Type, today.Type)
	}
	switch {
	case paired && h != nil && h.quiet:
		h = quietly
	case paired:
		h = nil
	case a.Name != "" && b.Name != "" && !h.quiet && h.all == nil && c.joined(like{old.Type, today.Type}):
		c.edit(h, typeChanged, h.element, c.typeWords(0, old), c.typeWords(1, today), h.at) // only code meets it
		h = nil
	case (a.Name != "" || b.Name != "") && h.all == nil && (!isLeaf(a) || !isLeaf(b) || a.Form == lower.EnumForm && b.Form == lower.EnumForm):
		// Another type is in the place. Whatever differs is one edit of the holder.
		all := *h
		all.all = c.edit(h, typeChanged, h.element, c.typeWords(0, old), c.typeWords(1, today), h.at)
		h = &all
	}
	if h != nil && h.all != nil {
		h = c.whole(h)
	}
	k := key{old, today, h, tagged, without}
	n := c.nodes[k]
	if n == nil {
		n = &node{key: k}
		c.nodes[k] = n
		c.made = append(c.made, n)
		c.queue = append(c.queue, n)
	}
	return n
}

// whole is the holder of all that is part of one edit. It is the same one at every depth,
// or else types that contain themselves would have nodes without end.
func (c *comparer) whole(h *holder) *holder {
	if c.wholes[h.all] == nil {
		c.wholes[h.all] = h
	}
	return c.wholes[h.all]
}

// quietly is the holder of pairs that are only asked for.
var quietly = &holder{quiet: true}

// join adds an edge, which both directions use unless dirs says otherwise.
func (n *node) join(to *node, e edge) {
	e.to = to
	n.edges = append(n.edges, e)
}

var both = [2]bool{true, true}

// walk compares all pairs that are reached.
func (c *comparer) walk() {
	for len(c.queue) > 0 {
		n := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		c.compare(n)
	}
}

// toleranceOf is what a reader of s does with a value of a field that it cannot read. It
// refuses an object in which no field of a group is left that needs one.
func toleranceOf(s *lower.Struct, f *lower.Field) tolerance {
	g := s.Group(f.Name)
	switch {
	case f.OnError != lower.OnErrorUnset, g != nil && g.Rule.NeedsOne():
		return refuses
	case f.Absent == lower.AbsentDefault:
		return replaces
	}
	return drops
}

// The ways in which a node is reached: by the direction, who writes, and what a reader
// does with what it cannot read.
const reaches = 2 * writers * int(tolerances)

// The writers of a value: a client, an agent, or a journal.
const writers = 3

func reachOf(dir direction, from int, t tolerance) int {
	return (int(dir)*writers+from)*int(tolerances) + int(t)
}

// partsOf is the direction, the writer and the tolerance of a reach.
func partsOf(reach int) (dir direction, from int, t tolerance) {
	n := int(tolerances)
	return direction(reach / n / writers), reach / n % writers, tolerance(reach % n)
}

// An arrival is the last step of a shortest way to a node.
type arrival struct {
	from  *node
	by    *edge
	reach int       // of from
	root  *position // from is nil
}

// reach finds the shortest way to each node for each kind of writer, from all positions
// at once.
func (c *comparer) reach() {
	type visit struct {
		n     *node
		reach int
	}
	var queue []visit
	arrive := func(n *node, reach int, a arrival, depth int) {
		if n.reached[reach] == nil {
			n.reached[reach], n.depth[reach] = &a, depth
			queue = append(queue, visit{n, reach})
		}
	}
	for _, p := range c.places {
		for _, dir := range []direction{backward, forward} {
			for _, from := range p.writers(dir) {
				if p.closed[dir] == "" {
					arrive(p.node, reachOf(dir, from, refuses), arrival{root: p}, 0)
				}
			}
		}
	}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		dir, from, t := partsOf(v.reach)
		for i := range v.n.edges {
			e := &v.n.edges[i]
			if !e.dirs[dir] || e.gate[dir] != "" {
				continue
			}
			arrive(e.to, reachOf(dir, from, e.tolerant[dir].within(t)), arrival{from: v.n, by: e, reach: v.reach}, v.n.depth[v.reach]+1)
		}
	}
	c.shut()
}

// worst is the worst that happens below n in a direction, with the difference.
func (c *comparer) worst(n *node, dir direction) (Level, *diff) {
	type visit struct {
		n         *node
		tolerated tolerance
	}
	seen := map[visit]bool{}
	todo := []visit{{n, refuses}}
	level, worst := OK, (*diff)(nil)
	for len(todo) > 0 {
		v := todo[0]
		todo = todo[1:]
		if seen[v] {
			continue
		}
		seen[v] = true
		for _, d := range v.n.diffs {
			if l := tolerate(d.level, v.tolerated); d.dir == dir && d.gate == "" && l > level {
				level, worst = l, d
			}
		}
		for i := range v.n.edges {
			if e := &v.n.edges[i]; e.dirs[dir] && e.gate[dir] == "" {
				todo = append(todo, visit{e.to, e.tolerant[dir].within(v.tolerated)})
			}
		}
	}
	return level, worst
}

// typeWords is a type as a spec writes it.
func (c *comparer) typeWords(version int, r lower.Ref) string {
	if r == lower.NoType {
		return "nothing"
	}
	t := c.sides[version].rows.At(r).Of
	words := t.String()
	if r.OrNull {
		words += " | null"
	}
	return words
}

// An element is an element of both versions, or of one.
type element struct {
	name   string // in the new version, if it has it
	parent string // the element that it is a part of; or ""
	meta   [2]*model.Meta
	// inline says that it is a type that is declared where it is used, and renamed that its
	// name is another one in the old version, if it is one of that.
	inline, renamed bool
	// moved says that it is renamed, and inline in one of the versions: what it says of itself
	// there is where it is.
	moved bool
	// unnumbered says that nothing is asked of it but its gate, such as since when it is there: a
	// variant without a tag, what a dialect adds to messages, the capabilities of a role.
	unnumbered bool
}

// A sight is a difference, and how it is reached.
type sight struct {
	*diff
	reach int
}

// before says that a message which shows x is preferred to one that shows y: one that is generated, and a short one.
func (x sight) before(y sight) bool {
	if x.byHand != y.byHand {
		return y.byHand
	}
	return x.at.depth[x.reach] < y.at.depth[y.reach]
}
