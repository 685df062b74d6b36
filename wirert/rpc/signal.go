package rpc

// A signal tells those who wait that something has changed. The lock of what it is about
// guards it.
type signal struct{ changed chan struct{} }

// wait returns a channel that is closed with the next change.
func (s *signal) wait() <-chan struct{} {
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	return s.changed
}

// fire tells of a change.
func (s *signal) fire() {
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}
