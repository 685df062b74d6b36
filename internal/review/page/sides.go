package page

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A row is one line of two texts side by side. A text that lacks the line has the number 0.
type row struct {
	OldLine, NewLine int
	Old, New         []piece
	Gap              int // instead of lines: how many that are alike are left out
}

// A piece of a line is marked if the other side does not have it.
type piece struct {
	Text string
	Mark bool
}

// Changed reports whether the sides of a row differ.
func (r row) Changed() bool {
	return r.OldLine == 0 || r.NewLine == 0 || marked(r.Old) || marked(r.New)
}

func marked(pieces []piece) bool {
	return slices.ContainsFunc(pieces, func(p piece) bool { return p.Mark })
}

// keep and gap are how many lines around a change are shown, and how many must be alike
// for some of them to be left out.
const keep, gap = 3, 10

// sideBySide lays two texts side by side, with what differs marked.
func sideBySide(old, today block) []row {
	var out []row
	var gone, come []int
	flush := func() {
		for i := range max(len(gone), len(come)) {
			r := row{}
			switch {
			case i >= len(come):
				r.OldLine, r.Old = old.first+gone[i], []piece{{Text: old.lines[gone[i]]}}
			case i >= len(gone):
				r.NewLine, r.New = today.first+come[i], []piece{{Text: today.lines[come[i]]}}
			default:
				r.OldLine, r.NewLine = old.first+gone[i], today.first+come[i]
				r.Old, r.New = words(old.lines[gone[i]], today.lines[come[i]])
			}
			out = append(out, r)
		}
		gone, come = nil, nil
	}
	for _, s := range align(alike(old.lines), alike(today.lines)) {
		switch {
		case s.b < 0:
			gone = append(gone, s.a)
		case s.a < 0:
			come = append(come, s.b)
		default:
			flush()
			out = append(out, row{
				OldLine: old.first + s.a, NewLine: today.first + s.b,
				Old: []piece{{Text: old.lines[s.a]}}, New: []piece{{Text: today.lines[s.b]}},
			})
		}
	}
	flush()
	return folded(out)
}

// alike are lines without what aligns columns in them, which a change of other lines
// changes.
func alike(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		indent := indentOf(line)
		out[i] = line[:indent] + strings.Join(strings.Fields(line), " ")
	}
	return out
}

// folded leaves out what is far from every change.
func folded(rows []row) []row {
	var out []row
	for i := 0; i < len(rows); {
		j := i
		for j < len(rows) && !rows[j].Changed() {
			j++
		}
		head, tail := keep, keep
		if i == 0 {
			head = 1 // the key of the element
		}
		if j == len(rows) {
			tail = 0
		}
		if j-i > gap {
			out = append(out, rows[i:i+head]...)
			out = append(out, row{Gap: j - i - head - tail})
			out = append(out, rows[j-tail:j]...)
		} else {
			out = append(out, rows[i:j]...)
		}
		for i = j; i < len(rows) && rows[i].Changed(); i++ {
			out = append(out, rows[i])
		}
	}
	return out
}

var wordPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\pL[\pL\pN_]*|\pN+|\s+|.`) })

// words marks the words in which two lines differ, or both lines if little is alike.
func words(a, b string) (old, today []piece) {
	x, y := wordPattern().FindAllString(a, -1), wordPattern().FindAllString(b, -1)
	same := 0
	for _, s := range align(x, y) {
		switch {
		case s.b < 0:
			old = add(old, x[s.a], strings.TrimSpace(x[s.a]) != "")
		case s.a < 0:
			today = add(today, y[s.b], strings.TrimSpace(y[s.b]) != "")
		default:
			same += len(x[s.a])
			old, today = add(old, x[s.a], false), add(today, y[s.b], false)
		}
	}
	if same*3 < max(len(a), len(b)) {
		return whole(a), whole(b)
	}
	return old, today
}

// whole marks a line behind its indentation.
func whole(line string) []piece {
	at := indentOf(line)
	return add([]piece{{Text: line[:at]}}, line[at:], true)
}

func add(list []piece, text string, mark bool) []piece {
	if n := len(list); n > 0 && list[n-1].Mark == mark {
		list[n-1].Text += text
		return list
	}
	return append(list, piece{text, mark})
}

// A step is a pair of equal items, or an item of one side with -1 for the other.
type step struct{ a, b int }

// most is the highest number of pairs of items that are compared; larger texts are not
// aligned but replaced as a whole.
const most = 4_000_000

// align is a longest common subsequence of a and b, and what is between.
func align(a, b []string) []step {
	var out, tail []step
	lo, x, y := 0, len(a), len(b)
	for lo < x && lo < y && a[lo] == b[lo] {
		out = append(out, step{lo, lo})
		lo++
	}
	for x > lo && y > lo && a[x-1] == b[y-1] {
		x, y = x-1, y-1
		tail = append(tail, step{x, y})
	}
	slices.Reverse(tail)
	n, m := x-lo, y-lo
	long := make([]int32, 0)
	at := func(i, j int) int { return i*(m+1) + j }
	if n > 0 && m > 0 && n*m <= most {
		long = make([]int32, (n+1)*(m+1))
		for i := n - 1; i >= 0; i-- {
			for j := m - 1; j >= 0; j-- {
				if a[lo+i] == b[lo+j] {
					long[at(i, j)] = long[at(i+1, j+1)] + 1
				} else {
					long[at(i, j)] = max(long[at(i+1, j)], long[at(i, j+1)])
				}
			}
		}
	}
	i, j := 0, 0
	for len(long) > 0 && i < n && j < m {
		switch {
		case a[lo+i] == b[lo+j]:
			out = append(out, step{lo + i, lo + j})
			i, j = i+1, j+1
		case long[at(i+1, j)] >= long[at(i, j+1)]:
			out = append(out, step{lo + i, -1})
			i++
		default:
			out = append(out, step{-1, lo + j})
			j++
		}
	}
	for ; i < n; i++ {
		out = append(out, step{lo + i, -1})
	}
	for ; j < m; j++ {
		out = append(out, step{-1, lo + j})
	}
	return append(out, tail...)
}
