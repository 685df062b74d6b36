package live

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/examples/klp/gen/go/klp"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestKLP has a session with an agent on the types of kanade-shared, over a Unix socket.
func TestKLP(t *testing.T) {
	skipped(t, "klp")
	program := klpPeer(t)
	p := &peer{
		name: "kanade-shared " + locked(t, "peers/klp/Cargo.lock", "kanade-shared"),
		spec: absolute(t, "..", "..", "examples", "klp", "klp.yaml"),
		start: func(t *testing.T, dir string) (*exec.Cmd, string, string) {
			// The path of a socket must be short.
			short, err := os.MkdirTemp("", "klp")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.RemoveAll(short) })
			return nil, "unix", listening(t, exec.Command(program, filepath.Join(short, "agent.sock")), "listening at: ")
		},
	}
	p.sessions(t, "Go", administer)
}

// locked is the version of a package in Cargo.lock.
func locked(t *testing.T, lock, name string) string {
	t.Helper()
	text, err := os.ReadFile(lock)
	if err != nil {
		t.Fatal(err)
	}
	_, version, _ := strings.Cut(string(text), "name = \""+name+"\"\nversion = \"")
	version, _, _ = strings.Cut(version, "\"")
	return version
}

// A desktop keeps what the agent pushes.
type desktop struct {
	klp.UnimplementedClientHandler
	states        chan *klp.StateChangedParams
	notifications chan *klp.Notification
	amended       chan *klp.NotificationsAmendedParams
	progress      chan *klp.JobsProgressParams
}

func (d *desktop) StateChanged(_ context.Context, p *klp.StateChangedParams) { d.states <- p }
func (d *desktop) NotificationsNew(_ context.Context, p *klp.Notification)   { d.notifications <- p }
func (d *desktop) JobsProgress(_ context.Context, p *klp.JobsProgressParams) { d.progress <- p }
func (d *desktop) NotificationsAmended(_ context.Context, p *klp.NotificationsAmendedParams) {
	d.amended <- p
}

func administer(ctx context.Context, t *testing.T, l link) {
	d := &desktop{
		states: make(chan *klp.StateChangedParams, 10), notifications: make(chan *klp.Notification, 10),
		amended: make(chan *klp.NotificationsAmendedParams, 10), progress: make(chan *klp.JobsProgressParams, 10),
	}
	c := connected(ctx, t, l, klp.ClientOptions{
		Handler: d, Options: rpc.Options{Report: l.report},
		Handshake: &klp.SystemHandshakeParams{Client: "wiregen", ClientVersion: "1", Features: []klp.Feature{klp.FeaturePushState, klp.FeaturePushNotifications, klp.FeaturePushJobs, klp.FeatureSupportDiagnostics}},
	}, klp.StartAgent, klp.ConnectAgent)
	defer closed(t, c)
	if hello := c.Handshake(); c.Version() != "1" || len(hello.Features) != 5 || hello.Session.SessionID != math.MaxUint32 || *hello.ClientDisplayName != "wiregen" {
		t.Errorf("the handshake is %+v", hello)
	}
	must(c.SystemPing(ctx, nil))(t)
	if v := must(c.SystemVersion(ctx, &klp.NoParams{}))(t); v.TargetClientVersion != nil {
		t.Errorf("the versions are %+v", v)
	}
	if log := must(c.SystemLogTail(ctx, nil))(t); len(log.Lines) != 200 || log.Truncated {
		t.Errorf("the log has %d lines", len(log.Lines))
	}
	state := must(c.StateSnapshot(ctx, nil))(t)
	if len(state.Checks) != 2 || state.Checks[0].HealthHidden || !state.Checks[1].HealthHidden {
		t.Errorf("the state is %+v", state)
	}
	subscription := must(c.StateSubscribe(ctx, nil))(t)
	if change := await(ctx, t, d.states); change.At != "2026-11-20T12:00:00.000001500Z" {
		t.Errorf("the change is %+v", change)
	}
	if err := c.StateUnsubscribe(ctx, subscription); err != nil {
		t.Error(err)
	}
	d.notified(ctx, t, c)
	d.works(ctx, t, c)

	if up := must(c.SupportUploadDiagnostics(ctx, &klp.SupportUploadDiagnosticsParams{Summary: "päckchen", Contact: new("me")}))(t); up.SizeBytes != math.MaxUint64 || up.ObjectKey != "päckchen" || *up.TicketID != "me" {
		t.Errorf("the upload is %+v", up)
	}
	grants := must(c.SupportUnlock(ctx, &klp.SupportUnlockParams{Code: "123"}))(t)
	if left := must(c.SupportStatus(ctx, nil))(t); len(grants.Grants) != 1 || len(left.Grants) != 0 || must(c.SupportLock(ctx, nil))(t).Released != 1 {
		t.Errorf("the grants are %+v, and then %+v", grants, left)
	}
	plan := must(c.MaintenanceList(ctx, &klp.MaintenanceListParams{WindowDays: new(uint32(30))}))(t)
	later := must(c.MaintenanceDefer(ctx, &klp.MaintenanceDeferParams{ScheduleID: plan.Items[0].ScheduleID, Duration: klp.DeferDuration1h}))(t)
	if !plan.Items[0].Deferrable || plan.Items[0].NextFireAt != "2026-12-20T12:00:00.000001500Z" || later.NewFireAt != "2026-11-20T13:00:00.000001500Z" {
		t.Errorf("the plan is %+v, and then %s", plan.Items, later.NewFireAt)
	}
	if _, err := c.Call(ctx, &klp.UnknownMessage{ID: c.NewID(), Method: "system.reboot", Params: wirert.Raw(`{}`)}); !errors.Is(err, klp.ErrMethodNotFound) {
		t.Errorf("an undeclared method: %v", err)
	}
}

// notified subscribes to notifications, and lists them.
func (d *desktop) notified(ctx context.Context, t *testing.T, c *klp.Client) {
	subscription := must(c.NotificationsSubscribe(ctx, nil))(t)
	if n := await(ctx, t, d.notifications); n.Priority != klp.NotificationPriorityEmergency || n.ExpiresAt == nil || n.AckedAt != nil {
		t.Errorf("the notification is %+v", n)
	}
	if a := await(ctx, t, d.amended); a.ID != "n-2" {
		t.Errorf("the change is %+v", a)
	} else if _, ok := a.Op.(*klp.RecallOp); !ok {
		t.Errorf("the change is %+v", a.Op)
	}
	all := must(c.NotificationsList(ctx, &klp.NotificationsListParams{Filter: new(klp.NotificationsFilterAll), Cursor: new("next")}))(t)
	if len(all.Items) != 2 || all.Items[1].Priority != klp.NotificationPriorityUnknown || *all.NextCursor != "next" {
		t.Errorf("the notifications are %+v", all)
	}
	ack := must(c.NotificationsAck(ctx, &klp.NotificationsAckParams{ID: "n-1"}))(t)
	unack := must(c.NotificationsUnack(ctx, &klp.NotificationsUnackParams{ID: "n-1"}))(t)
	if ack.AckedAt != unack.UnackedAt {
		t.Errorf("%s, %s", ack.AckedAt, unack.UnackedAt)
	}
	if err := c.NotificationsUnsubscribe(ctx, subscription); err != nil {
		t.Error(err)
	}
	if err := c.NotificationsUnsubscribe(ctx, subscription); !errors.Is(err, klp.ErrNotFound) {
		t.Errorf("a subscription that has ended: %v", err)
	}
}

// works runs a job.
func (d *desktop) works(ctx context.Context, t *testing.T, c *klp.Client) {
	list := must(c.JobsList(ctx, nil))(t)
	if j := list.Items[0]; j.Category != "software_update" || *j.CategoryOrder != math.MinInt64 || *j.TimeoutSecs != math.MaxUint64 || *j.LastRun.ExitCode != math.MinInt32 {
		t.Errorf("the job is %+v", j)
	}
	subscription := must(c.JobsSubscribe(ctx, nil))(t)
	run := must(c.JobsExecute(ctx, &klp.JobsExecuteParams{ID: list.Items[0].ID}))(t)
	var reports []klp.JobsProgressParams
	for len(reports) < 3 {
		reports = append(reports, *await(ctx, t, d.progress))
	}
	if *reports[1].StdoutChunk != "Grüße 😀\n\u2028" || reports[2].Status != klp.RunStatusFailed || *reports[2].ExitCode != -1 {
		t.Errorf("the reports are %+v", reports)
	}
	must(c.JobsKill(ctx, &klp.JobsKillParams{RunID: run.RunID}))(t)
	if _, err := c.JobsExecute(ctx, &klp.JobsExecuteParams{ID: "forbidden"}); !errors.Is(err, klp.ErrUnauthorized) || errors.Is(err, klp.ErrNotFound) {
		t.Errorf("a forbidden job: %v", err)
	}
	if _, err := c.JobsKill(ctx, &klp.JobsKillParams{RunID: "none"}); !errors.Is(err, klp.ErrNotFound) {
		t.Errorf("no run: %v", err)
	}
	if err := c.JobsUnsubscribe(ctx, subscription); err != nil {
		t.Error(err)
	}
}
