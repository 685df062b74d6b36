// Package growth measures how the time of something grows with its size, for tests.
package growth

import (
	"testing"
	"time"
)

// attempts are how often both sizes are measured at most: a busy machine may slow any of them
// down.
const attempts = 6

// Below fails a test unless what has eight times the size takes less than some times as long,
// by the shortest times of several attempts. took returns the time of a size.
func Below(t *testing.T, times float64, size int, took func(size int) time.Duration) {
	t.Helper()
	short, long := time.Hour, time.Hour
	for range attempts {
		short, long = min(short, took(size)), min(long, took(8*size))
		if float64(long)/float64(short) < times {
			return
		}
	}
	t.Errorf("eight times as many take %.0f times as long (%v, %v)", float64(long)/float64(short), short, long)
}
