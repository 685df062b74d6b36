package diag

import (
	"encoding/xml"
	"io"
	"strings"
)

// A Suite is a report in the format of JUnit: tests with their results, which the pages of
// continuous integration show.
type Suite struct {
	Name  string
	Tests []Test
}

// A Test is one test of a suite. It passed unless it was skipped or failed.
type Test struct {
	Name, Class string
	Failure     string // what failed, in a word; or ""
	Text        string // of the failure, in several lines
	Skipped     string // why it was skipped; or ""
}

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

// WriteJUnit writes a suite of tests.
func WriteJUnit(w io.Writer, s Suite) error {
	suite := junitSuite{Name: xmlText(s.Name), Tests: len(s.Tests)}
	for _, t := range s.Tests {
		c := junitCase{Name: xmlText(t.Name), Class: xmlText(t.Class)}
		if t.Skipped != "" {
			suite.Skipped++
			c.Skipped = &junitSkipped{xmlText(t.Skipped)}
		}
		if t.Failure != "" {
			suite.Failures++
			c.Failure = &junitFailure{xmlText(t.Failure), xmlText(t.Text)}
		}
		suite.Cases = append(suite.Cases, c)
	}
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

// xmlText is a text without the characters that XML cannot have.
func xmlText(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, text)
}
