package codec_test

import "testing"

// FuzzReaders holds the fast reader to the table reader, and both to
// encoding/json on the text layer.
func FuzzReaders(f *testing.F) {
	types := []string{"Message", "Event", "Frame", "Part", "Call", "Status", "Input", "ClientMessage"}
	for i, c := range sampleCases {
		f.Add(uint8(i), []byte(c.text))
	}
	f.Fuzz(func(t *testing.T, typ uint8, data []byte) {
		checkText(t, data)
		agree(t, types[int(typ)%len(types)], data)
	})
}
