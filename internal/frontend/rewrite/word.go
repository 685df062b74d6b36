package rewrite

import (
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Word returns a name as it is written in a spec: in quotes where it needs them.
func Word(name string) string {
	if layout.Plain(name) {
		return name
	}
	return model.Quote(name)
}

// inFlow is a value on one line as it is written within brackets.
func inFlow(n *syntax.Node) string {
	if n.Quoted || n.Kind != syntax.Scalar || !strings.ContainsAny(n.Text, ",[]{}") {
		return n.Span.Text()
	}
	return model.Quote(n.Text)
}
