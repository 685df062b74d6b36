package codec

import "slices"

// A Handshake says how two peers agree on a version, on features, or on both.
type Handshake struct {
	Method          string
	Offer           string         // path of what the first side offers: params.protocol_version; or empty
	Chosen          string         // path of the version that is answered; or empty
	Highest         bool           // a list is offered, of which the highest common version is chosen
	OfferedFeatures string         // path of the features of the first side; or empty
	CommonFeatures  string         // path of the features that both have; or empty
	None            *ResponseError // the answer when nothing is in common; or nil
	First           bool           // no message may come before it
	Optional        bool           // it may be skipped
	Legacy          string         // the version of a peer that skipped it
}

// PickVersion is the last of the versions spoken, oldest first, that is offered.
func PickVersion[T comparable](offered, spoken []T) (version T, ok bool) {
	for _, v := range slices.Backward(spoken) {
		if slices.Contains(offered, v) {
			return v, true
		}
	}
	return version, false
}

// CommonFeatures are those of offered that are supported, each once.
func CommonFeatures[T comparable](offered, supported []T) []T {
	common := []T{}
	for _, feature := range offered {
		if slices.Contains(supported, feature) && !slices.Contains(common, feature) {
			common = append(common, feature)
		}
	}
	return common
}
