// The list.

const list = new VirtualList(byId("list"), byId("room"), (at) => rowOf(shown ? shown[at] : at, at));
const TRACKS = 6;

function cell(className, ...children) {
  const e = make("span", className, ...children);
  e.setAttribute("role", "gridcell");
  return e;
}

function rowOf(i, at) {
  const faults = faultsOf(i);
  const row = make("div", "row");
  row.id = `row-${i}`;
  row.dataset.i = String(i);
  row.setAttribute("role", "row");
  row.setAttribute("aria-rowindex", String(at + 1));
  row.setAttribute("aria-selected", String(i === selected));
  row.setAttribute("aria-label", words(i));
  row.classList.add(data.side[i] === 0 ? "first" : data.side[i] === 1 ? "second" : "nobody");
  row.classList.toggle("selected", i === selected);
  row.classList.toggle("faulty", isFaulty(i));
  row.classList.toggle("old", has(i, FLAG.history));
  row.append(
    cell("c-line", number(i)),
    cell("c-time", data.time[i] < 0 ? "" : clock(data.time[i])),
    bars(i),
    lane(i, faults),
    cell("c-size", bytes(data.size[i])),
    cell("c-wait", isAnswer(i) && data.wait(i) >= 0 ? span(data.wait(i)) : ""),
  );
  return row;
}

function bars(i) {
  const box = make("span", "c-bars");
  box.setAttribute("aria-hidden", "true");
  for (let t = 0; t < TRACKS; t++) {
    if (data.bars[i] & (1 << t)) {
      const ends = data.track[i] === t ? (data.kind[i] === KIND.request ? " begins" : " ends") : "";
      const bar = make("i", `bar t${t}${ends}`);
      box.append(bar);
    }
  }
  return box;
}

function lane(i, faults) {
  const text = make("span", "label");
  const kind = data.kind[i];
  const over = carrier(i);
  text.style.setProperty("--depth", String(data.depth[i]));
  if (isAnswer(i)) {
    text.append(make("span", "sign", kind === KIND.error ? "✕" : "✓"));
  }
  text.append(make("b", "", label(i)));
  if (over) {
    text.append(make("span", "over", over));
  }
  if (kind === KIND.error) {
    text.append(make("span", "over bad", data.tagAt(i)));
  }
  if (kind === KIND.request && data.answer[i] < 0 && !has(i, FLAG.resent | FLAG.history)) {
    text.append(make("span", "over", "no answer"));
  }
  const chips = make("span", "chips");
  const wrong = faults.filter((f) => !f.advice).length;
  if (wrong > 0) {
    chips.append(make("span", "chip break", wrong === 1 ? "fault" : `${wrong} faults`));
  } else if (faults.length > 0) {
    chips.append(make("span", "chip danger", "advice"));
  }
  for (const [flag, word, level] of [[FLAG.unknown, "unknown", "loss"], [FLAG.late, "late", ""], [FLAG.resent, "again", ""], [FLAG.history, "replay", ""]]) {
    if (has(i, flag)) {
      chips.append(make("span", `chip ${level}`, word));
    }
  }
  text.append(chips);
  const arrow = make("span", `arrow ${isAnswer(i) ? "back" : kind === KIND.request ? "ask" : "note"}`);
  arrow.setAttribute("aria-hidden", "true");
  return cell("c-lane", text, arrow);
}

// rank is the place of an entry among those that are shown: of itself, or where it would be.
function rank(i) {
  return shown ? lowest(shown.length, (k) => shown[k] >= i) : i;
}

const countShown = () => (shown ? shown.length : data.n);
const entryAt = (at) => (shown ? shown[at] : at);

list.onDraw = () => {
  const row = byId(`row-${selected}`);
  if (row) {
    byId("list").setAttribute("aria-activedescendant", row.id);
  } else {
    byId("list").removeAttribute("aria-activedescendant");
  }
  drawWindow();
};
