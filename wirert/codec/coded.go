package codec

import (
	"encoding/base64"
	"strconv"
	"strings"
)

// Int32 reads a 32-bit integer.
func (d *Decoder) Int32() int32 { return int32(d.ranged(Int32)) }

// Uint32 reads an unsigned 32-bit integer.
func (d *Decoder) Uint32() uint32 { return uint32(d.ranged(Uint32)) }

// Uint reads an integer from 0 to 2^53−1.
func (d *Decoder) Uint() uint64 { return uint64(d.ranged(Uint)) }

func (d *Decoder) ranged(id TypeID) int64 {
	n := d.Int()
	if row := id.scalar(); n < row.low || n > row.high {
		d.Fail()
	}
	return n
}

// Int64Text reads a 64-bit integer in a string of decimal digits.
func (d *Decoder) Int64Text() int64 {
	n, ok := parseInt64(d.Text())
	if !ok {
		d.Fail()
	}
	return n
}

// Uint64Text reads an unsigned 64-bit integer in a string of decimal digits.
func (d *Decoder) Uint64Text() uint64 {
	n, ok := parseUint64(d.Text())
	if !ok {
		d.Fail()
	}
	return n
}

// Bytes reads padded base64. The result is never nil.
func (d *Decoder) Bytes() []byte {
	data, ok := decodeBase64(d.Text())
	if !ok {
		d.Fail()
	}
	return data
}

// parseInt64 reads decimal digits in their canonical spelling.
func parseInt64(text []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	return n, err == nil && string(strconv.AppendInt(nil, n, 10)) == string(text)
}

func parseUint64(text []byte) (uint64, bool) {
	n, err := strconv.ParseUint(string(text), 10, 64)
	return n, err == nil && string(strconv.AppendUint(nil, n, 10)) == string(text)
}

// decodeBase64 reads padded standard base64 whose unused bits are zero. Unlike the standard
// library, it refuses line ends.
func decodeBase64(text []byte) ([]byte, bool) {
	for _, c := range text {
		if c == '\n' || c == '\r' {
			return nil, false
		}
	}
	out := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Strict().Decode(out, text)
	return out[:n], err == nil
}

// isBase64 reports whether decodeBase64 accepts text, without decoding it.
func isBase64(text []byte) bool {
	if len(text) == 0 || len(text)%4 != 0 {
		return len(text) == 0
	}
	digits, last := text, "" // the digits whose unused bits are zero
	switch n := len(text); {
	case string(text[n-2:]) == "==":
		digits, last = text[:n-2], "AQgw"
	case text[n-1] == '=':
		digits, last = text[:n-1], "AEIMQUYcgkosw048"
	}
	for _, c := range digits {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '/' || c > '9') && c != '+' {
			return false
		}
	}
	return last == "" || strings.IndexByte(last, digits[len(digits)-1]) >= 0
}

// AppendInt32 appends n.
func AppendInt32(dst []byte, n int32) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// AppendUint32 appends n.
func AppendUint32(dst []byte, n uint32) []byte { return strconv.AppendUint(dst, uint64(n), 10) }

// AppendUint appends n.
func AppendUint(dst []byte, n uint64) []byte { return strconv.AppendUint(dst, n, 10) }

// AppendInt64Text appends n as a string of digits.
func AppendInt64Text(dst []byte, n int64) []byte {
	return append(strconv.AppendInt(append(dst, '"'), n, 10), '"')
}

// AppendUint64Text appends n as a string of digits.
func AppendUint64Text(dst []byte, n uint64) []byte {
	return append(strconv.AppendUint(append(dst, '"'), n, 10), '"')
}

// AppendBytes appends data as a string of padded base64.
func AppendBytes(dst, data []byte) []byte {
	return append(base64.StdEncoding.AppendEncode(append(dst, '"'), data), '"')
}

// CheckUint returns an error unless n is at most 2^53−1.
func CheckUint(n uint64) error {
	if n > maxInt {
		return refused(rangeWords(0, maxInt), foundInt(n), CodeValue)
	}
	return nil
}
