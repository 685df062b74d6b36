package pygen

// journalView fills journal.py.
type journalView struct{ Head, Imports, Header, Record string }

const journalModule = "._runtime.journal"

// emitJournal emits the reader of recorded sessions.
func (p *plan) emitJournal(out *output) {
	j := p.proto.Journal
	if j == nil {
		return
	}
	a := &annotator{plan: p, imports: imports{}, outside: true}
	v := journalView{Head: out.head, Header: a.typ(j.Header), Record: a.typ(j.Record)}
	a.imports.use("collections.abc", "Iterable")
	a.imports.use(journalModule, "JournalReader")
	v.Imports = out.imports(a.imports)
	out.file("journal.py", v)
}
