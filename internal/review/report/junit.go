package report

import (
	"encoding/xml"
	"io"
	"strings"
)

// The parts of a JUnit report.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Skipped *junitSkipped `xml:"skipped,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
)

// JUnit writes a report as a suite of tests: one for each finding, which fails if the
// finding does, and is skipped if it is accepted. Without findings there is one test that
// passed.
func JUnit(w io.Writer, v View) error {
	suite := junitSuite{Name: "wiregen diff " + v.Old + " " + v.New, Failures: v.Failing()}
	for _, f := range v.Edits() {
		if v.For != "" && !v.lists(f) {
			continue
		}
		c := junitCase{Name: printable(f.Name() + ": " + f.Title()), Class: f.Rule.ID}
		if reason, ok := v.Accepted[f.Each()[0]]; ok {
			suite.Skipped++
			c.Skipped = &junitSkipped{printable("accepted: " + reason)}
		}
		if v.Fails(f) {
			c.Failure = &junitFailure{worst(f).String(), printable(Place(f.At()) + "\n" + strings.Join(v.lines(f), "\n"))}
		}
		suite.Cases = append(suite.Cases, c)
	}
	if suite.Cases == nil {
		suite.Cases = []junitCase{{Name: "no difference", Class: "diff"}}
	}
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// printable is a text without the characters that XML cannot have.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, text)
}
