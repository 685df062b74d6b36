package view

import (
	"encoding/json"
	"strconv"

	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/wirert/session"
)

// A Part is some entries of a recording, one after the other, as JSON without line ends
// and without what ends a script of a page: what is known of them in columns, and their
// texts, which a page reads only when it shows them.
type Part struct{ Columns, Texts []byte }

// columns are what is known of the entries of a part. The script of the page reads them
// under these names.
type columns struct {
	First  int      `json:"first"` // the place of the first entry
	Names  []string `json:"names"` // further ones, which entries refer to by their places
	Line   []int    `json:"line"`  // each since the one before
	Kind   []int    `json:"kind"`
	Side   []int    `json:"side"`
	Name   []int    `json:"name"`
	Tag    []int    `json:"tag"`
	Time   []int64  `json:"time"` // in milliseconds since the first one; −1 if it is not known
	Size   []int64  `json:"size"`
	Call   []int    `json:"call"`   // the place of the call that is answered or sent again, or −1
	Parent []int    `json:"parent"` // that of the call within which it is, or −1
	Flags  []int    `json:"flags"`
	// Index are the indices within batches, and Unknown the undeclared names, by place.
	Index   map[int]string `json:"index,omitempty"`
	Unknown map[int][]int  `json:"unknown,omitempty"`
	Faults  []fault        `json:"faults,omitempty"`
}

// A fault is one of an entry or, if At is −1, of a line before.
type fault struct {
	At      int    `json:"at"`
	Line    int    `json:"line"`
	Path    string `json:"path,omitempty"`
	Text    string `json:"text"`
	Rule    string `json:"rule,omitempty"`
	Element string `json:"element,omitempty"`
	Other   int    `json:"other,omitempty"`
	Advice  bool   `json:"advice,omitempty"`
}

// A row is what is known of an entry.
type row struct {
	line         int
	index        string
	kind         kind
	side         session.Side
	name, tag    int
	time, size   int64
	call, parent int
	flags        flag
	unknown      []int
}

// A kind is what an entry is to a reader of the page.
type kind int

const (
	asks kind = iota
	notes
	succeeds
	fails
	records
	heads
	values
	ignored
	unreadable
)

// A flag is something to know of an entry.
type flag int

const (
	flagWhole   flag = 1 << iota // all of the text is hidden
	flagHidden                   // some of the text is hidden
	flagMissing                  // the line is too long to be read
	flagCut                      // the text is cut
	flagBytes                    // the text is not UTF-8
	flagUnknown
	flagLate
	flagResent
	flagHistory
)

func (r *row) flag(is bool, f flag) {
	if is {
		r.flags |= f
	}
}

// kindOf is the kind of an entry. A message that readers refuse is what it seems to be.
func kindOf(e *verify.Entry) kind {
	switch {
	case e.What == verify.Record:
		return records
	case e.What == verify.Header:
		return heads
	case e.What == verify.Value:
		return values
	case e.What == verify.Ignored:
		return ignored
	case e.What == verify.Unreadable:
		return unreadable
	case e.Response && e.Error != nil:
		return fails
	case e.Response:
		return succeeds
	case e.Method == "" && e.Is == "":
		return unreadable // it is JSON, but no message
	case e.ID != "":
		return asks
	}
	return notes
}

// codeName is an error that has no name.
func codeName(code int) string { return "code " + strconv.Itoa(code) }

// A part is a Part that is not complete.
type part struct {
	columns columns
	texts   []byte
	bytes   int
	line    int
}

func newPart(first int) *part {
	none := []int{} // not null: a part may have faults alone
	return &part{columns: columns{
		First: first, Names: []string{}, Line: none, Kind: none, Side: none, Name: none, Tag: none, Time: []int64{}, Size: []int64{},
		Call: none, Parent: none, Flags: none,
	}, texts: []byte{'['}}
}

func (p *part) empty() bool { return len(p.columns.Line) == 0 && len(p.columns.Faults) == 0 }
func (p *part) next() int   { return p.columns.First + len(p.columns.Line) }
func (p *part) full() bool  { return len(p.columns.Line) >= maxRows || p.bytes >= maxBytes }

// add adds an entry. The text is not shown if there is none.
func (p *part) add(r row, text string, shown bool) {
	c := &p.columns
	at := p.next()
	c.Line, p.line = append(c.Line, r.line-p.line), r.line
	c.Kind = append(c.Kind, int(r.kind))
	c.Side = append(c.Side, int(r.side))
	c.Name = append(c.Name, r.name)
	c.Tag = append(c.Tag, r.tag)
	c.Time = append(c.Time, r.time)
	c.Size = append(c.Size, r.size)
	c.Call = append(c.Call, r.call)
	c.Parent = append(c.Parent, r.parent)
	c.Flags = append(c.Flags, int(r.flags))
	if r.index != "" {
		if c.Index == nil {
			c.Index = map[int]string{}
		}
		c.Index[at] = r.index
	}
	if len(r.unknown) > 0 {
		if c.Unknown == nil {
			c.Unknown = map[int][]int{}
		}
		c.Unknown[at] = r.unknown
	}
	if len(p.texts) > 1 {
		p.texts = append(p.texts, ',')
	}
	if !shown {
		p.texts = append(p.texts, "null"...)
		return
	}
	before := len(p.texts)
	p.texts = append(p.texts, encoded(text)...)
	p.bytes += len(p.texts) - before
}

func (p *part) fault(at int, f verify.Fault, text string) {
	p.columns.Faults = append(p.columns.Faults, fault{
		At: at, Line: f.Line, Path: f.Path, Text: text, Rule: f.Rule, Element: f.Element, Other: f.Other, Advice: f.Advice,
	})
	p.bytes += len(text)
}

func (p *part) done() Part { return Part{encoded(p.columns), append(p.texts, ']')} }

// encoded is JSON in which nothing ends a script: < is an escape, and so are the ends of
// lines and what nobody sees. What is not UTF-8 is replaced.
func encoded(v any) []byte {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers can always be encoded
	}
	return []byte(names.Escaped(string(out)))
}
