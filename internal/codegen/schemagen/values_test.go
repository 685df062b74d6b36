package schemagen_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
)

// values has, for a side and a type, a value per line. A value alone is valid; " !! "
// and a place after it mean a fault at that place.
var values = []struct{ side, typ, lines string }{
	{"read", "Scalars", `
{"s":"x","b":true,"i":1,"f":1.5,"a":null,"o":{"k":1},"e":{"ignored":1},"null":null}
{"undeclared":1}
{"i":1.0}
{"i":1e3}
{"i":-0}
{"i":9007199254740991}
{"i":-9007199254740991}
{"i":9007199254740991.4}
{"i":9007199254740992} !! i
{"i":-9007199254740992} !! i
{"i":1.5} !! i
{"i":"3"} !! i
{"i":true} !! i
{"f":1e300}
{"f":"0.5"} !! f
{"s":1} !! s
{"s":null} !! s
{"b":1} !! b
{"a":[1,{"x":null}]}
{"o":[]} !! o
{"e":null} !! e
{"null":0} !! null
[] !! 
null !! `},
	{"write", "Scalars", `
{"s":"x","b":true,"i":1,"f":1.5,"a":{"x":1},"o":{"k":1},"e":{},"null":null}
{}
{"undeclared":1} !! undeclared
{"e":{"x":1}} !! e.x`},
	{"strict", "Scalars", `
{"i":1}
{"undeclared":1} !! undeclared
{"e":{"x":1}} !! e.x`},

	{"read", "Presence", `
{"required":"a","nullable":null}
{"required":"a","nullable":"b","optional":3,"both":null,"nulled":null,"number":1,"text":"t","note":null}
{"nullable":null} !! required
{"required":"a"} !! nullable
{"required":null,"nullable":null} !! required
{"required":"a","nullable":1} !! nullable
{"required":"a","nullable":null,"optional":null} !! optional
{"required":"a","nullable":null,"number":null} !! number
{"required":"a","nullable":null,"both":"yes"} !! both`},
	{"write", "Presence", `
{"required":"a","nullable":null,"nulled":null,"number":7,"text":""}
{"required":"a","nullable":"b","optional":1,"both":true,"nulled":"x","number":7,"text":""}
{"required":"a","nullable":null,"number":7,"text":""} !! nulled
{"required":"a","nullable":null,"nulled":null,"text":""} !! number
{"required":"a","nullable":null,"nulled":null,"number":7} !! text
{"required":"a","nullable":null,"both":null,"nulled":null,"number":7,"text":""} !! both
{"required":"a","nullable":null,"optional":null,"nulled":null,"number":7,"text":""} !! optional
{"required":"a","nullable":null,"nulled":null,"number":7,"text":"","note":null} !! note`},
	{"strict", "Presence", `
{"required":"a","nullable":null}
{"required":"a","nullable":null,"both":null}`},

	{"read", "Renamed", `
{"parent":"p","count":2,"id":"i"}
{"id":"i"}
{"key":"k"}
{"name":"n"}
{"key":"k","name":5}
{"key":5,"name":"n"} !! key
{"id":"i","key":5,"name":[]}
{"id":null,"key":"k"} !! id
{"name":5} !! name
{} !! id
{"id":"i","task":"t"}
{"id":"i","task":null}
{"id":"i","owner":"o","task":"t"}
{"id":"i","task":5} !! task
{"id":"i","task":"t","owner":5}
{"id":"i","owner":5} !! owner
{"id":"i","parent":null,"task":5}
{"id":"i","n":4}
{"id":"i","n":null} !! n
{"id":"i","count":1,"n":"x"}`},
	{"write", "Renamed", `
{"count":2,"id":"i"}
{"parent":"p","count":2,"id":"i"}
{"task":"p","count":2,"id":"i"} !! task
{"n":2,"count":2,"id":"i"} !! n`},
	{"strict", "Renamed", `
{"key":"k","task":"t"}
{"id":"i","x":1} !! x`},

	{"read", "Odd", `
{"__proto__":"a","constructor":"b"}
{"__proto__":"a","constructor":"b","a/b~c %":1}
{"__proto__":1,"constructor":"b"} !! __proto__
{"__proto__":"a","constructor":"b","a/b~c %":"x"} !! ["a/b~c %"]
{"__proto__":"a"} !! constructor
{"constructor":"a"} !! __proto__`},
	{"write", "Odd", `
{"__proto__":"a","constructor":"b"}
{"__proto__":"a","constructor":"b","x":1} !! x`},

	{"read", "Mood", `
"good"
"other" !! 
5 !! 
null !! `},
	{"read", "Editor", `
"vim"
"zed"
5 !! `},
	{"write", "Editor", `
"vim"
"zed" !! `},
	{"strict", "Editor", `
"vim"
"zed" !! `},

	{"read", "Maps", `
{"m":{}}
{"m":{"__proto__":1,"constructor":2}}
{"m":{"a b":"x"}} !! m["a b"]
{"m":{"__proto__":"x"}} !! m.__proto__
{"m":[]} !! m
{"m":{},"n":{"a":null,"b":"good"}}
{"m":{},"n":{"a":"x"}} !! n.a`},
	{"write", "Maps", `
{"m":{"b":1,"a":2}}`},

	{"read", "Call", `
{"version":2}
{"type":"function","version":2.0,"maybe":null}
{"type":"function","version":2,"maybe":"x"}
{"type":"tool","version":2} !! type
{"version":"2"} !! version
{"version":2,"maybe":"y"} !! maybe
{} !! version`},
	{"write", "Call", `
{"type":"function","version":2}
{"version":2} !! type`},

	{"read", "Part", `
{"type":"text","text":"x"}
{"text":"x","type":"text","more":1}
{"type":"think","think":"x","encrypted":null}
{"type":"thought","think":"x"}
{"type":"hologram","text":5}
{"type":"text"} !! text
{"type":"text","text":5} !! text
{"type":"thought","think":5} !! think
{"text":"x"} !! type
{"type":5} !! type
{"type":null} !! type
"text" !! 
[] !! `},
	{"write", "Part", `
{"type":"text","text":"x"}
{"type":"think","think":"x"}
{"type":"think","think":"x","encrypted":null} !! encrypted
{"type":"text","text":"x","more":1} !! more
{"type":"thought","think":"x"} !! type
{"type":"hologram"} !! type`},
	{"strict", "Part", `
{"type":"thought","think":"x"}
{"type":"text","text":"x","more":1} !! more
{"type":"hologram"} !! type`},
	{"read", "TextPart", `
{"type":"text","text":"x"}
{"text":"x"} !! type
{"type":"think","text":"x"} !! type`},
	{"read", "ThinkPart", `
{"type":"thought","think":"x"}`},
	{"write", "ThinkPart", `
{"type":"thought","think":"x"} !! type`},
	{"read", "Shape", `
{"type":"circle","r":1}
{"type":"square","side":1}
{"type":"triangle"} !! type
{"type":"square"} !! side`},

	{"read", "Input", `
"hello"
[]
[{"type":"text","text":"x"},{"type":"new"}]
[{"type":"text","text":"x"},{"type":"text"}] !! [1].text
[5] !! [0]
{"type":"text","text":"x"} !! 
null !! `},
	{"read", "Kinds", `
{"input":null,"limit":5,"rest":3}
{"input":"x","limit":true,"rest":"x"}
{"input":[],"limit":"good","rest":null}
{"input":5} !! input
{"input":[{"type":"text"}]} !! input[0].text
{"input":null,"limit":1.5} !! limit
{"input":null,"limit":"x"} !! limit
{"input":null,"limit":null} !! limit
{"input":null,"rest":1.5} !! rest`},
	{"read", "Score", `
3
1.5 !! `},
	{"read", "Tree", `
{"value":1,"children":[{"value":2,"next":null}],"next":{"value":3},"named":{"a":{"value":4}}}
{"value":1,"children":[{"value":2,"next":{"value":"x"}}]} !! children[0].next.value
{"value":1,"next":5} !! next
{"value":1,"named":{"a":{}}} !! named.a.value`},

	{"read", "Event", `
{"type":"Begin","payload":{"n":1}}
{"payload":{"n":1},"type":"Begin","more":1}
{"type":"PartAdded","payload":{"type":"new"}}
{"type":"Scored","payload":3}
{"type":"Tags","payload":[]}
{"type":"Answered","payload":{"yes":true}}
{"type":"Resolved","payload":{"yes":true}}
{"type":"Free","payload":null}
{"type":"Future","payload":{"a":1}}
{"type":"Future"}
{"type":"Nested","payload":{"event":{"type":"Nested","payload":{"event":{"type":"Begin","payload":{"n":1}}}}}}
{"type":"Begin"} !! payload
{"type":"Free"} !! payload
{"type":"Begin","payload":null} !! payload
{"payload":{}} !! type
{"type":null,"payload":{}} !! type
{"type":"Ask","payload":{"id":"q"}} !! type
{"type":"Inquire","payload":{"id":"q"}} !! type
{"type":"Resolved","payload":{"yes":1}} !! payload.yes
{"type":"Scored","payload":1.5} !! payload
{"type":"Tags","payload":["a",1]} !! payload[1]
{"type":"PartAdded","payload":{"type":"text"}} !! payload.text
{"type":"Nested","payload":{"event":{"type":"Begin","payload":{"n":"1"}}}} !! payload.event.payload.n
{"type":"Nested","payload":{"event":{"type":"Ask","payload":{"id":"q"}}}} !! payload.event.type
[] !! `},
	{"write", "Event", `
{"type":"Begin","payload":{"n":1}}
{"type":"Begin","payload":{"n":1},"more":1} !! more
{"type":"Begin","payload":{"n":1,"m":1}} !! payload.m
{"type":"Resolved","payload":{"yes":true}} !! type
{"type":"Future","payload":{}} !! type
{"type":"Free"} !! payload`},
	{"strict", "Event", `
{"type":"Resolved","payload":{"yes":true}}
{"type":"Future","payload":{}} !! type
{"type":"Ask","payload":{"id":"q"}} !! type`},
	{"read", "Request", `
{"type":"Inquire","payload":{"id":"q"}}
{"type":"Begin","payload":{"n":1}} !! type
{"type":"Resolved","payload":{"yes":true}} !! type
{"type":"Future"}`},
	{"read", "WireMessage", `
{"type":"Ask","payload":{"id":"q"}}
{"type":"Begin","payload":{"n":1}}
{"type":"Future"}
{"type":"Ask","payload":{}} !! payload.id`},
}

func TestValues(t *testing.T) {
	files := emit(t, demo(), schemagen.Backend{Strict: true})
	var probes []probe
	var want []judgement
	for _, v := range values {
		ps, ws := lines("demo."+v.side+".schema.json#/$defs/"+v.typ, v.lines)
		probes, want = append(probes, ps...), append(want, ws...)
	}
	checkProbes(t, files, probes, want)
}

// lines reads the values of a table row.
func lines(schema, text string) (probes []probe, want []judgement) {
	for _, line := range strings.Split(strings.TrimPrefix(text, "\n"), "\n") {
		value, where, bad := strings.Cut(line, " !! ")
		var w judgement
		if bad {
			w = judgement{where}
		}
		probes, want = append(probes, probe{schema, value}), append(want, w)
	}
	return probes, want
}

// checkProbes validates every probe with every validator.
func checkProbes(t *testing.T, files []backend.File, probes []probe, want []judgement) {
	t.Helper()
	for _, v := range validators {
		t.Run(v.name, func(t *testing.T) {
			got := v.run(t, files, probes)
			for i, p := range probes {
				if !slices.Equal(got[i], want[i]) {
					t.Errorf("%s %s\n\tfaults at %q, want %q", p.Schema, p.Text, got[i], want[i])
				}
			}
			t.Logf("%d values", len(probes))
		})
	}
}
