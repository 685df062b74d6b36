package main

import (
	"context"
	"log"
	"os"
	"os/exec"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// relay runs an agent, in any language, as a process, and passes messages on between it and a
// browser.
func relay(ctx context.Context, browser rpc.Transport, command []string) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	process, err := rpc.Start(ctx, cmd)
	if err != nil {
		log.Print(err)
		return
	}
	agent := wire.Protocol.Transport(process)
	done := make(chan struct{})
	go func() {
		defer close(done)
		pass(agent, browser)
		_ = browser.Close()
	}()
	pass(browser, agent)
	_ = agent.Close()
	<-done
}

// pass passes messages on until one of the two has ended.
func pass(from, to rpc.Transport) {
	for {
		message, err := from.Read()
		if err != nil {
			return
		}
		if to.Write([][]byte{message}) != nil {
			return
		}
	}
}
