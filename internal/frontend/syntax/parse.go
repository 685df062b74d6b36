// Package syntax parses a spec file into a tree that mirrors it, with one field per
// key and a span on every name and value. It reports faults in the form of the
// file: broken YAML, unknown keys, a list where a map belongs. It does not resolve
// names and does not depend on the meaning of constructs.
package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

var bom = []byte("\uFEFF")

// Parse reads f, in which an element may pin its name in the targets that pins
// lists. Faults are added to r. It returns nil if the file cannot be read at all;
// otherwise the tree has everything that could be read.
func Parse(f *source.File, r *diag.Report, pins ...string) *Spec {
	root := ReadNodes(f, r)
	if root == nil {
		return nil
	}
	return readSpec(root, parser{file: f, pins: pins}, r)
}

// ParsePart reads a file that a spec includes.
func ParsePart(f *source.File, r *diag.Report, pins ...string) *Spec {
	root := ReadNodes(f, r)
	if root == nil {
		return nil
	}
	return readSpec(root, parser{file: f, part: true, pins: pins}, r)
}

// maxRounds is how often a file with misspelled keys is read.
const maxRounds = 4

// readSpec reads a file. A key that looks misspelled is reported and then treated
// as the one that was meant: the file is read again, so that the value of the key
// is checked as well, and the key is not reported as missing.
func readSpec(root *Node, p parser, r *diag.Report) *Spec {
	p.typos = map[*Node]string{}
	for round := 1; ; round++ {
		known := len(p.typos)
		p.report = &diag.Report{}
		spec := p.spec(root)
		if len(p.typos) == known || round == maxRounds {
			r.Merge(p.report)
			return spec
		}
	}
}

// ReadNodes reads a YAML file into nodes, within the subset of YAML that specs use:
// bounded, without anchors, tags, duplicate keys or empty values. Faults are added
// to r. It returns nil if the file cannot be read at all.
func ReadNodes(f *source.File, r *diag.Report) *Node {
	root := parseYAML(f, r)
	if root == nil {
		return nil
	}
	if root.Kind == Scalar && !root.Quoted && (root.Text == "" || root.Text == "~") {
		reportEmpty(f, r)
		return nil
	}
	p := &parser{file: f, report: r}
	p.restrict(root)
	return root
}

// Nodes reads f as YAML has it, also with what the language refuses. It is nil if f is not YAML.
func Nodes(f *source.File) *Node {
	var r diag.Report
	return parseYAML(f, &r)
}

// parseYAML reads f into nodes, or reports the first fault that prevents it.
func parseYAML(f *source.File, r *diag.Report) *Node {
	if d := checkBytes(f); d != nil {
		add(r, d)
		return nil
	}
	s := newScanner(f)
	s.scan()
	if d := s.fault; d != nil {
		if s.suspect != nil && s.suspect.Span.Start < d.Span.Start && d.Code != diag.YAMLTooLarge && d.Code != diag.YAMLTooDeep {
			d = s.suspect
		}
		add(r, d)
		return nil
	}
	for _, d := range s.features {
		add(r, d)
	}
	if !s.started {
		reportEmpty(f, r)
		return nil
	}
	if pieces := s.pieces(pieceSize(len(f.Text))); len(pieces) > 1 {
		if root := readPieces(f, s.out, pieces); root != nil {
			return root
		}
	}
	root, err := readYAML(f, s.out)
	if err != nil {
		reportYAMLError(r, s, err)
		return nil
	}
	if root == nil {
		reportEmpty(f, r)
	}
	return root
}

func reportEmpty(f *source.File, r *diag.Report) {
	r.Add(diag.YAMLEmpty, source.Span{File: f}, "the file is empty").
		WithHelp("write wiregen: 1 and protocol: {name: my-protocol, version: \"1\"}, or begin with wiregen init").
		Offers("write the smallest spec", diag.Step{Do: diag.Splice, At: source.Span{File: f, Start: len(f.Text), End: len(f.Text)},
			Text: "wiregen: 1\nprotocol: {name: my-protocol, version: \"1\"}\n"})
}

// reportYAMLError reports a fault that only the library found.
func reportYAMLError(r *diag.Report, s *scanner, err *yamlError) {
	switch {
	case s.suspect != nil:
		add(r, s.suspect)
	case len(s.features) > 0: // the likely cause is reported
	default:
		span := lineSpan(s.file, s.out, err.line)
		r.Add(diag.YAMLSyntax, span, "this is not YAML: "+err.message)
	}
}

func add(r *diag.Report, d *diag.Diagnostic) {
	n := r.Add(d.Code, d.Span, d.Message)
	n.Help, n.Related, n.Repairs = d.Help, d.Related, d.Repairs
}

// checkBytes refuses a file that is too long or not a text.
func checkBytes(f *source.File) *diag.Diagnostic {
	fault := func(code *diag.Code, at, length int, message, help string) *diag.Diagnostic {
		span := source.Span{File: f, Start: at, End: min(at+length, len(f.Text))}
		d := (&diag.Diagnostic{Code: code, Span: span, Message: message}).WithHelp(help)
		if code == diag.YAMLControlCharacter {
			d.Repairable("", diag.Step{Do: diag.Splice, At: span})
		}
		return d
	}
	if len(f.Text) > maxBytes {
		return fault(diag.YAMLTooLarge, 0, 0, fmt.Sprintf("the file has %d bytes, which is more than 16 MiB", len(f.Text)), "split it")
	}
	for i := 0; i < len(f.Text); {
		c := f.Text[i]
		if c < utf8.RuneSelf {
			if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7F {
				return fault(diag.YAMLControlCharacter, i, 1, fmt.Sprintf("the control character U+%04X is not allowed", c), "remove it; within double quotes, write it as an escape")
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(f.Text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			return fault(diag.YAMLNotUTF8, i, 1, fmt.Sprintf("the byte 0x%02X is not UTF-8", c), "save the file as UTF-8")
		case r == '\uFEFF' && i > 0 || r >= 0x80 && r < 0xA0 && r != 0x85 || r == 0xFFFE || r == 0xFFFF:
			return fault(diag.YAMLControlCharacter, i, n, fmt.Sprintf("the control character U+%04X is not allowed", r), "remove it; within double quotes, write it as an escape")
		}
		i += n
	}
	return nil
}

// restrict refuses what YAML allows and the language does not: keys that are not
// names, duplicate keys, empty values.
func (p *parser) restrict(n *Node) {
	switch n.Kind {
	case Map:
		if p.restrictList(n) {
			return
		}
		p.repairCommas(n)
		seen := make(map[string]*Node, len(n.Pairs))
		kept := n.Pairs[:0]
		for i, pair := range n.Pairs {
			pair = p.repairColon(pair)
			if p.restrictKey(pair.Key, seen) {
				kept = append(kept, pair)
			}
			p.restrictValue(pair.Value, pair.Key, !n.Flow && i+1 < len(n.Pairs))
		}
		n.Pairs = kept
	case List:
		for _, item := range n.Items {
			p.restrictValue(item, item, false)
		}
	}
}

// restrictList refuses {a, b}, which YAML reads as a map of keys without values.
func (p *parser) restrictList(n *Node) bool {
	if !n.Flow || len(n.Pairs) == 0 {
		return false
	}
	for _, pair := range n.Pairs {
		if pair.Key.Kind != Scalar || !isEmpty(pair.Value) || strings.Contains(pair.Key.Text, ":") || strings.HasSuffix(n.Span.Text(), ":}") {
			return false
		}
	}
	n.Kind = Invalid
	p.report.Add(diag.YAMLEmptyValue, n.Span, "no key of this map has a value").WithHelp("a list is written "+listOfKeys(n)).
		Repairable("", diag.Step{Do: diag.Splice, At: n.Span, Text: listOfKeys(n)})
	return true
}

// repairCommas repairs {doc: One, two}, which YAML reads as the doc "One" and the
// key "two" without a value: the text is "One, two", and its missing quotes are
// reported.
func (p *parser) repairCommas(n *Node) {
	kept := n.Pairs[:0]
	cut := false // the last value kept continues
	for i, pair := range n.Pairs {
		key := pair.Key
		if i > 0 && n.Flow && key.Kind == Scalar && !key.Quoted && isEmpty(pair.Value) && !strings.Contains(key.Text, ":") {
			last := kept[len(kept)-1]
			v := last.Value
			prose := last.Key.Text == "doc" || strings.Contains(v.Text, " ") || strings.Contains(key.Text, " ")
			if cut || prose && v.Kind == Scalar && !v.Quoted && v.Text != "" {
				cut = true
				v.Span.End = key.Span.End
				v.Text += ", " + key.Text
				continue
			}
		}
		if cut {
			p.cutText(kept[len(kept)-1])
		}
		cut = false
		kept = append(kept, pair)
	}
	if cut {
		p.cutText(kept[len(kept)-1])
	}
	n.Pairs = kept
}

func (p *parser) cutText(pair Pair) {
	v := pair.Value
	v.Quoted = true
	p.report.Add(diag.YAMLUnquotedInFlow, v.Span, fmt.Sprintf("a comma ends the text of %q, which is not quoted", pair.Key.Text)).
		WithHelp(fmt.Sprintf("write %s: %q", asText(pair.Key), v.Text)).
		Repairable("", diag.Step{Do: diag.Splice, At: v.Span, Text: quote(v.Text)})
}

// repairColon repairs {a:b}, which YAML reads as the key "a:b", and reports the
// missing space.
func (p *parser) repairColon(pair Pair) Pair {
	key := pair.Key
	at := strings.IndexByte(key.Text, ':')
	if !key.InFlow || key.Kind != Scalar || key.Quoted || !isEmpty(pair.Value) || at <= 0 || at == len(key.Text)-1 {
		return pair
	}
	p.report.Add(diag.YAMLSyntax, key.within(at, at+1), "this colon needs a space after it").
		WithHelp(fmt.Sprintf("write %s: %s", key.Text[:at], key.Text[at+1:])).
		Repairable("", diag.Step{Do: diag.Splice, At: key.within(at, at+1), Text: ": "})
	part := func(from, to int) *Node {
		return &Node{Kind: Scalar, InFlow: true, Text: key.Text[from:to], Span: key.within(from, to)}
	}
	return Pair{part(0, at), part(at+1, len(key.Text))}
}

func isEmpty(n *Node) bool { return n.Kind == Scalar && !n.Quoted && n.Text == "" }

func (p *parser) restrictKey(key *Node, seen map[string]*Node) bool {
	switch {
	case key.Kind == Invalid:
		return false
	case key.Kind != Scalar:
		p.report.Add(diag.YAMLComplexKey, key.Span, "this key is "+key.kindName()).WithHelp("a key must be a single name")
		return false
	case !key.Quoted && key.Text == "<<":
		p.report.Add(diag.YAMLAnchor, key.Span, `"<<" merges maps in YAML`).WithHelp("write out the keys")
		return false
	case !key.Quoted && (key.Text == "" || key.Text == "~"):
		p.report.Add(diag.YAMLEmptyValue, key.Span, "a key is empty").WithHelp("give it a name")
		return false
	case seen[key.Text] != nil:
		p.report.Add(diag.YAMLDuplicateKey, key.Span, fmt.Sprintf("the key %q appears twice", key.Text)).
			WithHelp("keep one of the two").WithRelated(seen[key.Text].Span, "first declared here").
			Offers("remove this one", diag.Step{Do: diag.Remove, At: key.Span})
		return false
	}
	seen[key.Text] = key
	return true
}

// restrictValue refuses an empty value, at the key that has it. Keys that follow in the
// same column may belong to it.
func (p *parser) restrictValue(n, key *Node, followed bool) {
	if n.Kind != Scalar || n.Quoted || n.Text != "" && n.Text != "~" {
		p.restrict(n)
		return
	}
	n.Kind = Invalid
	if n.Text == "~" {
		p.report.Add(diag.YAMLEmptyValue, n.Span, `"~" is not a value`).WithHelp("write null, {} or [], or remove the key")
		return
	}
	what := "an item of a list"
	span := n.Span
	if key != n {
		what, span = fmt.Sprintf("%q", key.Text), key.Span
	}
	help := "write its value or {} for an empty map, or remove it"
	switch {
	case key != n && key.Text == "doc":
		help = "write the doc, or remove the key"
	case key != n && key.Text == "result":
		help = "write result: empty for an answer without content"
	case followed:
		help = "indent the lines that belong to it, write its value or {} for an empty map, or remove it"
	}
	d := p.report.Add(diag.YAMLEmptyValue, span, what+" has no value").WithHelp(help)
	if key != n && key.Text == "result" && !key.Quoted {
		end := source.Span{File: span.File, Start: span.End + 1, End: span.End + 1} // behind the colon
		d.Repairable("", diag.Step{Do: diag.Splice, At: end, Text: " empty"})
	} else if key != n && key.Kind == Scalar {
		d.Offers("remove it", diag.Step{Do: diag.Remove, At: key.Span})
	}
}

// FromNodes reads a spec from nodes that another front end made. Their spans lead into the
// files that they were made of, of which f is the first.
func FromNodes(f *source.File, root *Node, r *diag.Report, pins ...string) *Spec {
	return readSpec(root, parser{file: f, pins: pins}, r)
}
