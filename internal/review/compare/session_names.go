package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// actPartners are the acts of the new rules that those of the old ones are, by index: with
// their name, or else with a name that reads the older one.
func actPartners(a, b *session.Rules) map[int]int {
	out := map[int]int{}
	for at := range a.Acts {
		x := &a.Acts[at]
		is := func(same func(y session.Act) bool) int {
			return slices.IndexFunc(b.Acts, func(y session.Act) bool { return x.Kind == y.Kind && same(y) })
		}
		i := is(func(y session.Act) bool { return x.Name == y.Name })
		if i < 0 {
			i = is(func(y session.Act) bool { return slices.Contains(y.FormerNames, x.Name) })
		}
		if i >= 0 {
			out[at] = i
		}
	}
	return out
}

// calledAlike are rules in which the acts of both versions have one name.
type calledAlike struct {
	acts []session.Act
	own  map[string]*session.Act // as their version calls them, by that name
}

// sameNames returns a copy of rules in which every act is called what of says, with its
// kind in front.
func sameNames(r *session.Rules, of func(i int) *session.Act) *calledAlike {
	out := &calledAlike{slices.Clone(r.Acts), map[string]*session.Act{}}
	by := map[string]string{}
	for i := range out.acts {
		act, own := &out.acts[i], &r.Acts[i]
		act.Name = kinded(of(i).Kind, of(i).Name)
		by[own.Name] = act.Name // a name that several acts have is not used without the kind
		by[kinded(own.Kind, own.Name)] = act.Name
		out.own[act.Name] = own
	}
	for i := range out.acts {
		act := &out.acts[i]
		act.Rules = slices.Clone(act.Rules)
		for j := range act.Rules {
			rule := &act.Rules[j]
			rule.Acts = slices.Clone(rule.Acts)
			for k, name := range rule.Acts {
				rule.Acts[k] = by[name]
			}
		}
		if act.Cancel != nil {
			cancel := *act.Cancel
			cancel.By = by[kinded(session.Method, cancel.By)]
			act.Cancel = &cancel
		}
	}
	return out
}

// samePlaces gives the paths in the rules of x that lead to the same members as those of y
// the names which these have there.
func (c *comparer) samePlaces(rules [2]*calledAlike, x, y *session.Act) {
	same := func(act string, was *[]string, is []string) {
		old, from := c.messageOf(0, rules[0].own[act])
		today, to := c.messageOf(1, rules[1].own[act])
		if len(*was) > from && len(is) > to && c.samePath(old, today, (*was)[from:], is[to:]) {
			*was = is
		}
	}
	for i := range x.Rules {
		rule := &x.Rules[i]
		for _, other := range y.Rules {
			if rule.Is == other.Is && slices.Equal(rule.Acts, other.Acts) {
				same(append(rule.Acts, x.Name)[0], &rule.Path, other.Path)
			}
		}
	}
	if x.Cancel != nil && y.Cancel != nil && x.Cancel.By == y.Cancel.By {
		same(x.Cancel.By, &x.Cancel.Path, y.Cancel.Path)
	}
}

// messageOf returns the type in which the paths of an act begin, behind so many steps.
func (c *comparer) messageOf(version int, act *session.Act) (of lower.Ref, from int) {
	s := c.sides[version]
	if act.Kind == session.Method {
		return s.rows.CallNamed(act.Name).Params, 0
	}
	union := s.proto.Envelope.Events
	if act.Kind == session.Request {
		union = s.proto.Envelope.Requests
	}
	return s.rows.Ref(union.Variant(act.Name).Type), 1 // the envelope has the key of the content
}

// kinded is the name of an act with its kind in front.
func kinded(k session.Kind, name string) string { return model.ActKind(k).String() + " " + name }
