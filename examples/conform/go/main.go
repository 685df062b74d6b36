// Command go is a reader of jobs.yaml as a hand-written SDK has one, for wiregen conform.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"unicode/utf8"
)

// A Job is something that the server does.
type Job struct {
	ID     string  `json:"id"`
	State  string  `json:"state"` // whatever it is: a newer server has more states
	Size   int64   `json:"size"`
	Parent *string `json:"parent"`
	Note   *string `json:"note,omitempty"`
}

// field sets to, unless err is set or the member has another type.
func field[T any](m map[string]any, key string, to *T, err *error) {
	v, ok := m[key].(T)
	if !ok && *err == nil {
		*err = fmt.Errorf("%s is missing, or has another type", key)
	}
	*to = v
}

func readJob(v any) (any, error) {
	var (
		m    map[string]any
		j    Job
		size float64
		err  error
	)
	field(map[string]any{"the job": v}, "the job", &m, &err)
	field(m, "id", &j.ID, &err)
	field(m, "state", &j.State, &err)
	field(m, "size", &size, &err)
	if j.Size = int64(size); size != math.Trunc(size) || math.Abs(size) >= 1<<53 {
		err = fmt.Errorf("size is not an integer")
	}
	if parent, has := m["parent"]; !has || parent != nil {
		j.Parent = new(string)
		field(m, "parent", j.Parent, &err)
	}
	if _, has := m["note"]; has {
		j.Note = new(string)
		field(m, "note", j.Note, &err)
	}
	return j, err
}

func readState(v any) (any, error) {
	var state string
	var err error
	field(map[string]any{"the state": v}, "the state", &state, &err)
	return state, err
}

// All above is the SDK. What follows connects it with wiregen conform.
var readers = map[string]func(any) (any, error){"Job": readJob, "State": readState}

func answer(typ string, text []byte) map[string]any {
	read := readers[typ]
	if read == nil {
		return map[string]any{"skip": "not in this SDK"}
	}
	var v any
	err := json.Unmarshal(text, &v)
	if err == nil && !utf8.Valid(text) {
		err = fmt.Errorf("not UTF-8")
	}
	if err == nil {
		v, err = read(v)
	}
	if err != nil {
		return map[string]any{"message": err.Error()}
	}
	written, _ := json.Marshal(v)
	return map[string]any{"written": string(written)}
}

func main() {
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), json.NewEncoder(os.Stdout)
	for {
		var q struct {
			ID         int
			Type, Text string
			Base64     []byte
		}
		if in.Decode(&q) != nil {
			return
		}
		a := answer(q.Type, append([]byte(q.Text), q.Base64...))
		a["id"] = q.ID
		_ = out.Encode(a)
	}
}
