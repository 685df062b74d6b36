package model

// A Tuple is a JSON array with a type for each place.
type Tuple struct {
	Meta
	Name  string
	Items []*Item
}

// An Item is one place of a tuple.
type Item struct {
	Meta
	Name     string // of parameters by position; else ""
	Type     Type
	Optional bool // the array may end before it; only at the end, and only of parameters by position
}

// Least returns the number of required items.
func (t *Tuple) Least() int {
	n := 0
	for _, i := range t.Items {
		if !i.Optional {
			n++
		}
	}
	return n
}

// Children returns the types of the items.
func (t *Tuple) Children() []Type {
	out := make([]Type, len(t.Items))
	for i, item := range t.Items {
		out[i] = item.Type
	}
	return out
}

func (t *Tuple) String() string { return t.Name }

// TypeName returns the tuple's name.
func (t *Tuple) TypeName() string { return t.Name }

// Info returns the meta data of the tuple.
func (t *Tuple) Info() *Meta { return &t.Meta }
