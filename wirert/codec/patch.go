package codec

// A Patch is the value of a field that sets a new value, clears the old one (null), or leaves
// it unchanged (the key is absent). The zero Patch leaves it unchanged.
type Patch[T any] struct {
	State PatchState
	Value T // the new value, where State is Set
}

// PatchState is what a Patch does.
type PatchState uint8

// The states of a Patch.
const (
	Unchanged PatchState = iota // the key is absent
	Cleared                     // null: the value is cleared
	Set                         // there is a new value
)

// SetTo returns a Patch that sets the value to v.
func SetTo[T any](v T) Patch[T] { return Patch[T]{State: Set, Value: v} }

// Clear returns a Patch that clears the value.
func Clear[T any]() Patch[T] { return Patch[T]{State: Cleared} }

// SetIf returns a Patch that sets the value to *v, or leaves it unchanged if v is nil.
func SetIf[T any](v *T) Patch[T] {
	if v == nil {
		return Patch[T]{}
	}
	return SetTo(*v)
}

// Or returns the new value, or otherwise if the patch does not set one.
func (p Patch[T]) Or(otherwise T) T {
	if p.State == Set {
		return p.Value
	}
	return otherwise
}

// Get returns the new value, and whether the patch sets one.
func (p Patch[T]) Get() (T, bool) { return p.Value, p.State == Set }

// Apply returns the result of applying the patch to old, which may be nil: old, nil, or a
// pointer to the new value.
func (p Patch[T]) Apply(old *T) *T {
	switch p.State {
	case Cleared:
		return nil
	case Set:
		return &p.Value
	}
	return old
}
