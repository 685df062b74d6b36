package codec

import "slices"

// A Handshake describes how two peers agree on a version, on features, or on both. Paths are
// empty if there is no such member.
type Handshake struct {
	Method          string
	Offer           string // path of the offered version or versions, such as params.protocol_version
	Chosen          string // path of the version in the response
	Highest         bool   // the offer is a list, and the highest common version is chosen
	OfferedFeatures string // path of the offered features
	CommonFeatures  string // path of the common features
	None            error  // answers a request without a common version; may be nil
	First           bool   // no other message may precede it
	Early           error  // answers a request before it; nil: an "invalid request" error
	Optional        bool   // it may be skipped
	Legacy          string // the version of a peer that skips it
}

// PickVersion returns the last of the supported versions, ordered from old to new, that is
// also offered.
func PickVersion[T comparable](offered, supported []T) (version T, ok bool) {
	for _, v := range slices.Backward(supported) {
		if slices.Contains(offered, v) {
			return v, true
		}
	}
	return version, false
}

// CommonFeatures returns the offered features that are also supported, without duplicates. It
// is never nil.
func CommonFeatures[T comparable](offered, supported []T) []T {
	common := []T{}
	for _, feature := range offered {
		if slices.Contains(supported, feature) && !slices.Contains(common, feature) {
			common = append(common, feature)
		}
	}
	return common
}
