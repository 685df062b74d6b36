package compare

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An Outcome is a row of the table of verdicts: what happens to something that one version
// writes and the other one reads. No level is stated elsewhere.
type Outcome struct {
	id     string
	level  Level
	reason string // a format
	// hidden is why no message shows it; "" if one does.
	hidden string
}

// ID returns the name of the outcome.
func (o *Outcome) ID() string { return o.id }

// Hidden returns why no message shows the outcome, or "" if one does.
func (o *Outcome) Hidden() string { return o.hidden }

// outcomes is the table, in the order of the documentation.
var outcomes []*Outcome

// A judgement is an outcome for some elements.
type judgement struct {
	of    *Outcome // nil: nothing happens
	level Level
	why   string
	key   string // that it is about; or ""
}

// row adds a row to the table.
func row(id string, level Level, reason string) *Outcome { return unseen(id, level, reason, "") }

// unseen adds a row of what no message shows.
func unseen(id string, level Level, reason, hidden string) *Outcome {
	o := &Outcome{id, level, reason, hidden}
	outcomes = append(outcomes, o)
	return o
}

// of is the outcome for some elements, which its reason names.
func (o *Outcome) of(args ...any) judgement {
	return judgement{of: o, level: o.level, why: fmt.Sprintf(o.reason, args...)}
}

// ofKey is the outcome for a key, which its reason names.
func (o *Outcome) ofKey(key string) judgement {
	return o.of(model.Quote(key)).at(key)
}

// at is the judgement about a key, which its reason does not name.
func (j judgement) at(key string) judgement {
	j.key = key
	return j
}

// tolerated is the judgement where a reader may pass over what it cannot read.
func (j judgement) tolerated(t tolerance) judgement {
	j.level = tolerate(j.level, t)
	return j
}

// when is the judgement under a condition, which is said before its reason.
func (j judgement) when(condition string) judgement {
	j.why = condition + j.why
	return j
}

// worse is the worse one of two judgements, the first of two equal ones.
func worse(a, b judgement) judgement {
	if b.level > a.level {
		return b
	}
	return a
}

// accepted says that nothing happens.
var accepted judgement

// What a reader does with values that are compared with its type as a whole: contain gives
// the reason.
var contained = [...]*Outcome{
	contain.Accepted:  {reason: "%s"},
	contain.Kept:      row("value-kept", Loss, "%s"),
	contain.Changed:   row("value-changed", Danger, "%s"),
	contain.Undecided: row("value-undecided", Break, "%s"),
	contain.Refused:   row("value-refused", Break, "%s"),
}

// longRefused is contained[contain.Refused] for a value that is too long to be made.
var longRefused = unseen("long-value-refused", Break, "%s", "it is too long to be shown")

// judgementOf is the judgement that contain comes to.
func judgementOf(v contain.Verdict) judgement { return contained[v.Answer].of(v.Why) }

// Values as wholes.
var (
	otherKindRefused = row("other-kind", Break, "a value of another kind is refused")
	nullRefused      = row("null-refused", Break, "null is refused")
	nullPassedOver   = row("null-passed-over", Break, "null is passed over")
	undecided        = row("undecided", Break, contain.NotDecided)
	fewerItems       = row("fewer-items", Break, "%s with fewer items is refused")
	moreItems        = row("more-items", Break, "%s with more items is refused")
	itemsRefused     = row("items-refused", Break, "an array of %d items is refused")
)

// Objects and their keys.
var (
	keyMissing       = row("key-missing", Break, "the key %s is missing")
	keyRefused       = row("key-refused", Break, "the key %s is refused")
	keyUndeclared    = row("key-undeclared", Loss, "the key %s is not a declared one")
	keysDropped      = row("keys-dropped", Loss, "the keys are dropped")
	othersRefused    = row("others-refused", Break, "other keys or values may be refused")
	fieldUndeclared  = row("field-undeclared", Loss, "it arrives as an undeclared key")
	fieldDropped     = row("field-dropped", Loss, "it is dropped")
	readAsOlder      = row("read-as-older", Danger, "it is read as %s, of which it is an older name")
	refusedAsOlder   = row("refused-as-older", Break, "it is read as %s, of which it is an older name, and refused")
	readAsField      = row("read-as-field", Danger, "an undeclared key is read as the field, and the field is not")
	readAsDefault    = row("read-as-default", Danger, "it is read as the default %s")
	readAsUnset      = row("read-as-unset", Danger, "it is read as an unset field")
	otherDefault     = row("other-default", Danger, "a peer that leaves it out means %s, and it is read as %s")
	unsetAsDefault   = row("unset-as-default", Danger, "an unset field is read as the default %s")
	defaultAsUnset   = row("default-as-unset", Danger, "the default %s is left out and read as an unset field")
	nullAsDefault    = row("null-as-default", Danger, "null is read as the default %s")
	removalAsNone    = row("removal-as-none", Danger, "null, which removes the value, is read as no value")
	noneAsRemoval    = unseen("none-as-removal", Danger, "null, which means no value, is read as a removal", meaning)
	nullInGroup      = row("null-in-group", Break, "null counts as present in a group for one version only")
	groupBroken      = row("group-broken", Break, "%s may be there")
	extraRefused     = row("extra-refused", Break, "undeclared keys, which the old version allows, are refused")
	extraOtherType   = row("extra-of-other-type", Break, "undeclared keys of another type are refused")
	extraUntyped     = row("extra-untyped", Loss, "undeclared keys arrive without their type")
	extraDropped     = row("extra-dropped", Loss, "undeclared keys are dropped")
	typedKeyRefused  = row("typed-key-refused", Break, "an undeclared key is refused")
	typedKeyDropped  = row("typed-key-dropped", Loss, "an undeclared key is dropped, or kept without its type")
	extensionRefused = row("extension-key-refused", Break, "the key %s is refused")
	extensionDropped = row("extension-key-dropped", Loss, "it is dropped")
)

// Tags, variants and values of enums.
var (
	tagMissing        = row("tag-missing", Break, "the tag %s is missing")
	tagIsOther        = row("tag-is-other", Break, "the tag %s is not %s")
	tagRefused        = row("tag-refused", Break, "the tag %s is refused")
	tagNotAllowed     = row("tag-not-allowed", Break, "the tag %s is not allowed here")
	tagUndeclared     = row("tag-undeclared", Loss, "the tag %s arrives as an undeclared key")
	tagDropped        = row("tag-dropped", Loss, "the tag %s is dropped")
	tagKeyRefused     = row("tag-key-refused", Break, "the tag %s is refused")
	tagElsewhere      = row("tag-elsewhere", Break, "the tag is under another key")
	contentElsewhere  = row("content-elsewhere", Break, "the content is under another key")
	contentDropped    = row("content-dropped", Loss, "the content is dropped")
	bodyMissing       = row("body-missing", Break, "the variant has no body")
	bodyExtra         = row("body-extra", Break, "the variant has a body")
	variantUnknown    = row("variant-unknown", Loss, "it arrives as an unknown variant")
	untaggedAsOther   = unseen("untagged-as-other", Danger, "without a tag it is read as %s", meaning)
	untaggedWrittenAs = row("untagged-written-as", Danger, "without a tag it is read as %s, and passed on with that tag")
	withoutItsTag     = row("without-its-tag", Danger, "without its tag it is read as %s")
	unknownRefused    = row("unknown-refused", Break, "unknown variants, which the old version allows, are refused")
	unknownUnfit      = row("unknown-unfit", Break, "unknown variants, which the old version allows, are refused: %s")
	unknownLose       = row("unknown-lose", Loss, "unknown variants lose what the reader does not declare")
	otherStyle        = row("other-style", Break, "the variants are distinguished in another way")
	noVariantKey      = row("no-variant-key", Break, "no key of a variant is there")
	readByKey         = row("read-by-key", Danger, "it is read as the variant with the key %s")
	readAsSecond      = row("read-as-second", Danger, "an object with the keys of %s and %s is read as the second one")
	refusedAsSecond   = row("refused-as-second", Break, "an object with the keys of %s and %s is read as the second one, and refused")
	noneAccepts       = row("none-accepts", Break, "no variant accepts every value")
	earlierAccepts    = row("earlier-accepts", Danger, "an earlier variant may accept it")
	movedRefused      = row("moved-refused", Break, "%s")
	readAsVariant     = row("read-as-variant", Danger, "it is read as %s")
	lessAsVariant     = row("less-as-variant", Loss, "it is read as %s")
	undeclaredRefused = row("undeclared-value-refused", Break, "undeclared values, which the old version allows, are refused")
	undeclaredAsValue = row("undeclared-value-as-other", Danger, "undeclared values are read as %s")
	numberMeans       = unseen("number-means", Danger, "%s means %s", meaning)
)

const (
	meaning   = "both versions read the same value; they differ in what it means"
	notOne    = "it depends on which other message the message answers or follows"
	agreement = "it is about what the peers have agreed on before the message"
	shapes    = "it is about the delimiters, the rate or the grouping of messages"
	files     = "it is about how a whole file is read, not about one of its lines"
	upkeep    = "it is about the spec, not about messages"
	unsent    = "it is about who gets a message, not about what the message says"
)

// Calls and their answers.
var (
	notificationUnknown = row("notification-unknown", Loss, "it arrives as an unknown notification")
	callRefused         = row("call-refused", Break, "it is answered with METHOD_NOT_FOUND")
	callIgnored         = row("call-ignored", Break, "it is not answered")
	newCallRefused      = row("new-call-refused", Loss, "it is answered with METHOD_NOT_FOUND")
	answerAwaited       = row("answer-awaited", Break, "the %s waits for an answer that %ss of the old version do not give: a gate keeps it from asking them")
	newCallIgnored      = row("new-call-ignored", Loss, "it is not answered")
	callNotAnswered     = row("call-not-answered", Break, "the peer does not answer it")
	otherCallKind       = row("other-call-kind", Break, "a %s is not a %s")
	paramsMissing       = row("params-missing", Break, "params are missing")
	paramsIgnored       = row("params-ignored", Loss, "params are ignored")
	nullParamsRefused   = row("null-params-refused", Break, "params that are null are refused")
	resultOfOtherKind   = unseen("result-of-other-kind", Break, "the result is of another kind", notOne)
	noResultAsEmpty     = unseen("no-result-as-empty", Danger, "a missing result is read as {}", notOne)
	noResultRefused     = unseen("no-result-refused", Break, "a missing result is read as {}: %s", notOne)
	idNotFound          = unseen("id-not-found", Loss, "its id is not found in %s", notOne)
	idMistaken          = unseen("id-mistaken", Danger, "what it has in %s is taken for its id", notOne)
	otherFailure        = unseen("other-failure", Danger, "a request that it does not answer %s, and for it %s", notOne)
	progressUnknown     = unseen("progress-unknown", Loss, "what reports the progress is a notification like any other", notOne)
	progressNone        = unseen("progress-none", Loss, "the progress of a request is not reported", notOne)
	progressMistaken    = unseen("progress-mistaken", Danger, "%s is taken from params.%s", notOne)
	progressNotFound    = unseen("progress-not-found", Loss, "%s is not found: the progress is not reported", notOne)
	progressOtherwise   = unseen("progress-otherwise", Loss, "%s reports the progress, for which the peer waits as %s", notOne)
	progressElsewhere   = unseen("progress-elsewhere", Danger, "the progress is looked for elsewhere in %s", notOne)
	registersNothing    = unseen("registers-nothing", Break, "nobody registers under %s in the other version", notOne)
	newRegistration     = unseen("new-registration", Loss, "nobody registers under %s in the other version", notOne)
	registersOther      = unseen("registers-other", Danger, "%s registers for another method in the other version", notOne)
)

// Errors.
var (
	errorUndeclared   = row("error-undeclared", Loss, "it arrives as an undeclared error")
	errorNotKnown     = row("error-not-known", Danger, "%s does not know the error %s")
	codeNotKnown      = row("code-not-known", Danger, "it arrives as an undeclared error")
	readAsError       = row("read-as-error", Danger, "%s")
	refusedAsError    = row("refused-as-error", Break, "%s, which refuses its data: %s")
	kindUnfit         = unseen("kind-unfit", Break, "%s", notOne)
	dataUndeclared    = unseen("data-undeclared", Loss, "its data arrives undeclared", notOne)
	dataMissing       = unseen("data-missing", Loss, "it comes without the data that the reader declares", notOne)
	answeredOtherwise = unseen("answered-otherwise", Danger, "%s is answered with %s instead of %s", notOne)
)

// Dialects, agreements and sessions.
var (
	dialectRefused   = row("dialect-refused", Break, "%s")
	dialectUnseen    = unseen("dialect-refused-unseen", Break, "%s", shapes)
	recordTooHeavy   = unseen("record-too-heavy", Break, "a record that weighs more than %d is refused", "it is too long to be shown")
	gateIsNew        = unseen("gate-is-new", Loss, "it is not sent to peers that did not agree to %s", unsent)
	gateIsGone       = unseen("gate-is-gone", Danger, "it is sent to peers that did not agree to %s", unsent)
	gateIsOther      = unseen("gate-is-other", Danger, "it is sent to peers that agreed to %s only", unsent)
	firstRefused     = unseen("first-refused", Break, "a client that does not begin with the handshake is refused", agreement)
	earlyRefused     = unseen("early-refused", Break, "an agent of the old version refuses what comes before the handshake", agreement)
	handshakeNeeded  = unseen("handshake-needed", Danger, "a client may leave out the handshake, which the new version relies on", agreement)
	handshakeDropped = unseen("handshake-dropped", Danger, "a client may leave out the handshake, which an agent of the old version relies on", agreement)
	noVersion        = unseen("no-version", Danger, "no version is agreed on any more", agreement)
	versionOtherwise = unseen("version-otherwise", Danger, "the version is agreed on in another way", agreement)
	featureOtherwise = unseen("features-otherwise", Danger, "the features are agreed on in another way", agreement)
	legacyOther      = unseen("legacy-other", Danger, "a client without a handshake is taken for one of another version", agreement)
	versionUnlisted  = unseen("version-unlisted", Danger, "the new version does not have version %s among its versions", agreement)
	noCommonVersion  = unseen("no-common-version", Break, "the handshake fails, because no version is common", agreement)
	commonVersion    = unseen("common-version", Loss, "they agree on version %s", agreement)
	agreedElsewhere  = unseen("agreed-elsewhere", Danger, "they are looked for elsewhere", agreement)
	otherRules       = row("other-rules", Danger, "the %s version follows other rules, which the %s one finds broken")
	otherRulesUnseen = unseen("other-rules-unseen", Danger, "the %s version follows other rules, which the %s one finds broken", "sessions of a limited length are tried, and none of them shows it")
	cancelNotTold    = unseen("cancel-not-told", Loss, "a call that it cancels goes on, because the %s version is not told so by that", notOne)
)

// Journals.
var (
	journalGone       = unseen("journal-gone", Break, "the new version does not read the journals of the old one", files)
	otherNoHeader     = unseen("other-no-header", Danger, "a journal without a header is one of version %s, and was one of version %s", files)
	recordAsHeader    = unseen("record-as-header", Danger, "the first record of a journal without a header is taken for the header", files)
	recordFirst       = row("record-first", Break, "a journal that begins with a record, and not with a header, is refused")
	recordingUnnamed  = unseen("recording-unnamed", Loss, "the version of a recording is not found: the old version does not write %s", files)
	recordingMistaken = unseen("recording-mistaken", Danger, "the version of a recording is taken from %s, and the old version writes it at %s", files)
)

// The upkeep of the spec.
var (
	lowerVersion    = unseen("lower-version", Danger, "peers that compare versions take the new one for older", upkeep)
	sameVersion     = unseen("same-version", Danger, "peers cannot tell the two versions apart", upkeep)
	smallVersion    = unseen("small-version", Danger, "what changed asks for %s at least", upkeep)
	sinceUnsaid     = unseen("since-unsaid", Loss, "it does not say since when it is there", upkeep)
	sinceNever      = unseen("since-never", Loss, "no element of the spec says since when it is there, and %d are new", upkeep)
	sinceFalse      = unseen("since-false", Loss, "it says since %s, and the old version does not have it", upkeep)
	goneUnannounced = unseen("gone-unannounced", Loss, "the old version does not say that it will go: it is not deprecated there", upkeep)
	noLongerStable  = unseen("no-longer-stable", Loss, "peers that rely on it are no longer promised anything", upkeep)
	reservedUsed    = unseen("reserved-used", Danger, "the old version reserves the name: it meant something else before", upkeep)
	mayBeReused     = unseen("may-be-reused", Loss, "the name may be used again, and meant something else before", upkeep)
	usedBefore      = unseen("used-before", Danger, "version %s has it with another meaning", upkeep)
	partUsedBefore  = unseen("part-used-before", Danger, "version %s has it with another meaning: %s, %s", upkeep)
	releaseEdited   = unseen("release-edited", Danger, "a released version does not change", upkeep)
	releaseGone     = unseen("release-gone", Danger, "later versions are no longer compared with it", upkeep)
	otherReviewed   = unseen("other-reviewed", Break, "the change says what is reviewed: what is generated may be another protocol than the one that is compared", upkeep)
	releaseFaulty   = unseen("release-faulty", Danger, "later versions cannot be compared with it", upkeep)
)
