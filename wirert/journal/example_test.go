package journal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/wiregen/wiregen/wirert/journal"
)

type Head struct {
	Version string `json:"version"`
}

type Said struct {
	Text string `json:"text"`
}

// line reads and writes lines with encoding/json. Generated packages have their own.
func line[T any](valid func(T) bool) journal.Line[T] {
	return journal.Line[T]{
		Decode: func(data []byte) (v T, err error) {
			if err = json.Unmarshal(data, &v); err == nil && !valid(v) {
				err = errors.New("a member is missing")
			}
			return v, err
		},
		Append: func(dst []byte, v T) []byte {
			text, _ := json.Marshal(v) // which cannot fail for these types
			return append(dst, text...)
		},
	}
}

var format = journal.Format[Head, Said]{
	Header:  line(func(h Head) bool { return h.Version != "" }),
	Record:  line(func(s Said) bool { return s.Text != "" }),
	Version: []string{"version"},
}

// A journal that an interrupted process left is continued, and read.
func Example() {
	folder, err := os.MkdirTemp("", "journal")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "session.jsonl")
	const left = `{"version":"1"}
{"text":"hello"}
{"texd":"?"}
{"text":"goodb`
	if err := os.WriteFile(name, []byte(left), 0o600); err != nil {
		panic(err)
	}

	w, err := journal.Open(name, Head{Version: "2"}, &format)
	if err != nil {
		panic(err)
	}
	if err := errors.Join(w.Append(Said{"goodbye"}), w.Close()); err != nil {
		panic(err)
	}

	f, err := os.Open(name)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	r := journal.NewReader(f, &format)
	fmt.Println("version", r.Version())
	for said, err := range r.Records() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(said.Text)
	}
	// Output:
	// version 1
	// hello
	// line 3, at byte 33: a member is missing
	// goodbye
}
