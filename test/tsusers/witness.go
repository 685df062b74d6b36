package tsusers

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// A side is the declarations of one version.
type side struct {
	list  []backend.Declaration
	texts map[string]string
	refs  map[string][]string // the declarations that one refers to
}

func newSide(list []backend.Declaration) *side {
	s := &side{list, map[string]string{}, map[string][]string{}}
	for _, d := range list {
		s.texts[d.Name] = strings.ReplaceAll(d.Text, "wire.", "")
	}
	for _, d := range list {
		for _, word := range words.FindAllString(keys.ReplaceAllString(quoted.ReplaceAllString(s.texts[d.Name], ""), ""), -1) {
			if s.texts[word] != "" && word != d.Name && !slices.Contains(s.refs[d.Name], word) {
				s.refs[d.Name] = append(s.refs[d.Name], word)
			}
		}
	}
	return s
}

var (
	quoted = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`(?:[^`\\\\]|\\\\.)*`")
	keys   = regexp.MustCompile(`[\w$]+\??:`)
	words  = regexp.MustCompile(`[A-Za-z_$][\w$]*`)
	heads  = regexp.MustCompile(`(?m)^export interface ([\w$]+)(?: extends ([\w$]+))? \{$`)
	empty  = regexp.MustCompile(`([:=] )\{ \[key: string\]: never \}((?: \| null)?;)`)
	member = regexp.MustCompile(`(?m)^  (?:readonly )?([\w$]+|"(?:[^"\\]|\\.)*")\??: (.*);$`)
)

// module is the text of a module with the declarations. What is asked is whether values fit:
// a value of an interface does not fit a type with an index, while an object with the same
// members does, so interfaces are written as types. Where values are expected, an object
// without members may be any object but a list, if the other version of it or of an interface that
// refers to it differs: it may get some.
func (s *side) module(other *side, expected bool) string {
	var b strings.Builder
	for _, d := range s.list {
		text := s.texts[d.Name]
		if expected && !strings.Contains(text, "  [key: ") && (text != other.texts[d.Name] || slices.ContainsFunc(s.list, func(x backend.Declaration) bool {
			return heads.MatchString(s.texts[x.Name]) && s.texts[x.Name] != other.texts[x.Name] && slices.Contains(s.refs[x.Name], d.Name)
		})) {
			text = empty.ReplaceAllString(text, "${1}(object & { [Symbol.iterator]?: never })$2")
		}
		if m := heads.FindStringSubmatch(text); m != nil {
			base := ""
			if m[2] != "" {
				base = m[2] + " & "
			}
			text = "export type " + m[1] + " = " + base + strings.TrimSuffix(text[strings.Index(text, "{"):], "\n") + ";\n"
		}
		b.WriteString(text)
	}
	return b.String()
}

// helpers are types for constants: their members without since and after, with the kinds
// of their values instead of these.
const helpers = `type Mark = "since" | "after"; ` +
	`type Plain<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T as Exclude<K, Mark>]: Plain<T[K]> } : T; ` +
	`type Wide<T> = T extends string ? string : T extends number ? number : T extends bigint ? bigint : T extends boolean ? boolean : ` +
	`T extends readonly unknown[] ? readonly unknown[] : T extends object ? { [K in keyof T as Exclude<K, Mark>]: Wide<T[K]> } : T;`

// A line is a witness with its code.
type line struct {
	w    *witness
	code string
}

// witnesses are the uses of every declaration that both versions have.
func (j *judged) witnesses() []line {
	var out []line
	for _, d := range j.old.list {
		to := j.now[d.Name]
		text := j.old.texts[d.Name]
		if to == "" || strings.HasPrefix(text, "export type "+d.Name+"<") {
			continue
		}
		add := func(user string, want func() (bool, bool), format string, args ...any) *witness {
			w := &witness{of: j, name: d.Name, user: user, want: want}
			out = append(out, line{w, fmt.Sprintf(format, args...)})
			return w
		}
		e := j.expected[d.Name]
		if strings.HasPrefix(text, "export declare const ") {
			if strings.Contains(d.Name, "_VERSION") {
				continue
			}
			add("code with a constant", e.constant, "(x: typeof New.%s): Wide<typeof Old.%s> => x", to, d.Name)
			add("the value of a constant", e.value, "(x: typeof New.%s): Plain<typeof Old.%s> => x", to, d.Name)
			if strings.Contains(text, ": {\n") && d.Name != "Dialect" {
				add("code for each entry", e.entries, "(x: keyof typeof New.%s): keyof typeof Old.%s => x", to, d.Name)
			}
			continue
		}
		add("reader", e.reader, "(x: New.%s): OldExpected.%s => x", to, d.Name)
		add("maker", e.maker, "(x: Old.%s): NewExpected.%s => x", d.Name, to)
		if names := j.old.members(d.Name); len(names) > 0 {
			var reads, makes []string
			for _, k := range names {
				reads = append(reads, fmt.Sprintf("x[%s]", k))
				makes = append(makes, fmt.Sprintf("%s: x[%s]", k, k))
			}
			add("reader of members", e.memberReader, "(x: New.%s): unknown => [%s]", to, strings.Join(reads, ", "))
			add("maker of members", e.memberMaker, "(x: Required<Old.%s>): NewExpected.%s => ({ %s })", d.Name, to, strings.Join(makes, ", "))
		}
		if key, cases := j.old.cases(d.Name); len(cases) > 0 {
			of := "x" + key
			var b strings.Builder
			for _, c := range cases {
				b.WriteString("case " + c + ": ")
			}
			all := fmt.Sprintf("=> { switch (%s) { %s return 0; default: { const rest: never = x; return rest; } } }", of, b.String())
			old := add(oldSwitch, func() (bool, bool) { return false, false }, "(x: Old.%s) %s", d.Name, all)
			add("switch over all", func() (bool, bool) { e, known := j.cases(d.Name, key); return e >= backend.Misses, known }, "(x: New.%s) %s", to, all).needs = &old.at
			plain := "x satisfies string | number"
			if key != "" {
				plain = "[" + strings.Join(j.old.common(d.Name), ", ") + "]"
			}
			some := func() (bool, bool) {
				e, known := j.cases(d.Name, key)
				return e == backend.Fails, known && !j.armLost(d.Name)
			}
			add("switch over some", some, "(x: New.%s) => { %s; switch (%s) { %s return 0; } return x; }", to, plain, of, b.String()).needs = &old.at
		}
	}
	return out
}

// oldSwitch is a switch over the old values, which shows whether there can be one.
const oldSwitch = "switch of the old version"

// members are the keys of the members of an interface, as literals.
func (s *side) members(name string) []string {
	head := heads.FindStringSubmatch(s.texts[name])
	if head == nil {
		return nil
	}
	var out []string
	if head[2] != "" {
		out = s.members(head[2])
	}
	for _, m := range member.FindAllStringSubmatch(s.texts[name], -1) {
		if k := literalKey(m[1]); !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

// common are the accesses to the members that all arms of a union have.
func (s *side) common(name string) []string {
	arms := s.arms(name)
	var out []string
	for _, k := range s.members(arms[0]) {
		if !slices.ContainsFunc(arms, func(arm string) bool { return !slices.Contains(s.members(arm), k) }) {
			out = append(out, "x["+k+"]")
		}
	}
	return out
}

// literalKey is the key of a member as a literal.
func literalKey(key string) string {
	if key[0] == '"' {
		return key
	}
	return `"` + key + `"`
}

// hasMember reports whether an interface has a member.
func (s *side) hasMember(name, key string) bool {
	return slices.Contains(s.members(name), strconv.Quote(key))
}

// cases are what a switch over the values of a union has cases for, and the access to the
// tag; none if a switch is not over literals.
func (s *side) cases(name string) (access string, out []string) {
	arms := s.arms(name)
	if !slices.ContainsFunc(arms, func(arm string) bool { return !isLiteral(arm) }) {
		return "", arms
	}
	if len(arms) < 2 || heads.FindStringSubmatch(s.texts[arms[0]]) == nil {
		return "", nil
	}
	for _, m := range member.FindAllStringSubmatch(s.texts[arms[0]], -1) {
		out = nil
		for _, arm := range arms {
			for _, x := range member.FindAllStringSubmatch(s.texts[arm], -1) {
				values := strings.Split(x[2], " | ")
				if x[1] == m[1] && heads.MatchString(s.texts[arm]) && !slices.ContainsFunc(values, func(v string) bool { return !isLiteral(v) }) {
					out = append(out, values...)
					break
				}
			}
		}
		if len(out) >= len(arms) {
			return "[" + literalKey(m[1]) + "]", out
		}
	}
	return "", nil
}

var literals = regexp.MustCompile(`^(?:"(?:[^"\\]|\\.)*"|-?\d+)$`)

func isLiteral(text string) bool { return literals.MatchString(text) }

// arms are the texts of the arms of an alias.
func (s *side) arms(name string) []string {
	_, text, ok := strings.Cut(s.texts[name], "export type "+name+" =")
	if !ok {
		return nil
	}
	text = strings.TrimPrefix(strings.Join(strings.Fields(strings.TrimSuffix(strings.TrimSpace(text), ";")), " "), "| ")
	return strings.Split(text, " | ")
}
