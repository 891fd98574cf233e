/**
 * Generates, from a seed, the smartcomment export of a working memory system. Messages are
 * extracted into units, units are updated, searches read units, and answers read searches. Each
 * step also reads the running summary and writes the next one, so a walk from the first summary
 * reaches every step. Records are as long as in real traces.
 */

import type { TraceEvent } from "../../src/protocol/events/events.ts";

export interface GeneratedGraph {
  readonly file: Readonly<Record<string, unknown>>;
  /** The first summary; every step comes after it. */
  readonly first: string;
  /** The last summary; every step leads to it. */
  readonly last: string;
}

const COMMON =
  "the a my our their and of to in with was is has moved likes works plans visits remembers prefers".split(
    " ",
  );
const SYLLABLES =
  "gar den train doc tor sis ter kit chen meet cof fee pia no riv er win trav el bud get pro ject let an swer mu se um hol day teach rec ipe bi cyc win dow prom ise mar ket con cert gui tar har bour lec ture for est naïve café".split(
    " ",
  );
const RARE_WORDS = 3_000;
/** Length of the running summary. */
const SENTENCES = 6;
const GRAPH = "graph-generated";
const FILE = "memory/system/main.py";
const COMMENTS = [
  "A message of the current session.",
  "The language model extracts facts from a message.",
  "Memory units that are nearest to the question.",
  "The summary is brought up to date.",
];
const START = Date.parse("2026-01-05T08:00:00.000Z");
const STEPS = ["extract", "update", "search", "answer"] as const;
const CATEGORIES = {
  extract: "extraction",
  update: "update",
  search: "retrieval",
  answer: "answer",
} as const;
const OPERATIONS_PER_SESSION = 100;

export function generateGraph(seed: number, operations: number): GeneratedGraph {
  const data: Record<List, Json[]> = { nodes: [], edges: [], operations: [], sessions: [] };
  for (const { list, record } of recordsOf(seed, operations)) data[list].push(record);
  return {
    file: {
      ...{ graph_id: GRAPH, user_id: "user-1" },
      ...{ project_id: "generated", storage_path: null, strict: true, driver_type: "in_memory" },
      ...{ created_at: timeOf(0), metadata: { seed, operations } },
      data,
    },
    first: summaryId(1),
    last: summaryId(operations + 1),
  };
}

/** Generates the same graph event by event, as a client records it. */
export function* generateEvents(graph: string, seed: number, count: number): Generator<TraceEvent> {
  let seq = 0;
  for (const { list, record } of recordsOf(seed, Number.POSITIVE_INFINITY)) {
    if (seq === count) return;
    const text = (key: string) => String(record[key]);
    const at = Date.parse(`${text("created_at").replace(" ", "T")}Z`);
    const placed = { id: `k3x0f2a9c41zz-${seq}`, graph, at, seq, comment: text("comment") };
    seq += 1;
    const session = text("session_id");
    const category = text("category");
    if (list === "sessions") yield { type: "session", ...placed, session, category };
    if (list === "operations") {
      const op = text("op_id");
      yield { type: "operation", ...placed, session, category, op, name: text("op_name") };
    }
    if (list === "nodes") {
      const [ref, name, value] = [text("full_node_id"), text("name"), text("value")];
      const className = text("class_name");
      yield { type: "variable", ...placed, session, category, ref, name, class: className, value };
    }
    if (list === "edges") {
      const [from, to] = [text("source_full_node_id"), text("target_full_node_id")];
      yield { type: "link", ...placed, session, category, op: text("op_id"), from, to };
    }
  }
}

type Json = Record<string, unknown>;
type List = "nodes" | "edges" | "operations" | "sessions";

export interface Written {
  readonly list: List;
  readonly record: Json;
}

/** Generates the records of the graph one by one, so that no list has to hold all of them. */
export function* recordsOf(seed: number, operations: number): Generator<Written> {
  const writer = new Writer(seed);
  for (let index = 0; index < operations; index += 1) yield* writer.step(index);
}

function summaryId(version: number): string {
  return `summary:summary@${version}`;
}

/** Makes texts of which half of all words are a few common ones. */
class Words {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = randomFrom(seed);
  }

  text(words: number): string {
    const count = Math.ceil(words * (0.5 + this.random()));
    return Array.from({ length: count }, () => this.#word()).join(" ");
  }

  /** Among the words that are not common, low numbers are more frequent. */
  #word(): string {
    if (this.random() < 0.5) return COMMON[this.below(COMMON.length)] ?? "";
    return wordOf(Math.floor(this.random() ** 2 * RARE_WORDS));
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }
}

class Writer {
  readonly #words: Words;
  /** Latest version and text of each unit. */
  readonly #units: { version: number; text: string }[] = [];
  /** Sentences of the running summary; each step rewrites one. */
  readonly #summary: string[] = [];
  #written: Written[] = [];
  #time = 0;
  #lastSearch: string | undefined;

  constructor(seed: number) {
    this.#words = new Words(seed);
  }

  /** Generates the records of one step. */
  step(index: number): Written[] {
    this.#written = [];
    const session = `session-${Math.floor(index / OPERATIONS_PER_SESSION)}`;
    if (index % OPERATIONS_PER_SESSION === 0) {
      this.#write("sessions", {
        ...this.#common(session),
        ...{ session_name: null, category: "memory_construction" },
      });
    }
    if (index === 0) this.#summarize(session, 0);
    const kind = this.#units.length < 3 ? "extract" : (STEPS[this.#below(4)] ?? "extract");
    const op = `op-${this.#hex()}`;
    this.#write("operations", {
      ...this.#common(session),
      ...{ op_id: op, op_name: `memory_system.${kind}`, category: CATEGORIES[kind] },
      metadata: { llm_model: "model-mini" },
    });
    const link = (from: string, to: string) =>
      this.#write("edges", {
        ...this.#common(session),
        ...{ edge_id: `edge-${this.#hex()}`, op_id: op, category: CATEGORIES[kind] },
        ...{ source_full_node_id: from, target_full_node_id: to },
      });
    const summary = summaryId(index + 1);
    const made = this.#make(kind, session, index);
    for (const from of [summary, ...made.from]) link(from, made.to);
    const next = this.#summarize(session, index + 1);
    link(summary, next);
    link(made.to, next);
    return this.#written;
  }

  #write(list: List, record: Json): void {
    this.#written.push({ list, record });
  }

  /** Generates the values that the step reads besides the summary, and the value that it writes. */
  #make(kind: (typeof STEPS)[number], session: string, index: number) {
    const said = () => this.#node(session, "message", `message-${index}`, 1, this.#words.text(40));
    if (kind === "extract") {
      const place = this.#units.push({ version: 0, text: "" }) - 1;
      return { from: [said()], to: this.#writeUnit(session, place) };
    }
    const place = this.#below(this.#units.length);
    if (kind === "update") {
      return { from: [this.#unitId(place), said()], to: this.#writeUnit(session, place) };
    }
    if (kind === "search") {
      const places = [...new Set([place, ...[0, 0, 0].map(() => this.#below(this.#units.length))])];
      const text = places.map((each) => this.#units[each]?.text).join("\n");
      const to = this.#node(session, "context", `context-${index}`, 1, text);
      this.#lastSearch = to;
      return { from: places.map((each) => this.#unitId(each)), to };
    }
    const to = this.#node(session, "prediction", `answer-${index}`, 1, this.#words.text(12));
    return { from: this.#lastSearch === undefined ? [] : [this.#lastSearch], to };
  }

  #unitId(place: number): string {
    return `memory_entry:unit-${place}@${this.#units[place]?.version}`;
  }

  #writeUnit(session: string, place: number): string {
    const { version = 0 } = this.#units[place] ?? {};
    const unit = { version: version + 1, text: this.#words.text(18) };
    this.#units[place] = unit;
    return this.#node(session, "memory_entry", `unit-${place}`, unit.version, unit.text);
  }

  #summarize(session: string, step: number): string {
    this.#summary[step % SENTENCES] = this.#words.text(12);
    return this.#node(session, "summary", "summary", step + 1, this.#summary.join(". "));
  }

  #node(session: string, className: string, name: string, version: number, value: string): string {
    const fullName = `${className}:${name}`;
    this.#write("nodes", {
      ...this.#common(session),
      ...{ name, version, value, category: className, class_name: className },
      ...{ full_name: fullName, node_id: `${name}@${version}` },
      full_node_id: `${fullName}@${version}`,
    });
    return `${fullName}@${version}`;
  }

  #common(session: string): Json {
    this.#time += 1 + this.#below(40);
    const lineno = 100 + this.#below(900);
    return {
      ...{ created_at: timeOf(this.#time), filename: FILE, lineno },
      comment: `${COMMENTS[this.#below(COMMENTS.length)]} (${this.#below(20)})`,
      ...{ graph_id: GRAPH, user_id: "user-1", project_id: "generated", session_id: session },
      ...{ metadata: {}, trigger_point: `${FILE}:${lineno}` },
    };
  }

  #hex(): string {
    return Array.from({ length: 4 }, () =>
      Math.floor(this.#words.random() * 2 ** 32)
        .toString(16)
        .padStart(8, "0"),
    ).join("");
  }

  #below(limit: number): number {
    return this.#words.below(limit);
  }
}

/** Returns a text of about this many words; each seed has its own text. */
export function textOf(seed: number, words: number): string {
  return new Words(seed).text(words);
}

/** Returns two or three syllables; each number has its own word. */
export function wordOf(number: number): string {
  const count = SYLLABLES.length;
  const places = [number % count, Math.floor(number / count) % count, (number * 7) % (2 * count)];
  return places.map((place) => SYLLABLES[place] ?? "").join("");
}

/** Returns the time that is this long after the start, in the form of an export. */
export function timeOf(milliseconds: number): string {
  return new Date(START + milliseconds).toISOString().replace("T", " ").slice(0, -1);
}

/** JSON as Python writes it by default, in ASCII only. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns a generator of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
