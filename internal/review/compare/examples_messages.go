package compare

var messageExamples = map[string]example{
	methodAdded: {v1 + `methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `methods:
  save: {from: client, params: {text: string}, result: empty}
  load: {since: "2", from: client, result: {text: string}}
`},

	methodRemoved: {v1 + `methods:
  save: {from: client, params: {text: string}, result: empty}
  load: {deprecated: {since: "1"}, from: client, result: {text: string}}
`, v2 + `methods:
  save: {from: client, params: {text: string}, result: empty}
`},

	methodRenamed: {v1 + `methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `methods:
  store: {was: [save], from: client, params: {text: string}, result: empty}
`},

	methodFrom: {v1 + `methods:
  ping: {from: client, result: empty}
`, v2 + `methods:
  ping: {from: agent, result: empty}
`},

	methodKind: {v1 + `methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `methods:
  save: {from: client, notify: {text: string}}
`},

	methodParams: {v1 + `methods:
  load: {from: client, result: {text: string}}
`, v2 + `methods:
  load: {from: client, params: {name: string}, result: {text: string}}
`},

	methodResult: {v1 + `envelope: {name: Envelope, tag: type, content: payload}
requests:
  Question: {fields: {text: string}, result: {answer: string}}
methods:
  ask: {from: agent, params: Request, result: by_variant}
`, v2 + `envelope: {name: Envelope, tag: type, content: payload}
requests:
  Question: {fields: {text: string}, result: {answer: string}}
methods:
  ask: {from: agent, params: Request, result: {answers: "string[]"}}
`},

	methodErrors: {v1 + `errors:
  BUSY: {code: -32000}
  FULL: {code: -32001}
methods:
  save: {from: client, params: {text: string}, result: empty, errors: [BUSY]}
`, v2 + `errors:
  BUSY: {code: -32000}
  FULL: {code: -32001}
methods:
  save: {from: client, params: {text: string}, result: empty, errors: [BUSY, FULL]}
`},

	methodPositions: {v1 + `methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `dialect: {params: {form: either}}
methods:
  save: {from: client, params: {text: string}, result: empty}
`},

	requestChanged: {v1 + `envelope: {name: Envelope, tag: type, content: payload}
requests:
  Approval: {result: {allow: bool}, on_failure: {allow: false}, fields: {text: string}}
methods:
  ask: {from: agent, params: Request, result: by_variant}
`, v2 + `envelope: {name: Envelope, tag: type, content: payload}
requests:
  Approval: {result: {allow: bool}, on_failure: {allow: true}, fields: {text: string}}
methods:
  ask: {from: agent, params: Request, result: by_variant}
`},

	progressChanged: {v1 + `methods:
  find: {from: client, params: {text: string, "token?": string, "other?": string}, result: empty, progress: {method: found, token: params.token}}
  found: {from: agent, notify: {token: string, line: int}}
`, v2 + `methods:
  find: {from: client, params: {text: string, "token?": string, "other?": string}, result: empty, progress: {method: found, token: params.other, as: token}}
  found: {from: agent, notify: {token: string, line: int}}
`},

	registrationChanged: {v1 + `types:
  Options: {fields: {language: string}}
methods:
  find: {from: client, params: {text: string}, result: empty, registration: {options: Options, as: finder}}
`, v2 + `types:
  Options: {fields: {language: string}}
methods:
  find: {from: client, params: {text: string}, result: empty, registration: {options: Options, as: search}}
`},

	errorAdded: {v1 + `errors:
  BUSY: {code: -32000}
methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `errors:
  BUSY: {code: -32000}
  FULL: {code: -32001, since: "2"}
methods:
  save: {from: client, params: {text: string}, result: empty}
`},

	errorRemoved: {v1 + `errors:
  BUSY: {code: -32000}
  FULL: {code: -32001, deprecated: {since: "1"}}
methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `errors:
  BUSY: {code: -32000}
methods:
  save: {from: client, params: {text: string}, result: empty}
`},

	errorRenamed: {v1 + `dialect: {error: {identity: data.kind}}
errors:
  BUSY: {code: -32000}
methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `dialect: {error: {identity: data.kind}}
errors:
  OCCUPIED: {code: -32000, was: [BUSY]}
methods:
  save: {from: client, params: {text: string}, result: empty}
`},

	errorCode: {v1 + `errors:
  BUSY: {code: -32000}
methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `errors:
  BUSY: {code: -32010}
methods:
  save: {from: client, params: {text: string}, result: empty}
`},

	errorData: {v1 + `errors:
  BUSY: {code: -32000}
methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `errors:
  BUSY: {code: -32000, data: {seconds: int}}
methods:
  save: {from: client, params: {text: string}, result: empty}
`},

	errorMessage: {v1 + `errors:
  BUSY: {code: -32000, message: Something runs.}
methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `errors:
  BUSY: {code: -32000, message: Something runs already.}
methods:
  save: {from: client, params: {text: string}, result: empty}
`},
}

// hello is a handshake with a capability of the client.
const hello = `types:
  ClientCan: {fields: {ask: bool = false, tell: bool = false}}
capabilities:
  client: {type: ClientCan, at: params.can}
`

var agreementExamples = map[string]example{
	gateAdded: {v1 + hello + `methods:
  hello: {from: client, params: {can: ClientCan}, result: empty}
  tell: {from: agent, notify: {text: string}, gate: client.tell}
  ask: {from: agent, notify: {text: string}}
`, v2 + hello + `methods:
  hello: {from: client, params: {can: ClientCan}, result: empty}
  tell: {from: agent, notify: {text: string}, gate: client.tell}
  ask: {from: agent, notify: {text: string}, gate: client.ask}
`},

	gateRemoved: {v1 + hello + `methods:
  hello: {from: client, params: {can: ClientCan}, result: empty}
  ask: {from: agent, notify: {text: string}, gate: client.ask}
`, v2 + hello + `methods:
  hello: {from: client, params: {can: ClientCan}, result: empty}
  ask: {from: agent, notify: {text: string}}
`},

	gateChanged: {v1 + hello + `methods:
  hello: {from: client, params: {can: ClientCan}, result: empty}
  ask: {from: agent, notify: {text: string}, gate: client.ask}
`, v2 + hello + `methods:
  hello: {from: client, params: {can: ClientCan}, result: empty}
  ask: {from: agent, notify: {text: string}, gate: client.tell}
`},

	dialectChanged: {v1 + `dialect: {id: {types: [string]}}
methods:
  save: {from: client, params: {text: string}, result: empty}
`, v2 + `dialect: {id: {types: [string, int]}}
methods:
  save: {from: client, params: {text: string}, result: empty}
`},

	extensionsChanged: {v1 + `extensions: {values: ["x-*"]}
types:
  Mood: {enum: [glad, sad]}
methods:
  save: {from: client, params: {mood: Mood}, result: empty}
`, v2 + `types:
  Mood: {enum: [glad, sad]}
methods:
  save: {from: client, params: {mood: Mood}, result: empty}
`},

	negotiationChanged: {v1 + `methods:
  hello: {from: client, params: {name: string}, result: empty}
negotiation: {method: hello}
`, v2 + `methods:
  hello: {from: client, params: {name: string}, result: empty}
negotiation: {method: hello, first: true}
`},

	sessionChanged: {v1 + `methods:
  run: {from: client, params: {name: string}, result: empty}
  steer: {from: client, params: {text: string}, result: empty}
session:
  run: {once: open}
`, v2 + `methods:
  run: {from: client, params: {name: string}, result: empty}
  steer: {from: client, params: {text: string}, result: empty}
session:
  run: {once: open}
  steer: {during: run}
`},

	journalChanged: {v1 + `types:
  Header: {fields: {version: string}}
  Record: {fields: {at: timestamp, text: string}}
methods:
  save: {from: client, notify: Record}
journal: {header: Header, record: Record, version: header.version, no_header: "1"}
`, v2 + `types:
  Header: {fields: {version: string}}
  Record: {fields: {at: timestamp, text: string}}
methods:
  save: {from: client, notify: Record}
journal: {header: Header, record: Record, version: header.version}
`},

	notRecorded: {v1 + `types:
  Header: {fields: {version: string}}
  Record: {fields: {message: Event}}
envelope: {name: Envelope, tag: type, content: payload}
events:
  Said: {fields: {text: string}}
  Typing: {fields: {by: string}}
methods:
  event: {from: agent, notify: Event}
journal: {header: Header, record: Record, version: header.version}
`, v2 + `types:
  Header: {fields: {version: string}}
  Record: {fields: {message: Event}}
envelope: {name: Envelope, tag: type, content: payload}
events:
  Said: {fields: {text: string}}
  Typing: {fields: {by: string}, recorded: false}
methods:
  event: {from: agent, notify: Event}
journal: {header: Header, record: Record, version: header.version}
`},
}

var upkeepExamples = map[string]example{
	codeChanged: {v1 + `types:
  Note:
    fields:
      text: string
` + saveNote, v2 + `types:
  Note:
    go: Memo
    ts: Memo
    fields:
      text: string
` + saveNote},

	versionSame: {v1 + `types:
  Note:
    fields:
      text: string
` + saveNote, v1 + `types:
  Note:
    fields:
      text: string
      author?: string
` + saveNote},

	versionLess: {v2 + `types:
  Note:
    fields:
      text: string
` + saveNote, v1 + `types:
  Note:
    fields:
      text: string
` + saveNote},

	versionSmall: {`wiregen: 1
protocol: {name: demo, version: "1.0.0", versioning: semver}
types:
  Note:
    fields:
      size: int
` + saveNote, `wiregen: 1
protocol: {name: demo, version: "1.1.0", versioning: semver}
types:
  Note:
    fields:
      size: string
` + saveNote},

	sinceMissing: {v1 + `types:
  Note: {fields: {text: string}}
  Settings:
    doc: What a file has that no message sends.
    fields:
      color: string
` + saveNote, v2 + `types:
  Note: {fields: {text: string}}
  Settings:
    doc: What a file has that no message sends.
    fields:
      color: string
      size?: int
` + saveNote},

	sinceWrong: {v1 + `types:
  Note: {fields: {text: string}}
  Settings:
    doc: What a file has that no message sends.
    fields:
      color: string
` + saveNote, `wiregen: 1
protocol: {name: demo, version: "2", versions: ["1", "2"]}
types:
  Note: {fields: {text: string}}
  Settings:
    doc: What a file has that no message sends.
    fields:
      color: string
      size?: {type: int, since: "1"}
` + saveNote},

	notDeprecated: {v1 + `types:
  Note: {fields: {text: string}}
  Settings:
    doc: What a file has that no message sends.
    fields:
      color: string
      size?: int
` + saveNote, v2 + `types:
  Note: {fields: {text: string}}
  Settings:
    doc: What a file has that no message sends.
    fields:
      color: string
` + saveNote},

	stabilityLowered: {v1 + `types:
  Note:
    fields:
      text: string
      author?: string
` + saveNote, v2 + `types:
  Note:
    fields:
      text: string
      author?: {type: string, experimental: true}
` + saveNote},

	nameReused: {v2 + `types:
  Note:
    fields:
      text: string
` + saveNote, v3 + `types:
  Note:
    fields:
      text: string
      size?: {type: string, since: "3"}
` + saveNote},

	reservedRemoved: {v1 + `types:
  Note:
    reserved: [size]
    fields:
      text: string
` + saveNote, v2 + `types:
  Note:
    fields:
      text: string
` + saveNote},

	releasedEdited: {v1 + `types:
  Note:
    fields:
      text: string
` + saveNote, v1 + `types:
  Note:
    fields:
      text: string
      size?: int
` + saveNote},

	specMoved: {"# wire.yaml; wiregen.yaml has spec: wire.yaml\n" + v1 + `types:
  Note:
    fields:
      text: string
` + saveNote, "# other.yaml; wiregen.yaml has spec: other.yaml\n" + v1 + `types:
  Note:
    fields:
      text: string
` + saveNote},

	docChanged: {v1 + `types:
  Note:
    fields:
      text: {type: string, doc: What it says.}
` + saveNote, v2 + `types:
  Note:
    fields:
      text: {type: string, doc: What the user wrote.}
` + saveNote},

	deprecatedChanged: {v1 + `types:
  Note:
    fields:
      text: string
      author?: string
` + saveNote, v2 + `types:
  Note:
    fields:
      text: string
      author?: {type: string, deprecated: {since: "2"}}
` + saveNote},

	noteChanged: {v1 + `types:
  Note:
    fields:
      age: int
` + saveNote, v2 + `types:
  Note:
    fields:
      age: {type: int, unit: days}
` + saveNote},
}

// releasedExamples are released versions before the two of an example.
var releasedExamples = map[string]string{
	nameReused: v1 + `types:
  Note:
    fields:
      text: string
      size?: int
` + saveNote,
}
