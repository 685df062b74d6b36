package codec

// Value returns *v, or the zero value if v is nil.
func Value[T any](v *T) T {
	if v == nil {
		var zero T
		return zero
	}
	return *v
}

// Holds reports whether v is a T and test returns true for it. Generated code tests
// capabilities with it that are either a boolean or a struct of options.
func Holds[T any](v any, test func(T) bool) bool {
	t, ok := v.(T)
	return ok && test(t)
}
