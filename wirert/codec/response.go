package codec

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"
)

// A ResponseError is the error of a JSON-RPC response.
type ResponseError struct {
	Code    int64
	Message string
	Data    Raw // empty if there is none
}

func (e *ResponseError) Error() string {
	if e.Code == 0 { // the dialect has no codes
		return e.Message
	}
	return e.Message + " (code " + strconv.FormatInt(e.Code, 10) + ")"
}

// Format prints the error without its data, which may be sensitive, whatever the verb.
func (e ResponseError) Format(s fmt.State, _ rune) { io.WriteString(s, e.Error()) }

// LogValue returns the error without its data for package slog.
func (e ResponseError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// Is reports whether target is a ResponseError with the same code, or the declared error of a
// protocol that e is.
func (e *ResponseError) Is(target error) bool {
	if e == nil {
		return false
	}
	switch t := target.(type) {
	case declaredError:
		return t.matches(e)
	case *ResponseError:
		return t != nil && t.Code == e.Code
	}
	return false
}

// responseError reads the value of the member "error".
func (d *Decoder) responseError() *ResponseError {
	e := new(ResponseError)
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "code":
			d.MarkSeen(&seen, 1<<0)
			e.Code = d.Int()
		case "message":
			d.MarkSeen(&seen, 1<<1)
			e.Message = d.String()
		case "data":
			d.MarkSeen(&seen, 1<<2)
			if !d.normal && (d.table.Dialect.Errors != nil || d.table.Dialect.ErrorKinds) {
				d.Fail() // the table reader checks it
			}
			if e.Data = d.Raw(); string(e.Data) == "null" {
				e.Data = nil
			}
		default:
			d.Skip()
		}
	}
	d.RequireSeen(seen, 1<<0|1<<1)
	return e
}

// UnsetData says how unset error data is written.
type UnsetData bool

// The ways to write unset error data.
const (
	DataOmit UnsetData = false
	DataNull UnsetData = true
)

// AppendResponseError appends e as the value of the member "error".
func AppendResponseError(dst []byte, e *ResponseError, unset UnsetData) []byte {
	if e == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"code":`...)
	dst = AppendInt(dst, e.Code)
	dst = append(dst, `,"message":`...)
	dst = AppendString(dst, e.Message)
	switch {
	case e.HasData():
		dst = append(dst, `,"data":`...)
		dst = AppendRaw(dst, e.Data)
	case unset == DataNull:
		dst = append(dst, `,"data":null`...)
	}
	return append(dst, '}')
}
