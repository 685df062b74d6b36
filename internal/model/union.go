package model

// Tagging says how a union's variants are told apart on the wire.
type Tagging int

// The ways of tagging.
const (
	Internal Tagging = iota // {tag: name, …fields of the variant}
	Adjacent                // {tag: name, content: body}
	ByKind                  // by the JSON kind of the value; no tag
)

// A Union is one of several types.
type Union struct {
	Meta
	Name     string
	Tagging  Tagging
	TagKey   string // Internal, Adjacent
	Content  string // Adjacent
	Variants []*Variant
	// KeepUnknown holds an object with an undeclared tag as it came; otherwise it is an error.
	KeepUnknown bool
	UnknownName string // pinned name of what holds it, or ""
	// Foreign are the unions whose tags are an error here although this union
	// does not declare them: the other side of the same envelope.
	Foreign []*Union
	// Parts are the unions that this one is made of: the union of the whole
	// envelope is events and requests. Their variants stand in Variants too.
	Parts []*Union
}

// A Variant is one member of a union.
type Variant struct {
	Meta
	Tag string   // Internal, Adjacent: as written
	Was []string // older tags, still read
	// Type is a *Struct for Internal; the payload, of any type, for Adjacent;
	// any type for ByKind.
	Type Type
	// OwnPayload tells, for Adjacent, that Type is a struct that no other
	// variant of the envelope has as its payload, so that it can stand for the variant.
	OwnPayload bool

	// For the union of requests:
	Result    Type   // what answers it
	ID        string // path that equals the JSON-RPC id: payload.id; or ""
	OnFailure *Value // what the asker takes for an answer when none can be had
}

// Variant returns the variant that tag is read as, older tags included, or nil.
func (t *Union) Variant(tag string) *Variant {
	for _, v := range t.Variants {
		if v.Tag == tag {
			return v
		}
		for _, w := range v.Was {
			if w == tag {
				return v
			}
		}
	}
	return nil
}

// ForeignTags are the tags, older ones included, that the other unions of the
// same envelope declare.
func (t *Union) ForeignTags() []string {
	var out []string
	for _, f := range t.Foreign {
		for _, v := range f.Variants {
			out = append(out, v.Tag)
			out = append(out, v.Was...)
		}
	}
	return out
}

// Children are the types of the variants.
func (t *Union) Children() []Type {
	out := make([]Type, len(t.Variants))
	for i, v := range t.Variants {
		out[i] = v.Type
	}
	return out
}

func (t *Union) String() string { return t.Name }

// TypeName is the union's name.
func (t *Union) TypeName() string { return t.Name }

// Info is what the union carries beside its variants.
func (t *Union) Info() *Meta { return &t.Meta }
