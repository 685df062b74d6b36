package diag

// Merge adds the findings of other, which may have been made side by side.
func (r *Report) Merge(other *Report) {
	r.list = append(r.list, other.list...)
	r.errors += other.errors
}
