package lint_test

import (
	"strings"
	"testing"
)

// TestUncarried: events and requests without a method that carries them were accepted
// without a word, and nobody could send them.
func TestUncarried(t *testing.T) {
	const head = `wiregen: 1
protocol: {name: demo, version: "1"}
defaults: {unknown: keep}
envelope: {name: Envelope, doc: All., tag: type, content: payload}
events:
  Begun: {doc: It began., fields: {x: int}}
  Ended: {doc: It is over.}
requests:
  Asked: {doc: A question., result: bool, fields: {x: int}}
`
	const events = `6:3 message-uncarried: no method carries events, so none of the 2 can be sent`
	const requests = `9:3 message-uncarried: no method carries requests, so "Asked" cannot be sent`
	for methods, want := range map[string]string{
		"": "",
		"ping: {doc: Pings., from: client, notify: empty}":                                    events + "\n" + requests,
		"event: {doc: Tells., from: agent, notify: Event}":                                    requests,
		"ask: {doc: Asks., from: agent, params: Request, result: by_variant}":                 events,
		"all: {doc: Tells., from: agent, notify: Envelope}":                                   "",
		"log: {doc: Tells., from: agent, notify: {all: \"Envelope[]\"}}":                      "",
		"replay: {doc: Replays., from: client, result: {events: \"Event[]\", open: Request}}": "",
		"one: {doc: Tells one., from: agent, notify: {payload: {type: \"Event | null\"}}}":    requests,
		"one: {doc: Tells one., from: client, result: empty, params: {x: \"map<Envelope>\"}}": "",
	} {
		spec := head
		if methods != "" {
			spec += "methods:\n  " + methods + "\n"
		}
		if got := strings.Join(run(t, spec), "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", methods, got, want)
		}
	}
}

// TestUnusedErrors: an error that nothing answers with was accepted without a word.
func TestUnusedErrors(t *testing.T) {
	got := run(t, `wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {rate: {per_minute: 60, error: RATE}}
errors:
  NONE: {code: 1, doc: No version.}
  RATE: {code: 2, doc: Too many.}
  LISTED: {code: 3, doc: Listed.}
  LOST: {code: 4, doc: Lost., local: true}
  BAD_PARAMS: {code: -32602, doc: Bad.}
  DEAD: {code: 5, doc: Dead.}
methods:
  hello: {doc: Opens., from: client, params: {v: string}, result: {v: string}, errors: [LISTED]}
negotiation: {method: hello, offer: params.v, chosen: result.v, none: NONE}
`)
	if want := `10:3 error-unused: no method lists the error "DEAD"`; strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
