package codec

import (
	"encoding/base64"
	"strconv"
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

// Int64Text reads a 64-bit integer that is written as a string.
func (d *Decoder) Int64Text() int64 {
	n, ok := parseInt64(d.Text())
	if !ok {
		d.Fail()
	}
	return n
}

// Uint64Text reads an unsigned 64-bit integer that is written as a string.
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

// UUID reads a UUID, whose text is in lower case.
func (d *Decoder) UUID() string {
	s := d.String()
	if !isUUID([]byte(s)) {
		d.Fail()
	}
	return s
}

// isUUID reports whether text consists of lower-case hexadecimal digits in groups
// of 8, 4, 4, 4 and 12.
func isUUID(text []byte) bool {
	if len(text) != 36 {
		return false
	}
	for i, c := range text {
		switch dash := i == 8 || i == 13 || i == 18 || i == 23; {
		case dash && c != '-', !dash && (c < '0' || c > '9') && (c < 'a' || c > 'f'):
			return false
		}
	}
	return true
}

// CheckUUID reports whether s is a UUID in lower case.
func CheckUUID(s string) error {
	if !isUUID([]byte(s)) {
		return &Error{Expected: UUID.scalar().form, Found: "the string " + quoteShort([]byte(s)), Code: CodeValue}
	}
	return nil
}

// parseInt64 reads decimal digits in their only spelling.
func parseInt64(text []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	return n, err == nil && string(strconv.AppendInt(nil, n, 10)) == string(text)
}

func parseUint64(text []byte) (uint64, bool) {
	n, err := strconv.ParseUint(string(text), 10, 64)
	return n, err == nil && string(strconv.AppendUint(nil, n, 10)) == string(text)
}

// decodeBase64 reads padded standard base64 whose spare bits are zero. The
// standard library accepts line ends, which are invalid here.
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

// CheckUint reports whether n is within 2^53−1.
func CheckUint(n uint64) error {
	if n > maxInt {
		return &Error{Expected: rangeWords(0, maxInt), Found: foundInt(n), Code: CodeValue}
	}
	return nil
}
