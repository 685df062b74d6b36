package codec

import (
	"bytes"
	"strconv"
)

// SameToken reports whether two messages have the same token, which the functions
// append as JSON. A message without a token appends nothing.
func SameToken(asked, told func(dst []byte) []byte) bool {
	token := asked(nil)
	return len(token) > 0 && bytes.Equal(token, told(nil))
}

// ReportAt returns a function that calls report for values in the member name, as At
// changes an error.
func ReportAt(name string, report func(path, words string)) func(path, words string) {
	return reportIn(string(appendName(nil, name, true)), report)
}

// ReportAtIndex returns a function that calls report for values in the list item i.
func ReportAtIndex(i int, report func(path, words string)) func(path, words string) {
	return reportIn("["+strconv.Itoa(i)+"]", report)
}

func reportIn(head string, report func(path, words string)) func(path, words string) {
	return func(path, words string) {
		if path == "" { // how many more there are
			report(path, words)
			return
		}
		report(joinPath(head, path), joinPath(head, words)) // the words begin with a path
	}
}
