package codec

// A Patch is a field whose absent key and null are distinguished, as those of a
// change are. The zero Patch changes nothing: its key is not written.
type Patch[T any] struct {
	State PatchState
	Value T // the new value, where State is Set
}

// PatchState is what a Patch does.
type PatchState uint8

// The states of a Patch.
const (
	Unchanged PatchState = iota // the key is absent
	Cleared                     // null: the value is removed
	Set                         // there is a new value
)

// SetTo returns a Patch that sets a new value.
func SetTo[T any](v T) Patch[T] { return Patch[T]{State: Set, Value: v} }

// Clear returns a Patch that removes a value.
func Clear[T any]() Patch[T] { return Patch[T]{State: Cleared} }

// SetIf returns a Patch that sets the value that v points to, or that changes nothing
// if v is nil.
func SetIf[T any](v *T) Patch[T] {
	if v == nil {
		return Patch[T]{}
	}
	return SetTo(*v)
}

// Or returns the new value, or otherwise if there is none.
func (p Patch[T]) Or(otherwise T) T {
	if p.State == Set {
		return p.Value
	}
	return otherwise
}

// Get returns the new value, if there is one.
func (p Patch[T]) Get() (T, bool) { return p.Value, p.State == Set }

// Apply returns the new state of old, which may be nil: unchanged, nil, or the
// new value.
func (p Patch[T]) Apply(old *T) *T {
	switch p.State {
	case Cleared:
		return nil
	case Set:
		return &p.Value
	}
	return old
}
