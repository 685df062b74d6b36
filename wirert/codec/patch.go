package codec

// A Patch is a field of a change. Its zero value says nothing: the key is not
// written.
type Patch[T any] struct {
	State PatchState
	Value T // the new value, where State is Set
}

// PatchState says what a Patch says.
type PatchState uint8

// The states of a Patch.
const (
	Unchanged PatchState = iota // the key is absent
	Cleared                     // null: there is no value any longer
	Set                         // there is a new value
)

// SetTo is a Patch with a new value.
func SetTo[T any](v T) Patch[T] { return Patch[T]{State: Set, Value: v} }

// Clear is a Patch that takes a value away.
func Clear[T any]() Patch[T] { return Patch[T]{State: Cleared} }

// Get is the new value, if there is one.
func (p Patch[T]) Get() (T, bool) { return p.Value, p.State == Set }

// Apply is what becomes of a value that may be unset: it stays, goes, or is
// replaced.
func (p Patch[T]) Apply(old *T) *T {
	switch p.State {
	case Cleared:
		return nil
	case Set:
		return &p.Value
	}
	return old
}
