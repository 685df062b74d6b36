package codec

import (
	"bytes"
	"strconv"
)

// SameToken reports whether a request and a notification have the same token. The functions
// append the token of each as JSON, or nothing if there is none.
func SameToken(request, notification func(dst []byte) []byte) bool {
	token := request(nil)
	return len(token) > 0 && bytes.Equal(token, notification(nil))
}

// ReportAt returns a function that calls report with the member name prepended to paths, as At
// does for errors.
func ReportAt(name string, report func(path, words string)) func(path, words string) {
	return reportIn(string(appendName(nil, name, true)), report)
}

// ReportAtIndex is like ReportAt, for the item i of a list.
func ReportAtIndex(i int, report func(path, words string)) func(path, words string) {
	return reportIn("["+strconv.Itoa(i)+"]", report)
}

func reportIn(head string, report func(path, words string)) func(path, words string) {
	return func(path, words string) {
		if path == "" { // the number of further skipped values
			report(path, words)
			return
		}
		report(joinPath(head, path), joinPath(head, words)) // the words begin with a path
	}
}
