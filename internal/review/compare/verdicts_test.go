package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/review/compare"
)

// A verdictCase is an edit of a spec, with what a rule says of it to old clients, new
// clients and readers of old journals.
type verdictCase struct {
	name, spec, old, today string
	finding                string // rule and element
	want                   string
	why                    string // of the worst verdict; "" for any
}

func testVerdicts(t *testing.T, list []verdictCase) {
	t.Helper()
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(c.spec, c.old) {
				t.Fatalf("%q is not in the spec", c.old)
			}
			r := compare.Compare(protocol(t, c.spec), protocol(t, strings.Replace(c.spec, c.old, c.today, 1)))
			for _, f := range r.Findings {
				if f.Rule.ID+" of "+f.Element != c.finding {
					continue
				}
				var got []string
				for _, a := range []compare.Audience{compare.OldClient, compare.NewClient, compare.Journal} {
					v := f.Verdicts[a]
					got = append(got, v.Level.String())
					if v.Witness != nil && !v.Witness.Confirmed {
						t.Errorf("the reader does not confirm the message for %s: %s", a, v.Witness.Text)
					}
				}
				if words := strings.Join(got, " "); words != c.want || c.why != "" && !strings.Contains(worst(f).Why, c.why) {
					t.Errorf("%s (%s), want %s (%s)", words, worst(f).Why, c.want, c.why)
				}
				return
			}
			t.Errorf("no %s in%s", c.finding, lines(r))
		})
	}
}

// TestVerdictFormerNames has older names that are no longer read, or now are: neither version writes
// them. A new field with the older name of another one is one that old readers take for that.
func TestVerdictFormerNames(t *testing.T) {
	const (
		run   = "\nmethods: {run: {from: client, notify: Note}}\n"
		tag   = "types: {Note: {union: {tag: t}, variants: {a: {name: A, was: [b], fields: {x: int}}, c: {name: C, fields: {x: int}}}}}" + run
		field = `types: {Note: {fields: {"a?": {type: string, was: [b]}, c: string}}}` + run
	)
	testVerdicts(t, []verdictCase{
		{"of a field", field, ", was: [b]", "", "former-name of Note.a", "ok ok ok", ""},
		{"of a field, that a new one has as its name", field, `was: [b]}, c: string`, `}, c: string, "b?": string`, "field-added of Note.b", "ok danger ok", "older name"},
		{"of a field, that a new one of another type has as its name", field, `was: [b]}, c: string`, `}, c: string, "b?": int`, "field-added of Note.b", "ok break ok", "older name"},
		{"one of several", strings.Replace(field, "[b]", "[b, d]", 1), "[b, d]", "[b]", "former-name of Note.a", "ok ok ok", ""},
		{"now read as well", field, "c: string", "c: {type: string, was: [d]}", "former-name of Note.c", "ok ok ok", ""},
		{"of a value", "types: {Note: {fields: {e: E}}, E: {enum: {a: {was: [b]}, c: {}}}}" + run, "{was: [b]}", "{}", "former-name of E.a", "ok ok ok", ""},
		{"of a variant", tag, "was: [b], ", "", "former-name of Note.a", "ok ok ok", ""},
		{"of a method", "methods: {m: {from: client, was: [n], params: {x: int}, result: int}}", "was: [n], ", "", "former-name of m", "ok ok ok", ""},
	})
}

// TestVerdictJournalChanges has edits of how a file is read, of which no line has a word.
func TestVerdictJournalChanges(t *testing.T) {
	const spec = `types: {H: {fields: {version: string, other: string, "last?": string}}, R: {fields: {at: int, x: string}}}
methods: {run: {from: client, notify: R}}
journal: {header: H, record: R, version: header.version, no_header: "1"}`
	testVerdicts(t, []verdictCase{
		{"files without a header are refused", spec, `, no_header: "1"`, "", "journal-changed of journal no_header", "ok ok break", "begins with a record"},
		{"a record may be taken for a header", strings.Replace(spec, "at: int, x", "version: string, other", 1), `, no_header: "1"`, "", "journal-changed of journal no_header", "ok ok danger", "taken for the header"},
		{"files without a header are read", strings.Replace(spec, `, no_header: "1"`, "", 1), "version: header.version", `version: header.version, no_header: "1"`, "journal-changed of journal no_header", "ok ok ok", ""},
		{"files without a header are of another version", "protocol: {name: demo, version: \"2\", versions: [\"1\", \"2\"]}\n" + spec, `no_header: "1"`, `no_header: "2"`, "journal-changed of journal no_header", "ok ok danger", `is one of version 2, and was one of version 1`},
		{"the version is another member", spec, "header.version", "header.other", "journal-changed of journal version", "ok ok danger", ""},
		{"the version is a member that may be missing", spec, "header.version", "header.last", "journal-changed of journal version", "ok ok danger", ""},
		{"the version is a new member", strings.Replace(spec, `, "last?": string`, "", 1), `other: string}}, R: {fields: {at: int, x: string}}}
methods: {run: {from: client, notify: R}}
journal: {header: H, record: R, version: header.version`, `other: string, "last?": string}}, R: {fields: {at: int, x: string}}}
methods: {run: {from: client, notify: R}}
journal: {header: H, record: R, version: header.last`, "journal-changed of journal version", "ok ok loss", "the version of a recording is not found"},
		{"there is a journal now", strings.Split(spec, "\njournal:")[0] + "\n", "}\n", "}\n" + "journal: {header: H, record: R, version: header.version}\n", "journal-changed of journal", "ok ok ok", ""},
		{"there is no journal any more", spec, "\njournal: {header: H, record: R, version: header.version, no_header: \"1\"}", "", "journal-changed of journal", "ok ok break", ""},
	})
	r := compare.Compare(protocol(t, spec), protocol(t, strings.NewReplacer("version: string", "v: {type: string, was: [version]}", "header.version", "header.v").Replace(spec)))
	for _, f := range r.Findings {
		if f.Rule.ID == "journal-changed" {
			t.Errorf("the version has another name and is read by the older one:%s", lines(r))
		}
	}
}

// TestVerdictProgressChanges has edits of how progress is reported, of which no message has a word.
func TestVerdictProgressChanges(t *testing.T) {
	const spec = `types: {Loc: {fields: {uri: string}}}
methods:
  find: {from: client, params: {symbol: string, "a?": string, "b?": string}, result: empty, progress: {method: note, token: params.a, as: token, value: value, payload: "Loc[]"}}
  note: {from: agent, notify: {token: string, other: string, value: any, second: any}}
  more: {from: agent, notify: {token: string, value: any}}`
	const progress = `, progress: {method: note, token: params.a, as: token, value: value, payload: "Loc[]"}`
	added := strings.NewReplacer(progress, "", ", \"b?\": string", "").Replace(spec)
	testVerdicts(t, []verdictCase{
		{"the token is another member", spec, "params.a", "params.b", "progress-changed of find progress", "danger danger ok", ""},
		{"the token is a new member", strings.Replace(spec, `, "b?": string`, "", 1), `"a?": string}, result: empty, progress: {method: note, token: params.a`, `"a?": string, "b?": string}, result: empty, progress: {method: note, token: params.b`, "progress-changed of find progress", "loss danger ok", ""},
		{"the token is repeated elsewhere", spec, "as: token", "as: other", "progress-changed of find progress", "danger danger ok", ""},
		{"the value is elsewhere", spec, "value: value", "value: second", "progress-changed of find progress", "danger danger ok", ""},
		{"another notification", spec, "method: note", "method: more", "progress-changed of find progress", "loss loss ok", ""},
		{"none any more", spec, progress, "", "progress-changed of find progress", "loss loss ok", ""},
		{"of a method that had none", added, "result: empty", "result: empty" + progress, "progress-changed of find progress", "loss loss ok", ""},
		{"of a new token", strings.Replace(added, `"a?": string`, `"z?": string`, 1), `"z?": string}, result: empty`, `"z?": string, "a?": string}, result: empty` + progress, "progress-changed of find progress", "ok loss ok", ""},
		{"a request of the agent", strings.Replace(strings.Replace(spec, "find: {from: client", "find: {from: agent", 1), "note: {from: agent", "note: {from: both", 1), "params.a", "params.b", "progress-changed of find progress", "danger danger ok", ""},
	})
	for _, same := range []*strings.Replacer{
		strings.NewReplacer(`"a?": string`, `"c?": {type: string, was: [a]}`, "params.a", "params.c"),
		strings.NewReplacer("token: string, other", "t: {type: string, was: [token]}, other", "as: token", "as: t"),
		strings.NewReplacer("note: {from", "remark: {was: [note], from", "method: note", "method: remark"),
	} {
		if r := compare.Compare(protocol(t, spec), protocol(t, same.Replace(spec))); strings.Contains(lines(r), "progress-changed") {
			t.Errorf("what has another name and is read by the older one is the same:%s", lines(r))
		}
	}
}

// TestVerdictRegistrationChanges has edits of the names that peers register under.
func TestVerdictRegistrationChanges(t *testing.T) {
	const spec = `types: {Opt: {fields: {x: string}}}
methods:
  find: {from: client, params: {symbol: string}, result: empty, registration: {options: Opt, as: finder}}
  sort: {from: client, params: {symbol: string}, result: empty, registration: {options: Opt, as: sorter}}`
	testVerdicts(t, []verdictCase{
		{"another name", spec, "as: finder", "as: searcher", "registration-changed of find registration", "break break ok", "nobody registers under"},
		{"the name of another one", spec, "as: finder", "as: sorter", "registration-changed of find registration", "danger break ok", ""},
		{"none any more", spec, ", registration: {options: Opt, as: finder}", "", "registration-changed of find registration", "ok break ok", ""},
		{"a new one", strings.Replace(spec, ", registration: {options: Opt, as: finder}", "", 1), "find: {from: client, params: {symbol: string}, result: empty", "find: {from: client, params: {symbol: string}, result: empty, registration: {options: Opt, as: finder}", "registration-changed of find registration", "loss ok ok", ""},
	})
}

// TestVerdictRequestChanges has edits of what a spec says of a request besides its types.
func TestVerdictRequestChanges(t *testing.T) {
	const spec = `envelope: {name: Envelope, tag: type, content: payload}
requests:
  Question: {result: {ok: bool}, id: payload.id, on_failure: {ok: false}, fields: {id: string, other: string}}
methods:
  request: {from: agent, params: Request, result: by_variant}`
	testVerdicts(t, []verdictCase{
		{"the id is another member", spec, "payload.id", "payload.other", "request-changed of request Question id", "danger danger ok", "payload.id"},
		{"the id is a new member", spec, `payload.id, on_failure: {ok: false}, fields: {id: string, other: string}`, `payload.key, on_failure: {ok: false}, fields: {id: string, other: string, "key?": string}`, "request-changed of request Question id", "danger loss ok", ""},
		{"the id is not a member any more", spec, "id: payload.id, ", "", "request-changed of request Question id", "danger ok ok", ""},
		{"the id is a member", strings.Replace(spec, "id: payload.id, ", "", 1), "on_failure", "id: payload.id, on_failure", "request-changed of request Question id", "ok danger ok", ""},
		{"another answer is assumed", spec, "{ok: false}", "{ok: true}", "request-changed of request Question on_failure", "danger danger ok", `{"ok":true}`},
		{"no answer is assumed", spec, "on_failure: {ok: false}, ", "", "request-changed of request Question on_failure", "danger danger ok", "an error"},
	})
	same := strings.NewReplacer("fields: {id: string", "fields: {key: {type: string, was: [id]}", "payload.id", "payload.key").Replace(spec)
	if r := compare.Compare(protocol(t, spec), protocol(t, same)); strings.Contains(lines(r), "request-changed") {
		t.Errorf("what has another name and is read by the older one is the same:%s", lines(r))
	}
}

// TestVerdictDialectChanges has edits of what readers accept beyond what is written.
func TestVerdictDialectChanges(t *testing.T) {
	const (
		run   = "\nmethods: {run: {from: client, \"params?\": {x: string}, result: empty}, tell: {from: agent, notify: {x: string}}}"
		error = "methods: {run: {from: client, result: empty, error_data: {a: string}}}\nerrors: {BUSY: {code: 1, data: {a: string}}}"
	)
	testVerdicts(t, []verdictCase{
		{"null params are refused", "dialect: {null_params: absent}" + run, "absent", "reject", "dialect-changed of dialect null_params", "break ok ok", ""},
		{"null params are none", "dialect: {null_params: reject}" + run, "reject", "absent", "dialect-changed of dialect null_params", "ok ok ok", ""},
		{"responses with both are refused", "dialect: {result_and_error: result}" + run, "error: result", "error: reject", "dialect-changed of dialect result_and_error", "ok break ok", "refused"},
		{"responses with neither are refused", "dialect: {neither: ignore}" + run, "ignore", "reject", "dialect-changed of dialect neither", "ok break ok", "refused"},
		{"responses with neither are ignored", "dialect: {neither: reject}" + run, "reject", "ignore", "dialect-changed of dialect neither", "ok ok ok", ""},
		{"notifications with an id are requests", "dialect: {notification_with_id: ignore}" + run, "ignore", "request", "dialect-changed of dialect notification_with_id", "ok break ok", "id"},
		{"ids of a wrong kind are refused", "dialect: {bad_id: ignore}" + run, "ignore", "reject", "dialect-changed of dialect bad_id", "break break ok", "refused"},
		{"empty lines are refused", "dialect: {blank_lines: ignore}" + run, "ignore", "error", "dialect-changed of dialect blank lines", "break break ok", "refused"},
		{"how no data is written", "dialect: {error: {data: omit}}" + run, "omit", "'null'", "dialect-changed of dialect error.data", "ok ok ok", ""},
		{"an error has no data any more", error, ", data: {a: string}", "", "error-data of BUSY", "loss loss ok", ""},
		{"an error has data", strings.Replace(error, ", data: {a: string}", "", 1), "code: 1", "code: 1, data: {a: string}", "error-data of BUSY", "loss loss ok", ""},
		{"a method has no data of errors any more", error, ", error_data: {a: string}", "", "error-data of run error data", "loss loss ok", ""},
		{"a method has data of errors", strings.Replace(error, ", error_data: {a: string}", "", 1), "result: empty", "result: empty, error_data: {a: string}", "error-data of run error data", "loss loss ok", ""},
	})
}

// TestVerdictOwnAnswers has edits of the errors with which a connection answers by itself: that
// peers are told something else was not found.
func TestVerdictOwnAnswers(t *testing.T) {
	const (
		hello = "errors: {A: {code: 1}, B: {code: 2}}\nmethods: {hello: {from: client, params: {v: \"string[]\"}, result: {v: string}}, run: {from: client, result: empty}, tell: {from: agent, notify: {x: string}}}\n" +
			"negotiation: {method: hello, offer: params.v, chosen: result.v, pick: highest, first: true, early: A, none: B}\n"
		rules = "errors: {A: {code: 1}, B: {code: 2}}\nmethods: {run: {from: client, result: empty}, stop: {from: client, notify: {n: string}}}\nsession: {run: {once: open, error: A}}\n"
		limit = "dialect: {framing: {kind: ndjson, max_bytes: 1000, too_large: A}, rate: {per_minute: 60, error: A}}\nerrors: {A: {code: 1}, B: {code: 2}}\nmethods: {run: {from: client, result: empty}}\n"
	)
	testVerdicts(t, []verdictCase{
		{"before the handshake", hello, "early: A", "early: B", "negotiation-changed of negotiation", "danger danger ok", "with B instead of A"},
		{"before the handshake, which had one of no name", hello, ", early: A", "", "negotiation-changed of negotiation", "danger danger ok", "instead of"},
		{"without a common version", hello, "none: B", "none: A", "negotiation-changed of negotiation", "danger danger ok", "without a common version"},
		{"of another name", hello, "{A: {code: 1}", "{A: {code: 1001}", "error-code of A", "danger danger ok", ""},
		{"of a broken rule", rules, "error: A", "error: B", "session-changed of run session", "danger danger ok", "breaks the rule"},
		{"of a message that is too long", limit, "too_large: A", "too_large: B", "dialect-changed of dialect framing.too_large", "danger danger ok", "too long"},
		{"of requests that come too often", limit, "error: A", "error: B", "dialect-changed of dialect rate.error", "danger danger ok", "too often"},
	})
}

// TestVerdictRenamedRole has edits of capabilities and gates of a role that has another name, which
// is not in messages.
func TestVerdictRenamedRole(t *testing.T) {
	const spec = `roles: [client, agent]
types: {Can: {fields: {ask: "bool = false", tell: "bool = false"}}}
capabilities: {client: {type: Can, at: params.can}}
methods:
  hello: {from: client, params: {can: "Can = {}", other: "Can = {}"}, result: empty}
  ask: {from: agent, gate: client.ask, params: {text: string}, result: string}
  tell: {from: agent, params: {text: string}, result: string}`
	renamed := strings.NewReplacer("[client", "[editor", "{client", "{editor", "from: client", "from: editor", "client.", "editor.")
	if r := compare.Compare(protocol(t, spec), protocol(t, renamed.Replace(spec))); len(r.Findings) > 0 {
		t.Errorf("the name of a role is not in messages:%s", lines(r))
	}
	for _, c := range []struct{ old, today, finding, levels string }{
		{"at: params.can", "at: params.other", "negotiation-changed of capabilities of editor", "danger danger"},
		{"gate: client.ask", "gate: client.tell", "gate-changed of ask", "danger ok"},
		{"tell: {from: agent,", "tell: {from: agent, gate: client.tell,", "gate-added of tell", "loss ok"},
		{"gate: client.ask, params: {text: string}", "gate: client.ask, params: {text: int}", "type-changed of AskParams.text", "break ok"},
	} {
		r := compare.Compare(protocol(t, spec), protocol(t, renamed.Replace(strings.Replace(spec, c.old, c.today, 1))))
		found := false
		for _, f := range r.Findings {
			if f.Rule.ID+" of "+f.Element == c.finding {
				found = f.Verdicts[compare.OldClient].Level.String()+" "+f.Verdicts[compare.NewClient].Level.String() == c.levels || strings.HasPrefix(c.finding, "type")
			}
		}
		if !found {
			t.Errorf("%s: no %s, %s, in%s", c.today, c.finding, c.levels, lines(r))
		}
	}
}

// TestVerdictRenamedGates has gates whose capability, feature or subscription has another name and
// its older one: they were changed gates.
func TestVerdictRenamedGates(t *testing.T) {
	const (
		ask = `types: {Can: {fields: {"ask?": "bool | Ask"}}, Ask: {fields: {"deep?": bool}}}
capabilities: {client: {type: Can, at: params.can}}
methods: {hello: {from: client, params: {can: Can}, result: empty}, tell: {from: agent, notify: {x: string}, gate: client.ask.deep}}
`
		feature = `types: {Feature: {enum: [a, b]}}
methods: {hello: {from: client, params: {f: "Feature[]"}, result: {f: "Feature[]"}}, tell: {from: agent, notify: {x: string}, gate: {feature: a}}}
negotiation: {method: hello, features: {offer: params.f, chosen: result.f}}
`
		watch = `methods: {watch: {from: client, result: empty}, tell: {from: agent, notify: {x: string}, gate: {subscription: watch}}}
`
	)
	for _, c := range []struct {
		name, spec string
		edits      []string // old, new, …
		want       bool     // whether the gate is another one
	}{
		{"a capability", ask, []string{`"ask?": "bool | Ask"`, `"query?": {type: "bool | Ask", was: [ask]}`, "gate: client.ask.deep", "gate: client.query.deep"}, false},
		{"a member of one", ask, []string{`"deep?": bool`, `"far?": {type: bool, was: [deep]}`, "gate: client.ask.deep", "gate: client.ask.far"}, false},
		{"a capability without its older name", ask, []string{`"ask?":`, `"query?":`, "gate: client.ask.deep", "gate: client.query.deep"}, true},
		{"a feature", feature, []string{"enum: [a, b]", "enum: {x: {was: [a]}, b: {}}", "gate: {feature: a}", "gate: {feature: x}"}, false},
		{"another feature", feature, []string{"gate: {feature: a}", "gate: {feature: b}"}, true},
		{"a subscription", watch, []string{"watch: {from: client", "follow: {was: [watch], from: client", "subscription: watch", "subscription: follow"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := compare.Compare(protocol(t, c.spec), protocol(t, strings.NewReplacer(c.edits...).Replace(c.spec)))
			if got := strings.Contains(lines(r), "gate-changed"); got != c.want {
				t.Errorf("another gate: %t, want %t:%s", got, c.want, lines(r))
			}
		})
	}
}

// TestVerdictNewGates has elements that have a gate in the new version only, which the old version
// knows by its older name: its peers may agree to it, and were thought not to.
func TestVerdictNewGates(t *testing.T) {
	const (
		watch   = "methods: {watch: {from: client, result: empty}, tell: {from: agent, notify: {x: string}}}\n"
		feature = "types: {Feature: {enum: [a, b]}}\nmethods: {hello: {from: client, params: {f: \"Feature[]\"}, result: {f: \"Feature[]\"}}, tell: {from: agent, notify: {x: string}}}\n" +
			"negotiation: {method: hello, features: {offer: params.f, chosen: result.f}}\n"
		ask = "types: {Can: {fields: {\"ask?\": bool}}}\ncapabilities: {client: {type: Can, at: params.can}}\n" +
			"methods: {hello: {from: client, params: {can: Can}, result: empty}, tell: {from: agent, notify: {x: string}}}\n"
	)
	for _, c := range []struct {
		name, spec string
		edits      []string // old, new, …
	}{
		{"a subscription", watch, []string{"watch: {from", "follow: {was: [watch], from", "{x: string}", "{x: int}, gate: {subscription: follow}"}},
		{"a feature", feature, []string{"[a, b]", "{c: {was: [a]}, b: {}}", "{x: string}", "{x: int}, gate: {feature: c}"}},
		{"a capability", ask, []string{`"ask?": bool`, `"query?": {type: bool, was: [ask]}`, "{x: string}", "{x: int}, gate: client.query"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := compare.Compare(protocol(t, c.spec), protocol(t, strings.NewReplacer(c.edits...).Replace(c.spec)))
			for _, f := range r.Findings {
				if f.Rule.ID == "type-changed" {
					if got := f.Verdicts[compare.OldClient].Level; got != compare.Break {
						t.Errorf("%s for old clients, want break:%s", got, lines(r))
					}
					return
				}
			}
			t.Errorf("no type-changed in%s", lines(r))
		})
	}
}

// TestVerdictNegotiatedLength has edits of how long messages may be: a role says how long those
// are that it takes.
func TestVerdictNegotiatedLength(t *testing.T) {
	const spec = `dialect: {framing: {kind: ndjson, max_bytes: 1000}}
types: {Can: {fields: {max: "int = 5000", low: "int = 10", "any?": int}}}
capabilities: {client: {type: Can, at: params.c}, agent: {type: Can, at: result.c}}
methods:
  hello: {from: client, params: {"c?": Can}, result: {"c?": Can}}
  run: {from: client, params: {x: string}, result: empty}
  ask: {from: agent, params: {x: string}, result: empty}
negotiation: {method: hello}`
	from := func(path string) string {
		return strings.Replace(spec, "max_bytes: 1000", "max_bytes: 1000, max_from: "+path, 1)
	}
	const finding = "dialect-changed of dialect framing"
	testVerdicts(t, []verdictCase{
		{"the client says more", spec, "1000", "1000, max_from: client.max", finding, "break ok ok", "more than 1000 bytes"},
		{"the agent says more", spec, "1000", "1000, max_from: agent.max", finding, "ok break ok", ""},
		{"the client says less", spec, "1000", "1000, max_from: client.low", finding, "break break ok", ""},
		{"the client says what it likes", spec, "1000", "1000, max_from: client.any", finding, "break ok ok", ""},
		{"the client no longer says it", from("client.max"), ", max_from: client.max", "", finding, "ok break ok", ""},
		{"the agent no longer says it", from("agent.max"), ", max_from: agent.max", "", finding, "break ok ok", ""},
		{"the client says it elsewhere", from("client.max"), "client.max", "client.any", finding, "break break ok", ""},
		{"the agent says it instead", from("client.max"), "client.max", "agent.max", finding, "ok break ok", ""},
		{"a shorter message, unless the client says more", from("client.max"), "1000", "900", finding, "break ok ok", ""},
	})
}

// TestVerdictDefaults has defaults that are changed, added and removed. What is generated writes
// them: a peer that leaves out the key counts on the reader, which fills in the value.
func TestVerdictDefaults(t *testing.T) {
	const spec = "types: {Note: {fields: {days: \"int = 5\"}}}\nmethods: {save: {from: client, notify: Note}}"
	omitted := strings.Replace(spec, `"int = 5"`, `{type: "int = 5", write: omit_default}`, 1)
	testVerdicts(t, []verdictCase{
		{"changed", spec, "= 5", "= 6", "field-default of Note.days", "danger danger ok", "means 5, and it is read as 6"},
		{"removed", spec, `days: "int = 5"`, `"days?": int`, "field-default of Note.days", "danger danger ok", "means 5"},
		{"removed, and left out", omitted, `days: {type: "int = 5", write: omit_default}`, `"days?": int`, "field-default of Note.days", "danger danger ok", ""},
		{"removed, and required", spec, `"int = 5"`, "int", "field-required of Note.days", "break ok ok", "means 5"},
		{"removed, left out and required", omitted, `{type: "int = 5", write: omit_default}`, "int", "field-required of Note.days", "break ok ok", ""},
		{"added to what may be absent", strings.Replace(spec, `days: "int = 5"`, `"days?": int`, 1), `"days?": int`, `days: "int = 5"`, "field-default of Note.days", "danger danger ok", ""},
		{"added to what is required", strings.Replace(spec, `"int = 5"`, "int", 1), "days: int", `days: "int = 5"`, "field-optional of Note.days", "ok break ok", ""},
		{"no value, which is null", strings.Replace(spec, `"int = 5"`, `"int | null = null"`, 1), `days: "int | null = null"`, `"days?": int | null`, "field-default of Note.days", "ok ok ok", ""},
	})
}

// TestVerdictKeyOfEarlierVariant requires a key of the variant that is tried first: what new peers
// write without it is another variant, and old ones read it as that one. No message shows it,
// because both versions write the two alike.
func TestVerdictKeyOfEarlierVariant(t *testing.T) {
	const spec = "types: {M: {fields: {\"a?\": {type: 'int[]', write: required}}}, W: {type: 'M | string | map<string>', match: ordered}}\n" +
		"methods: {run: {from: client, notify: {w: W}}}"
	old, today := protocol(t, spec), protocol(t, strings.Replace(spec, `"a?": {type: 'int[]', write: required}`, "a: 'int[]'", 1))
	has := func(r *compare.Report, rule string, oldClient, newClient compare.Level) bool {
		return slices.ContainsFunc(r.Findings, func(f *compare.Finding) bool {
			return f.Rule.ID == rule && f.Verdicts[compare.OldClient].Level == oldClient && f.Verdicts[compare.NewClient].Level == newClient
		})
	}
	if r := compare.Compare(old, today); !has(r, "field-required", compare.OK, compare.Danger) {
		t.Errorf("no danger for new clients in%s", lines(r))
	}
	if r := compare.Compare(today, old); !has(r, "field-optional", compare.Danger, compare.OK) {
		t.Errorf("no danger for old clients in%s", lines(r))
	}
	testVerdicts(t, []verdictCase{{
		"with a default", strings.Replace(spec, `"a?": {type: 'int[]', write: required}`, "a: {type: 'int[]', default: [1]}", 1),
		"a: {type: 'int[]', default: [1]}", "a: 'int[]'", "field-required of M.a", "danger danger ok", "",
	}})
}

// TestVerdictOrderOfVariants has unions whose variants come in another order, which decides what an
// object is that has the keys of two: with one of them undeclared.
func TestVerdictOrderOfVariants(t *testing.T) {
	const spec = `types: {A: {fields: {a: string}}, B: {fields: {b: string}}, C: {fields: {c: string}}, Note: {union: {match: key}, variants: {a: A, b: B, c: C}}}
methods: {save: {from: client, notify: {note: Note}}}`
	ordered := strings.Replace(spec, "match: key", "match: ordered", 1)
	closed := func(text string) string {
		return strings.NewReplacer("A: {fields", "A: {extra: reject, fields", "B: {fields", "B: {extra: reject, fields", "C: {fields", "C: {extra: reject, fields").Replace(text)
	}
	testVerdicts(t, []verdictCase{
		{"by key", spec, "a: A, b: B", "b: B, a: A", "union-order of Note", "danger danger ok", ""},
		{"by key, the last one", spec, "b: B, c: C", "c: C, b: B", "union-order of Note", "danger danger ok", ""},
		{"by key, and other keys are refused", closed(spec), "a: A, b: B", "b: B, a: A", "union-order of Note", "ok ok ok", ""},
		{"by key, and other values are refused", strings.Replace(spec, "A: {fields: {a: string}}", "A: {extra: reject, fields: {a: string}}", 1), "a: A, b: B", "b: B, a: A", "union-order of Note", "ok break ok", ""},
		{"by order", ordered, "a: A, b: B", "b: B, a: A", "union-order of Note", "danger danger ok", ""},
		{"by order, and other keys are refused", closed(ordered), "a: A, b: B", "b: B, a: A", "union-order of Note", "ok ok ok", ""},
	})
}

// TestVerdictUnionWithContent has unions with their tags around what they are, which become something
// else, and the reverse.
func TestVerdictUnionWithContent(t *testing.T) {
	const (
		union = "{union: {tag: t, content: c}, variants: {a: {name: A, fields: {x: int}}}}"
		row   = "{fields: {x: int}}"
		spec  = "types: {Note: " + union + "}\nmethods: {run: {from: client, notify: Note}}\n"
	)
	testVerdicts(t, []verdictCase{
		{"that becomes a struct", spec, union, row, "type-changed of Note", "break break ok", "not decided"},
		{"that a struct becomes", strings.Replace(spec, union, row, 1), row, union, "type-changed of Note", "break break ok", "not decided"},
	})
}

// TestVerdictSwappedErrors has errors that change their codes or names with each other: each
// sentence says which version takes which error for which.
func TestVerdictSwappedErrors(t *testing.T) {
	const spec = "methods: {run: {from: client, result: empty}}\nerrors: {BUSY: {code: 1}, FULL: {code: 2}}"
	for _, c := range []struct{ old, today, finding, first, second string }{
		{spec, strings.NewReplacer("1", "2", "2", "1").Replace(spec), "BUSY", "the code 2 means FULL in the old version", "the code 1 means FULL in the new version"},
		{"dialect: {error: {identity: data.kind}}\n" + spec, "dialect: {error: {identity: data.kind}}\n" + strings.Replace(spec, "BUSY: {", "LATE: {was: [BUSY], ", 1), "LATE", "the old version does not know the error LATE", "the new version does not know the error BUSY"},
	} {
		found := false
		r := compare.Compare(protocol(t, c.old), protocol(t, c.today))
		for _, f := range r.Findings {
			if f.Element == c.finding {
				found = f.Verdicts[compare.OldClient].Why == c.first && f.Verdicts[compare.NewClient].Why == c.second
			}
		}
		if !found {
			t.Errorf("not %q and %q:%s", c.first, c.second, lines(r))
		}
	}
}

// TestVerdictNamesOfScalars has edits of types that are other names of scalars: each is one edit of
// the name, wherever it is used.
func TestVerdictNamesOfScalars(t *testing.T) {
	const spec = `types:
  ID: {type: string, distinct: true, max_length: 10}
  Size: {type: int, distinct: true}
  Pair: {type: "ID[]"}
  Part: {union: {tag: t, content: c}, variants: {id: ID, size: Size}}
  Note: {fields: {a: ID, b: Size, "c?": "ID | null", list: "Size[]", ids: Pair, map: "map<Size[]>", part: Part}}
methods: {save: {from: client, params: Note, result: ID}, size: {from: client, result: Size}}`
	for _, c := range []struct{ old, today, want string }{
		{"max_length: 10", "max_length: 5", "limit-changed of ID"},
		{"type: string, distinct: true, max_length: 10", "type: int, distinct: true", "type-changed of ID"},
		{"type: int, distinct: true", "type: float, distinct: true", "type-widened of Size"},
		{"type: int, distinct: true", "type: int, distinct: true, min: 0", "limit-changed of Size"},
	} {
		r := compare.Compare(protocol(t, spec), protocol(t, strings.Replace(spec, c.old, c.today, 1)))
		var got []string
		for _, f := range r.Findings {
			if f.Element != "protocol.version" {
				got = append(got, f.Rule.ID+" of "+f.Element)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: got %s, want %s", c.today, strings.Join(got, "; "), c.want)
		}
	}
}

// TestVerdictEnforced has edits of who checks a limit or a format. A writer must not write what a
// reader refuses, so that it does nothing to messages whether writers check it as well.
func TestVerdictEnforced(t *testing.T) {
	const spec = `types:
  Name: {type: string, max_length: 5, enforced: both}
  Note: {fields: {at: {type: timestamp, enforced: both}, code: {type: string, pattern: "^a", enforced: both}, names: {type: "Name[]", max_items: 3, enforced: both}, other: {type: string, pattern: "^a"}}}
methods: {save: {from: client, notify: Note}}`
	at := func(by string) string { return "{type: timestamp, enforced: " + by + "}" }
	testVerdicts(t, []verdictCase{
		{"a format, by readers", spec, at("both"), at("reader"), "limit-enforced of Note.at", "ok ok ok", ""},
		{"a format, by both", strings.Replace(spec, at("both"), at("reader"), 1), at("reader"), at("both"), "limit-enforced of Note.at", "ok ok ok", ""},
		{"a format, by writers", spec, at("both"), at("writer"), "limit-enforced of Note.at", "ok ok ok", ""},
		{"a format, by nobody", spec, at("both"), "timestamp", "limit-changed of Note.at", "ok break ok", ""},
		{"a format, that nobody checked", strings.Replace(spec, at("both"), "timestamp", 1), "at: timestamp", "at: " + at("reader"), "limit-changed of Note.at", "break ok ok", ""},
		{"a pattern", spec, `pattern: "^a", enforced: both`, `pattern: "^a", enforced: reader`, "limit-enforced of Note.code", "ok ok ok", ""},
		{"a number of items", spec, "max_items: 3, enforced: both", "max_items: 3, enforced: reader", "limit-enforced of Note.names", "ok ok ok", ""},
		{"of a type", spec, "max_length: 5, enforced: both", "max_length: 5, enforced: reader", "limit-enforced of Name", "ok ok ok", ""},
	})
}

// TestVerdictRenamedActs has rules that name a method, which has another name and is read by the
// older one: the rules are the same.
func TestVerdictRenamedActs(t *testing.T) {
	const spec = `methods:
  run: {from: client, params: {name: string}, result: empty}
  steer: {from: client, params: {text: string}, result: empty}
  stop: {from: client, params: {id: string}, result: empty}
  wait: {from: client, params: {seconds: int}, result: empty}
  q: {from: agent, notify: Event}
envelope: {name: Envelope, tag: t, content: c}
events: {Begun: {}, Ended: {fields: {id: string}}}
session:
  steer: {during: run, not_during: stop, after: run}
  run: {cancel: {by: stop, id: params.id, answered: none}}
  wait: {timeout: params.seconds, settled_by: {by: Ended, id: payload.id}}
  Ended: {after: Begun}`
	for _, c := range [][]string{
		{"run: {from", "go: {was: [run], from", "during: run", "during: go", "after: run", "after: go", "  run: {cancel", "  go: {cancel"},
		{"stop: {from", "halt: {was: [stop], from", "by: stop", "by: halt", "not_during: stop", "not_during: halt"},
		{"params: {id: string}", "params: {name: {type: string, was: [id]}}", "id: params.id", "id: params.name"},
		{"{seconds: int}", "{time: {type: int, was: [seconds]}}", "timeout: params.seconds", "timeout: params.time"},
		{"fields: {id: string}", "fields: {of: {type: string, was: [id]}}", "id: payload.id", "id: payload.of"},
		{"Begun: {}", "Started: {was: [Begun]}", "after: Begun", "after: Started"},
		{"stop: {from", "Begun: {from: client, result: empty}\n  stop: {from", "after: Begun", "after: event Begun"}, // a name that now has its kind in front
	} {
		if r := compare.Compare(protocol(t, spec), protocol(t, strings.NewReplacer(c...).Replace(spec))); strings.Contains(lines(r), "session-changed") {
			t.Errorf("%q: the rules are the same:%s", c[1], lines(r))
		}
	}
}

// TestVerdictCancelling has edits of how a call is cancelled that is answered nevertheless.
func TestVerdictCancelling(t *testing.T) {
	const spec = `errors: {STOPPED: {code: 1}}
methods:
  load: {from: client, result: empty, errors: [STOPPED]}
  stop: {from: client, "params?": {id: int, other: int}, result: empty}
  halt: {from: client, result: empty}
session:
  load: {cancel: {by: stop, answered: STOPPED}}`
	const rule = "cancel: {by: stop, answered: STOPPED}"
	testVerdicts(t, []verdictCase{
		{"nothing does any more", strings.Replace(spec, rule, "once: open, "+rule, 1), ", " + rule, "", "session-changed of load session", "loss ok ok", "goes on"},
		{"another method does", spec, "by: stop", "by: halt", "session-changed of load session", "loss loss ok", "goes on"},
		{"only a call that is named", spec, "by: stop", "by: stop, id: params.id", "session-changed of load session", "loss loss ok", "goes on"},
		{"the answer is another one", spec, ", answered: STOPPED", "", "session-changed of load session", "ok ok ok", ""},
	})
}

// TestVerdictVersions has lists of versions that peers offer and choose from. Nothing was said
// where no version is common, so that each handshake fails.
func TestVerdictVersions(t *testing.T) {
	const spec = `protocol: {name: demo, version: "2", versions: ["1", "2"]}
methods: {hello: {from: client, params: {can: "string[]", v: string}, result: {v: string}}}
negotiation: {method: hello, offer: params.can, chosen: result.v, pick: highest}`
	const list = `version: "2", versions: ["1", "2"]`
	const element = "negotiation-changed of negotiation versions"
	one := strings.Replace(spec, "params.can, chosen: result.v, pick: highest", "params.v, chosen: result.v", 1)
	testVerdicts(t, []verdictCase{
		{"none is common", spec, list, `version: "3"`, element, "break break ok", "no version is common"},
		{"an older one is common", spec, list, `version: "3", versions: ["1", "3"]`, element, "loss loss ok", "they agree on version 1"},
		{"it is not agreed on any more", strings.Replace(one, "chosen: result.v", "chosen: result.v, optional: true", 1), "\nnegotiation: {method: hello, offer: params.v, chosen: result.v, optional: true}", "",
			"negotiation-changed of negotiation", "danger danger ok", "no version is agreed on any more"},
		{"one is offered, which is not among them", one, list, `version: "3", versions: ["1", "3"]`, element, "danger danger ok", "version 2"},
	})
	for _, text := range []string{spec, one} {
		r := compare.Compare(protocol(t, text), protocol(t, strings.Replace(text, list, `version: "3", versions: ["2", "3"]`, 1)))
		if strings.Contains(lines(r), element) {
			t.Errorf("the version of the other is among them:%s", lines(r))
		}
	}
}

// TestUndeclaredAsRenamed: the message that shows an undeclared key read as a renamed field had
// the same value under both keys, so that nothing was read differently.
func TestUndeclaredAsRenamed(t *testing.T) {
	const spec = "types: {Note: {extra: {type: int}, fields: {old: {type: int, default: 1}}}}\nmethods: {save: {from: client, notify: Note}}"
	r := compare.Compare(protocol(t, spec), protocol(t, strings.Replace(spec, "old: {type", "new: {was: [old], type", 1)))
	for _, f := range r.Findings {
		if f.Rule.ID != "field-renamed" {
			continue
		}
		w := f.Verdicts[compare.OldClient].Witness
		if w == nil || !w.Confirmed || !strings.Contains(w.Text, `"old":1,"new":`) || strings.Contains(w.Text, `"new":1}`) {
			t.Errorf("the message is %+v", w)
		}
		return
	}
	t.Errorf("no field-renamed in%s", lines(r))
}

// TestVerdictTextsOfEnums has strings with a pattern that become an enum. The message that shows
// it had a declared value, and an enum with all that the pattern allows was a break.
func TestVerdictTextsOfEnums(t *testing.T) {
	const spec = "types: {Note: {fields: {kind: {type: string, pattern: \"^[ab]$\", enforced: both}}}}\nmethods: {save: {from: client, notify: Note}}"
	const pattern = `{type: string, pattern: "^[ab]$", enforced: both}`
	testVerdicts(t, []verdictCase{
		{"an open one", spec, pattern, "{enum: [a, other], open: true}", "type-changed of Note.kind", "loss break ok", ""},
		{"a closed one", spec, pattern, "{enum: [a, other]}", "type-changed of Note.kind", "break break ok", ""},
		{"one with values that JSON escapes, at which diff crashed", spec, pattern, `{enum: [a, 'q"u', 'b\c', "\n", '.']}`, "type-changed of Note.kind", "break break ok", ""},
	})
	r := compare.Compare(protocol(t, spec), protocol(t, strings.Replace(spec, pattern, "{enum: [a, b]}", 1)))
	for _, f := range r.Findings {
		if f.Level() > compare.OK && f.Rule.ID != "version-not-bumped" {
			t.Errorf("every text is declared:%s", lines(r))
		}
	}
}
