package regular

type Language struct {
	Patterns []string
	Min, Max int
}
type Verdict int

const (
	Included Verdict = iota
	NotIncluded
	Undecided
)

type Result struct {
	Verdict Verdict
	Witness string
}

func Includes(a, b Language) Result { return Result{} }
