package specfuzz

import "github.com/wiregen/wiregen/internal/model"

// Uses are the values of the language's choices that a protocol has, each once.
func Uses(p *model.Protocol) []string {
	return nil
}
