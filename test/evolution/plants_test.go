package evolution

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/review/compare"
)

// comparer is the package that faults are planted in.
const comparer = "internal/review/compare"

// A plant is a fault of the comparison that makes it milder.
type plant struct {
	name  string // as the program with the faults knows it
	place string // the file and the line, if it is at one
	what  string
}

// plantsOfRules are a fault of each rule that it finds nothing, and one that what it finds
// does no harm.
func plantsOfRules() []plant {
	var out []plant
	for _, r := range compare.Rules() {
		out = append(out, plant{"gone:" + r.ID, "", r.ID + " finds nothing"})
		if slices.Max(r.Levels) > compare.OK {
			out = append(out, plant{"mild:" + r.ID, "", r.ID + " does no harm"})
		}
	}
	return out
}

// A planting rewrites the sources of the comparison so that each fault can be chosen when
// the program runs.
type planting struct {
	files  map[string][]byte // by path
	plants []plant
}

// newPlanting plants a fault at each place of the sources that names a level, of which
// there is none then; that asks for both directions, of which there is only one then; and
// that registers an edit, which is not reported then.
func newPlanting() (*planting, error) {
	p := &planting{files: map[string][]byte{comparer + "/planted.go": []byte(plantedSource)}}
	files, err := filepath.Glob("../../" + comparer + "/*.go")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		base := filepath.Base(file)
		if strings.HasSuffix(base, "_test.go") || base == "rules.go" || strings.HasPrefix(base, "examples") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if p.files[comparer+"/"+base], err = p.plant(base, string(text)); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// A piece is a new text for a part of a source.
type piece struct {
	from, to int
	text     string
}

func (p *planting) plant(name, text string) ([]byte, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, text, 0)
	if err != nil {
		return nil, err
	}
	var pieces []piece
	replace := func(n ast.Node, what string, with func(site, text string) string) {
		at := set.Position(n.Pos())
		line := strings.TrimSpace(strings.Split(text, "\n")[at.Line-1])
		site := fmt.Sprintf("%s %d: %s", name, at.Line, what)
		from, to := at.Offset, set.Position(n.End()).Offset
		p.plants = append(p.plants, plant{site, name + ": " + line, site + ": " + line})
		pieces = append(pieces, piece{from, to, with(strconv.Quote(site), text[from:to])})
	}
	levels := func(list ...ast.Expr) {
		for _, x := range list {
			if id, ok := x.(*ast.Ident); ok && slices.Contains([]string{"Loss", "Danger", "Break"}, id.Name) {
				replace(x, id.Name+" is ok", func(site, text string) string { return "plantedLevel(" + site + ", " + text + ")" })
			}
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.CONST
		case *ast.FuncDecl:
			if name == "compare.go" && n.Name.Name == "Compare" {
				pieces = append(pieces, piece{set.Position(n.Name.Pos()).Offset, set.Position(n.Name.End()).Offset, "compareSound"})
			}
			if name == "finding.go" && n.Name.Name == "sort" {
				pieces = append(pieces, piece{set.Position(n.Name.Pos()).Offset, set.Position(n.Name.End()).Offset, "sortSound"})
			}
		case *ast.CallExpr:
			levels(n.Args...)
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "edit" {
				replace(n.Args[0], "no edit", func(site, text string) string { return "plantedHolder(" + site + ", " + text + ")" })
			}
		case *ast.AssignStmt:
			levels(n.Rhs...)
		case *ast.ReturnStmt:
			levels(n.Results...)
		case *ast.CompositeLit:
			levels(n.Elts...)
		case *ast.KeyValueExpr:
			levels(n.Value)
		case *ast.RangeStmt:
			if id, ok := n.X.(*ast.Ident); ok && id.Name == "directions" {
				for _, dir := range []string{"backward", "forward"} {
					what := "not " + dir
					at := set.Position(n.X.Pos())
					site := fmt.Sprintf("%s %d: %s", name, at.Line, what)
					p.plants = append(p.plants, plant{site, "", site})
				}
				at := set.Position(n.X.Pos())
				pieces = append(pieces, piece{at.Offset, at.Offset + len("directions"), "plantedDirections(" + strconv.Quote(fmt.Sprintf("%s %d: not ", name, at.Line)) + ")"})
			}
		}
		return true
	})
	return []byte(rewritten(text, pieces)), nil
}

// rewritten is a text with some pieces, which may be within each other.
func rewritten(text string, pieces []piece) string {
	slices.SortStableFunc(pieces, func(a, b piece) int { return b.from - a.from })
	for _, x := range pieces {
		text = text[:x.from] + x.text + text[x.to:]
	}
	return text
}

// plantedSource is the part of the program that chooses the fault.
const plantedSource = `package compare

import (
	"os"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

var planted = os.Getenv("` + plantedName + `")

func plantedLevel(site string, l Level) Level {
	if site == planted {
		return OK
	}
	return l
}

func plantedHolder(site string, h *holder) *holder {
	if site == planted {
		return &holder{quiet: true}
	}
	return h
}

func plantedDirections(site string) []direction {
	switch planted {
	case site + "backward":
		return []direction{forward}
	case site + "forward":
		return []direction{backward}
	}
	return directions[:]
}

// Compare compares two versions, with a fault of a rule if one is planted.
func Compare(old, today *model.Protocol) *Report {
	r := compareSound(old, today)
	r.plant()
	return r
}

// sort sorts the findings, of which some may have been added.
func (r *Report) sort() {
	r.plant()
	r.sortSound()
}

func (r *Report) plant() {
	if id, ok := strings.CutPrefix(planted, "gone:"); ok {
		r.Findings = slices.DeleteFunc(r.Findings, func(f *Finding) bool { return f.Rule.ID == id })
	}
	if id, ok := strings.CutPrefix(planted, "mild:"); ok {
		for _, f := range r.Findings {
			if f.Rule.ID == id {
				f.Verdicts = [Audiences]Verdict{}
			}
		}
	}
}
`
