//go:build race

package wirert_test

// The race detector allocates, and drops pooled values now and then.
const raceDetector = true
