package codec

import "testing"

// TestWide reads integers whose exact value counts with both readers: a double holds
// neither the bounds nor a small fraction.
func TestWide(t *testing.T) {
	tests := []struct{ token, signed, unsigned string }{ // what is written; "" if it is refused
		{"0", "0", "0"},
		{"-0", "0", "0"},
		{"-0.0e7", "0", "0"},
		{"1.0", "1", "1"},
		{"1e3", "1000", "1000"},
		{"-12.50e1", "-125", ""},
		{"9007199254740993", "9007199254740993", "9007199254740993"},
		{"9007199254740993.0", "9007199254740993", "9007199254740993"},
		{"9223372036854775807", "9223372036854775807", "9223372036854775807"},
		{"9.223372036854775807E+18", "9223372036854775807", "9223372036854775807"},
		{"9223372036854775808", "", "9223372036854775808"},
		{"-9223372036854775808", "-9223372036854775808", ""},
		{"-9223372036854775809", "", ""},
		{"18446744073709551615", "", "18446744073709551615"},
		{"1844674407370955161500e-2", "", "18446744073709551615"},
		{"18446744073709551616", "", ""},
		{"-1", "-1", ""},
		{"5.00000000000000000001", "", ""},
		{"9007199254740993.5", "", ""},
		{"1e-999", "", ""},
		{"1e300", "", ""},
		{"0.00e999999999999999999999", "0", "0"},
		{"100000000000000000000000000000000e-32", "1", "1"},
	}
	table := &Table{}
	for _, tt := range tests {
		for id, want := range map[TypeID]string{Int64: tt.signed, Uint64: tt.unsigned} {
			d := Decoder{buf: []byte(tt.token), max: DefaultMaxDepth}
			fast := ""
			if id == Int64 {
				n := d.Int64()
				fast = string(AppendInt64(nil, n))
			} else {
				n := d.Uint64()
				fast = string(AppendUint64(nil, n))
			}
			if d.failed {
				fast = ""
			}
			slow, _ := table.normalize([]byte(tt.token), id, Options{})
			if fast != want || string(slow) != want {
				t.Errorf("%s as %s: %q and %q, want %q", tt.token, table.expected(id), fast, slow, want)
			}
		}
	}
	limits := Limits{Within(-5, maxInt, "few")}
	for n, found := range map[int64]string{maxInt: "", maxInt + 2: "the number 9007199254740993", -6: "the number -6"} {
		if err := limits.CheckInt64(n); (err == nil) != (found == "") || err != nil && err.(*Error).Found != found {
			t.Errorf("%d: %v", n, err)
		}
	}
}
