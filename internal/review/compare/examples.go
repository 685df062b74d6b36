package compare

// An example is a change that a rule finds, as two whole specs.
type example struct{ old, new string }

// An Example is a change that a rule finds, as two small specs.
type Example struct {
	Old, New string
	Released string // a version before the old one; or ""
	Frozen   bool   // the two are what a released version was and is
	Moved    bool   // the two are the specs that wiregen.yaml named and names
}

// Example returns a change that the rule finds.
func (r *Rule) Example() Example {
	for _, group := range exampleGroups {
		if x, ok := group[r.ID]; ok {
			return Example{x.old, x.new, releasedExamples[r.ID], r.ID == releasedEdited, r.ID == specMoved}
		}
	}
	return Example{}
}

var exampleGroups = []map[string]example{
	fieldExamples, typeExamples, valueExamples, variantExamples, messageExamples, agreementExamples, upkeepExamples,
}

// The heads of most examples. The versions differ, so that the version is not a finding.
const (
	v1 = "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\n"
	v2 = "wiregen: 1\nprotocol: {name: demo, version: \"2\"}\n"
	v3 = "wiregen: 1\nprotocol: {name: demo, version: \"3\"}\n"
)

// saveNote is the only method of most examples about types.
const saveNote = "methods:\n  save: {from: client, notify: Note}\n"

var fieldExamples = map[string]example{
	fieldAdded: {v1 + `types:
  Note:
    fields:
      text: string
` + saveNote, v2 + `types:
  Note:
    fields:
      text: string
      author: {type: string, since: "2"}
` + saveNote},

	fieldRemoved: {v1 + `types:
  Note:
    fields:
      text: string
      author: {type: string, deprecated: {since: "1"}}
` + saveNote, v2 + `types:
  Note:
    fields:
      text: string
` + saveNote},

	fieldRenamed: {v1 + `types:
  Note:
    fields:
      author: string
` + saveNote, v2 + `types:
  Note:
    fields:
      written_by: {type: string, was: [author]}
` + saveNote},

	formerName: {v1 + `types:
  Note:
    fields:
      written_by: {type: string, was: [author]}
` + saveNote, v2 + `types:
  Note:
    fields:
      written_by: string
` + saveNote},

	fieldRequired: {v1 + `types:
  Note:
    fields:
      author?: string
` + saveNote, v2 + `types:
  Note:
    fields:
      author: string
` + saveNote},

	fieldOptional: {v1 + `types:
  Note:
    fields:
      author: string
` + saveNote, v2 + `types:
  Note:
    fields:
      author?: string
` + saveNote},

	fieldDefault: {v1 + `types:
  Note:
    fields:
      days: int = 7
` + saveNote, v2 + `types:
  Note:
    fields:
      days: int = 30
` + saveNote},

	fieldAbsence: {v1 + `types:
  Note:
    fields:
      author?: string | null
` + saveNote, v2 + `types:
  Note:
    fields:
      author?: {type: string | null, patch: true}
` + saveNote},

	fieldTolerance: {v1 + `types:
  Note:
    fields:
      days?: int
` + saveNote, v2 + `types:
  Note:
    fields:
      days?: {type: int, on_error: unset}
` + saveNote},

	nowNullable: {v1 + `types:
  Note:
    fields:
      author: string
` + saveNote, v2 + `types:
  Note:
    fields:
      author: string | null
` + saveNote},

	notNullable: {v1 + `types:
  Note:
    fields:
      author: string | null
` + saveNote, v2 + `types:
  Note:
    fields:
      author: string
` + saveNote},

	groupChanged: {v1 + `types:
  Note:
    fields:
      path?: string
      uri?: uri
` + saveNote, v2 + `types:
  Note:
    present:
      - exactly_one: [path, uri]
    fields:
      path?: string
      uri?: uri
` + saveNote},

	structExtra: {v1 + `types:
  Note:
    extra: keep
    fields:
      text: string
` + saveNote, v2 + `types:
  Note:
    extra: reject
    fields:
      text: string
` + saveNote},
}
