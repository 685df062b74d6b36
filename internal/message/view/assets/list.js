// The entries of a recording, in columns, and a list of which only the visible rows exist.

const KIND = { request: 0, notification: 1, result: 2, error: 3, record: 4, header: 5, value: 6, ignored: 7, unreadable: 8 };
const FLAG = { whole: 1, hidden: 2, missing: 4, cut: 8, bytes: 16, unknown: 32, late: 64, resent: 128, history: 256 };
const COLUMNS = ["kind", "side", "name", "tag", "time", "size", "call", "parent", "flags"];

// An Entries has the entries that were read so far.
class Entries {
  constructor() {
    this.n = 0;
    this.names = [];
    this.line = [];
    for (const c of COLUMNS) {
      this[c] = [];
    }
    this.answer = [];
    this.depth = [];
    this.track = [];
    this.bars = [];
    this.index = new Map();
    this.unknown = new Map();
    this.parts = [];
    this.faults = [];
    this.faultsAt = new Map();
    this.recent = []; // the parts whose texts are read
  }

  // add adds a part. Its texts are JSON that is read once it is needed.
  add(columns, texts) {
    const first = this.n;
    for (const name of columns.names) {
      this.names.push(name);
    }
    let line = 0;
    for (let i = 0; i < columns.line.length; i++) {
      line += columns.line[i];
      this.line.push(line);
      for (const c of COLUMNS) {
        this[c].push(columns[c][i]);
      }
      const at = first + i;
      const call = columns.call[i];
      const answers = columns.kind[i] === KIND.result || columns.kind[i] === KIND.error;
      this.answer.push(-1);
      if (answers && call >= 0 && this.answer[call] < 0) {
        this.answer[call] = at;
      }
      const above = answers ? -1 : columns.parent[i];
      this.depth.push(answers ? (call >= 0 ? this.depth[call] : 0) : above >= 0 ? Math.min(this.depth[above] + 1, 6) : 0);
      this.track.push(-1);
      this.bars.push(0);
    }
    this.n += columns.line.length;
    for (const [at, index] of Object.entries(columns.index ?? {})) {
      this.index.set(Number(at), index);
    }
    for (const [at, list] of Object.entries(columns.unknown ?? {})) {
      this.unknown.set(Number(at), list);
    }
    this.parts.push({ first, texts, list: null });
    for (const f of columns.faults ?? []) {
      this.addFault(f);
    }
  }

  addFault(f) {
    if (f.at < 0) {
      f.at = this.atLine(f.line);
    }
    this.faults.push(f);
    const list = this.faultsAt.get(f.at);
    if (list) {
      list.push(f);
    } else {
      this.faultsAt.set(f.at, [f]);
    }
  }

  // atLine is the first entry of a line.
  atLine(line) {
    return lowest(this.n, (i) => this.line[i] >= line);
  }

  // order brings the faults in the order of the entries.
  order() {
    this.faults.sort((a, b) => a.at - b.at);
  }

  // partOf is the place of the part with an entry.
  partOf(i) {
    return lowest(this.parts.length, (k) => this.parts[k].first > i) - 1;
  }

  // textsOf are the texts of a part. Those of few parts are kept.
  textsOf(k) {
    const part = this.parts[k];
    if (part.list === null) {
      part.list = JSON.parse(part.texts());
      this.recent.push(part);
      if (this.recent.length > 24) {
        this.recent.shift().list = null;
      }
    }
    return part.list;
  }

  text(i) {
    const k = this.partOf(i);
    return this.textsOf(k)[i - this.parts[k].first];
  }

  nameAt(i) {
    return this.name[i] < 0 ? "" : this.names[this.name[i]];
  }

  tagAt(i) {
    return this.tag[i] < 0 ? "" : this.names[this.tag[i]];
  }

  // wait is how long the answer of a call, or to one, took; −1 if that is not known.
  wait(i) {
    const other = this.kind[i] === KIND.request ? this.answer[i] : this.kind[i] === KIND.result || this.kind[i] === KIND.error ? this.call[i] : -1;
    if (other < 0 || this.time[i] < 0 || this.time[other] < 0) {
      return -1;
    }
    const took = this.kind[i] === KIND.request ? this.time[other] - this.time[i] : this.time[i] - this.time[other];
    return Math.max(took, -1); // a clock that was put back tells nothing
  }

  // lay gives each call that is answered a track, from the call to its answer, as long as
  // there are free ones.
  lay(tracks) {
    const free = new Array(tracks).fill(true);
    let bits = 0;
    for (let i = 0; i < this.n; i++) {
      this.track[i] = -1;
      if (this.kind[i] === KIND.request && this.answer[i] > i + 1) {
        const t = free.indexOf(true);
        if (t >= 0) {
          free[t] = false;
          bits |= 1 << t;
          this.track[i] = t;
        }
      }
      this.bars[i] = bits;
      const call = this.kind[i] === KIND.result || this.kind[i] === KIND.error ? this.call[i] : -1;
      if (call >= 0 && this.answer[call] === i && this.track[call] >= 0) {
        const t = this.track[call];
        this.track[i] = t;
        free[t] = true;
        bits &= ~(1 << t);
      }
    }
  }
}

// lowest is the lowest number below n of which something holds that holds for all above,
// or n.
function lowest(n, holds) {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// The height of all rows that browsers still show; longer lists are scrolled in larger steps.
const MOST_HEIGHT = 8_000_000;

// A VirtualList shows n rows of one height in a box that scrolls, and makes only those
// that are visible.
class VirtualList {
  constructor(box, room, make) {
    this.box = box;
    this.room = room;
    this.make = make;
    this.n = 0;
    this.waits = false;
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(box);
  }

  get row() {
    return parseFloat(getComputedStyle(this.box).getPropertyValue("--row")) || 28;
  }

  resize(n) {
    this.n = n;
    this.box.setAttribute("aria-rowcount", String(n));
    this.stretch(); // so that one can scroll to what is drawn with the next frame
    this.draw();
  }

  stretch() {
    this.room.style.height = `${this.place().tall}px`;
  }

  // draw draws the visible rows with the next frame.
  draw() {
    if (!this.waits) {
      this.waits = true;
      requestAnimationFrame(() => {
        this.waits = false;
        this.render();
      });
    }
  }

  // place is what is visible: the first row with its part above the box, and how many.
  place() {
    const row = this.row;
    const height = this.n * row;
    const shown = this.box.clientHeight;
    const tall = Math.min(height, MOST_HEIGHT);
    const top = this.box.scrollTop;
    const scale = tall > shown ? (height - shown) / (tall - shown) : 1;
    return { row, tall, top, from: top * scale, count: Math.ceil(shown / row) + 1 };
  }

  render() {
    const { row, tall, top, from, count } = this.place();
    const over = 8;
    const first = Math.max(0, Math.floor(from / row) - over);
    const last = Math.min(this.n, Math.floor(from / row) + count + over);
    const rows = [];
    for (let i = first; i < last; i++) {
      const element = this.make(i);
      element.style.transform = `translateY(${Math.round(top + i * row - from)}px)`;
      rows.push(element);
    }
    this.room.style.height = `${tall}px`;
    this.room.replaceChildren(...rows);
    this.onDraw?.();
  }

  // show scrolls to a row, as little as possible.
  show(i) {
    const { row, tall, from } = this.place();
    const shown = this.box.clientHeight;
    let to;
    if (i * row < from) {
      to = i * row - 2 * row;
    } else if ((i + 1) * row > from + shown) {
      to = (i + 3) * row - shown;
    } else {
      return;
    }
    const height = this.n * row;
    const scale = tall > shown ? (height - shown) / (tall - shown) : 1;
    this.room.style.height = `${tall}px`;
    this.box.scrollTop = Math.max(0, to) / scale;
  }

  // end scrolls to the end, also before the rows there are drawn.
  end() {
    this.stretch();
    this.box.scrollTop = this.box.scrollHeight;
  }

  // visible are the first row that is visible, and how many are.
  visible() {
    const { row, from, count } = this.place();
    return { first: Math.floor(from / row), count };
  }

  get atEnd() {
    return this.box.scrollTop + this.box.clientHeight >= this.box.scrollHeight - 4;
  }
}
