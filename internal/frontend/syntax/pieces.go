package syntax

import (
	"bytes"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/source"
)

// A cut is a line at which a file may be cut for the YAML library: the text before
// it and the text after it mean the same when they are read alone. A key begins
// there, of the outermost map or of a block map that is a value in it.
type cut struct {
	at    int // the beginning of the line
	inner bool
}

// A piece is the text between two cuts. One that is inner continues the map that
// ends the piece before it.
type piece struct {
	start, end int
	inner      bool
}

// minPiece and maxPiece are the sizes of pieces, in bytes: one is worth a
// goroutine, and what the library makes of one stays in the cache of a processor.
const (
	minPiece = 8 << 10
	maxPiece = 256 << 10
)

// cutHere notes that a key of the map at depth begins on the line that begins at line.
func (s *scanner) cutHere(line int) {
	if depth := len(s.levels); depth <= 2 && !s.levels[0].list && (line == 0 || s.text[line-1] == '\n') {
		s.cuts = append(s.cuts, cut{at: line, inner: depth == 2})
	}
}

// pieceSize is how large the pieces of a text of n bytes are: so that there are
// some for each processor, and one where it is short.
func pieceSize(n int) int {
	if workers := parallel.Workers(); workers > 1 && n >= 2*minPiece {
		return min(max(n/(2*workers), minPiece), maxPiece)
	}
	return n
}

// pieces cuts the text that was scanned into pieces of at least size bytes. There
// is one where the library may not see the lines or the values that the scanner does.
func (s *scanner) pieces(size int) []piece {
	start := 0
	if bytes.HasPrefix(s.text, bom) {
		start = len(bom)
	}
	whole := piece{start: start, end: len(s.text)}
	if len(s.text) <= size || len(s.features) > 0 || s.oddLines() {
		return []piece{whole}
	}
	var out []piece
	for i, c := range s.cuts {
		if i == 0 || c.inner && !s.cuts[i-1].inner {
			continue // the map begins here
		}
		if c.at-whole.start >= size || whole.inner && !c.inner {
			out = append(out, piece{whole.start, c.at, whole.inner})
			whole.start, whole.inner = c.at, c.inner
		}
	}
	return append(out, whole)
}

// oddLines reports whether the library breaks lines where the scanner does not.
func (s *scanner) oddLines() bool {
	return s.marked || bytes.Count(s.text, []byte("\r")) != bytes.Count(s.text, []byte("\r\n")) ||
		bytes.Contains(s.text, []byte("\u0085")) || bytes.Contains(s.text, []byte("\u2028")) || bytes.Contains(s.text, []byte("\u2029"))
}

// readPieces is readYAML for a text in pieces, which are read side by side. It
// returns nil where one cannot be read alone: then the whole says why.
func readPieces(f *source.File, text []byte, pieces []piece) *Node {
	roots := make([]*Node, len(pieces))
	parallel.Do(len(pieces), func(i int) {
		if root, err := readPiece(f, text, pieces[i].start, pieces[i].end); err == nil {
			roots[i] = root
		}
	})
	all := roots[0]
	for i, root := range roots {
		if root == nil || root.Kind != Map || root.Flow {
			return nil
		}
		if i == 0 {
			continue
		}
		into := all
		if pieces[i].inner {
			if into = all.Pairs[len(all.Pairs)-1].Value; into.Kind != Map || into.Flow {
				return nil
			}
		}
		into.Pairs = append(into.Pairs, root.Pairs...)
		into.Span.End = max(into.Span.End, root.Span.End)
		all.Span.End = max(all.Span.End, root.Span.End)
	}
	return all
}
