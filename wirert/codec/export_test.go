package codec

// TableReaderOptions read with the table reader only.
func TableReaderOptions() Options { return Options{tableOnly: true} }

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

// Normalize checks data with the table reader alone, and returns its normal form.
func Normalize(data []byte, id TypeID) ([]byte, error) {
	return rawTable.normalize(data, id, Options{})
}
