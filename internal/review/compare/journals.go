package compare

import (
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// journalEdits compares how the files of journals are read, apart from the types of their
// lines. Whoever reads a file has the new version, and the old one wrote it.
func (c *comparer) journalEdits() {
	a, b := c.sides[0].proto.Journal, c.sides[1].proto.Journal
	at := [2]source.Span{journalSpan(a), journalSpan(b)}
	switch {
	case a == nil && b == nil:
	case a == nil:
		c.edit(nil, journalChanged, "journal", "", journalWords(b), at)
	case b == nil:
		e := c.edit(nil, journalChanged, "journal", journalWords(a), "", at)
		e.verdict(backward, []int{byJournal}, journalGone.of(), nil)
	default:
		c.noHeader(a, b, at)
		c.journalVersion(a, b, at)
	}
}

func journalWords(j *model.Journal) string { return "a journal of " + j.Record.String() }

func journalSpan(j *model.Journal) source.Span {
	if j == nil {
		return source.Span{}
	}
	return j.Span
}

// noHeader compares how a file without a header is read.
func (c *comparer) noHeader(a, b *model.Journal, at [2]source.Span) {
	if a.NoHeader == b.NoHeader {
		return
	}
	e := c.edit(nil, journalChanged, "journal no_header", a.NoHeader, b.NoHeader, at)
	switch {
	case a.NoHeader == "": // every file of the old version has a header
	case b.NoHeader != "":
		e.verdict(backward, []int{byJournal}, otherNoHeader.of(b.NoHeader, a.NoHeader), nil)
	default:
		j, w := c.recordFirst(a, b)
		e.verdict(backward, []int{byJournal}, j, w)
	}
}

// recordFirst is what happens to a file that begins with a record if it must begin with a
// header.
func (c *comparer) recordFirst(a, b *model.Journal) (judgement, *Witness) {
	old, today := c.sides[0], c.sides[1]
	record, header := old.rows.Type(a.Record), today.rows.Type(b.Header)
	text, ok := old.smallOf(record)
	if ok && accepts(today, header, text) { // the line itself does not say what it was meant as
		return recordAsHeader.of(), nil
	}
	if !ok {
		return recordFirst.of(), nil
	}
	w := &Witness{OldWrote: true, Position: "the first line of a journal", Type: header.Name, Wrote: record.Name, Text: text, Confirmed: true}
	c.judge(w, backward, header.Of, "journal")
	return recordFirst.of(), w
}

// journalVersion compares where the version of a journal is.
func (c *comparer) journalVersion(a, b *model.Journal, at [2]source.Span) {
	old, today := c.sides[0].rows.Ref(a.Header), c.sides[1].rows.Ref(b.Header)
	if c.samePath(old, today, a.VersionPath(), b.VersionPath()) {
		return
	}
	e := c.edit(nil, journalChanged, "journal version", a.Version, b.Version, at)
	j := recordingUnnamed.of(b.Version)
	if c.leads(0, old, b.VersionPath()) {
		j = recordingMistaken.of(b.Version, a.Version)
	}
	e.verdict(backward, []int{byJournal}, j, nil)
}
