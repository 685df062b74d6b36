package diag

// Merge adds the findings of other, which may come from another goroutine.
func (r *Report) Merge(other *Report) {
	r.list = append(r.list, other.list...)
	r.errors += other.errors
}
