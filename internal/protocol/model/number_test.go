package model

import "testing"

func TestExactInteger(t *testing.T) {
	for token, want := range map[string]string{
		"0": "0", "-0": "0", "0e99": "0", "1.0": "1", "-1e3": "-1000", "12.50e1": "125", "9007199254740993.00": "9007199254740993",
		"18446744073709551615": "18446744073709551615", "1e999999999999999999999": "100000000000000000000",
		"1.5": "", "5.00000000000000000001": "", "1e-999999999999999999999": "",
	} {
		got := ""
		if n, ok := ExactInteger(token); ok {
			got = n.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", token, got, want)
		}
	}
}
