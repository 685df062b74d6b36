package tsusers

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsapi"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A helperPair is a pair with the declarations of its packages.
type helperPair struct {
	Pair
	old, today []backend.Declaration
	files      [2][]backend.File
	said       map[string]string // of a declaration with a member: why code that uses it fails
}

// AgreeHelpers compares what is said of functions, and of what connections send and handle, with
// what the TypeScript compiler says of calls with as many arguments as the old version takes, and
// of code that has each of the names.
func AgreeHelpers(t *testing.T, pairs []Pair) {
	t.Helper()
	all := make([]*helperPair, len(pairs))
	parallel.Do(len(pairs), func(i int) { all[i] = judgeHelpers(pairs[i]) })
	p := &program{t: t, dir: t.TempDir(), modules: map[string]string{}}
	type asked struct {
		of   *helperPair
		name string
		at   place
	}
	var list []asked
	for i, h := range all {
		if h == nil {
			continue
		}
		for side, files := range h.files {
			for _, f := range files {
				name := filepath.Join(p.dir, fmt.Sprintf("p%d%c", i, "on"[side]), filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, f.Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		file, lines := fmt.Sprintf("w%d.ts", i), []string{h.imports(i)}
		for _, d := range h.old {
			for _, code := range uses(d) {
				lines = append(lines, code.text)
				list = append(list, asked{h, code.name, place{file, len(lines)}})
			}
		}
		p.write(file, strings.Join(lines, "\n")+"\n")
	}
	p.write("broken.ts", "// a fault, so that the compiler finds one\nexport const n: number = \"\";\n")
	p.check()
	fails := map[*helperPair]map[string]bool{}
	for _, a := range list {
		if fails[a.of] == nil {
			fails[a.of] = map[string]bool{}
		}
		fails[a.of][a.name] = fails[a.of][a.name] || p.failed[a.at]
	}
	counts := map[bool]int{}
	for _, h := range all {
		if h == nil {
			continue
		}
		for name, failed := range fails[h] {
			counts[failed]++
			if want := h.said[name] != ""; want != failed {
				t.Errorf("%s: use of %s fails %t, and it is said: %q", h.Name, name, failed, h.said[name])
			}
		}
	}
	t.Logf("%d uses fail, and %d do not", counts[true], counts[false])
	if counts[true] == 0 || counts[false] == 0 {
		t.Error("all uses fail, or none does")
	}
}

// judgeHelpers makes the packages of a pair; nil if names clash in one of them.
func judgeHelpers(p Pair) *helperPair {
	h := &helperPair{Pair: p, said: map[string]string{}}
	for i, proto := range []*model.Protocol{p.Old, p.Today} {
		var r diag.Report
		plans, err := compile.Plan(proto, []compile.Output{{Backend: tsgen.Backend{NoCommonJS: true}}}, &r)
		if err != nil || !r.OK() {
			return nil
		}
		files, err := plans[0].Emit()
		if err != nil {
			return nil
		}
		h.files[i] = slices.DeleteFunc(files, func(f backend.File) bool { return !strings.HasSuffix(f.Name, ".d.ts") })
		list := tsgen.Backend{}.Declarations(plans[0], proto.Decls)
		if i == 0 {
			h.old = list
		} else {
			h.today = list
		}
	}
	for _, v := range tsapi.Judge(backend.Package{Declarations: h.old}, backend.Package{Declarations: h.today}, nil) {
		gone := v.Is == "" && v.Member == ""
		ofTypes := v.Is != "" && callables.MatchString(v.Name) || strings.HasSuffix(v.Why, "of the old type does not compile") || strings.Contains(v.Why, "meets ")
		if v.Effect < backend.Fails || !gone && ofTypes {
			continue
		}
		for _, d := range h.old {
			for _, u := range uses(d) {
				if d.Name == v.Name && (gone || u.member == v.Member) {
					h.said[u.name] += v.Why
				}
			}
		}
	}
	return h
}

// imports are the modules of the new package whose names are used.
func (h *helperPair) imports(i int) string {
	var out strings.Builder
	for _, f := range h.files[1] {
		if m := strings.TrimSuffix(f.Name, ".d.ts"); path.Dir(f.Name) == "." && m != "index" {
			fmt.Fprintf(&out, "import * as %s from \"./p%dn/%s.js\"; ", m, i, m)
		}
	}
	for _, m := range []string{"connection", "node"} {
		if !slices.ContainsFunc(h.files[1], func(f backend.File) bool { return f.Name == m+".d.ts" }) {
			fmt.Fprintf(&out, "declare namespace %s { export const none: undefined; } ", m)
		}
	}
	return out.String()
}

// A use is a line of code that uses a part of a declaration.
type use struct{ name, member, text string }

var (
	overloads = regexp.MustCompile(`(?m)^export declare function ([\w$]+)\(((?s:.*?))\): [^\n]*;$`)
	entry     = regexp.MustCompile(`(?m)^  ([\w$]+|"(?:[^"\\]|\\.)*"): `)
	callables = regexp.MustCompile(`^connection\.\w+(?:Calls|Requests|Notifications|Events)$`)
)

// uses are lines that use a declaration as the old version has it.
func uses(d backend.Declaration) []use {
	var out []use
	if callables.MatchString(d.Name) {
		for _, m := range entry.FindAllStringSubmatch(d.Text, -1) {
			k := literalKey(m[1])
			member, err := unquote(k)
			if err == nil {
				out = append(out, use{d.Name + " " + k, member, fmt.Sprintf("export const w: keyof %s = %s;", d.Name, k)})
			}
		}
		for i := range out {
			out[i].text = strings.Replace(out[i].text, "const w:", fmt.Sprintf("const %s%d:", strings.ReplaceAll(d.Name, ".", "_"), i), 1)
		}
		return out
	}
	for _, m := range overloads.FindAllStringSubmatch(d.Text, -1) {
		params := topLevel(m[2])
		if strings.Contains(m[2], "...") {
			continue
		}
		module := "protocol."
		switch {
		case strings.Contains(d.Name, "."):
			module = ""
		case m[1] == "newError":
			module = "codec."
		case strings.HasPrefix(m[1], "isKnown") || strings.HasPrefix(m[1], "isExtension") || strings.HasPrefix(m[1], "unknown"):
			module = "unions."
		}
		if strings.HasPrefix(m[1], "isExtension") || m[1] == "unknownTag" {
			continue
		}
		member := ""
		var args []string
		for i, p := range params {
			_, typ, _ := strings.Cut(p, ": ")
			if i == 0 && isLiteral(typ) {
				member, _ = unquote(typ)
				args = append(args, typ)
			} else {
				args = append(args, "undefined as any")
			}
			optional := strings.Contains(strings.SplitN(p, ":", 2)[0], "?")
			if !optional {
				continue
			}
			out = append(out, use{d.Name + " " + member, member, module + strings.TrimPrefix(d.Name, module) + "(" + strings.Join(args[:i], ", ") + ");"})
		}
		out = append(out, use{d.Name + " " + member, member, module + strings.TrimPrefix(d.Name, module) + "(" + strings.Join(args, ", ") + ");"})
	}
	return out
}

// topLevel are the params in a list.
func topLevel(list string) []string {
	var out []string
	depth, from := 0, 0
	for i, r := range list {
		switch r {
		case '{', '(', '[', '<':
			depth++
		case '}', ')', ']', '>':
			depth--
		case ',':
			if depth == 0 {
				out, from = append(out, strings.TrimSpace(list[from:i])), i+1
			}
		}
	}
	if last := strings.TrimSpace(list[from:]); last != "" {
		out = append(out, last)
	}
	return out
}

// unquote is the text of a literal.
func unquote(literal string) (text string, err error) {
	err = json.Unmarshal([]byte(literal), &text)
	return text, err
}
