package corpus_test

import (
	"os"
	"testing"

	"github.com/wiregen/wiregen/examples/klp/gen/go/klp"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/corpus"
	"github.com/wiregen/wiregen/test/tier"
)

const (
	klpDir         = root + "/examples/klp/"
	klpTS          = klpDir + "gen/ts/index.js"
	klpReadSchema  = klpDir + "gen/schema/klp.read.schema.json"
	klpWriteSchema = klpDir + "gen/schema/klp.write.schema.json"
)

// TestKLPGo checks the generated Go on the types of KLP.
func TestKLPGo(t *testing.T) {
	run(t, inGo(klpPasses), klpCases(t), typed, plantVerdict, plantNormal, plantUnfit)
}

// TestKLPTypeScript checks the generated JavaScript, in Node.
func TestKLPTypeScript(t *testing.T) {
	tier.Generated(t, klpTS)
	run(t, node("typescript.mjs", klpTS), klpCases(t), typed, plantVerdict, plantNormal, plantUnfit)
}

// TestKLPSchemas checks both schemas with a validator in Go, and with ajv in Node.
func TestKLPSchemas(t *testing.T) {
	tier.Generated(t, klpReadSchema, klpWriteSchema)
	all := klpCases(t)
	run(t, validator(klpReadSchema), all, typed, plantVerdict)
	run(t, validator(klpWriteSchema), corpus.WriteCases(all), typed, plantVerdict)
	run(t, node("ajv.mjs", klpReadSchema, root+"/test/ts"), all, typed, plantVerdict)
	run(t, node("ajv.mjs", klpWriteSchema, root+"/test/ts"), corpus.WriteCases(all), typed, plantVerdict)
}

// TestKLPInterpreter checks the reference interpreter, with which wiregen verify reads.
func TestKLPInterpreter(t *testing.T) {
	run(t, interpreter(protocol(t, klpDir+"klp.yaml")), klpCases(t), typed, plantVerdict, plantNormal, plantUnfit)
}

// TestKLPSameBytes compares what Go and TypeScript write, byte for byte.
func TestKLPSameBytes(t *testing.T) {
	tier.Generated(t, klpTS)
	sameBytes(t, klpCases(t), inGo(klpPasses), node("typescript.mjs", klpTS))
}

var typed = []string{"type"}

// klpCases returns the cases of the types of KLP.
func klpCases(t *testing.T) []corpus.Case {
	t.Helper()
	differences, err := corpus.ParseDifferences(file(t, "klp.differences.json"))
	if err != nil {
		t.Fatal(err)
	}
	// The methods of these are not declared.
	out, err := corpus.TypedCases(klpVectors(t), differences, klpPlaces, "p0031")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func klpVectors(t *testing.T) []corpus.Vector {
	t.Helper()
	list, err := corpus.Parse(file(t, "klp.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// klpPlaces has the types that are called otherwise in the spec, which has one type for
// what the original declares for each method, and names the others after the method.
var klpPlaces = map[string]corpus.Place{
	"RpcMessage": {Type: "Message"},
	"RpcError":   {Type: "Message", Before: `{"jsonrpc":"2.0","id":"e","error":`, After: `}`},

	"HandshakeParams": {Type: "SystemHandshakeParams"},
	"PingResult":      {Type: "SystemPingResult"},
	"VersionResult":   {Type: "SystemVersionResult"},
	"LogTailParams":   {Type: "SystemLogTailParams"},
	"LogTailResult":   {Type: "SystemLogTailResult"},

	"PingParams":                   {Type: "NoParams"},
	"VersionParams":                {Type: "NoParams"},
	"StateSnapshotParams":          {Type: "NoParams"},
	"StateSubscribeParams":         {Type: "NoParams"},
	"NotificationsSubscribeParams": {Type: "NoParams"},
	"JobsSubscribeParams":          {Type: "NoParams"},
	"SupportLockParams":            {Type: "NoParams"},

	"StateSubscribeResult":           {Type: "Subscription"},
	"NotificationsSubscribeResult":   {Type: "Subscription"},
	"NotificationsUnsubscribeParams": {Type: "Subscription"},
	"JobsUnsubscribeParams":          {Type: "Subscription"},

	"NotificationNewParams":     {Type: "Notification"},
	"NotificationAmendedParams": {Type: "NotificationsAmendedParams"},
	"JobProgress":               {Type: "JobsProgressParams"},
}

var klpPasses = map[string]pass{
	"Message":                        codec(klp.DecodeMessage, klp.AppendMessage, klp.CheckMessage),
	"SystemHandshakeParams":          codec(klp.DecodeSystemHandshakeParams, klp.AppendSystemHandshakeParams, klp.CheckSystemHandshakeParams),
	"SystemPingResult":               codec(klp.DecodeSystemPingResult, klp.AppendSystemPingResult, klp.CheckSystemPingResult),
	"SystemVersionResult":            codec(klp.DecodeSystemVersionResult, klp.AppendSystemVersionResult, klp.CheckSystemVersionResult),
	"SystemLogTailParams":            codec(klp.DecodeSystemLogTailParams, klp.AppendSystemLogTailParams, klp.CheckSystemLogTailParams),
	"SystemLogTailResult":            codec(klp.DecodeSystemLogTailResult, klp.AppendSystemLogTailResult, klp.CheckSystemLogTailResult),
	"NoParams":                       codec(klp.DecodeNoParams, klp.AppendNoParams, klp.CheckNoParams),
	"Subscription":                   codec(klp.DecodeSubscription, klp.AppendSubscription, klp.CheckSubscription),
	"StateSnapshot":                  codec(klp.DecodeStateSnapshot, klp.AppendStateSnapshot, klp.CheckStateSnapshot),
	"StateChangedParams":             codec(klp.DecodeStateChangedParams, klp.AppendStateChangedParams, klp.CheckStateChangedParams),
	"Notification":                   codec(klp.DecodeNotification, klp.AppendNotification, klp.CheckNotification),
	"NotificationsListParams":        codec(klp.DecodeNotificationsListParams, klp.AppendNotificationsListParams, klp.CheckNotificationsListParams),
	"NotificationsListResult":        codec(klp.DecodeNotificationsListResult, klp.AppendNotificationsListResult, klp.CheckNotificationsListResult),
	"NotificationsAckParams":         codec(klp.DecodeNotificationsAckParams, klp.AppendNotificationsAckParams, klp.CheckNotificationsAckParams),
	"NotificationsAckResult":         codec(klp.DecodeNotificationsAckResult, klp.AppendNotificationsAckResult, klp.CheckNotificationsAckResult),
	"NotificationsUnackParams":       codec(klp.DecodeNotificationsUnackParams, klp.AppendNotificationsUnackParams, klp.CheckNotificationsUnackParams),
	"NotificationsAmendedParams":     codec(klp.DecodeNotificationsAmendedParams, klp.AppendNotificationsAmendedParams, klp.CheckNotificationsAmendedParams),
	"JobsListParams":                 codec(klp.DecodeJobsListParams, klp.AppendJobsListParams, klp.CheckJobsListParams),
	"JobsListResult":                 codec(klp.DecodeJobsListResult, klp.AppendJobsListResult, klp.CheckJobsListResult),
	"JobsExecuteParams":              codec(klp.DecodeJobsExecuteParams, klp.AppendJobsExecuteParams, klp.CheckJobsExecuteParams),
	"JobsExecuteResult":              codec(klp.DecodeJobsExecuteResult, klp.AppendJobsExecuteResult, klp.CheckJobsExecuteResult),
	"JobsProgressParams":             codec(klp.DecodeJobsProgressParams, klp.AppendJobsProgressParams, klp.CheckJobsProgressParams),
	"JobsKillParams":                 codec(klp.DecodeJobsKillParams, klp.AppendJobsKillParams, klp.CheckJobsKillParams),
	"JobsKillResult":                 codec(klp.DecodeJobsKillResult, klp.AppendJobsKillResult, klp.CheckJobsKillResult),
	"SupportUploadDiagnosticsParams": codec(klp.DecodeSupportUploadDiagnosticsParams, klp.AppendSupportUploadDiagnosticsParams, klp.CheckSupportUploadDiagnosticsParams),
	"SupportUploadDiagnosticsResult": codec(klp.DecodeSupportUploadDiagnosticsResult, klp.AppendSupportUploadDiagnosticsResult, klp.CheckSupportUploadDiagnosticsResult),
	"SupportUnlockResult":            codec(klp.DecodeSupportUnlockResult, klp.AppendSupportUnlockResult, klp.CheckSupportUnlockResult),
	"SupportStatusResult":            codec(klp.DecodeSupportStatusResult, klp.AppendSupportStatusResult, klp.CheckSupportStatusResult),
	"MaintenanceListParams":          codec(klp.DecodeMaintenanceListParams, klp.AppendMaintenanceListParams, klp.CheckMaintenanceListParams),
	"MaintenanceDeferParams":         codec(klp.DecodeMaintenanceDeferParams, klp.AppendMaintenanceDeferParams, klp.CheckMaintenanceDeferParams),
	"MaintenanceDeferResult":         codec(klp.DecodeMaintenanceDeferResult, klp.AppendMaintenanceDeferResult, klp.CheckMaintenanceDeferResult),
}

// protocol reads a spec.
func protocol(t *testing.T, name string) *model.Protocol {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile(name, text), &r), &r)
	if p == nil {
		t.Fatalf("%s has errors", name)
	}
	return p
}

// interpreter reads and writes with the reference interpreter.
func interpreter(p *model.Protocol) reader {
	read := interp.New(p)
	return func(t *testing.T, cases []corpus.Case) []corpus.Answer {
		t.Helper()
		var out []corpus.Answer
		for _, c := range cases {
			if !read.Has(c.Type) {
				t.Fatalf("the spec has no type %s", c.Type)
			}
			out = append(out, passes(func(text string) (string, error, error) {
				got := read.Read(c.Type, []byte(text))
				switch {
				case got.Err != nil:
					return "", nil, got.Err
				case got.Unfit != nil:
					return "", got.Unfit, nil
				}
				return got.Value.Written(), nil, nil
			}, c.Text))
		}
		return out
	}
}
