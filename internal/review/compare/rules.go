package compare

// A Rule is a kind of edit.
type Rule struct {
	ID    string
	Title string // what was done, after the element: "field added"
	Doc   string
	// Levels are the levels that its findings have where messages lead to the element and
	// nothing keeps them from the peer.
	Levels []Level
}

// The identifiers of the rules.
const (
	fieldAdded     = "field-added"
	fieldRemoved   = "field-removed"
	fieldRenamed   = "field-renamed"
	formerName     = "former-name"
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

	requestChanged      = "request-changed"
	progressChanged     = "progress-changed"
	registrationChanged = "registration-changed"

	errorAdded   = "error-added"
	errorRemoved = "error-removed"
	errorRenamed = "error-renamed"
	errorCode    = "error-code"
	errorData    = "error-data"

	gateAdded   = "gate-added"
	gateRemoved = "gate-removed"
	gateChanged = "gate-changed"

	dialectChanged     = "dialect-changed"
	extensionsChanged  = "extensions-changed"
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
	nameReused       = "name-reused"
	reservedRemoved  = "reserved-removed"
	releasedEdited   = "released-edited"

	docChanged        = "doc-changed"
	deprecatedChanged = "deprecation-changed"
	noteChanged       = "note-changed"

	codeChanged = "code-changed"
)

// Rules are all rules, in the order of the documentation.
func Rules() []Rule { return rules }

var rules = []Rule{
	{fieldAdded, "field added", "A struct has a new field. A reader of the old version drops it, keeps it or refuses it, as its struct says of undeclared keys; a reader of the new version refuses objects without it if it is required.", []Level{Loss, Break}},
	{fieldRemoved, "field removed", "A struct has lost a field. A reader of the old version that requires it refuses what the new version writes; a reader of the new version drops what the old one writes.", []Level{Loss, Break}},
	{fieldRenamed, "field renamed", "A field has another name on the wire, and its older name is declared with was:. The new version reads both names, the old version only its own.", []Level{Loss, Break}},
	{formerName, "older names changed", "An older name of a field, a value, a variant or a method, which is declared with was:, is no longer read, or now is. No peer of either version writes it; those of still older versions do, and are in recordings: compare with them (--matrix, --journals).", []Level{OK}},
	{fieldRequired, "now required", "A field that could be absent is required. Writers of the old version may leave it out.", []Level{OK, Loss, Danger, Break}},
	{fieldOptional, "now optional", "A field that was required may be absent. Readers of the old version refuse objects without it.", []Level{OK, Loss, Danger, Break}},
	{fieldDefault, "default changed", "An absent key means another value. Peers that leave it out are understood in another way.", []Level{OK, Danger}},
	{fieldAbsence, "absence written in another way", "A field that is not set, or null, is written or read in another way: left out, null, or as a removal.", []Level{OK, Danger, Break}},
	{fieldTolerance, "tolerance changed", "A reader passes over a value that it cannot read, or no longer does.", []Level{OK}},
	{nowNullable, "now nullable", "A value may be null. Readers of the old version may refuse it.", []Level{OK, Loss, Danger, Break}},
	{notNullable, "no longer nullable", "A value may not be null any more. Writers of the old version may write it.", []Level{OK, Loss, Danger, Break}},
	{groupChanged, "group of fields changed", "Another number of some fields of a struct may be present.", []Level{OK, Break}},
	{structExtra, "undeclared keys", "A struct ignores, keeps, refuses or types the keys that it does not declare, and did otherwise before.", []Level{OK, Loss, Break}},

	{typeWidened, "type widened", "Every value of the old type is one of the new type. Readers of the old version may refuse the others.", []Level{OK, Loss, Danger, Break}},
	{typeNarrowed, "type narrowed", "Every value of the new type is one of the old type. Readers of the new version refuse the others.", []Level{OK, Loss, Danger, Break}},
	{typeChanged, "type changed", "A value has another type. What differs between the two is judged as one edit.", []Level{OK, Loss, Danger, Break}},
	{typeRenamed, "type renamed", "A type has another name in generated code. Names of types are not on the wire.", []Level{OK}},
	{typeAdded, "type added", "A type was added. It is judged where messages use it.", []Level{OK, Loss}},
	{typeRemoved, "type removed", "A type was removed. It is judged where messages used it.", []Level{OK, Loss}},
	{limitChanged, "limit changed", "A limit of a number, a text or a list moved. Patterns are compared as automata; where that takes too many states, the finding says that it was not decided.", []Level{OK, Break}},
	{limitEnforced, "limit enforced by others", "The same limit is enforced by readers, by writers only, or by nobody.", []Level{OK, Break}},
	{listTolerance, "tolerance of items changed", "A reader of a list passes over items that it cannot read, or no longer does.", []Level{OK}},
	{mapKeys, "keys of a map changed", "A map has other keys.", []Level{Loss, Break}},
	{tupleItems, "items of a tuple changed", "A tuple has another number of items.", []Level{Break}},

	{valueAdded, "value added", "An enum has a new value. Readers of the old version keep it, read it as the fallback or refuse it, as their enum says.", []Level{Loss, Danger, Break}},
	{valueRemoved, "value removed", "An enum has lost a value, which writers of the old version still write.", []Level{Loss, Danger, Break}},
	{valueRenamed, "value renamed", "A value of an enum has another name, and its older one is declared with was:.", []Level{Loss, Danger, Break}},
	{valueReassigned, "value reassigned", "A value of an enum is read as another one, or a number has the name of another meaning.", []Level{Danger}},
	{enumOpened, "enum opened", "Undeclared values are kept now.", []Level{OK}},
	{enumClosed, "enum closed", "Undeclared values are refused now. Peers of the old version may pass them on.", []Level{Break}},
	{enumFallback, "fallback changed", "Undeclared values are read as another value, or no longer.", []Level{OK, Danger}},

	{variantAdded, "variant added", "A union, such as that of events, has a new variant. Readers of the old version keep it as unknown or refuse it.", []Level{Loss, Danger, Break}},
	{variantRemoved, "variant removed", "A union has lost a variant, which writers of the old version still write.", []Level{Loss, Danger, Break}},
	{variantRenamed, "variant renamed", "A variant has another tag, and its older one is declared with was:.", []Level{Loss, Break}},
	{variantBody, "body of a variant changed", "A variant has a body, and had none, or the reverse.", []Level{Loss, Break}},
	{alternativeAdded, "alternative added", "A value may have another kind.", []Level{Break}},
	{alternativeRemoved, "alternative removed", "A value may not have a kind any more.", []Level{Break}},
	{unionTag, "tag changed", "The tag or the content of a union is under another key, or of another kind.", []Level{Break}},
	{unionDefault, "default variant changed", "An object without a tag is read as another variant.", []Level{OK, Danger, Break}},
	{unionOpened, "union opened", "Unknown variants are kept now.", []Level{OK}},
	{unionClosed, "union closed", "Unknown variants are refused now. Peers of the old version may pass them on.", []Level{OK, Break}},
	{unionOrder, "variants in another order", "The variants of a union without tags, the first of which reads a value, are others or in another order.", []Level{OK, Loss, Danger, Break}},
	{unionStyle, "union of another style", "The variants of a union are distinguished in another way.", []Level{Loss, Danger, Break}},

	{methodAdded, "method added", "A method was added. A peer of the old version answers a request with METHOD_NOT_FOUND.", []Level{Loss}},
	{methodRemoved, "method removed", "A method was removed. Peers of the old version that call it get an error. A method that is only notified is ignored.", []Level{Loss, Break}},
	{methodRenamed, "method renamed", "A method has another name, and its older one is declared with was:.", []Level{Loss, Break}},
	{methodFrom, "direction changed", "Another side sends a method.", []Level{OK, Break}},
	{methodKind, "kind changed", "A request is a notification now, or the reverse.", []Level{Break}},
	{methodParams, "params changed", "A method has params, may have them or has none, and that was otherwise.", []Level{Loss, Break}},
	{methodResult, "result changed", "The result of a method is of another kind.", []Level{Break}},
	{methodErrors, "errors of a method changed", "A method lists other errors.", []Level{OK}},
	{methodPositions, "params by position", "Params may be an array of the fields, or no longer.", []Level{OK}},

	{requestChanged, "request changed", "The id of a request is in another member, or a request without an answer has another result.", []Level{Danger}},
	{progressChanged, "progress changed", "The progress of a request is reported by another notification, or its token or its value is in another member. Peers of the other version look for it in vain, or take something else for it.", []Level{Loss, Danger}},
	{registrationChanged, "registration changed", "Peers register for a method under another name, or no longer. Peers of the other version do not know the name, or know it for another method.", []Level{Danger, Break}},

	{errorAdded, "error added", "An error was added. For peers of the old version its code is undeclared, or that of another error.", []Level{OK, Loss, Danger}},
	{errorRemoved, "error removed", "An error was removed, with which peers of the old version still answer.", []Level{OK, Loss, Danger}},
	{errorRenamed, "error renamed", "An error that is identified by its name has another one.", []Level{OK, Danger}},
	{errorCode, "code changed", "An error has another code, by which peers of the other version do not know it.", []Level{OK, Danger}},
	{errorData, "data of an error changed", "The data of an error, or of the errors that answer a method, is declared now, or no longer.", []Level{Loss, Break}},

	{gateAdded, "gate added", "An element is sent only if something was agreed. Peers of the old version that did not agree no longer get it.", []Level{Loss}},
	{gateRemoved, "gate removed", "An element is sent whatever was agreed. Peers of the old version get it unasked.", []Level{Danger}},
	{gateChanged, "gate changed", "An element is sent if something else was agreed.", []Level{Danger}},

	{dialectChanged, "dialect changed", "Messages are delimited, identified or read in another way, or refused with another error.", []Level{OK, Danger, Break}},
	{extensionsChanged, "extensions changed", "Other names are left to extensions. Peers of the old version may pass on those that it allows, and a union by order may read them as another variant.", []Level{OK, Loss, Danger, Break}},
	{negotiationChanged, "negotiation changed", "The handshake agrees in another way, or is refused with another error.", []Level{OK, Danger, Break}},
	{sessionChanged, "session rules changed", "An element may be sent at other times, ends or is ended by others, or is answered with another error when it breaks a rule.", []Level{OK, Loss, Danger}},
	{journalChanged, "journal changed", "The journal was added or removed, a file without a header is read otherwise, or the version of a journal is elsewhere. Whoever has the new version reads recordings of the old one.", []Level{OK, Loss, Danger, Break}},
	{notRecorded, "recording changed", "An element is recorded in the journal, or no longer.", []Level{OK}},

	{versionSame, "version not bumped", "Messages changed, and the version of the protocol did not.", []Level{Danger}},
	{versionLess, "version decreased", "The version of the protocol is an older one than before.", []Level{Danger}},
	{versionSmall, "version too small", "The version is newer, but not by as much as what changed asks for: a semantic version says with its first number that something breaks.", []Level{Danger}},
	{sinceMissing, "since missing", "An element that no message uses was added, and does not say in which version. Of others the finding about the addition says it.", []Level{Loss}},
	{sinceWrong, "since wrong", "An element that no message uses was added, and says that it is as old as the old version or older, or newer than the new one. Of others the finding about the addition says it.", []Level{Loss}},
	{notDeprecated, "removed without deprecation", "An element that no message uses was removed, and the old version does not call it deprecated. Of others the finding about the removal says it.", []Level{Loss}},
	{stabilityLowered, "stability lowered", "An element that was stable is experimental.", []Level{Loss}},
	{nameReused, "name used again", "An element was added under a name that meant something else before: the old version reserves the name, or a version in released/ that is older than the old one has it with another meaning. Peers of that version take the new element for theirs.", []Level{Danger}},
	{reservedRemoved, "no longer reserved", "A name that the old version reserves is not reserved any more, so that it may be used again.", []Level{Loss}},
	{releasedEdited, "released spec edited", "A spec in released/ means something else than it did in the commit of the old version, or is gone. A released version does not change: what it says is compared with every later one. Comments and the layout may change. This is found where the old version is in a commit of git.", []Level{Danger}},

	{docChanged, "documentation changed", "The documentation of an element changed. No message does.", []Level{OK}},
	{deprecatedChanged, "deprecation changed", "An element is deprecated, or no longer.", []Level{OK}},
	{noteChanged, "note changed", "Something that is not in messages changed: a unit, an example, what logs show.", []Level{OK}},

	{codeChanged, "generated code changed", "A declaration of generated code changed, and nothing else of its element. Of others the finding about the edit says it.", []Level{OK}},
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
