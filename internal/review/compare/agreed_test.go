package compare_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/review/compare"
)

// TestAgreements has edits of what two peers agree on, and of what a session may be: where
// an old client and a new agent do not understand each other, and edits that are only said.
// No difference was found, or one that does nothing.
func TestAgreements(t *testing.T) {
	const hello = `methods:
  hello: {from: client, params: {"c?": Can, "d?": Can, features: "string[] = []", other: "string[] = []"}, result: {features: "string[]", v: string}}
  run: {from: client, params: {x: string, long: int, short: int}, result: empty}
  begin: {from: client, params: {x: string}, result: empty}
  stop: {from: client, notify: {x: string, y: string}}
types: {Can: {fields: {max: "int = 5000"}}}
errors:
  BUSY: {code: 1, doc: Later.}
  OTHER: {code: 2, doc: No.}
`
	const negotiation = "\nnegotiation: {method: hello, features: {offer: params.features, chosen: result.features}}\ncapabilities: {client: {type: Can, at: params.c}}\n"
	for _, c := range []struct {
		name, spec, old, today string
		rule                   string
		level                  compare.Level
	}{
		{"the place of capabilities", hello + negotiation, "at: params.c}", "at: params.d}", "negotiation-changed", compare.Danger},
		{"the version of a peer without a handshake", "protocol: {name: demo, version: \"2\", versions: [\"1\", \"2\"]}\n" + hello +
			"\nnegotiation: {method: hello, features: {offer: params.features, chosen: result.features}, optional: true, legacy: \"1\"}\n", `legacy: "1"`, `legacy: "2"`, "negotiation-changed", compare.Danger},
		{"a handshake that may be left out", hello + strings.Replace(negotiation, "result.features}}", "result.features}, optional: true}", 1), ", optional: true", "", "negotiation-changed", compare.Danger},
		{"a handshake that now may be left out", hello + negotiation, "result.features}}", "result.features}, optional: true}", "negotiation-changed", compare.Danger},
		{"no handshake any more", strings.Replace(hello, "features: \"string[] = []\"", "v: string", 1) + "negotiation: {method: hello, offer: params.v, chosen: result.v}",
			"negotiation: {method: hello, offer: params.v, chosen: result.v}", "", "negotiation-changed", compare.Danger},
		{"the place of features", hello + negotiation, "offer: params.features", "offer: params.other", "negotiation-changed", compare.Danger},
		{"a negotiated length", "dialect: {framing: {kind: ndjson, max_bytes: 1000}}\n" + hello + negotiation, "max_bytes: 1000", "max_bytes: 1000, max_from: client.max", "dialect-changed", compare.Break},
		{"who enforces", hello + "session: {run: {during: begin, enforced: advisory}}", ", enforced: advisory", "", "session-changed", compare.Danger},
		{"where a timeout is", hello + "session: {run: {timeout: params.long}}", "params.long}", "params.short}", "session-changed", compare.Danger},
		{"the id of what settles", hello + "session: {run: {settled_by: {by: stop, id: params.x}}}", "id: params.x}", "id: params.y}", "session-changed", compare.Danger},
		{"nothing settles", hello + "session: {run: {once: open, settled_by: {by: stop, id: params.x}}}", ", settled_by: {by: stop, id: params.x}", "", "session-changed", compare.Danger},
		{"the id of what cancels", hello + "session: {run: {cancel: {by: stop, answered: none}}}", "answered: none", "id: params.x, answered: none", "session-changed", compare.Danger},
		{"how a cancelled call is answered", hello + "session: {run: {cancel: {by: stop, id: params.x, answered: BUSY}}}", "answered: BUSY", "answered: OTHER", "session-changed", compare.OK},
		{"what several shapes are", "dialect: {precedence: [request, notification, response]}\n" + hello, "[request, notification, response]", "[response, request, notification]", "dialect-changed", compare.OK},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := compare.Compare(protocol(t, c.spec), protocol(t, strings.Replace(c.spec, c.old, c.today, 1)))
			worst, found := compare.OK, false
			for _, x := range r.Findings {
				if x.Rule.ID == c.rule {
					worst, found = max(worst, x.Verdicts[compare.OldClient].Level, x.Verdicts[compare.NewClient].Level), true
				}
			}
			if !found || worst != c.level {
				t.Errorf("found %t, %s, want %s", found, worst, c.level)
			}
		})
	}

	// The list has another name and is read by the older one, so that it is where it was.
	r := compare.Compare(protocol(t, hello+negotiation), protocol(t, strings.NewReplacer(
		`features: "string[] = []", other`, `others: {type: "string[] = []", was: [features]}, other`, "offer: params.features", "offer: params.others",
		`"c?": Can`, `"e?": {type: Can, was: [c]}`, "at: params.c", "at: params.e").Replace(hello+negotiation)))
	for _, x := range r.Findings {
		if x.Rule.ID == "negotiation-changed" && x.Level() > compare.OK {
			t.Errorf("a place with another name:%s", lines(r))
		}
	}
}
