//go:build linux

package peers

const (
	boundsTS     = "templates/ts/runtime/bounds.js"
	childTS      = "templates/ts/runtime/child.js"
	connectionTS = "templates/ts/runtime/connection.js"
	framingTS    = "templates/ts/runtime/framing.js"
	optionsTS    = "templates/ts/runtime/options.js"
	outboxTS     = "templates/ts/runtime/outbox.js"
	pendingTS    = "templates/ts/runtime/pending.js"
	queueTS      = "templates/ts/runtime/queue.js"
	receivingTS  = "templates/ts/runtime/receiving.js"
	servingTS    = "templates/ts/runtime/serving.js"
	streamsTS    = "templates/ts/runtime/streams.js"
	transportTS  = "templates/ts/runtime/transport.js"
)

var tsPlants = []plant{
	{
		rule: 1, fault: "the reader waits while requests wait",
		file:    connectionTS,
		old:     "while (this.#room.isFull && !this.#ended)",
		now:     "while ((this.#room.isFull || this.#serving.waiting > 0) && !this.#ended)",
		scripts: []string{"a cancel behind requests that wait", "a peer that has gone with 64 handlers and a full queue"},
	},
	{
		rule: 1, fault: "reading that pauses has no end",
		file:    boundsTS,
		old:     "    this.#stall.start();\n    return new Promise((resolve) => (this.#onRoom",
		now:     "    return new Promise((resolve) => (this.#onRoom",
		scripts: []string{"reading pauses, and no handler takes anything", "events that nobody reads, above the bound"},
	},
	{
		rule: 1, fault: "after the end of the input, handlers have no end",
		file:    connectionTS,
		old:     "await within(this.#options.closeWait, this.#serving.answered());\n    await this.#end(lost",
		now:     "await this.#serving.answered();\n    await this.#end(lost",
		scripts: []string{"the end of the input while a handler takes longer than CloseWait"},
	},
	{
		rule: 1, fault: "handlers do not see that the connection has ended",
		file:    servingTS,
		old:     "else entry.stop.abort(reason);",
		now:     "else void reason;",
		scripts: []string{"Close ends handlers and calls", "a peer that goes with a request open"},
	},
	{
		rule: 1, fault: "a connection that was busy is never idle",
		file:    connectionTS,
		old:     "if (this.#pending.size > 0 || this.#serving.size > 0) this.#idle.start();",
		now:     "if (this.#pending.size > 0 || this.#serving.size > 0) return;",
		scripts: []string{"an open call keeps a silent connection"},
	},
	{
		rule: 1, fault: "calls wait for answers after the end of the input",
		file:    connectionTS,
		old:     "    this.#pending.giveUpAll(lost);\n",
		now:     "",
		scripts: []string{"a call fails at the end of the input, and handlers may send on"},
	},
	{
		rule: 1, fault: "the time of the handshake is not kept",
		file:    connectionTS,
		old:     "    this.#unanswered.start();\n",
		now:     "",
		scripts: []string{"a handshake that is not answered", "a handshake that never begins"},
	},

	{
		rule: 2, fault: "answers do not count",
		file:    outboxTS,
		old:     "    this.#host.room.owe(costOf(text.length));\n    return this.#send(text, true, true, since);",
		now:     "    return this.#send(text, false, false, since);",
		scripts: []string{"refusals that nobody reads stop the reader"},
	},
	{
		rule: 2, fault: "answers of handlers do not wait for the writer",
		file:    outboxTS,
		old:     "if (this.isFull && !this.#isEnded) this.#answers.push(f);\n    else f();",
		now:     "f();",
		scripts: []string{"a notification waits for the writer with the answers of handlers that have ended"},
	},
	{
		rule: 2, fault: "handlers start while answers wait",
		file:    servingTS,
		old:     "|| outbox.isFull) return false;",
		now:     "|| outbox === undefined) return false;",
		scripts: []string{"no handler starts while answers wait to be written"},
	},
	{
		rule: 2, fault: "the peer may read nothing for ever",
		file:    outboxTS,
		old:     "() => this.unsent > 0 && host.stalled(), false);",
		now:     "() => this.unsent < 0 && host.stalled(), false);",
		scripts: []string{"a peer that asks nothing and reads nothing"},
	},
	{
		rule: 2, fault: "senders do not wait",
		file:    connectionTS,
		old:     "return sent ?? nothing;",
		now:     "return sent && nothing;",
		scripts: []string{"handlers that send events wait while the peer does not read"},
	},
	{
		rule: 2, fault: "what handlers hold has no bound",
		file:    servingTS,
		old:     "return this.#started === 0 || this.#startedCost + cost <= maxRead;",
		now:     "return this.#started === 0 || cost <= maxRead;",
		scripts: []string{"what requests take whose handlers run is bounded"},
	},
	{
		rule: 2, fault: "senders that wait do not see the end",
		file:    outboxTS,
		old:     "    this.#stall.stop();\n    this.#release();\n",
		now:     "    this.#stall.stop();\n",
		scripts: []string{"notifications that wait see that the connection has ended"},
	},
	{
		rule: 2, fault: "what waits to be written has no bound",
		file:    connectionTS,
		old:     "if (unsent >= this.#options.maxUnsent) throw",
		now:     "if (unsent < 0) throw",
		scripts: []string{"a notification fails while more than maxUnsent waits to be written"},
	},

	{
		rule: 3, fault: "a full room ends the connection at once",
		file:    connectionTS,
		old:     "while (this.#room.isFull && !this.#ended) await this.#room.wait();",
		now:     "if (this.#room.isFull) this.#endSlow(\"too much waits\");",
		scripts: []string{"reading pauses while handlers are busy, and goes on"},
	},
	{
		rule: 3, fault: "what is taken does not count as progress",
		file:    boundsTS,
		old:     "    this.#stall.moved();\n",
		now:     "",
		scripts: []string{"a long message behind short ones that are handled one by one"},
	},
	{
		rule: 3, fault: "events are dropped from a number of them on",
		file:    queueTS,
		old:     "    this.#items.push(item);\n    if (!this.#room) return;",
		now:     "    if (this.#room && this.#items.size >= 64) return;\n    this.#items.push(item);\n    if (!this.#room) return;",
		scripts: []string{"a slow reader of events slows the sender"},
	},
	{
		rule: 3, fault: "events that wait are not counted",
		file:    queueTS,
		old:     "    this.#held += cost;\n    this.#room.add(cost);\n",
		now:     "",
		scripts: []string{"events that nobody reads, above the bound"},
	},

	{
		rule: 4, fault: "a handler keeps its slot during a call",
		file:    servingTS,
		old:     "this.#started >= maxHandlers + pending.size ||",
		now:     "this.#started >= maxHandlers ||",
		scripts: []string{"handlers that wait for the peer give up their slots"},
	},
	{
		rule: 4, fault: "a slot is not free again when a handler has ended",
		file:    servingTS,
		old:     "      this.#started--;\n",
		now:     "",
		scripts: []string{"the end of the input with requests that wait for a slot", "handlers that wait for the peer give up their slots"},
	},
	{
		rule: 4, fault: "requests that wait do not start when a call is made",
		file:    connectionTS,
		old:     "    if (this.#serving.waiting > 0) this.#serving.start();\n",
		now:     "",
		scripts: []string{"handlers that wait for the peer give up their slots", "a request that waits starts when a handler calls back"},
	},

	{
		rule: 5, fault: "shutdown does not drain",
		file:    connectionTS,
		old:     "await unless(this.#serving.answered(), signal",
		now:     "await unless(nothing, signal",
		scripts: []string{"Shutdown lets open requests finish", "Shutdown waits for fifty requests, of which more wait than run"},
	},
	{
		rule: 5, fault: "requests are taken while the connection shuts down",
		file:    servingTS,
		old:     "else if (isDraining()) this.#fail(",
		now:     "else if (isDraining === undefined) this.#fail(",
		scripts: []string{"Shutdown lets open requests finish"},
	},
	{
		rule: 5, fault: "shutdown has no end",
		file:    connectionTS,
		old:     "await unless(this.#serving.answered(), signal, timeout,",
		now:     "await unless(this.#serving.answered(), signal, Infinity,",
		scripts: []string{"Shutdown whose time is over closes"},
	},
	{
		rule: 5, fault: "shutdown by a signal has no end",
		file:    "templates/ts/runtime/signal.js",
		old:     "connection.shutdown({ timeout })",
		now:     "connection.shutdown({ timeout: Infinity })",
		scripts: []string{"SIGTERM, and a handler that takes longer than CloseWait"},
	},
	{
		rule: 5, fault: "the end of the input cancels at once",
		file:    connectionTS,
		old:     "    if (this.#serving.size > 0) await within(this.#options.closeWait, this.#serving.answered());\n",
		now:     "",
		scripts: []string{"the end of the input lets open requests finish"},
	},
	{
		rule: 5, fault: "a last line without a newline is dropped",
		file:    framingTS,
		old:     "return line instanceof Uint8Array && isJSON(line) ? out : truncated();",
		now:     "return line === undefined ? out : truncated();",
		scripts: []string{"the last line has no newline"},
	},
	{
		rule: 5, fault: "close waits for the handler that calls it",
		file:    connectionTS,
		old:     "void this.#serving.answered(true).then(",
		now:     "await this.#serving.answered(true).then(",
		scripts: []string{"Close in the handler of a request", "Close does not wait for a handler that does not end"},
	},
	{
		rule: 5, fault: "close does not write what was sent before",
		file:    connectionTS,
		old:     "    if (isUsual && this.#outbox.unsent > 0) await within(this.#options.closeWait, this.#outbox.flushed());\n",
		now:     "",
		scripts: []string{"Close writes what was sent before it was called"},
	},
	{
		rule: 5, fault: "SIGTERM is not caught",
		file:    "templates/ts/runtime/signal.js",
		old:     "[\"SIGTERM\", \"SIGINT\"]",
		now:     "[\"SIGINT\"]",
		scripts: []string{"SIGTERM with nothing open, while the input stays open"},
	},

	{
		rule: 6, fault: "the end that receives the last message does not end",
		file:    receivingTS,
		old:     "    if (session.isEnded) over(Promise.all(open));\n",
		now:     "",
		scripts: []string{"a notification that ends the session, at the end that hears it", "a request that ends the session, at the end that makes it"},
	},
	{
		rule: 6, fault: "the end that serves the last request does not end",
		file:    connectionTS,
		old:     "if (this.#session.isEnded) this.#over(to.together ?",
		now:     "if (this.#session.isEnded && to.together) this.#over(to.together ?",
		scripts: []string{"a request that ends the session, at the end that serves it"},
	},
	{
		rule: 6, fault: "the end that sends the last notification does not end",
		file:    connectionTS,
		old:     "      if (this.#session.isEnded) this.#over(nothing);\n",
		now:     "",
		scripts: []string{"a notification that ends the session, at the end that sends it"},
	},
	{
		rule: 6, fault: "the end of a session is an error",
		file:    connectionTS,
		old:     "\"the session has ended\"), true)",
		now:     "\"the session has ended\"))",
		scripts: []string{"a request that ends the session, at the end that serves it", "a session that ends, while the input stays open"},
	},

	{
		rule: 7, fault: "what is left of the group of a child is not killed",
		file:    childTS,
		old:     "        if (this.#leads) this.#signalGroup(\"SIGKILL\");\n",
		now:     "",
		scripts: []string{"Close ends what a child has started", "a child that exits, while a process of it holds its output"},
	},
	{
		rule: 7, fault: "the exit is not seen while another process holds the output",
		file:    childTS,
		old:     "      this.#child.stdout.destroy();\n",
		now:     "",
		scripts: []string{"a child that exits, while a process outside of its group holds its output"},
	},
	{
		rule: 7, fault: "a child that ignores SIGTERM is not killed",
		file:    childTS,
		old:     "[killAfter, \"SIGKILL\"]",
		now:     "[killAfter, \"SIGTERM\"]",
		scripts: []string{"Close of a child that exits neither at the end of its input nor at SIGTERM"},
	},
	{
		rule: 7, fault: "standard error is not read",
		file:    childTS,
		old:     "lastOf(child.stderr)",
		now:     "lastOf(undefined)",
		scripts: []string{"a child that writes much to its standard error"},
	},
	{
		rule: 7, fault: "the last lines of standard error are lost",
		file:    childTS,
		old:     "const last = this.#errors.text();",
		now:     "const last = \"\";",
		scripts: []string{"the last lines of the standard error of a child"},
	},
	{
		rule: 7, fault: "the exit code is lost",
		file:    childTS,
		old:     "let words = this.#words();",
		now:     "let words;",
		scripts: []string{"a child that exits", "a child that is killed"},
	},

	{
		rule: 8, fault: "an error of the output ends the process",
		file:    streamsTS,
		old:     "  stream.on(\"error\", failed);\n",
		now:     "",
		scripts: []string{"a server whose reader has gone exits by itself"},
	},
	{
		rule: 8, fault: "the input is read on when the output is broken",
		file:    streamsTS,
		old:     "writerOf(output, (error) => input.destroy(error))",
		now:     "writerOf(output, () => {})",
		scripts: []string{"a broken output ends the connection while its input is open", "a notification to a peer that has gone"},
	},
	{
		rule: 8, fault: "close does not end the reading of the standard input",
		file:    streamsTS,
		old:     "    input.destroy();\n",
		now:     "",
		scripts: []string{"a handler that closes, while the input stays open", "SIGTERM with nothing open, while the input stays open"},
	},

	{
		rule: 9, fault: "calls that were given up are known for ever",
		file:    pendingTS,
		old:     "if (this.#calls.size <= MOST_PAST) return;",
		now:     "if (this.#calls.size > 0) return;",
		scripts: []string{"of the calls that are given up, the last are known"},
	},
	{
		rule: 9, fault: "calls that were given up count as open",
		file:    pendingTS,
		old:     "    this.#calls.delete(x.id);\n",
		now:     "",
		scripts: []string{"a call that was given up does not keep a silent connection"},
	},
	{
		rule: 9, fault: "requests that were answered count as open",
		file:    servingTS,
		old:     "    if (this.#running.get(entry.id) === entry) this.#running.delete(entry.id);\n    this.#settleable.delete(entry);\n    entry.together?.end();\n    this.#wake();\n  }\n\n  /** @param {Running} entry @param {Value} result */",
		now:     "    this.#settleable.delete(entry);\n    entry.together?.end();\n    this.#wake();\n  }\n\n  /** @param {Running} entry @param {Value} result */",
		scripts: []string{"a handler keeps a silent connection"},
	},
	{
		rule: 9, fault: "each call has a listener of its signal",
		file:    boundsTS,
		old:     "  const before = watched.get(signal);\n",
		now:     "  const before = undefined;\n  signal.addEventListener(\"abort\", () => f());\n",
		scripts: []string{"many calls with one signal"},
	},

	{
		rule: 10, fault: "the params of an interceptor are ignored",
		file:    optionsTS,
		old:     "return { params: o.params, ended };",
		now:     "return { params, ended };",
		daily:   true,
		scripts: []string{"interceptors refuse and change"},
	},
	{
		rule: 10, fault: "requests are handled without the interceptor",
		file:    servingTS,
		old:     "if (!incoming) return () => handler(params, this.#contextOf(entry, method));",
		now:     "if (incoming) return () => handler(params, this.#contextOf(entry, method));",
		scripts: []string{"interceptors refuse and change"},
	},
	{
		rule: 10, fault: "an interceptor cannot refuse",
		file:    optionsTS,
		old:     "  const f = outgoing(o);\n",
		now:     "  let f;\n  try {\n    f = outgoing(o);\n  } catch {}\n",
		scripts: []string{"interceptors refuse and change"},
	},
	{
		rule: 10, fault: "an interceptor is not told of the end of a call",
		file:    connectionTS,
		old:     "    if (ended) x.promise.then(ended, (error) => ended(undefined, error));\n",
		now:     "",
		scripts: []string{"interceptors refuse and change"},
	},
	{
		rule: 10, fault: "a connection with an open call is idle",
		file:    connectionTS,
		old:     "if (this.#pending.size > 0 || this.#serving.size > 0) this.#idle.start();",
		now:     "if (this.#serving.size > 0) this.#idle.start();",
		scripts: []string{"an open call keeps a silent connection"},
	},
	{
		rule: 10, fault: "what is received does not put the end of an idle connection off",
		file:    connectionTS,
		old:     "        this.#idle.moved();\n",
		now:     "",
		scripts: []string{"what comes puts the end of an idle connection off"},
	},
	{
		rule: 10, fault: "progress does not put the time of a call off",
		file:    "templates/ts/runtime/listeners.js",
		old:     "x.began = performance.now();",
		now:     "x.began += 0;",
		scripts: []string{"progress puts the time of a call off"},
	},
	{
		rule: 10, fault: "the first line is not checked",
		file:    transportTS,
		old:     "isSocket && framing.kind === \"ndjson\");",
		now:     "isSocket && framing.kind !== \"ndjson\");",
		scripts: []string{"a first line that is no JSON ends a session over a socket"},
	},
	{
		rule: 10, fault: "the code of a WebSocket that was closed is lost",
		file:    transportTS,
		old:     "the WebSocket was closed with code ${code}",
		now:     "the WebSocket was closed",
		scripts: []string{"the code of a WebSocket that is closed"},
	},
}
