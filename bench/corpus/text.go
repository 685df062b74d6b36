package corpus

import "strings"

var vocabulary = strings.Fields(`the parser reads a line and keeps its place so that an error can name it when the test
	fails we look at what was expected first then compare both sides of every field one by one until they differ because most
	faults are near the end of a file where white space is missing or a quote was never closed after it returns nothing else
	changes in this function except for one constant which has moved`)

var foreign = []string{"naïve", "größe", "配置", "文件", "функция", "→", "✓", "日本語", "café", "🙂"}

func (m *maker) word() string { return vocabulary[m.rand.IntN(len(vocabulary))] }

// words returns n words as a model writes them, sometimes with a line break, a quote or a
// letter beyond ASCII.
func (m *maker) words(n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(' ')
		switch r := m.rand.IntN(64); {
		case r == 0:
			b.WriteString(foreign[m.rand.IntN(len(foreign))])
		case r == 1:
			b.WriteString(`"` + m.word() + `"`)
		case r == 2:
			b.WriteString(m.word() + ".\n")
		case r < 6:
			b.WriteString("`" + m.word() + "`")
		default:
			b.WriteString(m.word())
		}
	}
	return b.String()
}

// fragment returns a piece of the arguments of a call, which are JSON themselves.
func (m *maker) fragment() string {
	switch m.rand.IntN(6) {
	case 0:
		return `{"command":"go test`
	case 1:
		return `","` + m.word() + `":"`
	case 2:
		return " ./" + m.word() + "/..."
	}
	return m.word() + " " + m.word()
}

// code returns text of about size bytes as tools return it: source and listings, in which
// every 17th byte or so must be escaped, and rarely a letter beyond ASCII.
func (m *maker) code(size int) string {
	var b strings.Builder
	b.Grow(size + 80)
	if m.rand.IntN(8) == 0 {
		b.WriteString("├── " + m.word() + "\n└── " + m.word() + "\n")
	}
	depth := 0
	for b.Len() < size {
		b.WriteString("\t\t\t"[:depth])
		name := m.word()
		switch m.rand.IntN(10) {
		case 0:
			b.WriteString("if " + name + " != nil && len(" + m.word() + ") > 0 {")
			depth = 1
		case 1:
			b.WriteString("}")
			depth = 0
		case 2:
			b.WriteString("return fmt.Errorf(\"" + name + " %d: %w\", " + m.word() + ", err)")
		case 3, 4:
			b.WriteString("// " + strings.Join([]string{name, m.word(), m.word(), m.word(), m.word(), m.word()}, " "))
		case 5, 6:
			b.WriteString("-rw-r--r-- 1 ann staff  " + m.word() + "_" + name + ".go")
		case 7:
			b.WriteString(name + " := " + m.word() + "[" + m.word() + "].Value(ctx, " + m.word() + ")")
		case 8:
			b.WriteString("internal/" + m.word() + "/" + name + ".go:" + m.word() + ": undefined: " + m.word())
		case 9:
			b.WriteString("for _, " + name + " := range " + m.word() + ".Fields(" + m.word() + ") {")
			depth = min(depth+1, 3)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
