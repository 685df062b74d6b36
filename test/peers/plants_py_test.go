//go:build linux

package peers

const (
	aioPy       = "templates/py/runtime/aio.py"
	boundsPy    = "templates/py/runtime/peer_bounds.py"
	callsPy     = "templates/py/runtime/aio_calls.py"
	childPy     = "templates/py/runtime/aio_child.py"
	driverPy    = "templates/py/runtime/aio_driver.py"
	framingPy   = "templates/py/runtime/framing.py"
	handlingPy  = "templates/py/runtime/aio_handling.py"
	outboxPy    = "templates/py/runtime/peer_outbox.py"
	peerPy      = "templates/py/runtime/peer.py"
	pendingPy   = "templates/py/runtime/peer_calls.py"
	receivingPy = "templates/py/runtime/peer_receiving.py"
	sendingPy   = "templates/py/runtime/peer_sending.py"
	servingPy   = "templates/py/runtime/peer_serving.py"
	stdioPy     = "templates/py/runtime/aio_stdio.py"
)

var pyPlants = []plant{
	{
		rule: 1, fault: "the reader waits while requests wait",
		file:    peerPy,
		old:     "return not self._frames and not self.room.is_full and self.ended is None",
		now:     "return not self._frames and not self.room.is_full and not self.serving.waiting",
		scripts: []string{"a cancel behind requests that wait"},
	},
	{
		rule: 1, fault: "reading that pauses has no end",
		file:    boundsPy,
		old:     "        if self.held >= self.most:\n            self._stall.start()\n",
		now:     "",
		scripts: []string{"reading pauses, and no handler takes anything", "events that nobody reads, above the bound"},
	},
	{
		rule: 1, fault: "after the end of the input, handlers have no end",
		file:    peerPy,
		old:     "        self.clock.after(self.options.close_wait, lambda: self.end(lost, not self._receiving.is_truncated))\n",
		now:     "",
		scripts: []string{"the end of the input while a handler takes longer than CloseWait"},
	},
	{
		rule: 1, fault: "handlers do not see that the connection has ended",
		file:    peerPy,
		old:     "        self.serving.stop(error)\n",
		now:     "",
		scripts: []string{"Close ends handlers and calls", "a peer that goes with a request open"},
	},
	{
		rule: 1, fault: "a connection that was busy is never idle",
		file:    peerPy,
		old:     "self._busy:\n            self._idle.start()",
		now:     "self._busy:\n            return",
		scripts: []string{"an open call keeps a silent connection"},
	},
	{
		rule: 1, fault: "calls wait for answers after the end of the input",
		file:    peerPy,
		old:     "        self.pending.give_up_all(lost)\n",
		now:     "",
		scripts: []string{"a call fails at the end of the input, and handlers may send on"},
	},
	{
		rule: 1, fault: "the time of the handshake is not kept",
		file:    peerPy,
		old:     "            self._ungreeted.start()\n",
		now:     "            pass\n",
		scripts: []string{"a handshake that is not answered", "a handshake that never begins"},
	},

	{
		rule: 2, fault: "answers do not count",
		file:    outboxPy,
		old:     "        if m.is_owed:\n            self._owed += size\n",
		now:     "",
		scripts: []string{"no handler starts while answers wait to be written", "a notification waits for the writer with the answers of handlers that have ended"},
	},
	{
		rule: 2, fault: "answers of handlers do not wait for the writer",
		file:    outboxPy,
		old:     "if self.is_full and not self._is_ended:\n            self._answers.append(act)\n        else:\n            act()",
		now:     "act()",
		scripts: []string{"a notification waits for the writer with the answers of handlers that have ended"},
	},
	{
		rule: 2, fault: "handlers start while answers wait",
		file:    servingPy,
		old:     " or peer.outbox.is_full:",
		now:     ":",
		scripts: []string{"no handler starts while answers wait to be written"},
	},
	{
		rule: 2, fault: "the peer may read nothing for ever",
		file:    outboxPy,
		old:     "what is held back does not hold back an answer\n        self._stall.start()",
		now:     "what is held back does not hold back an answer",
		scripts: []string{"a peer that asks nothing and reads nothing"},
	},
	{
		rule: 2, fault: "senders do not wait",
		file:    driverPy,
		old:     "        if self.peer.is_full:\n",
		now:     "        if self.peer.is_closed:\n",
		scripts: []string{"handlers that send events wait while the peer does not read"},
	},
	{
		rule: 2, fault: "what handlers hold has no bound",
		file:    servingPy,
		old:     "self._started == 0 or self._started_cost + request.cost <=",
		now:     "self._started == 0 or request.cost <=",
		scripts: []string{"what requests take whose handlers run is bounded"},
	},
	{
		rule: 2, fault: "senders that wait do not see the end",
		file:    peerPy,
		old:     "self.outbox.unsent >= self.options.max_write and self.ended is None",
		now:     "self.outbox.unsent >= self.options.max_write",
		scripts: []string{"notifications that wait see that the connection has ended", "several handlers that send events see that the connection has ended"},
	},
	{
		rule: 2, fault: "what waits to be written has no bound",
		file:    sendingPy,
		old:     "if unsent >= peer.options.max_unsent:",
		now:     "if unsent < 0:",
		scripts: []string{"a notification fails while more than maxUnsent waits to be written"},
	},

	{
		rule: 3, fault: "a full room ends the connection at once",
		file:    boundsPy,
		old:     "        if self.held >= self.most:\n            self._stall.start()\n",
		now:     "        if self.held >= self.most:\n            self._stall._ended()\n",
		scripts: []string{"reading pauses while handlers are busy, and goes on"},
	},
	{
		rule: 3, fault: "what is taken does not count as progress",
		file:    boundsPy,
		old:     "        self.held -= cost\n        self._stall.moved()\n        if self.held < self.most:\n            self._stall.stop()\n",
		now:     "        self.held -= cost\n",
		scripts: []string{"reading pauses for longer than StallWait, while handlers go on one by one", "a long message behind short ones that are handled one by one"},
	},
	{
		rule: 3, fault: "events are dropped from a number of them on",
		file:    callsPy,
		old:     "        if self.is_ended:\n            return\n        self._items.append(item)",
		now:     "        if self.is_ended or len(self._items) >= 1000:\n            return\n        self._items.append(item)",
		scripts: []string{"a slow reader of events slows the sender"},
	},
	{
		rule: 3, fault: "events that wait are not counted",
		file:    callsPy,
		old:     "        self._costs.append(cost)\n",
		now:     "        cost = 0\n        self._costs.append(cost)\n",
		scripts: []string{"events that nobody reads, above the bound"},
	},

	{
		rule: 4, fault: "a handler keeps its slot during a call",
		file:    servingPy,
		old:     "peer.options.max_handlers + len(peer.pending.calls)",
		now:     "peer.options.max_handlers",
		scripts: []string{"handlers that wait for the peer give up their slots", "requests behind one whose handler calls back"},
	},
	{
		rule: 4, fault: "a slot is not free again when a handler has ended",
		file:    servingPy,
		old:     "        self._started -= 1\n",
		now:     "",
		scripts: []string{"Shutdown waits for fifty requests, of which more wait than run"},
	},
	{
		rule: 4, fault: "what stands behind a notification waits while its handler calls",
		file:    handlingPy,
		old:     "if self._task is not None and not self._calls:",
		now:     "if self._task is not None:",
		scripts: []string{"a request behind a notification whose handler calls back"},
	},

	{
		rule: 5, fault: "shutdown does not drain",
		file:    peerPy,
		old:     "New ones are refused.\"\"\"\n        self.clock.now = now\n",
		now:     "New ones are refused.\"\"\"\n        self.close(now)\n",
		daily:   true,
		scripts: []string{"Shutdown lets open requests finish"},
	},
	{
		rule: 5, fault: "requests are taken while the connection shuts down",
		file:    servingPy,
		old:     "elif peer.is_draining:",
		now:     "elif peer.is_closed:",
		scripts: []string{"Shutdown lets open requests finish"},
	},
	{
		rule: 5, fault: "shutdown has no end",
		file:    driverPy,
		old:     "await asyncio.wait([done], timeout=timeout)",
		now:     "await asyncio.wait([done])",
		scripts: []string{"Shutdown whose time is over closes"},
	},
	{
		rule: 5, fault: "shutdown by a signal has no end",
		file:    aioPy,
		old:     "shutdown(timeout=connection.options.close_wait)",
		now:     "shutdown()",
		scripts: []string{"SIGTERM, and a handler that takes longer than CloseWait"},
	},
	{
		rule: 5, fault: "the end of the input cancels at once",
		file:    peerPy,
		old:     "        self._events.append(InputEnded())\n",
		now:     "        self._events.append(InputEnded())\n        self.serving.stop(lost)\n",
		scripts: []string{"the end of the input lets open requests finish"},
	},
	{
		rule: 5, fault: "a last line without a newline is dropped",
		file:    framingPy,
		old:     "return out if out and isinstance(out[0], bytes) and is_json(out[0]) else [_TRUNCATED]",
		now:     "return [_TRUNCATED]",
		scripts: []string{"the last line has no newline"},
	},
	{
		rule: 5, fault: "close waits for the handler that calls it",
		file:    driverPy,
		old:     "            await asyncio.shield(self._closed)\n",
		now:     "            await asyncio.shield(self._finished)\n",
		scripts: []string{"Close in the handler of a request"},
	},
	{
		rule: 5, fault: "close does not write what was sent before",
		file:    peerPy,
		old:     "if is_usual and self.outbox.unsent and not self._is_cut:",
		now:     "if self._is_cut and self.outbox.unsent:",
		scripts: []string{"Close writes what was sent before it was called to a peer that reads late"},
	},

	{
		rule: 6, fault: "the end that receives the last message does not end",
		file:    receivingPy,
		old:     "        if peer.machine.is_ended:\n",
		now:     "        if peer.is_closed:\n",
		scripts: []string{"a notification that ends the session, at the end that hears it", "a request that ends the session, at the end that makes it"},
	},
	{
		rule: 6, fault: "the end that serves the last request does not end",
		file:    peerPy,
		old:     "        if self.machine.is_ended:\n            self.over(together is not None)\n",
		now:     "",
		scripts: []string{"a request that ends the session, at the end that serves it"},
	},
	{
		rule: 6, fault: "the end that sends the last notification does not end",
		file:    sendingPy,
		old:     "        if peer.machine.is_ended:\n            peer.over()\n",
		now:     "",
		scripts: []string{"a notification that ends the session, at the end that sends it"},
	},
	{
		rule: 6, fault: "the end of a session is an error",
		file:    peerPy,
		old:     "            self.end(ConnectionFailed(\"closed\", \"the session has ended\"), True)",
		now:     "            self.end(ConnectionFailed(\"closed\", \"the session has ended\"))",
		scripts: []string{"a request that ends the session, at the end that serves it"},
	},

	{
		rule: 7, fault: "what is left of the group of a child is not killed",
		file:    childPy,
		old:     "        self._signal_group(signal.SIGKILL if sys.platform != \"win32\" else 0)\n",
		now:     "",
		scripts: []string{"Close ends what a child has started", "a child that exits, while a process of it holds its output"},
	},
	{
		rule: 7, fault: "a child that ignores SIGTERM is waited for",
		file:    childPy,
		old:     "(self._kill_after, _KILL)",
		now:     "(1000 * self._kill_after, _KILL)",
		scripts: []string{"Close of a child that exits neither at the end of its input nor at SIGTERM"},
	},
	{
		rule: 7, fault: "standard error is not read",
		file:    childPy,
		old:     "        self._pipe(0).set_write_buffer_limits(high=0)\n",
		now:     "        self._pipe(0).set_write_buffer_limits(high=0)\n        self._pipe(2).pause_reading()\n",
		scripts: []string{"a child that writes much to its standard error"},
	},
	{
		rule: 7, fault: "the last lines of standard error are lost",
		file:    childPy,
		old:     "            self._last = whole[-_KEPT:]\n",
		now:     "",
		scripts: []string{"the last lines of the standard error of a child"},
	},
	{
		rule: 7, fault: "the exit code is lost",
		file:    childPy,
		old:     "the process has exited with code {code}",
		now:     "the process has exited",
		scripts: []string{"a child that exits"},
	},

	{
		rule: 8, fault: "an error of the output ends the process",
		file:    stdioPy,
		old:     "            self._link.write_failed(error)\n",
		now:     "            os._exit(3)\n",
		scripts: []string{"a broken output ends the connection while its input is open"},
	},
	{
		rule: 8, fault: "an error of the output is not seen",
		file:    peerPy,
		old:     "        if self._is_cut or self.is_closed:\n            return\n",
		now:     "        if not self._is_cut:\n            return\n",
		scripts: []string{"a broken output ends the connection while its input is open"},
	},

	{
		rule: 9, fault: "calls that were given up are known for ever",
		file:    pendingPy,
		old:     "if len(self._calls) > _MOST_PAST:",
		now:     "if len(self._calls) > 10 * _MOST_PAST:",
		scripts: []string{"of the calls that are given up, the last are known"},
	},
	{
		rule: 9, fault: "calls that were given up count as open",
		file:    pendingPy,
		old:     "        self.calls.pop(call.id, None)\n",
		now:     "",
		scripts: []string{"a call that was given up does not keep a silent connection"},
	},
	{
		rule: 9, fault: "requests that were answered count as open",
		file:    servingPy,
		old:     "        if self.running.get(request.id) is request:\n            del self.running[request.id]\n",
		now:     "",
		scripts: []string{"a handler keeps a silent connection"},
	},

	{
		rule: 10, fault: "the params of an interceptor are ignored",
		file:    driverPy,
		old:     "        return out.params, ended\n",
		now:     "        return params, ended\n",
		daily:   true,
		scripts: []string{"interceptors refuse and change"},
	},
	{
		rule: 10, fault: "requests are handled without the interceptor",
		file:    handlingPy,
		old:     "if driver.options.incoming else",
		now:     "if not driver.options.incoming else",
		scripts: []string{"interceptors refuse and change"},
	},
	{
		rule: 10, fault: "an interceptor is not told of the end of a call",
		file:    driverPy,
		old:     "            waiter.ended(call.result, call.error)\n",
		now:     "            pass\n",
		scripts: []string{"interceptors refuse and change"},
	},
	{
		rule: 10, fault: "a connection with an open call is idle",
		file:    peerPy,
		old:     "if self.pending.calls or self.serving.running or self._busy:\n            self._idle",
		now:     "if self.serving.running or self._busy:\n            self._idle",
		scripts: []string{"an open call keeps a silent connection"},
	},
	{
		rule: 10, fault: "what is received does not put the end of an idle connection off",
		file:    boundsPy,
		old:     "        self._last = self._clock.now\n\n    def stop",
		now:     "        pass\n\n    def stop",
		scripts: []string{"what comes puts the end of an idle connection off"},
	},
	{
		rule: 10, fault: "progress does not put the time of a call off",
		file:    pendingPy,
		old:     "more = 0.0 if call.began is None else call.began + timeout - clock.now",
		now:     "more = 0.0",
		scripts: []string{"progress puts the time of a call off"},
	},
	{
		rule: 10, fault: "the first line is not checked",
		file:    framingPy,
		old:     "        self._is_unchecked = checks_first\n",
		now:     "        self._is_unchecked = False\n",
		scripts: []string{"a first line that is no JSON ends a session over a socket"},
	},
}
