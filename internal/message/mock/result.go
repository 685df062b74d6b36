package mock

import (
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// result makes the result of a request, or names the error that answers it.
func (s *Session) result(p *pending) (result, failure string) {
	c := p.call
	var set []sample.Setting
	if set, failure = s.peer.Agreed(c.Method, p.params); failure != "" {
		return "", failure
	}
	set = append(set, s.peer.Same(c, p.params)...)
	for range 20 {
		if text := s.peer.Maker().Result(c.Method, c.Event, set); s.peer.Fits(c, text) {
			return text, ""
		}
	}
	return s.peer.Maker().Result(c.Method, c.Event, nil), ""
}
