package gogen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// journals emits what opens and reads journals, around the package of the runtime that
// knows no protocol.
type journals struct{ *plan }

func (p journals) declare(f *file) {
	about(p).emitRecorded(f)
	j := p.proto.Journal
	header, record := p.lineType(j.Header), p.lineType(j.Record)
	f.declare(`
		// JournalReader reads a journal.
		type JournalReader = journal.Reader[$1, $2]

		// JournalWriter appends records to a journal. Its methods may be called concurrently.
		type JournalWriter = journal.Writer[$2]`, header, record)
	f.document("OpenJournal opens the journal in the named file to append records. If there is none, or nothing in it, "+
		"it begins with the header. A torn last line is truncated.", `
		func OpenJournal(name string, header $1) (*JournalWriter, error) {
			return journal.Open(name, header, &journalFormat)
		}`, header)
	f.document("NewJournalReader returns a reader of the journal in r. Its Records continue after a line that cannot be read.", `
		func NewJournalReader(r io.Reader) *JournalReader {
			return journal.NewReader(r, &journalFormat)
		}`)
	pairs := []pair{{"Header", p.line(j.Header)}, {"Record", p.line(j.Record)}}
	if path, ok := strings.CutPrefix(j.Version+".", "header."); ok {
		pairs = append(pairs, pair{"Version", texts(strings.FieldsFunc(path, func(r rune) bool { return r == '.' }))})
	}
	if j.NoHeader != "" {
		pairs = append(pairs, pair{"NoHeader", "JournalVersion"})
	}
	f.declare(`
		var journalFormat = $1`, keyed(src("journal.Format[$1, $2]", header, record), pairs))
}

// lineType returns the Go type of a line.
func (p journals) lineType(t model.Type) code {
	sh := p.shape(t)
	if sh.form == formStruct && !sh.null {
		return "*" + p.bare(sh)
	}
	return p.goType(sh)
}

// line returns how a line is read, written and checked: by the functions of its type, or,
// if that has no name, by its own functions.
func (p journals) line(t model.Type) code {
	typ, sh := p.lineType(t), p.shape(t)
	of := src("journal.Line[$1]", typ)
	kinds := lower.Reads(t)
	if d, ok := t.(model.Decl); ok {
		begins := code("")
		if kinds != model.Objects {
			begins = src(", Begins: $1", lit(beginsOf(kinds)))
		}
		return src("$1{Decode: Decode$2, Append: Append$2, Check: Check$2$3}", of, p.types[d], begins)
	}
	read := block(func(g *stmts) { reader(p).readAlone(g, typ, sh) })
	write := src("{\n\treturn $1\n}", appendText(constantJSON(sh)))
	if !sh.constant() {
		write = block(func(g *stmts) { writer(p).returnValue(g, "v", sh, level{}) })
	}
	pairs := []pair{
		{"Decode", src("func(data []byte) ($1, error) {\n\treturn codec.Decode(data, &table, $2, func(d *codec.Decoder) $1 $3)\n}", typ, p.rootID(t), read)},
		{"Append", src("func(dst []byte, v $1) []byte $2", typ, write)},
	}
	if p.needsCheck(sh) {
		pairs = append(pairs, pair{"Check", src("func(v $1) error $2", typ, block(func(g *stmts) { checker(p).returnCheck(g, "v", sh, level{}) }))})
	}
	if kinds != model.Objects {
		pairs = append(pairs, pair{"Begins", lit(beginsOf(kinds))})
	}
	return keyed(of, pairs)
}

// beginsOf returns the bytes with which JSON of some kinds may begin.
func beginsOf(kinds model.Kinds) string {
	begins := ""
	for _, k := range kinds.List() {
		begins += [...]string{
			model.NullValue: "n", model.BoolValue: "tf", model.NumberValue: "-0123456789",
			model.StringValue: `"`, model.ListValue: "[", model.ObjectValue: "{",
		}[k]
	}
	return begins
}

// unrecorded returns the types that a journal does not hold.
func (p about) unrecorded() []string {
	var out []string
	add := func(typ string) {
		if !slices.Contains(out, typ) {
			out = append(out, typ)
		}
	}
	for _, d := range p.proto.Decls {
		switch d := d.(type) {
		case *model.Struct:
			if d.Unrecorded {
				add("*" + p.types[d])
			}
		case *model.Union:
			for _, v := range p.variants[d] {
				if v.Unrecorded {
					add(v.goType())
				}
			}
		}
	}
	for _, m := range p.messages() {
		if m.Unrecorded {
			add("*" + m.name)
		}
	}
	return out
}

// emitRecorded emits the predicate for values that a journal holds.
func (p about) emitRecorded(f *file) {
	list := p.unrecorded()
	if p.proto.Journal == nil || len(list) == 0 {
		return
	}
	f.declare(`
		// Recorded reports whether a journal holds v.
		func Recorded(v any) bool {
			switch v.(type) {
			$1
			}
			return true
		}`, caseOf(ids(list), "return false"))
}
