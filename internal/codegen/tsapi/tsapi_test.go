package tsapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsapi"
)

// declarations splits a text into its declarations.
func declarations(text string) []backend.Declaration {
	var out []backend.Declaration
	for _, part := range strings.Split(text, "export ")[1:] {
		name := strings.Fields(strings.TrimPrefix(part, "declare "))[1]
		out = append(out, backend.Declaration{Name: strings.TrimRight(strings.Split(name, "<")[0], ":;"), Text: "export " + part})
	}
	return out
}

func show(changes []backend.Change) []string {
	var out []string
	for _, c := range changes {
		name := c.Name
		if c.Member != "" {
			name += "." + c.Member
		}
		out = append(out, fmt.Sprintf("%s %s: %s", name, [...]string{"same", "misses", "differs", "fails"}[c.Effect], c.Why))
	}
	return out
}

// TestCompare compares small declarations.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name, old, today string
		want             []string
	}{
		{"optional property", "interface A {\n  n: number;\n}", "interface A {\n  n: number;\n  m?: string;\n}", []string{
			"A.m same: the property may be left out"}},
		{"required property", "interface A {\n  n: number;\n}", "interface A {\n  n: number;\n  m: string;\n}", []string{
			"A.m fails: code that makes one lacks the property m"}},
		{"property removed", "interface A {\n  n: number;\n  m?: string;\n}", "interface A {\n  n: number;\n}", []string{
			"A.m fails: code that reads or sets the property m does not compile"}},
		{"property moved", "interface A {\n  n: number;\n  m?: string;\n}", "interface A {\n  m?: string;\n  n: number;\n}", []string{
			"A same: it means the same"}},
		{"widened", "interface A {\n  n: string;\n}", "interface A {\n  n: string | null;\n}", []string{
			"A.n fails: code that reads it meets null"}},
		{"narrowed", "interface A {\n  n: string | null;\n}", "interface A {\n  n: string;\n}", []string{
			"A.n fails: code that makes one may not give null"}},
		{"another type", "interface A {\n  n: string;\n}", "interface A {\n  n: number[];\n}", []string{
			"A.n fails: code that reads it meets number[]; code that makes one may not give string"}},
		{"now optional", "interface A {\n  n: string;\n}", "interface A {\n  n?: string;\n}", []string{
			"A.n fails: code that reads it meets undefined"}},
		{"now required", "interface A {\n  n?: string;\n}", "interface A {\n  n: string;\n}", []string{
			"A.n fails: code that makes one may lack the property n"}},
		{"literal added", `type A =
  | "a"
  | "b";`, `type A =
  | "a"
  | "b"
  | "c";`, []string{"A.c misses: a switch over all cases lacks c"}},
		{"literal removed", `type A = "a" | "b";`, `type A = "a";`, []string{
			"A.b fails: code with a case for b does not compile; code that makes one may not give b"}},
		{"literal added to a property", `interface A { n: "a" | "b" | null; }`, `interface A { n: "a" | "b" | "c" | null; }`, []string{
			"A.n misses: a switch over all cases lacks c"}},
		{"null added to literals", `type A = "a" | "b";`, `type A = "a" | null;`, []string{
			"A fails: code that reads it meets null", "A.b fails: code with a case for b does not compile; code that makes one may not give b"}},
		{"null added to kinds", `type A = string | number[];`, `type A = string | number[] | null;`, []string{"A fails: code that reads it meets null"}},
		{"kind added", `type A = string | number[];`, `type A = string | number[] | boolean;`, []string{"A misses: a switch over all cases lacks boolean"}},
		{"list", "interface A {\n  n: string[] | null;\n}", "interface A {\n  n: (string | null)[] | null;\n}", []string{
			"A.n fails: code that reads it meets null"}},
		{"tuple in an object", "interface A {\n  n?: [string, number];\n}", "interface A {\n  n?: [string, 1];\n}", []string{
			"A.n fails: code that makes one may not give [string, number]"}},
		{"type of undeclared members", "interface A {\n  [key: string]: string | null;\n}", "interface A {\n  [key: string]: string;\n}", []string{
			"A fails: code that makes one may not give null"}},
		{"template", "type A = `x-${string}`;", "type A = `y-${string}`;", []string{
			"A fails: code that reads it meets `y-${string}`; code that makes one may not give `x-${string}`"}},
		{"literal of a template", "type A = `x-${string}`;", "type A = `x-${string}` | \"x-a\" | \"y\";", []string{"A.y fails: code that reads it meets y"}},
		{"keys of a mapped type", `type K = "a" | "b"; export interface A { n: { [key in K]?: string } }`, `type K = "a" | "b"; export interface A { n: { a?: string } }`, []string{
			"A.n fails: code that reads or sets the property b does not compile"}},
		{"required in an intersection", `interface A { type?: "a"; n: 1; } export type B = A & { type: "a" };`, `interface A { type?: "a"; n: 1; } export type B = A;`, []string{
			"B.type fails: code that reads it meets undefined"}},
		{"enum opened", `type A = "a" | "b";`, `type A = "a" | "b" | (string & {});`, []string{
			"A misses: a switch over all cases lacks string & {}"}},
		{"enum closed", `type A = "a" | "b" | (string & {});`, `type A = "a" | "b";`, []string{
			"A fails: code that makes one may not give string & {}"}},
		{"other literals by another name", `type B = "a"; export type C = "a" | "c"; export interface A { n: B; }`, `type B = "a"; export type C = "a" | "c"; export interface A { n: C; }`, []string{
			"A.n fails: code that reads it meets c"}},
		{"variant added", `type U =
  | A
  | B;
export interface A { type: "a"; }
export interface B { type: "b"; }`, `type U =
  | A
  | B
  | C;
export interface A { type: "a"; }
export interface B { type: "b"; }
export interface C { type: "c"; }`, []string{"U.C misses: a switch over all cases lacks C", "C same: it is new"}},
		{"variant without the tag", `type U = A | B;
export interface A { type: "a"; }
export interface B { type: "b"; }`, `type U = A | B | C;
export interface A { type: "a"; }
export interface B { type: "b"; }
export interface C { kind: "c"; }`, []string{"U.C fails: code that reads it meets C", "C same: it is new"}},
		{"variant removed", `type U = A | B;
export interface A { type: "a"; }
export interface B { type: "b"; }`, `type U = A;
export interface A { type: "a"; }`, []string{
			"U.B fails: code with a case for B does not compile; code that makes one may not give B", "B fails: it is gone; code that names it does not compile"}},
		{"reported where it is", "interface A {\n  b: B[];\n}\nexport interface B {\n  a?: A;\n  n: string;\n}", "interface A {\n  b: B[];\n  c?: B;\n}\nexport interface B {\n  a?: A;\n  n: number;\n}", []string{
			"A.c same: the property may be left out", "B.n fails: code that reads it meets number; code that makes one may not give string"}},
		{"inlined type", `interface A { s: S; } export type S = "a" | "b";`, `interface A { s: "a" | "b"; } export type S = "a" | "b";`, []string{
			"A.s same: its type is as good"}},
		{"what is written", `interface A { n: string; d: number; }
export interface AInput { n: string; d?: number; }`, `interface A { n: string; d: number; e: number; }
export interface AInput { n: string; d?: number; e?: number; }`, []string{
			"A.e same: code that reads it need not know the property", "AInput.e same: the property may be left out"}},
		{"what is written is required", `interface A { n: string; d: number; }
export interface AInput { n?: string; d?: number; }`, `interface A { n: string; d: number; }
export interface AInput { n: string; d?: number; }`, []string{"AInput.n fails: code that makes one may lack the property n"}},
		{"what is written gets less", `interface A { n: string; d: number; }
export interface AInput { n: string; d?: number; }`, `interface A { n: string; d: number; }
export interface AInput { n?: string; d?: number; }`, []string{"AInput.n same: its type is as good"}},
		{"a type that is only called Input", `interface A { n: string; }
export interface AInput { m: string; }`, `interface A { n: string; k: string; }
export interface AInput { m: string; }`, []string{"A.k fails: code that makes one lacks the property k"}},
		{"index added", "interface A {\n  n: string;\n}", "interface A {\n  n: string;\n  [key: string]: unknown;\n}", []string{
			"A same: it may have undeclared properties"}},
		{"index removed", "interface A {\n  n: string;\n  [key: string]: unknown;\n}", "interface A {\n  n: string;\n}", []string{
			"A fails: code that reads or sets undeclared properties does not compile"}},
		{"property of an empty object", "type A = { [key: string]: never };", "interface A {\n  n?: string;\n}", []string{
			"A.n same: the property may be left out"}},
		{"tuple", "type A = [a: number, b: string];", "type A = [a: number, b: string, c?: string];", []string{
			"A fails: code that reads it meets [a: number, b: string, c?: string]"}},
		{"base", "interface A extends B {\n  n: string;\n}\nexport interface B {\n  m: string;\n}", "interface A extends B {\n  n: string;\n}\nexport interface B {\n  m: number;\n}", []string{
			"B.m fails: code that reads it meets number; code that makes one may not give string"}},
		{"without its base", "interface A extends B {\n  n: string;\n}\nexport interface B {\n  m: string;\n}", "interface A {\n  n: string;\n}\nexport interface B {\n  m: string;\n}", []string{
			"A.m fails: code that reads or sets the property m does not compile"}},
		{"version", `declare const PROTOCOL_VERSION: "1";`, `declare const PROTOCOL_VERSION: "2";`, []string{
			"PROTOCOL_VERSION same: it names versions, which each release changes"}},
		{"codes", "declare const ErrorCodes: {\n  readonly A: -1;\n  readonly B: -2;\n  readonly C: -3;\n};", "declare const ErrorCodes: {\n  readonly A: -1;\n  readonly B: -4;\n  readonly D: -3;\n};", []string{
			"ErrorCodes.B differs: it is -4 now", "ErrorCodes.C fails: code that reads C does not compile", "ErrorCodes.D misses: code that has something for each entry lacks D"}},
		{"methods", `declare const METHODS: {
  readonly a: { from: "client", kind: "request", errors: ["X"], after: "1" };
  readonly b: { from: "client", kind: "request" };
};
export interface Methods {
  a: { params: A; from: "client"; kind: "request" };
}
export type A = string;`, `declare const METHODS: {
  readonly a: { from: "client", kind: "request", errors: ["X", "Y"], since: "2" };
  readonly b: { from: "client", kind: "notification" };
};
export interface Methods {
  a: { params: A; from: "client"; kind: "request"; errorData: A };
  c: { params: A; from: "client"; kind: "request" };
}
export type A = string;`, []string{"METHODS.a misses: a switch over all cases lacks Y", "METHODS.b differs: it is \"notification\" now",
			"Methods.a same: its type is as good", "Methods.c misses: code that has something for each entry lacks c"}},
		{"not understood", "type A<M> = M extends string ? 1 : 2;", "type A<M> = M extends string ? 1 : 3;", []string{"A fails: what this does was not decided"}},
		{"recursive", "type A = { a: A } | string;", "type A = { a: A } | string | { b: A };", []string{"A misses: a switch over all cases lacks { b: A }"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := compared(declarations("export "+c.old), declarations("export "+c.today), nil)
			if d := cmp.Diff(c.want, show(got)); d != "" {
				t.Error(d)
			}
			if same := compared(declarations("export "+c.old), declarations("export "+c.old), nil); len(same) > 0 {
				t.Errorf("it is not itself: %v", same)
			}
		})
	}
}

// TestParts checks the text of what differs.
func TestParts(t *testing.T) {
	got := compared(declarations("export type A =\n  | { type: \"a\"; n?: string }\n  | \"b\";"), declarations("export type A =\n  | { type: \"a\"; n: string }\n  | \"c\";"), nil)
	want := []backend.Change{
		{Name: "A", Member: "a", Effect: backend.Fails, Why: "code that makes one may lack the property n", Was: `{ type: "a"; n?: string }`, Is: `{ type: "a"; n: string }`},
		{Name: "A", Member: "c", Effect: backend.Misses, Why: "a switch over all cases lacks c", Is: `"c"`},
		{Name: "A", Member: "b", Effect: backend.Fails, Why: "code with a case for b does not compile; code that makes one may not give b", Was: `"b"`},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestRenamed compares declarations under other names: two that were swapped, one with what
// is written of it, and those that refer to them.
func TestRenamed(t *testing.T) {
	old := declarations("export interface A { n: string; }\nexport interface B { b: B[]; }\nexport interface C { a: A; b: B[]; d: D; }\nexport interface D { n: 1; m: 2; }\nexport interface DInput { n: 1; m?: 2; }")
	today := declarations("export interface B { n: string; }\nexport interface A { b: A[]; c?: 1; }\nexport interface C { a: B; b: A[]; d: E; }\nexport interface E { n: 1; m: 2; }\nexport interface EInput { n: 1; m?: 2; }")
	want := []string{
		"A fails: it is called B now; code that names it does not compile",
		"B fails: it is called A now; code that names it does not compile",
		"B.c same: the property may be left out",
		"D fails: it is called E now; code that names it does not compile",
		"DInput fails: it is called EInput now; code that names it does not compile",
	}
	if d := cmp.Diff(want, show(compared(old, today, map[string]string{"A": "B", "B": "A", "D": "E"}))); d != "" {
		t.Error(d)
	}
}

// TestHostile compares texts that are not declarations, or cut off.
func TestHostile(t *testing.T) {
	whole := "export interface A extends B { readonly \"x-\\\"y\": [a: number, string?]; [key: `a${string}\\u0000`]: { [k in E]?: -1.5 } & keyof C[\"x\"]; }"
	for end := range len(whole) {
		old := []backend.Declaration{{Name: "A", Text: whole}}
		if got := compared(old, []backend.Declaration{{Name: "A", Text: whole[:end]}}, nil); len(got) == 0 || got[0].Effect != backend.Fails {
			t.Errorf("%s: %v", whole[:end], got)
		}
	}
	cycles := declarations("export type A = B; export type B = A; export interface C extends C { a: A; } export type D = D[\"a\"]; export type E = keyof E;")
	compared(cycles, declarations("export type A = B | 1; export type B = A & B; export interface C extends C { a: B; } export type D = D[\"b\"]; export type E = keyof D;"), nil)
}

// many are declarations of which each refers to the next one.
func many(n int) []backend.Declaration {
	out := make([]backend.Declaration, n)
	for i := range out {
		out[i] = backend.Declaration{Name: fmt.Sprint("T", i), Text: fmt.Sprintf("export interface T%d {\n  n: string;\n  next?: T%d | null;\n}\n", i, (i+1)%n)}
	}
	return out
}

// BenchmarkOneChange compares 10,000 declarations, one of which changed.
func BenchmarkOneChange(b *testing.B) {
	old, today := many(10_000), many(10_000)
	today[5000].Text = strings.Replace(today[5000].Text, "string", "number", 1)
	for b.Loop() {
		if got := compared(old, today, nil); len(got) != 1 {
			b.Fatal(got)
		}
	}
}

// BenchmarkAllRenamed compares 10,000 declarations whose names are all others, unknown to it.
func BenchmarkAllRenamed(b *testing.B) {
	old, today := many(10_000), many(10_000)
	for i := range today {
		today[i].Name = "X" + today[i].Name
		today[i].Text = strings.ReplaceAll(today[i].Text, "T", "XT")
	}
	today = append(today, backend.Declaration{Name: "Z", Text: "export interface Z {\n  all: XT0;\n}"})
	old = append(old, backend.Declaration{Name: "Z", Text: "export interface Z {\n  all: T0;\n}"})
	for b.Loop() {
		compared(old, today, nil)
	}
}

// compared compares declarations that are all there are.
func compared(old, today []backend.Declaration, renamed map[string]string) []backend.Change {
	return tsapi.Compare(backend.Package{Declarations: old}, backend.Package{Declarations: today}, renamed)
}

// TestFunctions compares functions, and what connections send and handle.
func TestFunctions(t *testing.T) {
	const head = "export declare function "
	list := func(keys ...string) string {
		return "export interface ClientRequests {\n  " + strings.Join(keys, ": { params: wire.A };\n  ") + ": { params: wire.A };\n}"
	}
	for _, c := range []struct {
		name, old, today string
		want             []string
	}{
		{"f", head + "f(a: string): number;", head + "f(a: string): number;", nil},
		{"f", head + "f(a: string, b?: number): number;", head + "f(a: string, b: number): number;", []string{"f fails: a call without b does not compile"}},
		{"f", head + "f(a: string, b: number): number;", head + "f(a: string, b?: number): number;", []string{"f same: calls go on"}},
		{"f", head + "f(a: string): number;", head + "f(a: string, b: number): number;", []string{"f fails: a call without b does not compile"}},
		{"f", head + "f(a: string, b?: number): number;", head + "f(a: string): number;", []string{"f fails: a call with b does not compile"}},
		{"f", head + "f(a: string): number;", head + "f(a: number): number;", []string{"f fails: a call with a of the old type does not compile"}},
		{"f", head + "f(a: string): number;", head + "f(a: string): string;", []string{"f fails: code that reads it meets string"}},
		{"f", head + `f(a: "x"): A;` + "\n" + head + `f(a: "y"): A;`, head + `f(a: "y", b: B): A;`, []string{"f.x fails: such a call does not compile", "f.y fails: a call without b does not compile"}},
		{"f", head + "f<T extends A>(a: T): T;", head + "f<T extends B>(a: T): T;", []string{"f fails: what this does was not decided"}},
		{"connection.ClientRequests", list("run", "stop"), list("run", "halt"), []string{
			"connection.ClientRequests.stop fails: a handler of it does not compile, and nothing calls it",
			"connection.ClientRequests.halt misses: code with all handlers lacks one for halt"}},
		{"connection.ClientCalls", list("run"), list("run", "halt"), []string{"connection.ClientCalls.halt same: code that does not send it goes on"}},
		{"connection.ClientCalls", list("log"), list("log", `"event log"`), []string{
			"connection.ClientCalls.log fails: another message has the name now, and this one has its kind before it",
			"connection.ClientCalls.event log same: code that does not send it goes on"}},
	} {
		of := func(text string) backend.Package {
			return backend.Package{Declarations: []backend.Declaration{{Name: c.name, Text: text}}}
		}
		if diff := cmp.Diff(c.want, show(tsapi.Compare(of(c.old), of(c.today), nil))); diff != "" {
			t.Errorf("%s\n%s\n%s", c.old, c.today, diff)
		}
	}
}
