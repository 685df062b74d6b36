package e2e

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// goViews is a file of the program of goModule that adds readers of three more things:
// what a value is in Go, which a type with the prefix view asks for; what a session is;
// and the limit of a message.
func goViews(all []*construct) string {
	var imports, rows strings.Builder
	for _, c := range all {
		if len(c.types) == 0 && len(c.protocol.Methods) == 0 {
			continue
		}
		rows.WriteString("\nfunc init() {\n")
		fmt.Fprintf(&imports, "\tp_%s %q\n", c.name, "example.test/out/"+c.name)
		name := "nil"
		if len(c.protocol.Methods) > 0 {
			switch {
			case lower.New(c.protocol).Dialect.ErrorIdentity == lower.ByDataKind && len(c.protocol.Errors) > 0:
				name = fmt.Sprintf("func(e *wirert.ResponseError) string { k, _ := p_%s.KindOf(e); return declared(string(k), k.Known()) }", c.name)
			case len(c.protocol.Errors) > 0:
				name = fmt.Sprintf("func(e *wirert.ResponseError) string { return p_%s.ErrorCode(e.Code).String() }", c.name)
			}
			fmt.Fprintf(&rows, "\treaders[%q] = machine(p_%[2]s.NewSession, p_%[2]s.DecodeMessage, p_%[2]s.AppendMessage)\n", c.name+"."+sessionType, c.name)
			fmt.Fprintf(&rows, "\treaders[%q] = func([]byte) answer { return answer{Written: fmt.Sprint(p_%s.Protocol.Dialect().Framing.MaxBytes)} }\n", c.name+"."+limitType, c.name)
		}
		for _, typ := range c.types {
			fmt.Fprintf(&rows, "\treaders[%q] = viewer(p_%s.Decode%s, %s, p_%s.Protocol.Verify, %q)\n", c.name+"."+view+typ, c.name, typ, name, c.name, typ)
		}
		rows.WriteString("}\n")
	}
	return strings.NewReplacer("/*IMPORTS*/", imports.String(), "/*ROWS*/", rows.String()).Replace(goViewer)
}

// The types of questions about a session, and about the length of the longest message.
const (
	sessionType = "a session"
	limitType   = "the limit"
)

const goViewer = `package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/session"

/*IMPORTS*/)

func declared(name string, known bool) string {
	if !known {
		return ""
	}
	return name
}

// viewer says what a value is: the names of its types tell variants apart.
func viewer[T any](decode func([]byte) (T, error), name func(*wirert.ResponseError) string, verify func(string, []byte, wirert.Options) error, typ string) func([]byte) answer {
	return func(text []byte) (a answer) {
		defer func() {
			if v := recover(); v != nil {
				a = answer{Error: fmt.Sprint("panic: ", v)}
			}
		}()
		got, err := decode(text)
		if err != nil {
			return answer{Error: err.Error()}
		}
		v := reflect.ValueOf(got)
		a.Written = shown(v)
		if err := verify(typ, text, wirert.Options{Strict: true}); err != nil {
			a.Answer = err.Error() + "\n"
		}
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return a
		}
		switch v.Type().Name() {
		case "UnknownMessage":
			a.Check = "unknown"
		case "IgnoredMessage":
			a.Check = "ignored"
		}
		if e := v.FieldByName("Error"); name != nil && e.IsValid() {
			if e, ok := e.Interface().(*wirert.ResponseError); ok && e != nil {
				a.Second = name(e)
			}
		}
		return a
	}
}

func shown(v reflect.Value) string {
	var parts []string
	switch v.Kind() {
	case reflect.Invalid:
		return "nil"
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		return "&" + shown(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			parts = append(parts, v.Type().Field(i).Name+": "+shown(v.Field(i)))
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return fmt.Sprintf("%q", v)
		}
		for i := range v.Len() {
			parts = append(parts, shown(v.Index(i)))
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			parts = append(parts, shown(it.Key())+": "+shown(it.Value()))
		}
		slices.Sort(parts)
	default:
		if v.CanInterface() {
			return fmt.Sprint(v.Interface())
		}
		return fmt.Sprint(v)
	}
	name, _, _ := strings.Cut(v.Type().Name(), "[")
	return name + "{" + strings.Join(parts, ", ") + "}"
}

// machine says what the machine of a protocol says of a session: the faults of its messages,
// and those at its end.
func machine[M any](open func() *wirert.Session, decode func([]byte) (M, error), write func([]byte, M) []byte) func([]byte) answer {
	return func(text []byte) (a answer) {
		var lines []struct {
			Side int
			Time int64
			Msg  json.RawMessage
		}
		if err := json.Unmarshal(text, &lines); err != nil {
			return answer{Error: err.Error()}
		}
		s := open()
		var faults []session.Fault
		for _, l := range lines {
			m, err := decode(l.Msg)
			if err != nil {
				return answer{Error: err.Error()}
			}
			faults = append(faults, s.ObserveText([...]wirert.From{wirert.FromClient, wirert.FromAgent, wirert.FromBoth}[l.Side], write(nil, m), l.Time, false).Faults...)
		}
		for _, f := range faults {
			a.Written += fmt.Sprintf("message %d: %s\n", f.Message, f.Text)
		}
		for _, f := range s.Finish() {
			a.Second += fmt.Sprintf("message %d: %s\n", f.Message, f.Text)
		}
		return a
	}
}
/*ROWS*/`

// tsViews answers the same three questions.
const tsViews = `import { createInterface } from "node:readline";

const packages = new Map();
const callers = new Map(); // the members that have the method of a call

// unknowns are the places of variants that a union does not declare, and of one that it does.
function unknowns(lib, path, value) {
  if (typeof value !== "object" || value === null) return "";
  let out = "";
  for (const name of Object.keys(lib)) {
    if (!/^isKnown[A-Z]/.test(name)) continue;
    try {
      out += path + " " + name + " " + lib[name](value) + "\n";
    } catch {
      // it is a value of another type
    }
  }
  for (const key of Object.keys(value)) out += unknowns(lib, path + "/" + key, value[key]);
  return out;
}

for await (const line of createInterface({ input: process.stdin })) {
  const q = JSON.parse(line);
  const text = Buffer.from(q.text, "base64").toString("utf8");
  if (!packages.has(q.construct)) {
    packages.set(q.construct, await import("./" + q.construct + "/index.js"));
    const { shell } = await import("./" + q.construct + "/table.js");
    callers.set(q.construct, ["method", ...Object.values(shell?.shapes?.names ?? {}).map((n) => n.method)]);
  }
  const lib = packages.get(q.construct);
  const a = { written: "", second: "", error: "", check: "", answer: "", dropped: "" };
  if (q.type === "the limit") {
    a.written = String(lib.Dialect.framing.maxBytes);
  } else if (q.type === "a session") {
    const session = lib.newSession();
    const faults = [];
    for (const { Dir, Time, Msg } of JSON.parse(text)) {
      const read = lib.parseMessage(JSON.stringify(Msg));
      if (!read.ok) a.error = read.errors[0].message;
      else faults.push(...session.observe(read.value, { side: Dir, time: Time }).faults);
    }
    for (const f of faults) a.written += "message " + f.message + ": " + f.text + "\n";
    for (const f of session.finish()) a.second += "message " + f.message + ": " + f.text + "\n";
  } else {
    const typ = q.type.split("\t")[1];
    const got = lib["parse" + typ](text);
    if (!got.ok) {
      a.error = new lib.WireError(got.errors[0]).message;
    } else {
      a.written = JSON.stringify(got.value, (_, v) => (typeof v === "bigint" ? v + "n" : v));
      if (typ.endsWith("Message") && lib.isUnknownMessage?.(got.value)) a.check = "unknown";
      const method = callers.get(q.construct).map((name) => lib.METHODS?.[got.value[name]]).find((m) => m !== undefined);
      const senders = [method?.from ?? []].flat(); // isUnknownMessage knows no side
      const side = (name) => name.replace(/[^a-z0-9]/gi, "").toLowerCase() + "message";
      if (typ !== "Message" && typ.endsWith("Message") && senders.length > 0 && !senders.some((name) => side(name) === typ.toLowerCase())) a.check = "unknown";
      if (typ.endsWith("Message") && lib.isIgnoredMessage?.(got.value)) a.check = "ignored";
      a.answer = unknowns(lib, "", got.value);
      const e = got.value?.error;
      if (e && lib.ErrorKinds) a.second = lib.ErrorKinds.includes(lib.errorKind(e)) ? lib.errorKind(e) : "";
      else if (e && lib.errorName) a.second = lib.errorName(e.code) ?? String(e.code);
    }
  }
  console.log(JSON.stringify(a));
}
`

// askNode asks the questions of a program in Node, and those about views of tsViews.
func askNode(t *testing.T, node *exec.Cmd, list []question) []answer {
	t.Helper()
	writeFile(t, filepath.Join(node.Dir, "views.mjs"), tsViews)
	views := exec.Command("node", "views.mjs")
	views.Dir = node.Dir
	var plain, seen []question
	for _, q := range list {
		if strings.HasPrefix(q.Type, view) {
			seen = append(seen, q)
		} else {
			plain = append(plain, q)
		}
	}
	read, viewed := ask(t, node, plain), ask(t, views, seen)
	var out []answer
	for _, q := range list {
		from := &read
		if strings.HasPrefix(q.Type, view) {
			from = &viewed
		}
		out, *from = append(out, (*from)[0]), (*from)[1:]
	}
	return out
}

// A replayLine is a message of a session, for both programs.
type replayLine struct {
	Dir  string
	Side int
	Time int64
	Msg  json.RawMessage
}

// inBoth asks both programs one question.
func inBoth(t *testing.T, program, dir string, q question) map[string]answer {
	t.Helper()
	views := exec.Command("node", "views.mjs")
	views.Dir = dir
	return map[string]answer{
		"Go":         ask(t, exec.Command(program), []question{q})[0],
		"TypeScript": ask(t, views, []question{q})[0],
	}
}

// sessions replays the witnesses that are sessions: the machine of the version that reads
// finds the fault of the finding first, and that of the version that writes finds none in
// the messages. At the end it may miss an answer, because a witness is no longer than needed.
func (c *replay) sessions(t *testing.T, program, dir string) {
	t.Helper()
	for _, x := range c.proofs {
		w := x.verdict.Witness
		if len(w.Session) == 0 {
			continue
		}
		var lines []replayLine
		for _, text := range w.Session {
			var l sessions.Line
			if err := json.Unmarshal([]byte(text), &l); err != nil {
				t.Fatal(err)
			}
			side := 0
			if l.Dir == x.writer.protocol.Roles[1] {
				side = 1
			}
			lines = append(lines, replayLine{l.Dir, side, l.Time, l.Msg})
		}
		text, err := json.Marshal(lines)
		if err != nil {
			t.Fatal(err)
		}
		own, other := inBoth(t, program, dir, question{x.writer.name, sessionType, string(text)}), inBoth(t, program, dir, question{x.reader.name, sessionType, string(text)})
		for _, reader := range generated {
			first, _, _ := strings.Cut(other[reader].Written, "\n")
			// What is wrong at the end is told apart, without the words that say so.
			atEnd := strings.Replace(w.Effect, ", at the end of the session", "", 1)
			found := func(a answer) bool { return slices.Contains(strings.Split(a.Second, "\n"), atEnd) }
			switch {
			case own[reader].Error+own[reader].Written != "" || found(own[reader]):
				c.fault(t, x, "the writer itself, in %s: %+v", reader, own[reader])
			case first != w.Effect && (first != "" || !found(other[reader])):
				c.fault(t, x, "%s: %+v", reader, other[reader])
			default:
				c.seen[reader+", session: the fault of the finding"]++
			}
		}
	}
}

// lengths compares the witnesses that are given by their length with the limits that the
// generated packages state. None of them delimits messages itself: connections do.
func (c *replay) lengths(t *testing.T, program, dir string) {
	t.Helper()
	for _, x := range c.proofs {
		w := x.verdict.Witness
		if w.Length == 0 {
			continue
		}
		own, other := inBoth(t, program, dir, question{x.writer.name, limitType, ""}), inBoth(t, program, dir, question{x.reader.name, limitType, ""})
		for _, reader := range generated {
			var may, takes int
			fmt.Sscan(own[reader].Written, &may)
			fmt.Sscan(other[reader].Written, &takes)
			if takes == 0 || w.Length <= takes || may != 0 && w.Length > may {
				c.fault(t, x, "%s: %d bytes, the writer has a limit of %q, the reader of %q", reader, w.Length, own[reader].Written, other[reader].Written)
				continue
			}
			c.seen[reader+", length: beyond the limit"]++
		}
	}
}
