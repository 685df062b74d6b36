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
	errorMessage = "error-message"

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
	specMoved        = "spec-moved"

	docChanged        = "doc-changed"
	deprecatedChanged = "deprecation-changed"
	noteChanged       = "note-changed"

	codeChanged = "code-changed"
)

// Rules returns all rules, in the order of the documentation.
func Rules() []Rule { return rules }

var rules = []Rule{
	{fieldAdded, "field added", "A struct has a new field. A reader of the old version drops it, keeps it or refuses it, depending on extra of the struct; a reader of the new version refuses objects without it if it is required.", []Level{Loss, Break}},
	{fieldRemoved, "field removed", "A field was removed from a struct. A reader of the old version that requires it refuses what the new version writes; a reader of the new version drops what the old one writes.", []Level{Loss, Break}},
	{fieldRenamed, "field renamed", "A field has another name on the wire, and its older name is declared with was:. The new version reads both names, the old version only its own.", []Level{Loss, Break}},
	{formerName, "older names changed", "The older names (was:) that readers accept for a field, a value, a variant or a method changed. Peers of these two versions do not write them; peers of still older versions do, and recordings have them: compare with those (--matrix, --journals).", []Level{OK}},
	{fieldRequired, "now required", "A field that could be absent is required. Writers of the old version may leave it out.", []Level{OK, Loss, Danger, Break}},
	{fieldOptional, "now optional", "A field that was required may be absent. Readers of the old version refuse objects without it.", []Level{OK, Loss, Danger, Break}},
	{fieldDefault, "default changed", "An absent key means another value, so messages that leave it out are understood differently.", []Level{OK, Danger}},
	{fieldAbsence, "absence written in another way", "A field that is unset or null is written or read differently: left out, as null, or as a removal.", []Level{OK, Danger, Break}},
	{fieldTolerance, "tolerance changed", "Readers now skip a value that they cannot read, or no longer do.", []Level{OK}},
	{nowNullable, "now nullable", "A value may be null. Readers of the old version may refuse it.", []Level{OK, Loss, Danger, Break}},
	{notNullable, "no longer nullable", "A value may no longer be null. Writers of the old version may write it.", []Level{OK, Loss, Danger, Break}},
	{groupChanged, "group of fields changed", "The rule about how many of some fields may be present changed.", []Level{OK, Break}},
	{structExtra, "undeclared keys", "How a struct handles undeclared keys changed: it ignores, keeps, refuses or types them.", []Level{OK, Loss, Break}},

	{typeWidened, "type widened", "Every value of the old type is one of the new type. Readers of the old version may refuse the others.", []Level{OK, Loss, Danger, Break}},
	{typeNarrowed, "type narrowed", "Every value of the new type is one of the old type. Readers of the new version refuse the others.", []Level{OK, Loss, Danger, Break}},
	{typeChanged, "type changed", "A value has another type. All differences between the two types count as one edit.", []Level{OK, Loss, Danger, Break}},
	{typeRenamed, "type renamed", "A type has another name in generated code. Names of types are not on the wire.", []Level{OK}},
	{typeAdded, "type added", "A type was added. It is judged where messages use it.", []Level{OK, Loss}},
	{typeRemoved, "type removed", "A type was removed. It is judged where messages used it.", []Level{OK, Loss}},
	{limitChanged, "limit changed", "A limit of a number, a text or a list changed. Patterns are compared as automata; if that takes too many states, the finding says that the question is undecided.", []Level{OK, Break}},
	{limitEnforced, "limit enforced by others", "A limit is the same, but others enforce it: readers, writers, both or nobody.", []Level{OK, Break}},
	{listTolerance, "tolerance of items changed", "Readers of a list now skip items that they cannot read, or no longer do.", []Level{OK}},
	{mapKeys, "keys of a map changed", "The keys of a map have another type.", []Level{Loss, Break}},
	{tupleItems, "items of a tuple changed", "A tuple has another number of items.", []Level{Break}},

	{valueAdded, "value added", "An enum has a new value. Readers of the old version keep it, read it as the fallback or refuse it, as their enum says.", []Level{Loss, Danger, Break}},
	{valueRemoved, "value removed", "A value was removed from an enum. Writers of the old version still write it.", []Level{Loss, Danger, Break}},
	{valueRenamed, "value renamed", "A value of an enum has another name: its older one is declared with was:, or the two are spellings of one word.", []Level{Loss, Danger, Break}},
	{valueReassigned, "value reassigned", "A value of an enum is read as another one, or a number has the name of another value.", []Level{Danger}},
	{enumOpened, "enum opened", "Undeclared values are kept now.", []Level{OK}},
	{enumClosed, "enum closed", "Undeclared values are refused now. Peers of the old version may pass them on.", []Level{Break}},
	{enumFallback, "fallback changed", "Undeclared values are read as a different value, or no longer as a declared one.", []Level{OK, Danger}},

	{variantAdded, "variant added", "A union, such as that of events, has a new variant. Readers of the old version keep it as unknown or refuse it.", []Level{Loss, Danger, Break}},
	{variantRemoved, "variant removed", "A variant was removed from a union. Writers of the old version still write it.", []Level{Loss, Danger, Break}},
	{variantRenamed, "variant renamed", "A variant has another tag: its older one is declared with was:, or the variant is the only one that is equal to it and was added.", []Level{Loss, Break}},
	{variantBody, "body of a variant changed", "A variant has a body now, or no longer has one.", []Level{Loss, Break}},
	{alternativeAdded, "alternative added", "A value may have a further JSON kind.", []Level{Break}},
	{alternativeRemoved, "alternative removed", "A value may no longer have one of its JSON kinds.", []Level{Break}},
	{unionTag, "tag changed", "The tag or the content of a union is under another key, or of another kind.", []Level{Break}},
	{unionDefault, "default variant changed", "An object without a tag is read as another variant.", []Level{OK, Danger, Break}},
	{unionOpened, "union opened", "Unknown variants are kept now.", []Level{OK}},
	{unionClosed, "union closed", "Unknown variants are refused now. Peers of the old version may pass them on.", []Level{OK, Break}},
	{unionOrder, "variants in another order", "The variants of a union are tried in order, and the variants or their order changed.", []Level{OK, Loss, Danger, Break}},
	{unionStyle, "union of another style", "The variants of a union are distinguished in another way.", []Level{Loss, Danger, Break}},

	{methodAdded, "method added", "A method was added. A peer of the old version answers a request with METHOD_NOT_FOUND. A request of the agent breaks unless it has a gate: the agent does not choose its clients, and cannot go on without the answer.", []Level{OK, Loss, Break}},
	{methodRemoved, "method removed", "A method was removed. Peers of the old version that call it get an error. A notification is ignored.", []Level{Loss, Break}},
	{methodRenamed, "method renamed", "A method has another name: its older one is declared with was:, or the method is the only one that is equal to it and was added.", []Level{Loss, Break}},
	{methodFrom, "direction changed", "The side that sends a method changed.", []Level{OK, Break}},
	{methodKind, "kind changed", "A request is a notification now, or the reverse.", []Level{Break}},
	{methodParams, "params changed", "The params of a method were added or removed, or became optional or required.", []Level{Loss, Break}},
	{methodResult, "result changed", "The result of a method is of another kind, or may now be absent, or no longer may. A reader for which it may not reads {}.", []Level{OK, Danger, Break}},
	{methodErrors, "errors of a method changed", "A method lists other errors.", []Level{OK}},
	{methodPositions, "params by position", "Params may now be sent as an array of the fields, or no longer may.", []Level{OK}},

	{requestChanged, "request changed", "The id of a request is in another member, or on_failure changed: the result of a request that gets no answer.", []Level{Danger}},
	{progressChanged, "progress changed", "The progress of a request is reported by another notification, or its token or its value is in another member. Peers of the other version do not find it, or mistake something else for it.", []Level{Loss, Danger}},
	{registrationChanged, "registration changed", "Peers register for a method under another name, or no longer can. Peers of the other version do not know the name, or use it for another method.", []Level{Danger, Break}},

	{errorAdded, "error added", "An error was added. For peers of the old version its code is undeclared, or that of another error.", []Level{OK, Loss, Danger}},
	{errorRemoved, "error removed", "An error was removed. Peers of the old version still answer with it.", []Level{OK, Loss, Danger}},
	{errorRenamed, "error renamed", "An error that is identified by its name was renamed.", []Level{OK, Danger}},
	{errorCode, "code changed", "An error has another code. Peers of the other version do not recognize it.", []Level{OK, Danger}},
	{errorData, "data of an error changed", "The spec now declares data for an error, or for the errors that answer a method, or no longer does.", []Level{Loss, Break}},
	{errorMessage, "message changed", "An error that is made without a message has another one. Peers tell errors by their codes or kinds, not by this text.", []Level{OK}},

	{gateAdded, "gate added", "An element is now sent only if the peers agreed on its gate. Peers of the old version that did not agree no longer get it.", []Level{Loss}},
	{gateRemoved, "gate removed", "An element no longer has a gate. Peers of the old version get it without having asked for it.", []Level{Danger}},
	{gateChanged, "gate changed", "The gate of an element changed: peers must agree on something else before it is sent.", []Level{Danger}},

	{dialectChanged, "dialect changed", "Messages are delimited, identified or read differently, or refused with another error.", []Level{OK, Danger, Break}},
	{extensionsChanged, "extensions changed", "The namespaces of extensions changed. Peers of the old version may pass on names that only the old version allows, and a union by order may read them as another variant.", []Level{OK, Loss, Danger, Break}},
	{negotiationChanged, "negotiation changed", "The handshake negotiates differently, or is refused with another error.", []Level{OK, Danger, Break}},
	{sessionChanged, "session rules changed", "The rules of an element changed: when it may be sent, what it ends or what ends it, or the error that answers it when it breaks a rule.", []Level{OK, Loss, Danger}},
	{journalChanged, "journal changed", "The journal was added or removed, a file without a header is read differently, or the version is at another place. Readers of the new version read recordings of the old one.", []Level{OK, Loss, Danger, Break}},
	{notRecorded, "recording changed", "An element is now recorded in the journal, or no longer is.", []Level{OK}},

	{versionSame, "version not bumped", "Messages changed, and the version of the protocol did not.", []Level{Danger}},
	{versionLess, "version decreased", "The version of the protocol is lower than before.", []Level{Danger}},
	{versionSmall, "version too small", "The version is higher, but not by as much as the changes require: with semantic versions, a breaking change needs a higher first number.", []Level{Danger}},
	{sinceMissing, "since missing", "An element that no message uses was added without since. For other elements the finding about the addition says so. If no element of either version has since, one finding about the protocol says so for all.", []Level{Loss}},
	{sinceWrong, "since wrong", "An element that no message uses was added, and its since is not after the old version, or is after the new one. For other elements the finding about the addition says so.", []Level{Loss}},
	{notDeprecated, "removed without deprecation", "An element that no message uses was removed, and was not deprecated in the old version. For other elements the finding about the removal says so.", []Level{Loss}},
	{stabilityLowered, "stability lowered", "An element was stable and is now experimental.", []Level{Loss}},
	{nameReused, "name used again", "An element was added under a name that meant something else before: the old version reserves the name, or a version in released/ that is older than the old one has it with another meaning. Peers of that version mistake the new element for the old one.", []Level{Danger}},
	{reservedRemoved, "no longer reserved", "A name that the old version reserves is no longer reserved, so it may be used again.", []Level{Loss}},
	{releasedEdited, "released spec edited", "A spec in released/ means something else than it did in the commit of the old version, or is gone. A released version must not change, because later versions are compared with it. Comments and the layout may change. This check needs an old version in a git commit.", []Level{Danger}},
	{specMoved, "other spec configured", "wiregen.yaml names another spec than it did in the commit of the old version, or no longer names it. The spec that the old commit names is the one that is compared, if it is still there. This check needs an old version in a git commit, and no spec on the command line.", []Level{Break}},

	{docChanged, "documentation changed", "The documentation of an element changed. Messages did not.", []Level{OK}},
	{deprecatedChanged, "deprecation changed", "An element is now deprecated, or no longer is.", []Level{OK}},
	{noteChanged, "note changed", "Something that does not affect messages changed: a unit, an example, what logs show.", []Level{OK}},

	{codeChanged, "generated code changed", "A declaration of generated code changed, but nothing else of its element. For other edits the finding about the edit says so.", []Level{OK}},
}

// Note reports whether edits of the rule are of documentation and notes only.
func (r *Rule) Note() bool {
	return r.ID == docChanged || r.ID == deprecatedChanged || r.ID == errorMessage || r.ID == noteChanged
}

var ruleIndex = func() map[string]*Rule {
	out := make(map[string]*Rule, len(rules))
	for i := range rules {
		out[rules[i].ID] = &rules[i]
	}
	return out
}()

func ruleNamed(id string) *Rule { return ruleIndex[id] }

// RuleNamed returns the rule with an identifier, or nil.
func RuleNamed(id string) *Rule { return ruleIndex[id] }
