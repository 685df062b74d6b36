package contain_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/test/evolution"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
)

// TestRandomWithin compares types of random specs, with each other and before and after an edit
// of the spec: what a reader of one accepts, a reader of another one accepts, if it is said to be
// within that. Values are samples of both, those with a fault, and both with random edits.
func TestRandomWithin(t *testing.T) {
	c := &within{T: t}
	for seed := range *count {
		if p := check(specfuzz.New(*first+seed, specfuzz.Options{Hostile: 0.2}).YAML()); p != nil {
			values := newValues(p, seed)
			for _, r := range p.Decls {
				for _, w := range p.Decls {
					c.compare(fmt.Sprint("seed ", *first+seed), r, w, values, values)
				}
			}
		}
	}
	t.Chdir("../../../test/evolution") // from which it finds the specs
	const most = 20                    // of a large spec
	for _, x := range evolution.Changes(t, tier.Count(12, 2000), *first) {
		old, today := newValues(x.Old, x.Seed), newValues(x.New, x.Seed)
		for i, at := range old.rand.Perm(len(x.Old.Decls)) {
			d := x.Old.Decls[at]
			if i >= most {
				break
			}
			if e := declared(x.New, d.TypeName()); e != nil {
				c.compare(x.Name, d, e, old, today)
				c.compare(x.Name, e, d, today, old)
			}
		}
	}
	t.Logf("%d pairs within, %d refused with a value, %d refused as it seems, %d not", c.inner, c.shown, c.likely, c.doubtful)
	if c.inner < 200 || c.shown < 300 {
		t.Error("too few pairs to say something")
	}
}

type within struct {
	*testing.T
	inner, shown, likely, doubtful int
}

func (c *within) compare(name string, r, w model.Decl, of, as *values) {
	if r == w {
		return
	}
	got := contain.Within(r, w)
	if text := got.Text(); got.Answer == contain.Refused && text != "" {
		c.shown++
		v, err := reader.Parse([]byte(text))
		if err != nil {
			c.Errorf("%s: %s within %s: %s is no JSON: %v", name, w, r, text, err)
		} else if of, as := reader.ReadType(r, v), reader.ReadType(w, v); as.Err != nil || of.Err == nil && of.Unfit == nil {
			c.Errorf("%s: %s within %s: %s shows nothing: %s: %v, %v", name, w, r, text, got.Why, of.Err, as.Err)
		}
		return
	}
	accepted := got.Answer <= contain.Kept
	if accepted {
		c.inner++
	}
	for v := range as.accepted(w, of.of(r)) {
		read := reader.ReadType(r, v)
		switch {
		case read.Err != nil && accepted:
			c.Errorf("%s: %s is said to be within %s, which refuses %s: %v", name, w, r, v.Written(), read.Err)
			return
		case read.Err != nil || read.Unfit != nil && reader.ReadType(w, v).Unfit == nil:
			c.likely++
			return
		}
	}
	if !accepted {
		c.doubtful++
		if *doubts {
			c.Logf("%s: %s is said not to be within %s: %s", name, w, r, got.Why)
		}
	}
}

func declared(p *model.Protocol, name string) model.Decl {
	for _, d := range p.Decls {
		if d.TypeName() == name {
			return d
		}
	}
	return nil
}

// values are values of the types of a protocol.
type values struct {
	maker *sample.Maker
	rand  *rand.Rand
	made  map[model.Decl][]*interp.Value
	keys  []string
}

func newValues(p *model.Protocol, seed uint64) *values {
	out := &values{sample.New(p, seed), rand.New(rand.NewPCG(seed, 7)), map[model.Decl][]*interp.Value{}, []string{"zz"}}
	for _, d := range p.Decls {
		switch t := model.Resolve(d).(type) {
		case *model.Struct:
			row := lower.StructOf(t)
			out.keys = append(out.keys, row.Keys()...)
		case *model.Union:
			out.keys = append(out.keys, t.TagKey)
		}
	}
	return out
}

// of are samples of a type, and some with a fault.
func (x *values) of(d model.Decl) []*interp.Value {
	if x.made[d] == nil {
		for range 12 {
			for _, text := range []string{x.maker.Message(d.TypeName()), x.maker.Invalid(d.TypeName()).Text} {
				if v, err := reader.Parse([]byte(text)); err == nil {
					x.made[d] = append(x.made[d], v)
				}
			}
		}
	}
	return x.made[d]
}

// accepted are values that a reader of w accepts.
func (x *values) accepted(w model.Decl, others []*interp.Value) func(yield func(*interp.Value) bool) {
	return func(yield func(*interp.Value) bool) {
		all := slices.Concat(x.of(w), others)
		for i := range 8 * len(all) {
			v := all[i%len(all)]
			if i >= len(all) {
				v = x.edited(v, all)
			}
			if interp.Accepts(w, v) && !yield(v) {
				return
			}
		}
	}
}

// edited is a value with random edits.
func (x *values) edited(v *interp.Value, others []*interp.Value) *interp.Value {
	out := clone(v)
	for range 1 + x.rand.IntN(2) {
		at := x.part(out)
		switch x.rand.IntN(4) {
		case 0:
			*at = *clone(x.part(x.oneOf(others)))
		case 1:
			*at = *clone(x.oneOf(plain))
		case 2:
			if len(at.Members) > 0 {
				i := x.rand.IntN(len(at.Members))
				at.Members = slices.Delete(at.Members, i, i+1)
			}
		default:
			if at.Kind == model.ObjectValue {
				key := x.keys[x.rand.IntN(len(x.keys))]
				if other := x.part(x.oneOf(others)); len(other.Members) > 0 {
					key = other.Members[x.rand.IntN(len(other.Members))].Key
				}
				if m := at.Member(key); m != nil {
					*m = *clone(x.oneOf(plain))
				} else if len(at.Members) > 0 && x.rand.IntN(3) == 0 {
					at.Members[x.rand.IntN(len(at.Members))].Key = key
				} else {
					at.Members = append(at.Members, interp.Member{Key: key, Value: clone(x.oneOf(plain))})
				}
			}
		}
	}
	return out
}

func (x *values) oneOf(list []*interp.Value) *interp.Value { return list[x.rand.IntN(len(list))] }

// part is a random part of a value.
func (x *values) part(v *interp.Value) *interp.Value {
	for x.rand.IntN(3) > 0 {
		switch {
		case len(v.Items) > 0:
			v = v.Items[x.rand.IntN(len(v.Items))]
		case len(v.Members) > 0:
			v = v.Members[x.rand.IntN(len(v.Members))].Value
		}
	}
	return v
}

func clone(v *interp.Value) *interp.Value {
	out := *v
	out.Items, out.Members = slices.Clone(v.Items), slices.Clone(v.Members)
	for i, item := range out.Items {
		out.Items[i] = clone(item)
	}
	for i, m := range out.Members {
		out.Members[i].Value = clone(m.Value)
	}
	return &out
}

var (
	reader = &interp.Reader{Depth: 1000}
	plain  = func() (out []*interp.Value) {
		for text := range strings.FieldsSeq(`null true 0 1 -1 0.5 12345 1e20 "" "x" "12" [] [1] {} {"zz":1}`) {
			v, err := reader.Parse([]byte(text))
			if err != nil {
				panic(err)
			}
			out = append(out, v)
		}
		return out
	}()
)
