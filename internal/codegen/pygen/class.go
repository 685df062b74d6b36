package pygen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// A block is a statement of a module with empty lines around it, two of them around a class.
type block struct {
	text  string
	class bool
}

// joined is blocks as the text of a module, after its imports.
func joined(blocks []block) string {
	var b strings.Builder
	for i, bl := range blocks {
		b.WriteString("\n")
		if bl.class || i == 0 || blocks[i-1].class {
			b.WriteString("\n")
		}
		b.WriteString(bl.text)
	}
	return b.String()
}

// block is the class as a statement.
func (v *classView) block() block {
	var b strings.Builder
	bases := v.Base
	if v.Var.Name != "" {
		bases += ", Generic[" + v.Var.Name + "]"
		b.WriteString(v.Var.block())
	}
	fmt.Fprintf(&b, "class %s(%s):\n", v.Name, bases)
	if doc := docstring(v.Doc, "    "); doc != "" {
		b.WriteString(doc + "\n")
	}
	slots := make([]string, len(v.Members))
	for i, m := range v.Members {
		slots[i] = m.Name
	}
	if v.Inherits {
		slots = nil
	}
	b.WriteString(statement(named("__slots__ = ", tupleOf(backend.Atoms(quoteAll(slots)))), "    ", ""))
	if len(v.Match) > 0 {
		b.WriteString(statement(named("__match_args__ = ", tupleOf(backend.Atoms(quoteAll(v.Match)))), "    ", ""))
	}
	if v.Type != "" {
		fmt.Fprintf(&b, "    _type = %s\n", quote(v.Type))
	}
	if len(v.Log) > 0 {
		b.WriteString(statement(group("_log = {", backend.Atoms(v.Log), "}"), "    ", ""))
	}
	if len(v.Constants)+len(v.Members) > 0 {
		b.WriteString("\n")
	}
	for _, c := range v.Constants {
		fmt.Fprintf(&b, "    %s: %s = %s\n", c.Name, c.Type, c.Value)
	}
	for _, m := range v.Members {
		if m.Type == "" { // that of the base
			continue
		}
		fmt.Fprintf(&b, "    %s: %s\n%s", m.Name, v.typed(m, m.Type), docstring(m.Doc, "    "))
	}
	if len(v.Members) > 0 {
		v.constructor(&b)
	}
	return block{b.String(), true}
}

// block declares the variable. In typing, one has no default before Python 3.13; type checkers know
// typing_extensions, which need not be there.
func (v typeVar) block() string {
	args := backend.Atoms([]string{quote(v.Name), "bound=" + v.Bound, "default=" + v.Bound, "covariant=True"})
	return "if TYPE_CHECKING:\n    from typing_extensions import TypeVar as _TypeVar\n\n" +
		statement(group(v.Name+" = _TypeVar(", args, ")"), "    ", "") +
		"else:\n    " + v.Name + " = TypeVar(" + quote(v.Name) + ")\n\n\n"
}

// constructor is the function that makes an instance from keywords; of a class around one value,
// from that.
func (v *classView) constructor(b *strings.Builder) {
	params := []string{"self", "*"}
	for _, m := range v.Members {
		if m.Param != "" {
			params = append(params, m.Name+": "+v.typed(m, m.Param))
		}
	}
	if v.Positional || len(params) == 2 {
		params = slices.Delete(params, 1, 2)
	}
	b.WriteString("\n" + statement(group("def __init__(", backend.Atoms(params), ")"), "    ", " -> None:"))
	for _, m := range v.Members {
		value := m.Value
		if value == "" {
			value = m.Name
		}
		fmt.Fprintf(b, "        self.%s = %s\n", m.Name, value)
	}
}

// block is the alias as a statement.
func (v aliasView) block() block { return block{v.Text() + docstring(v.Doc, ""), false} }

// blocks are the alias of an enum and the class of its constants.
func (v *enumView) blocks() []block {
	var b strings.Builder
	fmt.Fprintf(&b, "class %s:\n    \"\"\"The values of %s.\"\"\"\n\n    __slots__ = ()\n", v.Constants, v.Name)
	for _, value := range v.Values {
		fmt.Fprintf(&b, "\n    %s: Final = %s\n%s", value.Name, value.Value, docstring(value.Doc, "    "))
	}
	return []block{v.aliasView.block(), {b.String(), true}}
}
