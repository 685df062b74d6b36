//go:build race

package codec_test

// The race detector allocates, and drops pooled values now and then.
const raceDetector = true
