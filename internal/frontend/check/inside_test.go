package check

import (
	"fmt"
	"math"
	"regexp"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

func TestFormatNumber(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 1: "1", -1.5: "-1.5", 1e20: "100000000000000000000", 1e21: "1e+21", 1.5e300: "1.5e+300",
		1e-6: "0.000001", 1e-7: "1e-7", -1.25e-9: "-1.25e-9", 0.1: "0.1", 123456789012345680000: "123456789012345680000",
		5e-324: "5e-324", math.MaxFloat64: "1.7976931348623157e+308",
	} {
		if got := model.FormatNumber(f); got != want {
			t.Errorf("%g: got %s, want %s", f, got, want)
		}
	}
}

func TestLess(t *testing.T) {
	for kind, rising := range map[model.Versioning][]string{
		model.Counter: {"0.9", "1", "1.0", "1.2", "1.9", "1.10", "2", "10.1"},
		model.Semver:  {"0.9.0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0", "1.2.0", "1.10.0"},
		model.Date:    {"2024-11-05", "2025-03-26", "2025-06-18", "2026-01-01"},
		model.Integer: {"1", "2", "10"},
	} {
		for i, a := range rising {
			if kind.Parse(a) == nil {
				t.Errorf("%s: %q is not a version", kind, a)
			}
			for j, b := range rising {
				if kind.Less(a, b) != (i < j) {
					t.Errorf("%s: less(%q, %q) is %v", kind, a, b, i >= j)
				}
			}
		}
	}
	for kind, bad := range map[model.Versioning]string{model.Counter: "1.x", model.Semver: "1.2", model.Date: "2025-13-01", model.Integer: "1.0"} {
		if kind.Parse(bad) != nil {
			t.Errorf("%s: %q is a version", kind, bad)
		}
	}
}

// TestKindsMatch compares the two lists of JSON kinds: toModel relies on their order.
func TestKindsMatch(t *testing.T) {
	for a, b := range map[syntax.ValueKind]model.ValueKind{
		syntax.NullValue: model.NullValue, syntax.BoolValue: model.BoolValue, syntax.NumberValue: model.NumberValue,
		syntax.StringValue: model.StringValue, syntax.ListValue: model.ListValue, syntax.ObjectValue: model.ObjectValue,
	} {
		if int(a) != int(b) {
			t.Errorf("%d and %d", a, b)
		}
	}
}

// TestTimestampDays compares the pattern of a timestamp with the calendar: it accepted
// the 29th of February of every year, and the 31st of every month.
func TestTimestampDays(t *testing.T) {
	re := regexp.MustCompile(model.Timestamp.Info().Pattern)
	for _, year := range []int{0, 1, 4, 100, 400, 1600, 1900, 1904, 1996, 2000, 2023, 2024, 2026, 2096, 2100, 9996, 9999} {
		for month := range 14 {
			for day := range 33 {
				date := fmt.Sprintf("%04d-%02d-%02d", year, month, day)
				_, err := time.Parse(time.DateOnly, date)
				if got := re.MatchString(date + "T00:00:00Z"); got != (err == nil) {
					t.Errorf("%s: %v, want %v of the calendar", date, got, err)
				}
			}
		}
	}
}
