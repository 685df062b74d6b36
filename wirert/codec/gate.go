package codec

// Value returns what v points to, or the zero value.
func Value[T any](v *T) T {
	if v == nil {
		var zero T
		return zero
	}
	return *v
}

// Holds reports whether v is a T for which test is true. A gate asks it of a capability
// that is true or a struct of options.
func Holds[T any](v any, test func(T) bool) bool {
	t, ok := v.(T)
	return ok && test(t)
}
