//go:build !race

package wirert_test

const raceDetector = false
