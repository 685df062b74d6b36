import * as wire from "kimi-wire";

/**
 * Makes an element. Its children are elements, or texts, which stay texts whatever is in them:
 * nothing here is ever read as HTML.
 */
export function h(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(name);
  if (className !== "") element.className = className;
  element.append(...children);
  return element;
}

/** What the user has written, or a tool has returned, as text. */
export function textOf(content: wire.UserInput): string {
  if (typeof content === "string") return content;
  return content.map((part) => (wire.isKnownContentPart(part) && part.type === "text" ? part.text : `(${part.type})`)).join(" ");
}

/** A block of a tool or an approval. */
export function show(block: wire.DisplayBlock): HTMLElement {
  if (!wire.isKnownDisplayBlock(block)) return h("p", "note", `a block of the kind ${wire.unknownTag(block)}, which this page does not know`);
  switch (block.type) {
    case "brief":
      return h("p", "", block.text);
    case "shell":
      return h("pre", "shell", block.command);
    case "diff":
      return showDiff(block);
    case "todo":
      return showTodo(block);
    case "background_task":
      return h("p", "", `${block.description} (${block.status})`);
    case "unknown":
      return h("pre", "", JSON.stringify(block.data, undefined, 2));
  }
}

const marks = { pending: "", in_progress: "in progress", done: "done" };

export function showTodo({ items }: wire.TodoDisplayBlock): HTMLElement {
  return h("ul", "todo", ...items.map(({ title, status }) => h("li", status, h("span", "mark", marks[status]), h("span", "title", title))));
}

function showDiff({ path, old_text, new_text, old_start, new_start, is_summary }: wire.DiffDisplayBlock): HTMLElement {
  const lines = is_summary
    ? [{ kind: "removed", text: old_text } as const, { kind: "added", text: new_text } as const]
    : difference(linesOf(old_text), linesOf(new_text));
  let before = old_start;
  let after = new_start;
  const rows = lines.map(({ kind, text }) => {
    const numbers = [kind === "added" ? "" : String(before++), kind === "removed" ? "" : String(after++)];
    const sign = { same: " ", added: "+", removed: "-" }[kind];
    return h("tr", kind, ...numbers.map((n) => h("td", "number", n)), h("td", "sign", sign), h("td", "code", text));
  });
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  const head = h("figcaption", "", h("span", "path", path), h("span", "plus", `+${count("added")}`), h("span", "minus", `−${count("removed")}`));
  return h("figure", "diff", head, h("div", "scroll", h("table", "", h("tbody", "", ...rows))));
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

interface Line {
  kind: "same" | "added" | "removed";
  text: string;
}

/** The lines of two texts, of which as many as possible are the same. */
export function difference(before: readonly string[], after: readonly string[]): Line[] {
  if (before.length * after.length > 1_000_000) {
    return [...before.map((text) => ({ kind: "removed", text }) as const), ...after.map((text) => ({ kind: "added", text }) as const)];
  }
  // How many lines the ends from i and j have in common.
  const common = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row) row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const out: Line[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [old, now] = [before[i], after[j]];
    if (old !== undefined && old === now) {
      out.push({ kind: "same", text: old });
      i++;
      j++;
    } else if (old !== undefined && (now === undefined || at(i + 1, j) >= at(i, j + 1))) {
      out.push({ kind: "removed", text: old });
      i++;
    } else if (now !== undefined) {
      out.push({ kind: "added", text: now });
      j++;
    }
  }
  return out;
}
