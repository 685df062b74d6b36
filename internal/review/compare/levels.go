package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Level is the severity of what happens to a message that one version writes and the other
// reads.
type Level uint8

// The levels, each worse than the one before.
const (
	OK     Level = iota
	Loss         // it is accepted, but something is dropped or arrives as unknown
	Danger       // it is accepted, but means something else
	Break        // it is refused
)

var levelNames = [...]string{"ok", "loss", "danger", "break"}

func (l Level) String() string { return levelNames[l] }

// MarshalText returns the name of the level.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// LevelNamed returns the level with a name.
func LevelNamed(name string) (l Level, ok bool) {
	for i, n := range levelNames {
		if n == name {
			return Level(i), true
		}
	}
	return OK, false
}

// Levels returns the names of the levels, the mildest first.
func Levels() []string { return levelNames[:] }

// refuses reports whether a reader does not accept the message.
func (l Level) refuses() bool { return l == Break }

// misleads reports whether a reader does not take the message for what it means.
func (l Level) misleads() bool { return l >= Danger }

// A tolerance says what a reader does with a value that it cannot read.
type tolerance uint8

const (
	refuses  tolerance = iota
	drops              // the field is unset then, or the item is not there
	replaces           // the field is its default then, or a later variant reads the value as its own
	keeps              // a later variant reads the value, which means the same
	tolerances
)

// within is the tolerance of a place within another one: the innermost place around a
// fault is passed over.
func (t tolerance) within(outer tolerance) tolerance {
	if t == refuses {
		return outer
	}
	return t
}

// passed are the levels where a reader passes over what it cannot read.
var passed = [tolerances]Level{refuses: Break, drops: Loss, replaces: Danger, keeps: OK}

// tolerate is the level where a reader may pass over what it cannot read.
func tolerate(l Level, t tolerance) Level {
	if l.refuses() {
		return passed[t]
	}
	return l
}

// toleranceFor is how a reader passes over something, at most with a level.
func toleranceFor(l Level) tolerance {
	for t, is := range passed {
		if is == l {
			return tolerance(t)
		}
	}
	return refuses
}

// judged reports whether a reader does what a level says. Of what it finds, only what is here counts; differs reports
// whether it takes the value there for another one, and typed whether it has an undeclared key that is read like any other.
func (l Level) judged(got *interp.Reading, here func(*interp.Error) bool, differs, typed func() bool) bool {
	dropped := slices.ContainsFunc(got.Dropped, func(d *interp.Dropped) bool { return here(d.Err) })
	switch l {
	case Break:
		return got.Err != nil && here(got.Err)
	case Loss:
		return got.Err == nil && (dropped || slices.ContainsFunc(got.Undeclared, here) || got.Extensions > 0 || got.Unknown || typed())
	case Danger:
		return got.Err == nil && (dropped || differs())
	}
	return true
}

// leastNew is the least level of a change that needs a new version.
func leastNew(kind model.Versioning) Level {
	if kind == model.Breaking {
		return Danger
	}
	return Loss
}
