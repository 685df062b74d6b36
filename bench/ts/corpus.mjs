// A deterministic corpus of Kimi Wire: the same messages on every machine and in every
// engine. All are as an agent writes them: every key in the order of the spec, and null
// for what is unset.

/** A generator of numbers, of which the same seed gives the same (xorshift with a sum, 32 bits). */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0 || 1;
    this.sum = 0;
    for (let i = 0; i < 8; i++) this.next();
  }

  next() {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    this.sum = (this.sum + 0x9e3779b9) >>> 0;
    return (Math.imul(this.state, 0x2c1b3c6d) + this.sum) >>> 0;
  }

  below(n) { return Math.floor((this.next() / 0x100000000) * n); }
  between(a, b) { return a + this.below(b - a + 1); }
  chance(p) { return this.next() / 0x100000000 < p; }
  pick(list) { return list[this.below(list.length)]; }
}

const WORDS = ("the agent reads a file and then runs tests which fail because parser expects closing brace user wants to know why this happens " +
  "error value line function return const import package struct field message event request result token stream tool shell output").split(" ");
const CODE = ["\tif err != nil {\n\t\treturn err\n\t}\n", "const x = \"value\";\n", "for (const line of lines) {\n  console.log(line);\n}\n", "ok  \t./parser\t0.012s\n", "// née 2024 — 中文\n", "path\\to\\file\n"];

function words(r, least, most) {
  const out = [];
  for (let n = r.between(least, most); n > 0; n--) out.push(r.pick(WORDS));
  return out.join(" ");
}

function code(r, length) {
  let out = "";
  while (out.length < length) out += r.chance(0.5) ? r.pick(CODE) : `${words(r, 4, 12)}\n`;
  return out.slice(0, length);
}

const id = (r, prefix) => `${prefix}_${r.next().toString(16).padStart(8, "0")}${r.next().toString(16).padStart(8, "0")}`;

const event = (type, payload) => ({ type, payload });
const notification = (params) => ({ jsonrpc: "2.0", method: "event", params });

// What follows makes the parts of messages. Where `lean` is true they are without the
// members whose values are the defaults, as an older agent leaves them out.

const delta = (r) => event("ContentPart", r.chance(5 / 7) ? { type: "text", text: words(r, 1, 6) } : { type: "think", think: words(r, 1, 6), encrypted: null });

const callPart = (r) => event("ToolCallPart", { arguments_part: r.pick(['{"path":', '"README', '.md"', ',"command":"go test', ' ./..."}', "\\n", 'line_offset": 1']) });

function status(r, lean) {
  const tokens = r.between(1000, 200000);
  const full = r.chance(0.5);
  return event("StatusUpdate", {
    context_usage: r.between(0, 1000) / 1000,
    context_tokens: tokens,
    max_context_tokens: 262144,
    token_usage: full || lean
      ? { input_other: r.between(1, 20000), output: r.between(1, 4000), ...(lean ? {} : { input_cache_read: 0, input_cache_creation: 0 }) }
      : null,
    message_id: full ? id(r, "msg") : null,
    plan_mode: r.chance(0.2) ? false : null,
    mcp_status: null,
  });
}

function display(r, lean) {
  switch (r.below(3)) {
    case 0: return { type: "brief", text: words(r, 3, 10) };
    case 1: return { type: "shell", language: "sh", command: `go test ./${r.pick(WORDS)}/...` };
  }
  return { type: "diff", path: `src/${r.pick(WORDS)}.go`, old_text: code(r, 40), new_text: code(r, 60), ...(lean ? {} : { old_start: 1, new_start: 1, is_summary: false }) };
}

function toolResult(r, lean) {
  const output = code(r, Math.round(608 * 2 ** (r.below(3000) / 1000)));
  const blocks = [];
  for (let n = r.between(1, 2); n > 0; n--) blocks.push(display(r, lean));
  return event("ToolResult", {
    tool_call_id: id(r, "call"),
    return_value: { is_error: r.chance(0.1), output, message: "Command executed successfully.", display: blocks, extras: null },
  });
}

function subagent(r, lean) {
  const inner = lean || r.chance(0.2) ? status(r, lean) : r.chance(0.7) ? delta(r) : callPart(r);
  return event("SubagentEvent", { parent_tool_call_id: id(r, "call"), agent_id: id(r, "agent"), subagent_type: r.pick(["coder", "explorer"]), event: inner });
}

function approval(r, lean) {
  const request = {
    id: id(r, "approval"), tool_call_id: id(r, "call"), sender: "Shell", action: "run shell command", description: words(r, 4, 12),
    source_kind: "foreground_turn", source_id: id(r, "turn"), agent_id: null, subagent_type: null, source_description: null,
  };
  const shown = lean && r.chance(0.5) ? {} : { display: r.chance(0.5) ? [display(r, lean)] : [] };
  return { jsonrpc: "2.0", method: "request", id: request.id, params: event("ApprovalRequest", { ...request, ...shown }) };
}

/** The kinds of messages and how many of a hundred they are. */
const MIX = [
  [70, (r) => notification(delta(r))],
  [15, (r) => notification(callPart(r))],
  [5, (r, lean) => notification(status(r, lean))],
  [5, (r, lean) => notification(toolResult(r, lean))],
  [3, (r, lean) => notification(subagent(r, lean))],
  [2, approval],
];

function mixed(r) {
  let at = r.below(100);
  for (const [share, make] of MIX) {
    if (at < share) return make(r, false);
    at -= share;
  }
}

function times(n, f) {
  const out = [];
  for (let i = 0; i < n; i++) out.push(f(i));
  return out;
}

/** Messages that leave out defaults, of the kinds that have some, in the shares of the mix. */
function lean(r, fill) {
  const kinds = MIX.slice(2);
  return () => {
    for (;;) {
      let at = r.below(15);
      for (const [share, make] of kinds) {
        if (at < share) {
          const value = make(r, true);
          const filled = fill(value);
          if (JSON.stringify(filled) !== JSON.stringify(value)) return { value, filled };
          break;
        }
        at -= share;
      }
    }
  };
}

/** The same value with the keys of every object the other way round: payloads come before their types. */
function reversed(value) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(Object.entries(value).reverse().map(([k, v]) => [k, reversed(v)]));
}

const renamed = (r) => {
  if (r.chance(0.5)) {
    const { params } = notification(subagent(r, false));
    const { parent_tool_call_id, ...rest } = params.payload;
    return {
      value: notification(event("SubagentEvent", { task_tool_call_id: parent_tool_call_id, ...rest })),
      filled: notification(params),
    };
  }
  const answer = { request_id: id(r, "approval"), response: r.pick(["approve", "reject"]), feedback: "" };
  return { value: notification(event("ApprovalRequestResolved", answer)), filled: notification(event("ApprovalResponse", answer)) };
};

/**
 * The value with one fault: a required member missing, or a value of another kind. No array takes
 * the place of an object, since valibot accepts it there if every member is optional.
 */
function faulty(r, value) {
  const copy = structuredClone(value);
  const places = [];
  const visit = (holder) => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      if (holder[key] !== null && typeof holder[key] === "object") visit(holder[key]);
    }
  };
  visit(copy);
  const [holder, key] = r.pick(places);
  const old = holder[key];
  if (!Array.isArray(holder) && r.chance(1 / 3)) delete holder[key];
  else if (typeof old === "string") holder[key] = r.pick([17, true, {}]);
  else holder[key] = r.pick(["many", typeof old === "boolean" ? 1 : true]);
  return copy;
}

const VALID = 2000, FAULTY = 500, ABSENT = 500;

/**
 * The corpus. `wrong` reports whether a value is invalid, `fill` returns it with defaults;
 * both go by the rows of the protocol, not by a contestant.
 */
export function corpus({ wrong, fill, sample }) {
  const r = new Random(15);
  const valid = times(VALID, () => mixed(r));
  const invalid = [];
  while (invalid.length < FAULTY) {
    const value = faulty(r, r.pick(valid));
    if (wrong(value)) invalid.push(value);
  }
  const absent = times(ABSENT, lean(r, fill));
  const named = times(ABSENT, () => renamed(r));
  const kinds = times(ABSENT, () => sample(r));
  const lines = (values) => values.map((v) => JSON.stringify(v));
  return {
    valid: lines(valid),
    invalid: lines(invalid),
    kinds: lines(kinds),
    absent: lines(absent.map((p) => p.value)), filled: lines(absent.map((p) => p.filled)),
    renamed: lines(named.map((p) => p.value)), current: lines(named.map((p) => p.filled)),
    late: lines(valid.map(reversed)),
  };
}
