package rpc

// A signal wakes all goroutines that wait for a change. The lock of the changing value guards
// it.
type signal struct{ changed chan struct{} }

// wait returns a channel that is closed with the next change.
func (s *signal) wait() <-chan struct{} {
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	return s.changed
}

// fire wakes all that wait.
func (s *signal) fire() {
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}
