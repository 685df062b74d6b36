import * as wire from "kimi-wire";

/**
 * Prints a recorded session of the Kimi agent, one line of it after the
 * other. What it cannot read it says so of, and goes on.
 */
export function* show(session: string): Generator<string> {
  const lines = session.trimEnd().split("\n");
  for (const [i, line] of lines.entries()) {
    const header = wire.parseJournalHeader(line);
    if (i === 0 && header.ok) {
      const { protocol_version } = header.value;
      yield row("session", `recorded with version ${protocol_version}, read with version ${wire.PROTOCOL_VERSION}`);
      continue;
    }
    const record = wire.parseJournalRecord(line);
    if (record.ok) {
      yield* message(record.value.message);
    } else {
      const [first] = record.errors;
      const where = first?.path ? `${first.path}: ` : "";
      yield row("bad line", `${i + 1}: ${where}${first?.message}`);
    }
  }
}

function row(label: string, text: string): string {
  return label.padEnd(10) + text.replaceAll("\n", "\n" + " ".repeat(10));
}

function unknown(tag: string, raw: unknown): string {
  return row("new", `${tag}, which this program does not know: ${JSON.stringify(raw)}`);
}

function* message(m: wire.WireMessage): Generator<string> {
  if (!wire.isKnownWireMessage(m)) {
    yield unknown(wire.unknownTag(m), m);
    return;
  }
  switch (m.type) {
    case "TurnBegin":
      yield row("user", input(m.payload.user_input));
      break;
    case "StepBegin":
      yield row("step", String(m.payload.n));
      break;
    case "StepRetry": {
      const { error_type, next_attempt, max_attempts, wait_s } = m.payload;
      yield row("retry", `after ${error_type}, attempt ${next_attempt} of ${max_attempts} in ${wait_s} s`);
      break;
    }
    case "ContentPart":
      yield part(m.payload);
      break;
    case "ToolCall":
      yield row("call", `${m.payload.function.name} ${m.payload.function.arguments ?? ""}`);
      break;
    case "ToolResult":
      yield* result(m.payload.return_value);
      break;
    case "ApprovalRequest":
      yield row("asks", `${m.payload.sender}: ${m.payload.description}`);
      yield* display(m.payload.display);
      break;
    case "ApprovalResponse":
      yield row("decided", m.payload.response);
      break;
    case "StatusUpdate":
      if (m.payload.context_usage != null) {
        yield row("context", `${(m.payload.context_usage * 100).toFixed(1)} % in use`);
      }
      break;
    case "SubagentEvent":
      yield row("subagent", m.payload.agent_id ?? "");
      for (const text of message(m.payload.event)) {
        yield text.replace(/^/gm, "    ");
      }
      break;
    case "TurnEnd":
      yield row("end", "of the turn");
      break;
    default:
      yield row("other", m.type);
  }
}

function part(p: wire.ContentPart): string {
  if (!wire.isKnownContentPart(p)) {
    return unknown(wire.unknownTag(p), p);
  }
  switch (p.type) {
    case "text":
      return row("says", p.text);
    case "think":
      return row("thinks", p.think);
    default:
      return row("shows", p.type);
  }
}

function* result(v: wire.ToolReturnValue): Generator<string> {
  yield row(v.is_error ? "failed" : "result", v.message);
  const output = input(v.output);
  if (output !== "") {
    yield row("", output);
  }
  yield* display(v.display);
}

function* display(blocks: readonly wire.DisplayBlock[]): Generator<string> {
  for (const b of blocks) {
    if (!wire.isKnownDisplayBlock(b)) {
      yield row("", `(a block ${wire.unknownTag(b)}, which this program cannot show)`);
      continue;
    }
    switch (b.type) {
      case "brief":
        yield row("", b.text);
        break;
      case "shell":
        yield row("", `$ ${b.command}`);
        break;
      case "diff":
        yield row("", `${b.path}\n- ${b.old_text}\n+ ${b.new_text}`);
        break;
      case "todo":
        for (const { status, title } of b.items) {
          yield row("", `[${status}] ${title}`);
        }
        break;
    }
  }
}

/** A user's input, or a tool's output, as text. */
function input(content: wire.UserInput): string {
  if (typeof content === "string") {
    return content;
  }
  return content.map((p) => (wire.isKnownContentPart(p) && p.type === "text" ? p.text : `(${p.type})`)).join(" ");
}
