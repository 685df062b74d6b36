// A client and an adapter, as the declarations of TypeScript see them.
import * as dap from "../../../examples/dap/gen/ts/index.js";

export function adapter(line: string, seq: number): string | undefined {
  const got = dap.parseClientMessage(line);
  if (!got.ok) {
    const answer = dap.refuse(got);
    return answer && dap.writeMessage({ ...answer, seq });
  }
  const m = got.value;
  if (m.type === "request") {
    switch (m.command) {
      case "threads":
        return dap.writeMessage({ ...dap.reply(m, { threads: [{ id: 1, name: "main" }] }), seq });
      case "scopes": {
        const frame: number = m.arguments.frameId;
        return dap.writeMessage({ ...dap.fail(m, { message: `no frame ${frame}` }), seq });
      }
      case "next":
        // @ts-expect-error: a step has no threads
        return dap.writeMessage({ ...dap.reply(m, { threads: [] }), seq });
    }
  }
  return undefined;
}

export function client(line: string): string {
  const got = dap.parseAdapterMessage(line);
  if (!got.ok) return "";
  const m = got.value;
  switch (m.type) {
    case "event":
      if (dap.isUnknownMessage(m)) return "later";
      return m.event === "stopped" ? m.body.reason : `${m.event} ${m.seq}`;
    case "response": {
      if (!m.success) return m.message;
      const threads = dap.readResultOf("threads", m.body);
      return threads.ok ? threads.value.threads.map((thread) => thread.name).join() : "";
    }
    case "request":
      // @ts-expect-error: the number of a request is seq
      return `${m.command} ${m.id}`;
  }
}
