package tsusers

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsapi"
)

// An expectation is what the verdicts say of the users of a declaration: of its own changes,
// and of those of what it refers to, which the compiler sees through.
type expectation struct {
	own        []tsapi.Verdict
	base       *expectation // of the interface that it extends
	read, make bool         // such code does not compile
	loose      bool         // a member became optional, or required
	still      bool         // an interface is one, without undeclared members
	open       bool         // it has undeclared members
	harsh      string       // why the compiler may accept more, if it may
	guess      bool         // it is computed from another one in a way that is not predicted
}

// has reports whether one of its own changes is such a one.
func (e *expectation) has(is func(tsapi.Verdict) bool) bool { return slices.ContainsFunc(e.own, is) }

// computed is an alias of keys or of parts of others, and keysOf the first kind alone.
var (
	computed = regexp.MustCompile(`\b(?:keyof|typeof)\b`)
	optional = regexp.MustCompile(`^(?:[\w$]+|"(?:[^"\\]|\\.)*")\?: `)
	keysOf   = regexp.MustCompile(`^export type [\w$]+ = keyof (?:typeof )?([\w$]+);\s*$`)
)

// predict says what happens to the users of every declaration.
func (j *judged) predict() {
	for name := range j.now {
		j.expected[name] = &expectation{own: j.verdicts[name]}
	}
	for name, e := range j.expected {
		for _, v := range e.own {
			gone := v.Is == "" && j.old.hasMember(name, v.Member)
			if gone {
				e.harsh = "a member that is gone is missed only by code that names it"
			}
			switch {
			case gone: // a value with one more property fits, and one without an optional property
				e.read = e.read || !optional.MatchString(v.Was) || j.unlike(name)
				e.make = e.make || j.unlike(name)
			case strings.Contains(v.Why, "code that reads or sets"): // likewise within a member
				e.guess = true
			default:
				e.loose = e.loose || v.Was != "" && v.Is != "" && optional.MatchString(v.Was) != optional.MatchString(v.Is)
				e.read, e.make = e.read || v.Read >= backend.Misses, e.make || v.Make >= backend.Misses
			}
		}
		if m := heads.FindStringSubmatch(j.old.texts[name]); m != nil {
			e.base = j.expected[m[2]]
			e.open = strings.Contains(j.old.texts[name], "  [key: ")
			is := j.today.texts[j.now[name]]
			e.still = heads.MatchString(is) && !strings.Contains(is, "  [key: ")
		}
	}
	for changed := true; changed; {
		changed = false
		for name, e := range j.expected {
			before := *e
			j.spread(name, e)
			changed = changed || before.read != e.read || before.make != e.make || before.guess != e.guess || before.harsh != e.harsh
		}
	}
}

// unlike reports whether the new version of an interface has members, and none of those that
// it had, so that the compiler refuses values of the one as the other.
func (j *judged) unlike(name string) bool {
	have := j.today.members(j.now[name])
	return len(have) > 0 && !slices.ContainsFunc(have, func(k string) bool { return slices.Contains(j.old.members(name), k) })
}

// spread adds what happens to a declaration because of others.
func (j *judged) spread(name string, e *expectation) {
	text := quoted.ReplaceAllString(j.old.texts[name], "")
	if m := keysOf.FindStringSubmatch(text); m != nil {
		if of := j.expected[m[1]]; of != nil {
			e.read = e.read || of.has(func(v tsapi.Verdict) bool { return v.Member != "" && v.Was == "" })
			e.make = e.make || of.has(func(v tsapi.Verdict) bool { return v.Member != "" && v.Is == "" })
		}
		return
	}
	refs := j.refersTo(j.now[name])
	for _, ref := range j.old.refs[name] {
		if of := j.expected[ref]; of != nil && slices.Contains(refs, j.now[ref]) {
			j.spreadFrom(name, e, text, ref, of)
		}
	}
}

// refersTo are what a new declaration refers to, also by way of declarations that are new.
func (j *judged) refersTo(name string) []string {
	out := slices.Clone(j.today.refs[name])
	for i := 0; i < len(out); i++ { // it grows
		if j.old.texts[out[i]] != "" {
			continue
		}
		for _, ref := range j.today.refs[out[i]] {
			if !slices.Contains(out, ref) {
				out = append(out, ref)
			}
		}
	}
	return out
}

// spreadFrom adds what happens to a declaration with a text because it refers to ref.
func (j *judged) spreadFrom(name string, e *expectation, text, ref string, of *expectation) {
	moved := e.has(func(v tsapi.Verdict) bool { return slices.Contains(words.FindAllString(v.Was+" "+v.Is, -1), ref) })
	arms := j.old.arms(name)
	switch {
	case moved || computedFrom(text, ref):
		e.guess = e.guess || of.guess || of.read || of.make || len(of.own) > 0
		return
	case of.loose && len(arms) > 1 && slices.ContainsFunc(arms, func(arm string) bool { return words.FindString(arm) == ref }):
		e.guess = true // the compiler forgets that a member may be missing that tells arms from others
		return
	}
	e.read, e.make, e.guess, e.harsh = e.read || of.read, e.make || of.make, e.guess || of.guess, cmp.Or(e.harsh, of.harsh)
	if (of.read || of.make) && slices.Contains(arms, ref) && (slices.Contains(arms, "string") || slices.Contains(arms, "number")) {
		e.harsh = "another arm takes what an enum does not take any more"
	}
	if (of.read || of.make) && slices.Contains(arms, ref) && slices.ContainsFunc(arms, func(arm string) bool { return arm != ref && j.takesAny(arm) }) {
		e.harsh = "an arm that declares no member takes what another arm does not take any more"
	}
	aboutUndeclared := func(v tsapi.Verdict) bool { return strings.HasPrefix(v.Was+v.Is, "[key") }
	if (of.read || of.make) && len(arms) > 1 && slices.Contains(arms, ref) && of.has(aboutUndeclared) {
		e.harsh = "another arm without a tag takes what an arm with other undeclared members does not take"
	}
}

// takesAny reports whether a declaration is an interface without members, but perhaps with undeclared ones.
func (j *judged) takesAny(name string) bool {
	text, isInterface := j.old.texts[name], false
	for i, line := range strings.Split(text, "\n") {
		switch line = strings.TrimSpace(line); {
		case i == 0:
			isInterface = strings.HasPrefix(line, "export interface ")
		case line == "" || line == "}" || strings.HasPrefix(line, "[key:") || strings.HasPrefix(line, "/*") || strings.HasPrefix(line, "*"):
		default:
			return false
		}
	}
	return isInterface
}

// computedFrom reports whether a line of a declaration is computed from the keys or parts of ref.
func computedFrom(text, ref string) bool {
	return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool {
		within := strings.Contains(line, ref+"[keyof ") || strings.Contains(line, "[keyof ") && strings.Contains(line, " | ") || strings.HasPrefix(text, "export type")
		return within && computed.MatchString(line) && slices.Contains(words.FindAllString(line, -1), ref)
	})
}

func (e *expectation) reader() (fails, known bool) { return e.read, e.read || !e.guess }
func (e *expectation) maker() (fails, known bool)  { return e.make, e.make || !e.guess }

// memberReader is code that names each member.
func (e *expectation) memberReader() (fails, known bool) {
	if e.base != nil {
		if fails, known := e.base.memberReader(); fails {
			return true, known
		}
	}
	lost := e.has(func(v tsapi.Verdict) bool { return v.Member != "" && v.Is == "" && v.Read == backend.Fails })
	return lost, e.still || !lost && len(e.own) == 0
}

// memberMaker is code that sets each member, also those that may be left out.
func (e *expectation) memberMaker() (fails, known bool) {
	if fails, known := e.memberReader(); fails {
		return true, known
	}
	if e.has(func(v tsapi.Verdict) bool { return v.Make >= backend.Misses && v.Was == "" }) {
		return true, true
	}
	if e.make && e.open { // what differs may be the undeclared members, which are not set
		return true, false
	}
	return e.make, (e.still || len(e.own) == 0) && !e.guess && !e.has(func(v tsapi.Verdict) bool { return v.Make >= backend.Misses })
}

// constant is code that reads the members of a constant, whatever their values are.
func (e *expectation) constant() (fails, known bool) {
	return e.has(func(v tsapi.Verdict) bool { return v.Read == backend.Fails }), true
}

// value is code that depends on the values of a constant.
func (e *expectation) value() (fails, known bool) {
	return e.has(func(v tsapi.Verdict) bool {
		return v.Read >= backend.Differs || v.Switch > backend.Same && v.Was != "" && v.Is != ""
	}), true
}

// entries is code that has something for each member of a constant.
func (e *expectation) entries() (fails, known bool) {
	return e.has(func(v tsapi.Verdict) bool { return v.Was == "" && v.Switch == backend.Misses }), true
}

// cases is what happens to code with a case for each value of a union, or of the tag of
// each object.
func (j *judged) cases(name, access string) (worst backend.Effect, known bool) {
	for _, v := range j.verdicts[name] {
		worst = max(worst, v.Switch)
	}
	if access == "" {
		return worst, true
	}
	known = true
	for _, arm := range j.old.arms(name) {
		for _, v := range j.verdicts[arm] {
			if access == "["+strconv.Quote(v.Member)+"]" {
				worst, known = max(worst, v.Switch), known && v.Is == "" // another arm may have the tag now
			}
		}
	}
	return worst, known
}

// armLost reports whether an arm of a union has lost members, which may be common to all.
func (j *judged) armLost(name string) bool {
	return slices.ContainsFunc(j.old.arms(name), func(arm string) bool {
		return slices.ContainsFunc(j.verdicts[arm], func(v tsapi.Verdict) bool { return v.Member != "" && v.Is == "" })
	})
}
