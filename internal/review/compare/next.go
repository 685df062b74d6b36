package compare

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Next returns the least version that the new spec may have after the old one; "" if the
// old one has none, or if its versions are days. An edit of documentation alone may keep
// the version.
func (r *Report) Next() string {
	p := r.Old
	if p.Version == "" || p.Versioning == model.Date || p.Versioning.Parse(p.Version) == nil {
		return ""
	}
	if !r.needsVersion() || p.Versioning == model.Breaking && r.worstOfPeers() < leastNew(p.Versioning) {
		return p.Version
	}
	if p.Versioning == model.Semver {
		return r.nextSemver()
	}
	parts := strings.Split(p.Version, ".")
	n, err := strconv.Atoi(parts[len(parts)-1])
	if err != nil {
		return ""
	}
	parts[len(parts)-1] = strconv.Itoa(n + 1)
	return strings.Join(parts, ".")
}

// needsVersion reports whether something but documentation changed.
func (r *Report) needsVersion() bool {
	for _, f := range r.Findings {
		if !f.Rule.Note() && f.Rule.ID != versionSame && f.Rule.ID != reservedRemoved && f.Rule.ID != releasedEdited && f.Rule.ID != specMoved {
			return true
		}
	}
	return false
}

// worstOfPeers is the worst level for peers.
func (r *Report) worstOfPeers() Level {
	worst := OK
	for _, f := range r.Findings {
		for a := range Upkeep {
			worst = max(worst, f.Verdicts[a].Level)
		}
	}
	return worst
}

// nextSemver is the next version by what breaks: a version before 1.0.0 promises
// nothing, and breaks with its second number.
func (r *Report) nextSemver() string {
	core, _, before := strings.Cut(r.Old.Version, "-")
	var n [3]int
	for i, part := range strings.Split(core, ".") {
		n[i], _ = strconv.Atoi(part) // Parse has read it
	}
	worst := r.worstOfPeers()
	switch {
	case before: // the release of what was before it
	case worst.misleads() && n[0] > 0:
		n = [3]int{n[0] + 1, 0, 0}
	default:
		n = [3]int{n[0], n[1] + 1, 0}
	}
	return strconv.Itoa(n[0]) + "." + strconv.Itoa(n[1]) + "." + strconv.Itoa(n[2])
}

// TooSmall reports whether the new spec has a version that is less than Next.
func (r *Report) TooSmall() bool {
	next := r.Next()
	return next != "" && next != r.Old.Version && r.Old.Versioning == r.New.Versioning &&
		r.New.Versioning.Parse(r.New.Version) != nil && r.New.Versioning.Less(cmp.Or(r.New.Version, "0"), next)
}
