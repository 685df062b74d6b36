package codec

import "slices"

// A Handshake describes how two peers agree on a version, on features, or on
// both.
type Handshake struct {
	Method          string
	Offer           string // path of the offer of the first side: params.protocol_version; or empty
	Chosen          string // path of the version in the response; or empty
	Highest         bool   // the offer is a list, and the highest common version is chosen
	OfferedFeatures string // path of the features of the first side; or empty
	CommonFeatures  string // path of the features that both have; or empty
	None            error  // the error if there is no common version; or nil
	First           bool   // no message may precede it
	Early           error  // the error that answers a request before it; nil: an invalid request
	Optional        bool   // it may be skipped
	Legacy          string // the version of a peer that skipped it
}

// PickVersion returns the last of the versions supported, oldest first, that is
// offered.
func PickVersion[T comparable](offered, supported []T) (version T, ok bool) {
	for _, v := range slices.Backward(supported) {
		if slices.Contains(offered, v) {
			return v, true
		}
	}
	return version, false
}

// CommonFeatures returns those of offered that are supported, each once.
func CommonFeatures[T comparable](offered, supported []T) []T {
	common := []T{}
	for _, feature := range offered {
		if slices.Contains(supported, feature) && !slices.Contains(common, feature) {
			common = append(common, feature)
		}
	}
	return common
}
