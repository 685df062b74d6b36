package compare

// A Rule is a kind of edit.
type Rule struct {
	ID    string
	Title string // what was done, after the element: "field added"
	Doc   string
}

// The identifiers of the rules.
const (
	fieldAdded     = "field-added"
	fieldRemoved   = "field-removed"
	fieldRenamed   = "field-renamed"
	fieldRequired  = "field-required"
	fieldOptional  = "field-optional"
	fieldDefault   = "field-default"
	fieldAbsence   = "field-absence"
	fieldTolerance = "field-tolerance"
	nowNullable    = "nullable"
	notNullable    = "not-nullable"
	groupChanged   = "group-changed"
	structExtra    = "undeclared-keys"

	typeWidened   = "type-widened"
	typeNarrowed  = "type-narrowed"
	typeChanged   = "type-changed"
	typeRenamed   = "type-renamed"
	typeAdded     = "type-added"
	typeRemoved   = "type-removed"
	limitChanged  = "limit-changed"
	limitEnforced = "limit-enforced"
	listTolerance = "list-tolerance"
	mapKeys       = "map-keys"
	tupleItems    = "tuple-items"

	valueAdded      = "enum-value-added"
	valueRemoved    = "enum-value-removed"
	valueRenamed    = "enum-value-renamed"
	valueReassigned = "enum-value-reassigned"
	enumOpened      = "enum-opened"
	enumClosed      = "enum-closed"
	enumFallback    = "enum-fallback"

	variantAdded       = "variant-added"
	variantRemoved     = "variant-removed"
	variantRenamed     = "variant-renamed"
	variantBody        = "variant-body"
	alternativeAdded   = "alternative-added"
	alternativeRemoved = "alternative-removed"
	unionTag           = "union-tag"
	unionDefault       = "union-default"
	unionOpened        = "union-opened"
	unionClosed        = "union-closed"
	unionOrder         = "union-order"
	unionStyle         = "union-style"

	methodAdded     = "method-added"
	methodRemoved   = "method-removed"
	methodRenamed   = "method-renamed"
	methodFrom      = "method-direction"
	methodKind      = "method-kind"
	methodParams    = "method-params"
	methodResult    = "method-result"
	methodErrors    = "method-errors"
	methodPositions = "method-positions"

	errorAdded   = "error-added"
	errorRemoved = "error-removed"
	errorRenamed = "error-renamed"
	errorCode    = "error-code"
	errorData    = "error-data"

	gateAdded   = "gate-added"
	gateRemoved = "gate-removed"
	gateChanged = "gate-changed"

	dialectChanged     = "dialect-changed"
	negotiationChanged = "negotiation-changed"
	sessionChanged     = "session-changed"
	journalChanged     = "journal-changed"
	notRecorded        = "not-recorded"

	versionSame      = "version-not-bumped"
	versionLess      = "version-decreased"
	versionSmall     = "version-too-small"
	sinceMissing     = "since-missing"
	sinceWrong       = "since-wrong"
	notDeprecated    = "removed-without-deprecation"
	stabilityLowered = "stability-lowered"

	docChanged        = "doc-changed"
	deprecatedChanged = "deprecation-changed"
	noteChanged       = "note-changed"
)

// Rules are all rules, in the order of the documentation.
func Rules() []Rule { return rules }

var rules = []Rule{
	{fieldAdded, "field added", "A struct has a new field. A reader of the old version drops it, keeps it or refuses it, as its struct says of undeclared keys; a reader of the new version refuses objects without it if it is required."},
	{fieldRemoved, "field removed", "A struct has lost a field. A reader of the old version that requires it refuses what the new version writes; a reader of the new version drops what the old one writes."},
	{fieldRenamed, "field renamed", "A field has another name on the wire, and its older name is declared with was:. The new version reads both names, the old version only its own."},
	{fieldRequired, "now required", "A field that could be absent is required. Writers of the old version may leave it out."},
	{fieldOptional, "now optional", "A field that was required may be absent. Readers of the old version refuse objects without it."},
	{fieldDefault, "default changed", "An absent key means another value. Peers that leave it out are understood in another way."},
	{fieldAbsence, "absence written in another way", "A field that is not set, or null, is written or read in another way: left out, null, or as a removal."},
	{fieldTolerance, "tolerance changed", "A reader passes over a value that it cannot read, or no longer does."},
	{nowNullable, "now nullable", "A value may be null. Readers of the old version may refuse it."},
	{notNullable, "no longer nullable", "A value may not be null any more. Writers of the old version may write it."},
	{groupChanged, "group of fields changed", "Another number of some fields of a struct may be present."},
	{structExtra, "undeclared keys", "A struct ignores, keeps, refuses or types the keys that it does not declare, and did otherwise before."},

	{typeWidened, "type widened", "Every value of the old type is one of the new type. Readers of the old version may refuse the others."},
	{typeNarrowed, "type narrowed", "Every value of the new type is one of the old type. Readers of the new version refuse the others."},
	{typeChanged, "type changed", "A value has another type. What differs between the two is judged as one edit."},
	{typeRenamed, "type renamed", "A type has another name in generated code. Names of types are not on the wire."},
	{typeAdded, "type added", "A type was added. It is judged where messages use it."},
	{typeRemoved, "type removed", "A type was removed. It is judged where messages used it."},
	{limitChanged, "limit changed", "A limit of a number, a text or a list moved. Patterns are compared as automata; where that takes too many states, the finding says that it was not decided."},
	{limitEnforced, "limit enforced by others", "The same limit is enforced by readers, by writers only, or by nobody."},
	{listTolerance, "tolerance of items changed", "A reader of a list passes over items that it cannot read, or no longer does."},
	{mapKeys, "keys of a map changed", "A map has other keys."},
	{tupleItems, "items of a tuple changed", "A tuple has another number of items."},

	{valueAdded, "value added", "An enum has a new value. Readers of the old version keep it, read it as the fallback or refuse it, as their enum says."},
	{valueRemoved, "value removed", "An enum has lost a value, which writers of the old version still write."},
	{valueRenamed, "value renamed", "A value of an enum has another name, and its older one is declared with was:."},
	{valueReassigned, "value reassigned", "A value of an enum is read as another one."},
	{enumOpened, "enum opened", "Undeclared values are kept now."},
	{enumClosed, "enum closed", "Undeclared values are refused now. Peers of the old version may pass them on."},
	{enumFallback, "fallback changed", "Undeclared values are read as another value."},

	{variantAdded, "variant added", "A union, such as that of events, has a new variant. Readers of the old version keep it as unknown or refuse it."},
	{variantRemoved, "variant removed", "A union has lost a variant, which writers of the old version still write."},
	{variantRenamed, "variant renamed", "A variant has another tag, and its older one is declared with was:."},
	{variantBody, "body of a variant changed", "A variant has a body, and had none, or the reverse."},
	{alternativeAdded, "alternative added", "A value may have another kind."},
	{alternativeRemoved, "alternative removed", "A value may not have a kind any more."},
	{unionTag, "tag changed", "The tag or the content of a union is under another key, or of another kind."},
	{unionDefault, "default variant changed", "An object without a tag is read as another variant."},
	{unionOpened, "union opened", "Unknown variants are kept now."},
	{unionClosed, "union closed", "Unknown variants are refused now. Peers of the old version may pass them on."},
	{unionOrder, "variants in another order", "The variants of a union without tags, the first of which reads a value, are others or in another order."},
	{unionStyle, "union of another style", "The variants of a union are distinguished in another way."},

	{methodAdded, "method added", "A method was added. A peer of the old version answers a request with METHOD_NOT_FOUND."},
	{methodRemoved, "method removed", "A method was removed. Peers of the old version that call it get an error. A method that is only notified is ignored."},
	{methodRenamed, "method renamed", "A method has another name, and its older one is declared with was:."},
	{methodFrom, "direction changed", "Another side sends a method."},
	{methodKind, "kind changed", "A request is a notification now, or the reverse."},
	{methodParams, "params changed", "A method has params, may have them or has none, and that was otherwise."},
	{methodResult, "result changed", "The result of a method is of another kind."},
	{methodErrors, "errors of a method changed", "A method lists other errors."},
	{methodPositions, "params by position", "Params may be an array of the fields, or no longer."},

	{errorAdded, "error added", "An error was added. For peers of the old version its code is undeclared, or that of another error."},
	{errorRemoved, "error removed", "An error was removed, with which peers of the old version still answer."},
	{errorRenamed, "error renamed", "An error that is identified by its name has another one."},
	{errorCode, "code changed", "An error has another code, by which peers of the other version do not know it."},
	{errorData, "data of an error changed", "The data of an error is declared now, or no longer."},

	{gateAdded, "gate added", "An element is sent only if something was agreed. Peers of the old version that did not agree no longer get it."},
	{gateRemoved, "gate removed", "An element is sent whatever was agreed. Peers of the old version get it unasked."},
	{gateChanged, "gate changed", "An element is sent if something else was agreed."},

	{dialectChanged, "dialect changed", "Messages are delimited, identified or read in another way."},
	{negotiationChanged, "negotiation changed", "The handshake agrees in another way."},
	{sessionChanged, "session rules changed", "An element may be sent at other times, or ends or is ended by others."},
	{journalChanged, "journal changed", "The journal was added or removed, or a file without a header is read otherwise."},
	{notRecorded, "recording changed", "An element is recorded in the journal, or no longer."},

	{versionSame, "version not bumped", "Messages changed, and the version of the protocol did not."},
	{versionLess, "version decreased", "The version of the protocol is an older one than before."},
	{versionSmall, "version too small", "The version is newer, but not by as much as what changed asks for: a semantic version says with its first number that something breaks."},
	{sinceMissing, "since missing", "An element was added and does not say in which version."},
	{sinceWrong, "since wrong", "An element was added, and says that it is as old as the old version or older, or newer than the new one."},
	{notDeprecated, "removed without deprecation", "An element was removed that the old version does not call deprecated."},
	{stabilityLowered, "stability lowered", "An element that was stable is experimental."},

	{docChanged, "documentation changed", "The documentation of an element changed. No message does."},
	{deprecatedChanged, "deprecation changed", "An element is deprecated, or no longer."},
	{noteChanged, "note changed", "Something that is not in messages changed: a unit, an example, what logs show."},
}

// Note reports whether edits of the rule are of documentation and notes only.
func (r *Rule) Note() bool {
	return r.ID == docChanged || r.ID == deprecatedChanged || r.ID == noteChanged
}

var ruleIndex = func() map[string]*Rule {
	out := make(map[string]*Rule, len(rules))
	for i := range rules {
		out[rules[i].ID] = &rules[i]
	}
	return out
}()

func ruleNamed(id string) *Rule { return ruleIndex[id] }

// RuleNamed is the rule with an identifier, or nil.
func RuleNamed(id string) *Rule { return ruleIndex[id] }
