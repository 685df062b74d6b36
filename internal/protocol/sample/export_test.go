package sample

// Kept is Message with a value that does not share its memory with others.
func (m *Maker) Kept(name string) string { return m.text(m.value(name)) }
