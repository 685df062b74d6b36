package interp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// structure reads an object with declared keys: its tags, its fields in order, then
// undeclared keys.
func (p *pass) structure(t *model.Struct, v *Value, path string) (*Value, *Error) {
	if err := p.spend(path, 1+len(tags(t.Tag))+len(t.Fields), model.FieldWeight); err != nil {
		return nil, err
	}
	out := object()
	var known []string
	for _, tag := range tags(t.Tag) {
		known = append(known, tag.Key)
		if err := p.fault(t, v, p.ownTag(tag, v, path, out)); err != nil {
			return nil, err
		}
	}
	for _, f := range t.Fields {
		known = append(append(known, f.Name), p.older(f.FormerNames)...)
		if err := p.fault(t, v, p.field(f, v, path, out)); err != nil {
			return nil, err
		}
	}
	for _, g := range t.Groups {
		if err := p.fault(t, v, p.group(g, v, out, path)); err != nil {
			return nil, err
		}
	}
	return out, p.extra(t, v, path, known, out)
}

// group checks how many fields of a group the object v has, which was read as out.
func (p *pass) group(g *model.Group, v, out *Value, path string) *Error {
	var all, present []string
	for _, f := range g.Fields {
		all = append(all, model.Quote(f.Name))
		if p.present(f, v, out) {
			present = append(present, model.Quote(f.Name))
		}
	}
	few, many := len(present) == 0, len(present) > 1
	if !(few && g.Rule != model.AtMostOne || many && g.Rule != model.AtLeastOne) {
		return nil
	}
	e := p.wrong(path, g.Rule.Words()+" of the keys "+strings.Join(all, ", "), v)
	if many {
		return p.found(e, "the keys "+strings.Join(present, ", "), strconv.Itoa(len(present))+" keys")
	}
	return p.found(e, "none of them", "")
}

// present reports whether v, which was read as out, sets a field. A value that was passed
// over does not.
func (p *pass) present(f *model.Field, v, out *Value) bool {
	got := v.Member(f.Name)
	for _, was := range p.older(f.FormerNames) {
		if got == nil {
			got = v.Member(was)
		}
	}
	read := out.Member(f.Name)
	if got == nil || read == nil || got.Kind != model.NullValue {
		return got != nil && read != nil && read.Kind != model.NullValue
	}
	_, nullable := model.Resolve(f.Type).(*model.Nullable)
	return !f.NullIsAbsent && (!nullable || f.Patch)
}

// tags are the tags of a struct, the outermost first.
func tags(tag *model.StructTag) []*model.StructTag {
	var out []*model.StructTag
	for ; tag != nil; tag = tag.Outer {
		out = append(out, tag)
	}
	slices.Reverse(out)
	return out
}

// ownTag checks the tag of a variant and puts it into out.
func (p *pass) ownTag(tag *model.StructTag, v *Value, path string, out *Value) *Error {
	kind := tag.Union.TagKind
	var words []string
	for _, x := range tag.Variant.Tags {
		words = append(words, tagValue(kind, x).Written())
	}
	got := v.Member(tag.Key)
	written := !tag.Optional() || tag.Union.DefaultTag != model.DefaultTagNever
	switch {
	case got == nil && tag.Optional():
		if tag.Union.DefaultTag == model.DefaultTagAlways {
			out.Members = append(out.Members, Member{Key: tag.Key, Value: tagValue(kind, tag.Value)})
		}
		return nil
	case got == nil:
		return missing(v, path, tag.Key, oneOf("one of ", words))
	}
	for _, x := range tag.Variant.Tags {
		if same(tagValue(kind, x), got) {
			p.name(got, false, &tag.Variant.Meta)
			if written {
				out.Members = append(out.Members, Member{Key: tag.Key, Value: got.plain()})
			}
			return nil
		}
	}
	for _, x := range p.older(tag.Variant.FormerNames) {
		if same(tagValue(kind, x), got) {
			if written {
				out.Members = append(out.Members, Member{Key: tag.Key, Value: tagValue(kind, tag.Value)})
			}
			return nil
		}
	}
	return p.refusedTag(Inside(path, tag.Key), oneOf("one of ", words), got)
}

// tagValue is a tag as a value of a message.
func tagValue(kind model.ValueKind, tag string) *Value {
	switch kind {
	case model.NumberValue:
		return &Value{Kind: kind, Number: parseNumber(tag)}
	case model.BoolValue:
		return &Value{Kind: kind, Bool: tag == "true"}
	}
	return text(tag)
}

// field reads one field of the object v and puts it into out.
func (p *pass) field(f *model.Field, v *Value, path string, out *Value) *Error {
	name, got, was := f.Name, v.Member(f.Name), p.older(f.FormerNames)
	for i := 0; got == nil && i < len(was); i++ {
		name, got = was[i], v.Member(was[i])
	}
	if got != nil {
		p.name(got, true, &f.Meta)
	}
	if got != nil && f.NullIsAbsent && got.Kind == model.NullValue {
		got = nil
	}
	if got == nil {
		return p.absent(f, v, path, out)
	}
	_, nullable := model.Resolve(f.Type).(*model.Nullable)
	if got.Kind == model.NullValue && nullable && f.Optional && !f.Patch {
		return p.absent(f, v, path, out)
	}
	before, left := p.findings, p.left
	read, err := p.element(&f.Meta, f.Type, got, Inside(path, name))
	if err != nil && f.Tolerant && !p.authored && p.heavy == nil {
		p.left = left
		p.tolerate(before, Inside(path, name), err)
		return p.absent(f, v, path, out)
	}
	if err != nil {
		return err
	}
	p.written(before.unfit, Inside(path, name), Inside(path, f.Name))
	m := Member{Key: f.Name, Value: read}
	bare := *read
	bare.kept = "" // 1.0 equals the default 1, even in preserved content
	if f.OmitDefault && bare.Written() == constant(*f.Default).Written() {
		m.unwritten = true
	}
	out.Members = append(out.Members, m)
	return nil
}

// absent puts into out the value of a field that the object v does not have.
func (p *pass) absent(f *model.Field, v *Value, path string, out *Value) *Error {
	m := Member{Key: f.Name}
	if f.Default != nil && !p.authored {
		if err := p.spendDefault(path, f); err != nil {
			return err
		}
	}
	switch {
	case f.Default != nil && p.verdict:
		return nil
	case f.Default != nil:
		m.Value = p.byDefault(f)
		if f.OmitDefault {
			m.unwritten = true
		}
	case !f.Optional, p.authored && f.WriteRequired && !f.WriteNull:
		return missing(v, path, f.Name, expected(f.Type))
	case f.WriteNull:
		m.Value = &Value{}
	case f.WriteRequired:
		p.unfitFor(missing(v, path, f.Name, expected(f.Type)))
		return nil
	default:
		return nil
	}
	out.Members = append(out.Members, m)
	return nil
}

// maxFilling is how many defaults may be within each other: more than all fields that a default
// may be filled with.
const maxFilling = 2000

// byDefault is the default of a field in normal form, with the defaults of the
// fields inside.
func (p *pass) byDefault(f *model.Field) *Value {
	v := constant(*f.Default)
	inner := p.Reader.pass()
	if inner.filling = p.filling + 1; inner.filling > maxFilling {
		panic("interp: the default of " + f.Name + " leads back to itself")
	}
	if read, err := inner.value(f.Type, v, ""); err == nil {
		return read
	}
	return v
}

// wasNamed reports whether a key is an older name of a field, or of the tag.
func wasNamed(t *model.Struct, key string) bool {
	return slices.ContainsFunc(t.Fields, func(f *model.Field) bool { return slices.Contains(f.FormerNames, key) })
}

// extra keeps, refuses or ignores unknown keys, or reads them as their type.
func (p *pass) extra(t *model.Struct, v *Value, path string, known []string, out *Value) *Error {
	rest := others(v, known)
	if err := p.spendEntries(path, p.keptOf(t, rest)); err != nil {
		return err
	}
	for _, m := range rest {
		e := p.refusedKey(path, m)
		switch {
		case t.Extra != model.ExtraTyped && !p.authored && within(t.Extensions, m.Key):
			p.extensions++
			out.Members = append(out.Members, Member{Key: m.Key, Value: keep(m.Value)})
			continue
		case t.Extra == model.ExtraTyped && !wasNamed(t, m.Key):
			read, err := p.value(t.ExtraType, m.Value, p.inside(path, m.Key))
			if err != nil {
				return err
			}
			out.Members = append(out.Members, Member{Key: m.Key, Value: read})
			continue
		case t.Extra == model.ExtraKeep:
			out.Members = append(out.Members, Member{Key: m.Key, Value: keep(m.Value)})
		case t.Extra == model.ExtraReject || p.authored:
			if err := p.fault(t, v, e); err != nil {
				return err
			}
		}
		p.note(e)
	}
	return nil
}

// others are the unknown members of an object, in the order of code points.
func others(v *Value, known []string) []Member {
	var rest []Member
	for _, m := range v.Members {
		if !slices.Contains(known, m.Key) {
			rest = append(rest, m)
		}
	}
	slices.SortFunc(rest, byKey)
	return rest
}

// note records undeclared content that is accepted.
func (p *pass) note(e *Error) { p.undeclared = append(p.undeclared, e) }

// noteOthers records the unknown members of an object, which are not kept.
func (p *pass) noteOthers(v *Value, path string, known []string) {
	for _, m := range others(v, known) {
		if e := p.refusedKey(path, m); p.authored {
			p.faults = append(p.faults, e)
		} else {
			p.note(e)
		}
	}
}
