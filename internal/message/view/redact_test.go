package view_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/message/view"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
)

// secretSpec has something sensitive in every construct.
const secretSpec = `wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {members: {"auth?": {type: string, sensitive: true}}, params: {form: either}, batch: {max: 4}}
envelope: {name: Envelope, tag: type, content: payload}
types:
  Token: {type: string, sensitive: true}
  Key: {sensitive: true, fields: {text: string}}
  Login:
    fields:
      user: string
      "password?": {type: string, sensitive: true, was: [pass]}
      "tokens?": "Token[]"
      "named?": map<Token>
      "key?": Key | null
      "next?": Login
      "any?": any
  Block:
    union: {tag: kind}
    variants:
      plain: {fields: {text: string}}
      login: {name: LoginBlock, fields: {user: string, password: {type: string, sensitive: true}}}
  Body:
    union: {tag: kind, content: body}
    variants:
      plain: string
      token: Token
      login: Login
  Named:
    union: external
    variants:
      plain: {payload: string}
      token: {payload: Token}
      off: {}
  Any:
    union: {match: ordered}
    variants:
      first: {name: FirstAny, fields: {a: string}}
      second: {name: SecondAny, fields: {b: {type: string, sensitive: true}}}
  Mode:
    union: {tag: kind}
    default: plain
    variants:
      plain: {name: PlainMode, fields: {"text?": string}}
      login: {name: LoginMode, fields: {password: {type: string, sensitive: true}}}
  All:
    fields: {"modes?": {type: "Mode[]", bad_items: skip}, "block?": Block, "body?": Body, "named?": Named, "either?": Any, "pair?": Token | null}
events:
  Said: {fields: {text: {type: string, sensitive: true}, open: string}}
errors:
  BAD: {code: -32000, data: {why: {type: string, sensitive: true}, open: string}}
methods:
  login: {from: client, params: {login: Login, "all?": All}, result: {token: {type: string, sensitive: true}, open: string}, errors: [BAD]}
  hush: {from: client, sensitive: true, params: {a: string}, result: {b: string}}
  event: {from: agent, notify: Event}
  watch: {from: client, params: {"work?": string}, result: empty, progress: {method: progress, token: params.work, as: token, value: value, payload: Login}}
  progress: {from: agent, notify: {token: string, value: any}}
  look: {from: client, params: {"work?": string}, result: "Token[]", progress: {method: looking, token: params.work, as: token, value: value, payload: "Token[]"}}
  looking: {from: agent, notify: {token: string, value: any}}
`

// TestRedaction hides what is sensitive in messages, wherever it is: SECRET in them is.
func TestRedaction(t *testing.T) {
	p := protocol(t, secretSpec)
	const call = `{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"}}}` + "\n"
	for _, x := range []struct{ text, want string }{
		{`{"jsonrpc":"2.0","auth":"SECRET","id":1,"method":"login","params":{"login":{"user":"open","password":"SECRET"}}}`,
			`{"jsonrpc":"2.0","auth":"[redacted]","id":1,"method":"login","params":{"login":{"user":"open","password":"[redacted]"}}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"open","pass":"SECRET","tokens":["SECRET"],"named":{"SECRET":"SECRET"}}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"open","pass":"[redacted]","tokens":"[redacted]","named":"[redacted]"}}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"open","key":{"text":"SECRET"},"next":{"user":"open","password":"SECRET"},"any":{"password":"open"}}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"open","key":"[redacted]","next":{"user":"open","password":"[redacted]"},"any":{"password":"open"}}}}`},
		// Escapes, duplicates, white space.
		{` { "jsonrpc" : "2.0" , "id" : 1 , "method" : "login" , "params" : { "login" : { "user" : "op\"en\\" , "passw\u006frd" : "SECRET\"" , "password" : [ "SECRET" , { } ] , "password" : "SECRET" } } } `,
			`{ "jsonrpc" : "2.0" , "id" : 1 , "method" : "login" , "params" : { "login" : { "user" : "op\"en\\" , "passw\u006frd" : "[redacted]" , "password" : "[redacted]" , "password" : "[redacted]" } } }`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"x","password":"SECRET"},"login":{"user":"y"}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"x","password":"[redacted]"},"login":{"user":"y"}}}`},
		// Params by position.
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":[{"user":"open","password":"SECRET"},{"pair":"SECRET"}]}`,
			`{"jsonrpc":"2.0","id":1,"method":"login","params":[{"user":"open","password":"[redacted]"},{"pair":"[redacted]"}]}`},
		// Unions.
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"block":{"password":"SECRET","user":"open","kind":"login"}}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"block":{"password":"[redacted]","user":"open","kind":"login"}}}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"block":{"kind":"plain","text":"open","password":"SECRET"}}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"block":{"kind":"plain","text":"open","password":"[redacted]"}}}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"body":{"kind":"token","body":"SECRET"}}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"body":{"kind":"token","body":"[redacted]"}}}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"body":{"kind":"plain","body":"open"}}}}`, ``},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"body":{"body":{"user":"open","password":"SECRET"},"kind":"login"}}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"body":{"body":{"user":"open","password":"[redacted]"},"kind":"login"}}}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"named":{"token":"SECRET"}}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"named":{"token":"[redacted]"}}}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"named":"off"}}}`, ``},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"either":{"b":"SECRET"}}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"either":{"b":"[redacted]"}}}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"modes":[{"kind":1,"password":"SECRET"},{"text":"open"},"SECRET"]}}}`, // readers skip the first and the last
			`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u"},"all":{"modes":[{"kind":1,"password":"[redacted]"},{"text":"open"},"[redacted]"]}}}`},
		// Methods, events, answers.
		{`{"jsonrpc":"2.0","id":1,"method":"hush","params":{"a":"SECRET"}}`, `{"jsonrpc":"2.0","id":1,"method":"hush","params":"[redacted]"}`},
		{`{"jsonrpc":"2.0","method":"event","params":{"type":"Said","payload":{"text":"SECRET","open":"open"}}}`,
			`{"jsonrpc":"2.0","method":"event","params":{"type":"Said","payload":{"text":"[redacted]","open":"open"}}}`},
		{`{"jsonrpc":"2.0","method":"event","params":{"type":"Later","payload":{"text":"SECRET"}}}`, `{"jsonrpc":"2.0","method":"event","params":{"type":"Later","payload":"[redacted]"}}`},
		{`{"jsonrpc":"2.0","method":"later","params":{"text":"SECRET"}}`, `{"jsonrpc":"2.0","method":"later","params":"[redacted]"}`},
		{`{"jsonrpc":"2.0","method":"progress","params":{"token":"x","value":{"user":"open","password":"SECRET"}}}`,
			`{"jsonrpc":"2.0","method":"progress","params":{"token":"x","value":{"user":"open","password":"[redacted]"}}}`},
		{`{"jsonrpc":"2.0","method":"looking","params":{"token":"x","value":["SECRET"]}}`, `{"jsonrpc":"2.0","method":"looking","params":{"token":"x","value":"[redacted]"}}`},
		{strings.Replace(call, `"login","params":{"login":{"user":"u"}}`, `"look","params":{}`, 1) + `{"jsonrpc":"2.0","id":1,"result":["SECRET"]}`, `{"jsonrpc":"2.0","id":1,"result":"[redacted]"}`},
		{call + `{"jsonrpc":"2.0","id":1,"result":{"token":"SECRET","open":"open"}}`, `{"jsonrpc":"2.0","id":1,"result":{"token":"[redacted]","open":"open"}}`},
		{call + `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"open","data":{"why":"SECRET","open":"open"}}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"open","data":{"why":"[redacted]","open":"open"}}}`},
		{`{"jsonrpc":"2.0","id":1,"result":{"token":"SECRET"}}`, `{"jsonrpc":"2.0","id":1,"result":"[redacted]"}`}, // it answers nothing
		// Values of another shape, and messages that readers refuse.
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":["SECRET"]}}`, `{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":"[redacted]"}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"password":"SECRET"}}}`, `{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"password":"[redacted]"}}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","parms":{"login":{"password":"SECRET"}}}`, `{"jsonrpc":"2.0","id":1,"method":"login","parms":"[redacted]"}`},
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"pasword":"SECRET","user":1}}}`, `{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"pasword":"[redacted]","user":1}}}`},
		{`{"jsonrpc":"2.0","method":"event","params":{"type":1,"payload":{"text":"SECRET"}}}`, `{"jsonrpc":"2.0","method":"event","params":{"type":1,"payload":{"text":"[redacted]"}}}`},
		{`{"dir":"client","msg":{"jsonrpc":"2.0","id":1,"method":"hush","params":{"a":"SECRET"}}}`, `{"jsonrpc":"2.0","id":1,"method":"hush","params":"[redacted]"}`},
		{`[{"jsonrpc":"2.0","id":1,"method":"hush","params":{"a":"SECRET"}}]`, `{"jsonrpc":"2.0","id":1,"method":"hush","params":"[redacted]"}`},
		{`[{"jsonrpc":"2.0","id":1,"method":"hush","params":{"a":"SECRET","b":1},"c":"SECRET"},1]`, `null`},
		// What cannot be read.
		{`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"password":"SECRET"}}`, `null`},
		{`{"dir":"client","line":"SECRET"}`, `null`},
		{`{"dir":"nobody","msg":{"jsonrpc":"2.0","id":1,"method":"hush","params":{"a":"SECRET"}}}`, `null`},
		{`["SECRET"]`, `null`},
		{`"SECRET"`, `null`},
	} {
		lines := strings.Count(x.text, "\n") + 1
		page := made(t, p, view.Options{}, x.text)
		if bytes.Contains(page, []byte("SECRET")) {
			t.Errorf("%s: the page has the secret", x.text)
		}
		got := textsOf(t, page)
		if got := got[len(got)-1]; x.want == "null" && got != nil || x.want != "null" && (got == nil || *got != wanted(x.text, x.want)) {
			t.Errorf("%s:\ngot  %s\nwant %s", x.text, show(got), x.want)
		}
		all := textsOf(t, made(t, p, view.Options{Reveal: true}, x.text))[lines-1]
		if all == nil || strings.Contains(x.text, "SECRET") != strings.Contains(*all, "SECRET") {
			t.Errorf("%s: revealed: %s", x.text, show(all))
		}
	}
}

func wanted(text, want string) string {
	if want == "" {
		return text
	}
	return want
}

func show(text *string) string {
	if text == nil {
		return "nothing"
	}
	return *text
}

var textsData = regexp.MustCompile(`<script type="application/json" class="texts">(.*)</script>`)

// textsOf are the texts of the entries of a page; nil for one that is hidden whole.
func textsOf(t testing.TB, page []byte) (all []*string) {
	t.Helper()
	for _, m := range textsData.FindAllSubmatch(page, -1) {
		var part []*string
		if err := json.Unmarshal(m[1], &part); err != nil {
			t.Fatal(err)
		}
		all = append(all, part...)
	}
	return all
}

// TestQuotedSecrets leaves what is hidden out of the words of faults, and nothing else.
func TestQuotedSecrets(t *testing.T) {
	p := protocol(t, secretSpec)
	for text, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u","password":12345}}}`:    "params.login.password: expected a string, found a number",
		`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u","pass":12345}}}`:        "params.login.pass: expected a string, found a number",
		`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u","named":{"k":12345}}}}`: "params.login.named: expected a string, found a number",
		`{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":77}}}`:                      "params.login.user: expected a string, found the number 77",
		`[{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":{"user":"u","password":12345}}}]`:  "[0].params.login.password: expected a string, found a number",
		`{"dir":"client","line":12345}`:                                "line: expected a string, found a number",
		`{"dir":"client","base64":"12345 "}`:                           "base64: expected base64, found a string of 6 characters",
		`{"dir":"client","msg":{"id":1,"method":"login"},"time":true}`: "time: expected a number of milliseconds or a time as in RFC 3339, found a boolean",
	} {
		page := string(made(t, p, view.Options{}, text))
		if strings.Contains(page, "12345") {
			t.Errorf("%s: the page has the value", text)
		}
		quoted, _ := json.Marshal(want)
		if !strings.Contains(page, `"text":`+string(quoted)) {
			t.Errorf("%s: no fault says %s: %s", text, want, regexp.MustCompile(`"faults":.*?\]`).FindString(page))
		}
	}
}

// TestNothingSensitive hides nothing of a protocol that has nothing sensitive.
func TestNothingSensitive(t *testing.T) {
	p := protocol(t, `wiregen: 1
protocol: {name: demo, version: "1"}
methods: {say: {from: client, params: {text: string}, result: empty}}
`)
	const text = "not JSON\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"x\":1}}\n"
	if got := textsOf(t, made(t, p, view.Options{}, text)); len(got) != 2 || show(got[0])+"\n"+show(got[1])+"\n" != text {
		t.Errorf("got %s, %s", show(got[0]), show(got[1]))
	}
}

// TestSecretsOfLogs plants words in sampled events and requests. What logs of the generated
// Go hide of them is not on the page, and what they show is.
func TestSecretsOfLogs(t *testing.T) {
	p := protocol(t, file(t, "spec/wire.yaml"))
	opt := view.Options{Verify: verify.Options{As: p.Envelope.Name}}
	writer := vectors.NewWriter(p, 3) // its messages have no undeclared tags
	var recording strings.Builder
	hidden, shown := map[string]bool{}, map[string]bool{}
	for range 800 {
		text, err := writer.Next(p.Envelope.Name)
		if err != nil {
			t.Fatal(err)
		}
		var planted []string
		for at := 0; ; {
			m := stringToken.FindStringIndex(text[at:])
			if m == nil {
				break
			}
			word := fmt.Sprintf("WORD%06d", len(hidden)+len(shown)+len(planted))
			with := text[:at+m[0]] + `"` + word + `"` + text[at+m[1]:]
			isKey, isTag := strings.HasPrefix(text[at+m[1]:], ":"), strings.HasSuffix(text[:at+m[0]], `"type":`)
			if _, err := wire.DecodeWireMessage([]byte(with)); err == nil && !isKey && !isTag {
				text, planted = with, append(planted, word)
				at += m[0] + len(word) + 2
			} else {
				at += m[1]
			}
		}
		message, err := wire.DecodeWireMessage([]byte(text))
		if err != nil {
			continue
		}
		value := wire.WireMessageValue{WireMessage: message}
		normal, err := value.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		log := fmt.Sprint(value.LogValue().Any())
		for _, word := range planted {
			switch {
			case strings.Contains(log, word):
				shown[word] = true
			case bytes.Contains(normal, []byte(word)):
				hidden[word] = true
			}
		}
		recording.WriteString(strings.ReplaceAll(text, "\n", " ") + "\n")
	}
	if len(hidden) < 50 || len(shown) < 50 {
		t.Fatalf("%d words are hidden, %d are shown", len(hidden), len(shown))
	}
	page := made(t, p, opt, recording.String())
	for word := range hidden {
		if bytes.Contains(page, []byte(word)) {
			t.Errorf("the page has %s, which logs hide: %s", word, regexp.MustCompile(`(?m)^.*`+word+`.*$`).FindString(recording.String()))
		}
	}
	for word := range shown {
		if !bytes.Contains(page, []byte(word)) {
			t.Errorf("the page lacks %s, which logs show", word)
		}
	}
}

// stringToken is a string of a text, also one that is a key.
var stringToken = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

var faultsData = regexp.MustCompile(`<script type="application/json" class="columns">(.*)</script>`)

// faultsOf are the faults of a page, as verify prints them with its lines.
func faultsOf(t testing.TB, page []byte) (all []string) {
	t.Helper()
	for _, m := range faultsData.FindAllSubmatch(page, -1) {
		var part struct {
			Faults []struct {
				Line   int
				Text   string
				Rule   string
				Advice bool
			}
		}
		if err := json.Unmarshal(m[1], &part); err != nil {
			t.Fatal(err)
		}
		for _, f := range part.Faults {
			all = append(all, fmt.Sprintf("%d %t %s %s", f.Line, f.Advice, f.Rule, f.Text))
		}
	}
	return all
}

// TestFaults compares the faults of pages with those of verify, for sessions that break
// each rule and for messages with faults, of several protocols.
func TestFaults(t *testing.T) {
	for _, name := range []string{"spec/wire.yaml", "examples/dap/dap.yaml", "testdata/everything.yaml", "examples/klp/klp.yaml"} {
		p := protocol(t, file(t, name))
		maker := sessions.New(p, 11)
		var recording strings.Builder
		for n := range uint64(60) {
			if broken, ok := maker.Invalid(n); ok {
				for _, l := range broken.Lines {
					text, err := json.Marshal(l)
					if err != nil {
						t.Fatal(err)
					}
					recording.Write(append(text, '\n'))
				}
			}
		}
		recording.WriteString("\n{}\n[1]\n{\"dir\":\"x\",\"msg\":1}\n\xff\n" + strings.Repeat("x", 100) + "\n")
		var want []string
		v, err := verify.New(p, verify.Options{}, func(f verify.Fault) {
			want = append(want, fmt.Sprintf("%d %t %s %s", f.Line, f.Advice, f.Rule, f.Text()))
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Read(strings.NewReader(recording.String())); err != nil {
			t.Fatal(err)
		}
		if len(want) < 20 {
			t.Fatalf("%s: %d faults", name, len(want))
		}
		got := faultsOf(t, made(t, p, view.Options{Reveal: true}, recording.String()))
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %d faults, want %d:\n%.2000q\n%.2000q", name, len(got), len(want), got, want)
		}
	}
}

// TestRandomSpecs makes pages of messages of random specs, valid and invalid ones, as they
// come and damaged: the faults are those of verify, and every text that is shown is one of
// the recording but for what is hidden.
func TestRandomSpecs(t *testing.T) {
	tier.Slow(t)
	specs := 0
	for seed := range uint64(25) {
		var r diag.Report
		p := check.Check(syntax.Parse(source.NewFile("spec.yaml", []byte(specfuzz.New(seed, specfuzz.Options{Hostile: 0.25}).YAML())), &r), &r)
		if p == nil || len(p.Methods) == 0 {
			continue
		}
		specs++
		random := rand.New(rand.NewPCG(seed, 1))
		maker := sample.New(p, seed)
		var texts []string
		for range 150 {
			text := maker.Message("Message")
			switch random.IntN(6) {
			case 0:
				text = maker.Invalid("Message").Text
			case 1:
				text = maker.MultiFault("Message")
			case 2:
				at := random.IntN(len(text))
				text = text[:at] + string(rune(random.IntN(128))) + text[at+1:]
			}
			if !strings.ContainsAny(text, "\r\n") && utf8.ValidString(text) && strings.Trim(text, " \t") != "" {
				texts = append(texts, text)
			}
		}
		recording := strings.Join(texts, "\n")
		var want []string
		opt := verify.Options{Strict: seed%3 == 0}
		v, err := verify.New(p, opt, func(f verify.Fault) {
			want = append(want, fmt.Sprintf("%d %t %s %s", f.Line, f.Advice, f.Rule, f.Text()))
		})
		if err == nil {
			err = v.Read(strings.NewReader(recording))
		}
		if err != nil {
			t.Fatal(err)
		}
		page := made(t, p, view.Options{Reveal: true, Verify: opt}, recording)
		got := faultsOf(t, page)
		slices.Sort(got) // those of a batch may be in another order
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: got %d faults, want %d", seed, len(got), len(want))
		}
		all := strings.Join(texts, "\n")
		for _, text := range append(textsOf(t, page), textsOf(t, made(t, p, view.Options{Verify: opt}, recording))...) {
			if text == nil {
				continue
			}
			for _, part := range strings.Split(*text, `"[redacted]"`) {
				if !strings.Contains(all, part) {
					t.Errorf("seed %d: %.200q is not of the recording", seed, part)
				}
			}
			if strings.Contains(*text, `"[redacted]"`) && !json.Valid([]byte(*text)) {
				t.Errorf("seed %d: %.300s is not JSON", seed, *text)
			}
		}
	}
	if specs < 12 {
		t.Errorf("%d specs have messages", specs)
	}
}
