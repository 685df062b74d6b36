package corpus

// A Set is lines that are measured together.
type Set struct {
	Name  string
	Lines [][]byte
	Bytes int
}

// The names of the sets of traffic.
const (
	Mixed       = "mixed"
	Deltas      = "delta"
	ToolResults = "tool results"
)

// Sets are the traffic as a whole, its deltas and its tool results, in one form.
func Sets(traffic []Message, form Form) []Set {
	sets := []Set{{Name: Mixed}, {Name: Deltas}, {Name: ToolResults}}
	for _, m := range traffic {
		line := form.Write(m.Line)
		sets[0].add(line)
		switch {
		case m.Kind.Delta():
			sets[1].add(line)
		case m.Kind == Tool:
			sets[2].add(line)
		}
	}
	return sets
}

func (s *Set) add(line []byte) {
	s.Lines = append(s.Lines, line)
	s.Bytes += len(line)
}
