package compare

var typeExamples = map[string]example{
	typeWidened: {v1 + `types:
  Note:
    fields:
      size: int
` + saveNote, v2 + `types:
  Note:
    fields:
      size: float
` + saveNote},

	typeNarrowed: {v1 + `types:
  Note:
    fields:
      color: string
` + saveNote, v2 + `types:
  Note:
    fields:
      color: {const: red}
` + saveNote},

	typeChanged: {v1 + `types:
  Note:
    fields:
      size: int
` + saveNote, v2 + `types:
  Note:
    fields:
      size: string
` + saveNote},

	typeRenamed: {v1 + `types:
  Memo:
    fields:
      text: string
methods:
  save: {from: client, notify: Memo}
`, v2 + `types:
  Note:
    was: [Memo]
    fields:
      text: string
` + saveNote},

	typeAdded: {v1 + `types:
  Note: {fields: {text: string}}
` + saveNote, v2 + `types:
  Note: {fields: {text: string}}
  Settings:
    doc: What a file has that no message sends.
    since: "2"
    fields:
      color: string
` + saveNote},

	typeRemoved: {v1 + `types:
  Note: {fields: {text: string}}
  Settings:
    doc: What a file has that no message sends.
    deprecated: {since: "1"}
    fields:
      color: string
` + saveNote, v2 + `types:
  Note: {fields: {text: string}}
` + saveNote},

	limitChanged: {v1 + `types:
  Note:
    fields:
      title: {type: string, max_length: 32}
` + saveNote, v2 + `types:
  Note:
    fields:
      title: {type: string, max_length: 8}
` + saveNote},

	limitEnforced: {v1 + `types:
  Note:
    fields:
      title: {type: string, max_length: 8, enforced: advisory}
` + saveNote, v2 + `types:
  Note:
    fields:
      title: {type: string, max_length: 8}
` + saveNote},

	listTolerance: {v1 + `types:
  Note:
    fields:
      tags: string[]
` + saveNote, v2 + `types:
  Note:
    fields:
      tags: {type: "string[]", bad_items: skip}
` + saveNote},

	mapKeys: {v1 + `types:
  Color: {enum: [red, green]}
  Note:
    fields:
      color: Color
      marks: map<string>
` + saveNote, v2 + `types:
  Color: {enum: [red, green]}
  Note:
    fields:
      color: Color
      marks: map<Color, string>
` + saveNote},

	tupleItems: {v1 + `types:
  Note:
    fields:
      at: "[int, int]"
` + saveNote, v2 + `types:
  Note:
    fields:
      at: "[int, int, int]"
` + saveNote},
}

// colorNote has a method that sends an enum.
const colorNote = "  Note:\n    fields:\n      color: Color\n" + saveNote

var valueExamples = map[string]example{
	valueAdded: {v1 + `types:
  Color:
    enum:
      red: {}
      green: {}
` + colorNote, v2 + `types:
  Color:
    enum:
      red: {}
      green: {}
      blue: {since: "2"}
` + colorNote},

	valueRemoved: {v1 + `types:
  Color:
    enum:
      red: {}
      green: {deprecated: {since: "1"}}
` + colorNote, v2 + `types:
  Color:
    enum:
      red: {}
` + colorNote},

	valueRenamed: {v1 + `types:
  Color:
    enum:
      red: {}
      green: {}
` + colorNote, v2 + `types:
  Color:
    enum:
      red: {}
      lime: {was: [green]}
` + colorNote},

	valueReassigned: {v1 + `types:
  Color:
    enum:
      red: {}
      green: {}
      lime: {deprecated: {since: "1"}}
` + colorNote, v2 + `types:
  Color:
    enum:
      red: {}
      green: {was: [lime]}
` + colorNote},

	enumOpened: {v1 + `types:
  Color:
    enum: [red, green]
` + colorNote, v2 + `types:
  Color:
    enum: [red, green]
    open: true
` + colorNote},

	enumClosed: {v1 + `types:
  Color:
    enum: [red, green]
    open: true
` + colorNote, v2 + `types:
  Color:
    enum: [red, green]
` + colorNote},

	enumFallback: {v1 + `types:
  Color:
    enum: [red, other]
    open: true
` + colorNote, v2 + `types:
  Color:
    enum: [red, other]
    fallback: other
` + colorNote},
}

// partNote has a method that sends a union.
const partNote = "  Note:\n    fields:\n      part: Part\n" + saveNote

var variantExamples = map[string]example{
	variantAdded: {v1 + `types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote, v2 + `types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
      image: {name: ImagePart, since: "2", fields: {url: uri}}
` + partNote},

	variantRemoved: {v1 + `types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
      image: {name: ImagePart, deprecated: {since: "1"}, fields: {url: uri}}
` + partNote, v2 + `types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote},

	variantRenamed: {v1 + `types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote, v2 + `types:
  Part:
    union: {tag: type}
    variants:
      plain: {name: TextPart, was: [text], fields: {text: string}}
` + partNote},

	variantBody: {v1 + `types:
  Part:
    union: {tag: type, content: body}
    variants:
      line: {}
      text: string
` + partNote, v2 + `types:
  Part:
    union: {tag: type, content: body}
    variants:
      line: int
      text: string
` + partNote},

	alternativeAdded: {v1 + `types:
  Part: string | int
` + partNote, v2 + `types:
  Part: string | int | bool
` + partNote},

	alternativeRemoved: {v1 + `types:
  Part: string | int | bool
` + partNote, v2 + `types:
  Part: string | int
` + partNote},

	unionTag: {v1 + `types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote, v2 + `types:
  Part:
    union: {tag: kind}
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote},

	unionDefault: {v1 + `types:
  Part:
    union: {tag: type}
    default: text
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote, v2 + `types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote},

	unionOpened: {v1 + `types:
  Part:
    union: {tag: type}
    unknown: reject
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote, v2 + `types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote},

	unionClosed: {v1 + `types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote, v2 + `types:
  Part:
    union: {tag: type}
    unknown: reject
    variants:
      text: {name: TextPart, fields: {text: string}}
` + partNote},

	unionOrder: {v1 + `types:
  Line: {fields: {text: string}}
  Picture: {fields: {url: uri, "text?": string}}
  Part:
    union: {match: ordered}
    variants:
      line: Line
      picture: Picture
` + partNote, v2 + `types:
  Line: {fields: {text: string}}
  Picture: {fields: {url: uri, "text?": string}}
  Part:
    union: {match: ordered}
    variants:
      picture: Picture
      line: Line
` + partNote},

	unionStyle: {v1 + `types:
  Part:
    union: {tag: type, content: body}
    variants:
      text: string
` + partNote, v2 + `types:
  Part:
    union: external
    variants:
      text: string
` + partNote},
}
