package codec

// PlainOptions read with the plain reader only.
func PlainOptions() Options { return Options{plain: true} }

// AcceptsFast reports whether the fast reader takes data as any value.
func AcceptsFast(data []byte) bool {
	_, ok := scanRaw(data, false, DefaultMaxDepth)
	return ok
}

// Fast reads data with the fast reader alone.
func Fast[T any](data []byte, read func(*Decoder) T) (T, bool) {
	d := newDecoder(&rawTable, data, DefaultMaxDepth)
	v := read(d)
	return v, d.atEnd()
}

// Plain checks data with the plain reader alone, and returns its normal form.
func Plain(data []byte, id TypeID) ([]byte, error) {
	return rawTable.normalize(data, id, Options{})
}
