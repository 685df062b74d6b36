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
