package journal

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

type header struct {
	Version string `json:"version"`
}

type record struct {
	N    int    `json:"n"`
	Text string `json:"text,omitempty"`
}

// format is that of a protocol whose journals may lack a header, and strict of one whose
// journals must have it.
var (
	format = Format[header, record]{Header: jsonLine(checkHeader), Record: jsonLine(checkRecord), Version: []string{"version"}, NoHeader: "1"}
	strict = Format[header, record]{Header: format.Header, Record: format.Record, Version: format.Version}
)

func checkHeader(h header) error {
	if h.Version == "" {
		return errors.New("version is missing")
	}
	return nil
}

func checkRecord(r record) error {
	if r.N == 0 {
		return errors.New("n is missing")
	}
	return nil
}

func jsonLine[T any](check func(T) error) Line[T] {
	return Line[T]{
		Decode: func(data []byte) (v T, err error) {
			d := json.NewDecoder(strings.NewReader(string(data)))
			d.DisallowUnknownFields()
			if err = d.Decode(&v); err == nil {
				err = check(v)
			}
			if _, end := d.Token(); err == nil && end != io.EOF {
				err = errors.New("more than one value")
			}
			return v, err
		},
		Append: func(dst []byte, v T) []byte {
			text, err := json.Marshal(v)
			if err != nil {
				panic(err)
			}
			return append(dst, text...)
		},
		Check: check,
	}
}

// all reads everything of a journal.
func all(r *Reader[header, record]) (records []record, faults []error) {
	for got, err := range r.Records() {
		if err != nil {
			faults = append(faults, err)
		} else {
			records = append(records, got)
		}
	}
	return records, faults
}

// numbered checks that records are those from 1 on.
func numbered(t *testing.T, records []record, want int) {
	t.Helper()
	for i, r := range records {
		if r.N != i+1 {
			t.Fatalf("record %d has the number %d", i+1, r.N)
		}
	}
	if len(records) != want {
		t.Fatalf("%d records, want %d", len(records), want)
	}
}
