package gogen

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// TestSrc makes a file of all that a text of Go may have in it.
func TestSrc(t *testing.T) {
	f := jen.NewFile("demo")
	declare(f, `
		// Check$1 uses no errors.Is and says $2.
		func Check$1(v *$1) error {
			if err := $3; err != nil {
				return wirert.At("$$", err) // $2
			}
			return wirert.Check$1(v$2)
		}`, "Usage", ".Tag", src("strconv.$1($2)", "Atoi", jen.Lit("$1")))
	got := string(render("src", f))
	const want = `package demo

import (
	"strconv"

	wirert "github.com/wiregen/wiregen/wirert"
)

// CheckUsage uses no errors.Is and says .Tag.
func CheckUsage(v *Usage) error {
	if err := strconv.Atoi("$1"); err != nil {
		return wirert.At("$$", err) // .Tag
	}
	return wirert.CheckUsage(v.Tag)
}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, strings.TrimSpace(want))
	}
}
