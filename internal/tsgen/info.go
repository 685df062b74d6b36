package tsgen

import "github.com/wiregen/wiregen/internal/model"

// infos declare what the tables say of any of their entries, for programs that
// come to one by a name that they do not know.
func (p *plan) infos() []declaration {
	common := []memberView{{Key: "since?", Type: "string"}, {Key: "after?", Type: "string"}}
	if len(p.proto.Gates) > 0 {
		common = append(common, memberView{Key: "gate?", Type: "Gate"})
	}
	var out []declaration
	if len(p.proto.Methods) > 0 {
		role := p.from(&model.Method{From: model.FromBoth}, " | ")
		members := []memberView{
			{Key: "from", Type: role + " | readonly (" + role + ")[]"},
			{Key: "kind", Type: `"request" | "notification"`},
			{Key: "optionalParams?", Type: "true"},
			{Key: "errors?", Type: "readonly ErrorName[]"},
			{Key: "progress?", Type: "{ method: string; token: string }"},
			{Key: "replaces?", Type: "string"},
		}
		out = append(out, declaration{Doc: []string{"What {@link METHODS} says of any method."}, Name: "MethodInfo", Members: append(members, common...)})
	}
	e := p.proto.Envelope
	if e == nil || e.Events == nil && e.Requests == nil {
		return out
	}
	doc, members := "What {@link EVENTS} says of any event.", []memberView(nil)
	if e.Requests != nil {
		members = []memberView{{Key: "id?", Type: "string"}, {Key: "onFailure?", Type: "unknown"}}
		doc = "What {@link EVENTS} and {@link REQUESTS} say of any event or request."
		if e.Events == nil {
			doc = "What {@link REQUESTS} says of any request."
		}
	}
	members = append(append(members, common...), memberView{Key: "recorded?", Type: "false"})
	return append(out, declaration{Doc: []string{doc}, Name: "MessageInfo", Members: members})
}
