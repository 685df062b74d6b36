package pygen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// endDeclarations are the ends of connections with their methods, their handlers, and what connects.
// They are not part of the package itself: a name there may be one of a type, too.
func (a *annotator) endDeclarations() []backend.Declaration {
	if !a.hasConnections() {
		return nil
	}
	var out []backend.Declaration
	add := func(name, text string) {
		out = append(out, backend.Declaration{Name: "connection." + name, Text: text})
	}
	for _, e := range a.ends {
		var end, handler strings.Builder
		fmt.Fprintf(&end, "class %s(Connection[%s]):\n", e.name, e.event)
		fmt.Fprintf(&handler, "class %s(Handler):\n", e.handler)
		if n := a.proto.Negotiation; n != nil {
			typ, _ := a.greeting(n, e.role)
			fmt.Fprintf(&end, "    handshake: %s\n", orNone(typ))
		}
		for _, s := range e.says {
			end.WriteString(a.sent(s).declaration())
			if s.streams {
				end.WriteString(a.streamed(e, s).declaration())
			}
		}
		for _, s := range a.hears(e) {
			handler.WriteString(a.handled(s).declaration())
		}
		items := a.events(e)
		if len(items) == 0 {
			items = []string{"NoReturn"}
		}
		add(e.name, end.String())
		add(e.handler, handler.String())
		add(e.event, aliasView{Name: e.event, Arms: items}.declaration(nil).Text)
	}
	first, second := a.ends[0], a.ends[1]
	params := "handler: " + first.handler + " | None = None, "
	if greets, _ := a.greets(); greets != "" {
		params += greets + ", "
	}
	add("connect_"+second.word, "def connect_"+second.word+"(transport: Transport, *, "+params+"options: Options | None = None) -> "+first.name+": ...\n")
	add("start_"+second.word, "def start_"+second.word+"(*command: str | PathLike[str], "+params+"options: Options | None = None) -> "+first.name+": ...\n")
	return out
}

// declaration is the method on one line.
func (m methodView) declaration() string {
	return "    " + m.head + "(" + strings.Join(append([]string{"self"}, m.params...), ", ") + ") -> " + m.result + ": ...\n"
}
