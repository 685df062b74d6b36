// Command agent is an agent of the Kanade Local Protocol without a PC to look after: its
// jobs are scripts. It listens on the Unix socket that is its argument.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"slices"
	"sync"
	"time"

	"github.com/wiregen/wiregen/examples/klp/gen/go/klp"
	"github.com/wiregen/wiregen/wirert/rpc"
)

const version = "0.4.0"

// agent serves one connection.
type agent struct {
	klp.UnimplementedAgentHandler
	mu            sync.Mutex
	last          int
	subscriptions map[string]string // what is subscribed to, by id
	runs          map[string]context.CancelFunc
	notifications []klp.Notification
}

func newAgent() klp.AgentHandler {
	return &agent{subscriptions: map[string]string{}, runs: map[string]context.CancelFunc{}}
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }

func notFound(what string) error {
	return klp.NewNotFound(&klp.ErrorDetail{Detail: "there is no " + what}, "")
}

// next returns a new id. The caller has locked.
func (a *agent) next(what string) string {
	a.last++
	return fmt.Sprintf("%s-%d", what, a.last)
}

func (a *agent) SystemHandshake(_ context.Context, p *klp.SystemHandshakeParams) (*klp.SystemHandshakeResult, error) {
	common, ok := klp.PickVersion(p.Protocol)
	if !ok {
		return nil, klp.NewStaleProtocol(&klp.ErrorDetail{Detail: "this agent implements version 1"}, "")
	}
	return &klp.SystemHandshakeResult{
		Protocol: common, AgentVersion: version, Session: klp.Session{User: "alice", SessionID: 2, PcID: "PC1234"},
		Features: []klp.Feature{klp.FeaturePushJobs, klp.FeaturePushNotifications, klp.FeaturePushState, klp.FeatureSupportDiagnostics},
	}, nil
}

func (a *agent) SystemPing(context.Context, *klp.NoParams) (*klp.SystemPingResult, error) {
	return &klp.SystemPingResult{AgentTime: now()}, nil
}

// ---- Subscriptions ----

func (a *agent) subscribe(topic string) (*klp.Subscription, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	id := a.next(topic)
	a.subscriptions[id] = topic
	return &klp.Subscription{Subscription: id}, nil
}

func (a *agent) unsubscribe(topic string, p *klp.Subscription) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.subscriptions[p.Subscription] != topic {
		return notFound("subscription " + p.Subscription)
	}
	delete(a.subscriptions, p.Subscription)
	return nil
}

func (a *agent) subscribed(topic string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, t := range a.subscriptions {
		if t == topic {
			return true
		}
	}
	return false
}

func (a *agent) StateSubscribe(context.Context, *klp.NoParams) (*klp.Subscription, error) {
	return a.subscribe("state")
}
func (a *agent) StateUnsubscribe(_ context.Context, p *klp.Subscription) error {
	return a.unsubscribe("state", p)
}
func (a *agent) NotificationsSubscribe(context.Context, *klp.NoParams) (*klp.Subscription, error) {
	return a.subscribe("notifications")
}
func (a *agent) NotificationsUnsubscribe(_ context.Context, p *klp.Subscription) error {
	return a.unsubscribe("notifications", p)
}
func (a *agent) JobsSubscribe(context.Context, *klp.NoParams) (*klp.Subscription, error) {
	return a.subscribe("jobs")
}
func (a *agent) JobsUnsubscribe(_ context.Context, p *klp.Subscription) error {
	return a.unsubscribe("jobs", p)
}

// ---- Notifications ----

func (a *agent) NotificationsAck(_ context.Context, p *klp.NotificationsAckParams) (*klp.NotificationsAckResult, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.IndexFunc(a.notifications, func(n klp.Notification) bool { return n.ID == p.ID })
	if i < 0 {
		return nil, notFound("notification " + p.ID)
	}
	a.notifications[i].AckedAt = new(now())
	return &klp.NotificationsAckResult{AckedAt: *a.notifications[i].AckedAt}, nil
}

// notify tells the user that a run has succeeded.
func (a *agent) notify(ctx context.Context, client *klp.Agent, run string) error {
	a.mu.Lock()
	n := klp.Notification{ID: a.next("note"), Priority: klp.NotificationPriorityInfo, RequireAck: true, Title: run, Body: "It has succeeded.", IssuedAt: now()}
	a.notifications = append(a.notifications, n)
	a.mu.Unlock()
	if !a.subscribed("notifications") {
		return nil
	}
	return client.NotificationsNew(ctx, &n)
}

// ---- Jobs ----

// A job calls say with what it prints, until it has done its work, or ctx ends.
type job func(ctx context.Context, say func(text string)) error

var jobs = map[string]job{
	"cleanup": func(_ context.Context, say func(string)) error {
		say("12 old logs are gone")
		say("3 crash dumps are gone")
		return nil
	},
	"watch": func(ctx context.Context, say func(string)) error {
		say("watching")
		<-ctx.Done()
		return ctx.Err()
	},
}

func (a *agent) JobsExecute(ctx context.Context, p *klp.JobsExecuteParams) (*klp.JobsExecuteResult, error) {
	do := jobs[p.ID]
	if do == nil {
		return nil, klp.NewUnauthorized(&klp.ErrorDetail{Detail: p.ID + " is not a job of the user"}, "")
	}
	client := klp.AgentFrom(ctx)
	own, kill := context.WithCancel(context.Background()) // the run outlives this call
	a.mu.Lock()
	id := a.next("run")
	a.runs[id] = kill
	a.mu.Unlock()
	go func() { // a run ends with the connection of its user
		<-client.Done()
		kill()
	}()
	go func() {
		if err := a.run(own, client, id, do); err != nil {
			log.Printf("%s: %v", id, err) // the client has gone
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.runs, id)
	}()
	return &klp.JobsExecuteResult{RunID: id}, nil
}

// run does a job, and reports its progress and its end.
func (a *agent) run(own context.Context, client *klp.Agent, id string, do job) error {
	ctx := context.Background()
	report := func(status klp.RunStatus, text *string, code *int32) error {
		if !a.subscribed("jobs") {
			return nil
		}
		return client.JobsProgress(ctx, &klp.JobsProgressParams{RunID: id, Status: status, StdoutChunk: text, ExitCode: code})
	}
	var lost error
	err := do(own, func(text string) { lost = errors.Join(lost, report(klp.RunStatusRunning, &text, nil)) })
	switch {
	case lost != nil:
		return lost
	case own.Err() != nil:
		return report(klp.RunStatusKilled, nil, new(int32(-1)))
	case err != nil:
		return report(klp.RunStatusFailed, nil, new(int32(1)))
	}
	if err := report(klp.RunStatusCompleted, nil, new(int32(0))); err != nil {
		return err
	}
	if a.subscribed("state") {
		checks := []klp.Check{{Name: "disk", Status: klp.CheckStatusOk}}
		err := client.StateChanged(ctx, &klp.StateChangedParams{
			Snapshot: klp.StateSnapshot{PcID: "PC1234", Online: true, Checks: checks, AgentVersion: version, TargetVersion: version}, At: now(),
		})
		if err != nil {
			return err
		}
	}
	return a.notify(ctx, client, id)
}

func (a *agent) JobsKill(_ context.Context, p *klp.JobsKillParams) (*klp.JobsKillResult, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	kill, ok := a.runs[p.RunID]
	if !ok {
		return nil, notFound("run " + p.RunID)
	}
	kill()
	return &klp.JobsKillResult{RequestedAt: now()}, nil
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	l, err := net.Listen("unix", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening")
	// What is wrong with messages is answered, and reported here.
	o := rpc.Options{Report: func(i rpc.Incident) { log.Print(i.Err) }}
	if err := klp.Serve(ctx, l, newAgent, &o); err != nil {
		log.Fatal(err)
	}
}
