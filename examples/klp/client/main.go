// Command client is what a user has of an agent of KLP: it runs two jobs, kills one of
// them, and confirms a notification. Then it shows two limits of the protocol.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"strings"

	"github.com/wiregen/wiregen/examples/klp/gen/go/klp"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// desktop shows what the agent pushes.
type desktop struct {
	klp.UnimplementedClientHandler
	runs  chan *klp.JobsProgressParams
	notes chan *klp.Notification
}

func (d *desktop) JobsProgress(_ context.Context, p *klp.JobsProgressParams) {
	fmt.Printf("%s: %s", p.RunID, p.Status)
	if p.StdoutChunk != nil {
		fmt.Printf(": %s", *p.StdoutChunk)
	}
	fmt.Println()
	d.runs <- p
}

func (d *desktop) StateChanged(_ context.Context, p *klp.StateChangedParams) {
	for _, check := range p.Snapshot.Checks {
		fmt.Printf("state of %s: %s\n", check.Name, check.Status)
	}
}

func (d *desktop) NotificationsNew(_ context.Context, n *klp.Notification) {
	fmt.Printf("%s: %s\n", n.Title, n.Body)
	d.notes <- n
}

func connect(ctx context.Context, socket string, h klp.ClientHandler) (*klp.Client, error) {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return nil, err
	}
	return klp.ConnectAgent(ctx, conn, klp.ClientOptions{Handler: h, Handshake: &klp.SystemHandshakeParams{
		Client: "example", ClientVersion: "1", // the versions of KLP are set
		Features: []klp.Feature{klp.FeaturePushJobs, klp.FeaturePushNotifications, klp.FeaturePushState, klp.FeatureSupportDiagnostics},
	}})
}

// work runs jobs.
func work(ctx context.Context, socket string) error {
	d := &desktop{runs: make(chan *klp.JobsProgressParams, 10), notes: make(chan *klp.Notification, 10)}
	c, err := connect(ctx, socket, d)
	if err != nil {
		return err
	}
	defer c.Close()
	fmt.Printf("version %s, %s on %s\n", c.Version(), c.Handshake().Session.User, c.Handshake().Session.PcID)
	_, state := c.StateSubscribe(ctx, nil)
	_, notifications := c.NotificationsSubscribe(ctx, nil)
	jobs, err := c.JobsSubscribe(ctx, nil)
	if err := errors.Join(state, notifications, err); err != nil {
		return err
	}

	if _, err := c.JobsExecute(ctx, &klp.JobsExecuteParams{ID: "cleanup"}); err != nil {
		return err
	}
	if _, err := c.NotificationsAck(ctx, &klp.NotificationsAckParams{ID: (<-d.notes).ID}); err != nil {
		return err
	}
	fmt.Println("confirmed")
	for run := range d.runs {
		if run.Status == klp.RunStatusCompleted {
			break
		}
	}

	run, err := c.JobsExecute(ctx, &klp.JobsExecuteParams{ID: "watch"})
	if err != nil {
		return err
	}
	<-d.runs // it is running
	if _, err := c.JobsKill(ctx, &klp.JobsKillParams{RunID: run.RunID}); err != nil {
		return err
	}
	<-d.runs

	if _, err = c.JobsExecute(ctx, &klp.JobsExecuteParams{ID: "reboot"}); !errors.Is(err, klp.ErrUnauthorized) {
		return err
	}
	fmt.Println("reboot:", err)
	return c.JobsUnsubscribe(ctx, jobs)
}

// hurry makes calls until the agent has enough of them.
func hurry(ctx context.Context, socket string) error {
	c, err := connect(ctx, socket, nil)
	if err != nil {
		return err
	}
	defer c.Close()
	for n := 2; ; n++ { // the handshake was the first
		switch _, err := c.SystemPing(ctx, nil); {
		case errors.Is(err, klp.ErrRateLimit):
			fmt.Printf("call %d: too many calls in a minute\n", n)
			return nil
		case err != nil:
			return err
		}
	}
}

// overdo tries to send a frame that is too long, at which the agent would end the connection.
func overdo(ctx context.Context, socket string) error {
	c, err := connect(ctx, socket, nil)
	if err != nil {
		return err
	}
	defer c.Close()
	detail := strings.Repeat("It does not work. ", 100_000)
	if _, err = c.SupportUploadDiagnostics(ctx, &klp.SupportUploadDiagnosticsParams{Detail: &detail}); !errors.Is(err, rpc.ErrTooLarge) {
		return err
	}
	fmt.Println(err)
	_, err = c.SystemPing(ctx, nil) // the connection goes on
	return err
}

func main() {
	ctx, socket := context.Background(), os.Args[1]
	for _, do := range []func(context.Context, string) error{work, hurry, overdo} {
		if err := do(ctx, socket); err != nil {
			log.Fatal(err)
		}
	}
}
