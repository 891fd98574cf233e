/**
 * The durable log of one graph object, in its own SQLite: what is acknowledged but not yet in a
 * pack, and what has been packed, as far as recognising duplicates needs it.
 *
 * Rows written are the bill, so a batch is one row (several only where it is very large).
 */
import { randomBytes } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import type { TraceEvent } from "../protocol/events.ts";
import { PACK_TARGET_BYTES } from "./pack-codec.ts";

/** An event on its way into the log; `json` is its stored form. */
export interface LogEvent {
  readonly id: string;
  readonly type: TraceEvent["type"];
  readonly json: string;
  /** Whether the event may open a case. */
  readonly opensCase: boolean;
}

/** A judge's score means nothing until its links are there, and those may come in a later batch. */
function isJudgeScore(event: LogEvent): boolean {
  return event.type === "variable" && event.opensCase;
}

export interface AppendAnswer {
  readonly accepted: number;
  readonly duplicates: number;
}

/** What is known of a row's events without reading them. */
interface Head {
  readonly ids: readonly string[];
  readonly counts: Counts;
  readonly opensCase: boolean;
  readonly judged: boolean;
  /** In the graph's first row. */
  readonly life?: string;
  readonly batch?: string;
  readonly answer?: AppendAnswer;
}

/** What stays known of a run of rows after a pack took it. */
interface PackedHead {
  readonly ids: readonly string[];
  readonly counts: Counts;
  readonly judged: boolean;
  readonly life?: string;
  readonly answers: readonly (readonly [batch: string, answer: AppendAnswer])[];
}

export type Counts = Readonly<Partial<Record<TraceEvent["type"], number>>>;

/** Rows of the log that one pack takes. */
export interface LogRun {
  readonly first: number;
  readonly last: number;
  /** Of the first line, among all events that the graph ever accepted. */
  readonly place: number;
  readonly lines: readonly string[];
  readonly opensCase: boolean;
}

/** A row of the object's SQLite holds at most 2 MB; larger bodies are compressed. */
const PLAIN_ROW_BYTES = 600_000;

export class GraphLog {
  readonly #storage: DurableObjectStorage;
  readonly #ids = new Set<string>();
  readonly #answers = new Map<string, AppendAnswer>();
  #packed: Record<string, number> = {};
  #next = 0;
  #open = false;
  #judged = false;
  #life: string | undefined;
  #size = 0;
  /** Where the rows that wait for a pack begin, among all events. */
  #starts: { readonly seq: number; readonly place: number }[] = [];
  /** What waits for a pack. */
  #waiting = { bytes: 0, opensCase: false };

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    const tables = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'log'").toArray();
    if (tables.length > 0) this.#restore();
  }

  /** Appends what is new. Once this returns and the object's output gate opens, it is durable. */
  append(batch: string | undefined, events: readonly LogEvent[]): AppendAnswer {
    const known = batch === undefined ? undefined : this.#answers.get(batch);
    // Under a name that was used before, other events still count: none may be lost to a mix-up.
    if (known !== undefined && events.every(({ id }) => this.#ids.has(id))) return known;
    const fresh: LogEvent[] = [];
    const ids = new Set<string>();
    for (const event of events) {
      if (this.#ids.has(event.id) || ids.has(event.id)) continue;
      ids.add(event.id);
      fresh.push(event);
    }
    const answer = { accepted: fresh.length, duplicates: events.length - fresh.length };
    if (fresh.length > 0) this.#write(batch, answer, fresh);
    return answer;
  }

  /** The next run of rows for a pack, none of them later than `upTo`. */
  nextRun(after: number, upTo: number): LogRun | undefined {
    const lines: string[] = [];
    let run: { first: number; last: number; place: number; opensCase: boolean } | undefined;
    let bytes = 0;
    const rows = this.#open
      ? this.#storage.sql.exec<{ seq: number; head: string; body: string | ArrayBuffer }>(
          "SELECT seq, head, body FROM log WHERE seq > ? AND seq <= ? ORDER BY seq",
          after,
          upTo,
        )
      : [];
    for (const row of rows) {
      const body = typeof row.body === "string" ? row.body : gunzipText(row.body);
      bytes += Buffer.byteLength(body);
      if (run !== undefined && bytes > PACK_TARGET_BYTES) break;
      lines.push(...body.split("\n"));
      const { opensCase }: Head = JSON.parse(row.head);
      run = {
        first: run?.first ?? row.seq,
        last: row.seq,
        place: run?.place ?? this.#placeOf(row.seq),
        opensCase: opensCase || (run?.opensCase ?? false),
      };
    }
    return run && { ...run, lines };
  }

  /** Forgets rows up to `last`, which packs now hold; their ids stay known. */
  packed(last: number): void {
    this.#storage.transactionSync(() => {
      const rows = this.#storage.sql
        .exec<{ head: string }>("SELECT head FROM log WHERE seq <= ? ORDER BY seq", last)
        .toArray();
      if (rows.length === 0) return;
      const heads = rows.map(({ head }): Head => JSON.parse(head));
      // One row per run of ids, so that a row never outgrows the limit.
      const head: PackedHead = {
        ids: heads.flatMap(({ ids }) => ids),
        counts: heads.reduce<Counts>((total, { counts }) => sum(total, counts), {}),
        judged: heads.some(({ judged }) => judged),
        ...heads.reduce<{ life?: string }>((first, { life }) => (life ? { life } : first), {}),
        answers: heads.flatMap(({ batch, answer }) =>
          batch !== undefined && answer ? [[batch, answer] as const] : [],
        ),
      };
      this.#packed = sum(this.#packed, head.counts);
      this.#storage.sql.exec(
        "INSERT INTO packed (seq, head) VALUES (?, ?)",
        last,
        gzipSync(JSON.stringify(head)),
      );
      this.#storage.sql.exec("DELETE FROM log WHERE seq <= ?", last);
    });
    this.#starts = this.#starts.filter(({ seq }) => seq > last);
    this.#waiting = { bytes: 0, opensCase: false };
    for (const row of this.#rows()) this.#count(row);
  }

  /** Events per type that packs hold once rows up to `last` are packed. */
  countsUpTo(last: number): Counts {
    const heads = this.#open
      ? this.#storage.sql
          .exec<{ head: string }>("SELECT head FROM log WHERE seq <= ?", last)
          .toArray()
      : [];
    return heads.reduce<Counts>((total, { head }) => {
      const { counts }: Head = JSON.parse(head);
      return sum(total, counts);
    }, this.#packed);
  }

  /** Tells the graph from every other, also from one of its own id that was deleted. */
  get life(): string | undefined {
    return this.#life;
  }

  /** Events that were ever accepted: the place that the next one gets. */
  get size(): number {
    return this.#size;
  }

  /** Of these events, how many packs hold. */
  get packedSize(): number {
    return this.#starts[0]?.place ?? this.#size;
  }

  /** Events from `place` on, which must not be in a pack: one, and more up to `maxBytes`. */
  linesFrom(place: number, maxBytes: number): string[] {
    const start = this.#starts.findLast((row) => row.place <= place);
    if (start === undefined) return [];
    const lines: string[] = [];
    let skip = place - start.place;
    let bytes = 0;
    for (const { body } of this.#storage.sql.exec<{ body: string | ArrayBuffer }>(
      "SELECT body FROM log WHERE seq >= ? ORDER BY seq",
      start.seq,
    )) {
      const text = typeof body === "string" ? body : gunzipText(body);
      for (const line of text.split("\n").slice(skip)) {
        bytes += Buffer.byteLength(line);
        if (lines.length > 0 && bytes > maxBytes) return lines;
        lines.push(line);
      }
      skip = 0;
    }
    return lines;
  }

  /** The last row that was written; -1 before the first. */
  get last(): number {
    return this.#next - 1;
  }

  /** Whether a row up to this one is not in a pack yet. */
  holds(upTo: number): boolean {
    if (!this.#open) return false;
    const { sql } = this.#storage;
    return sql.exec("SELECT 1 FROM log WHERE seq <= ? LIMIT 1", upTo).toArray().length > 0;
  }

  /** Whether somebody waits for the next pack: the first of a graph, a full one, a wrong answer. */
  get isUrgent(): boolean {
    const { bytes, opensCase } = this.#waiting;
    return opensCase || bytes > PACK_TARGET_BYTES || Object.keys(this.#packed).length === 0;
  }

  #write(batch: string | undefined, answer: AppendAnswer, fresh: readonly LogEvent[]): void {
    this.#judged ||= fresh.some(isJudgeScore);
    this.#storage.transactionSync(() => {
      if (!this.#open) this.#create();
      let part: LogEvent[] = [];
      let bytes = 0;
      const flush = (last: boolean) => {
        const head: Head = {
          ids: part.map((event) => event.id),
          counts: countTypes(part),
          opensCase: part.some(
            (event) => event.opensCase || (this.#judged && event.type === "link"),
          ),
          judged: part.some(isJudgeScore),
          ...(this.#next === 0 ? { life: this.#begin() } : {}),
          ...(last && batch !== undefined ? { batch, answer } : {}),
        };
        const body = part.map((event) => event.json).join("\n");
        this.#starts.push({ seq: this.#next, place: this.#size });
        this.#size += part.length;
        this.#storage.sql.exec(
          "INSERT INTO log (seq, head, body) VALUES (?, ?, ?)",
          this.#next++,
          JSON.stringify(head),
          Buffer.byteLength(body) > PLAIN_ROW_BYTES ? gzipSync(body) : body,
        );
        this.#count({ opensCase: head.opensCase, bytes: Buffer.byteLength(body) });
        part = [];
        bytes = 0;
      };
      for (const event of fresh) {
        // The id stands in the row's head once more.
        const size = Buffer.byteLength(event.json) + Buffer.byteLength(event.id);
        if (part.length > 0 && bytes + size > PACK_TARGET_BYTES) flush(false);
        part.push(event);
        bytes += size;
      }
      flush(true);
    });
    for (const event of fresh) this.#ids.add(event.id);
    if (batch !== undefined) this.#answers.set(batch, answer);
  }

  #begin(): string {
    this.#life = randomBytes(9).toString("base64url");
    return this.#life;
  }

  #placeOf(seq: number): number {
    return this.#starts.find((row) => row.seq === seq)?.place ?? this.#size;
  }

  #create(): void {
    this.#storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, head TEXT NOT NULL, body BLOB NOT NULL)",
    );
    this.#storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS packed (seq INTEGER PRIMARY KEY, head BLOB NOT NULL)",
    );
    this.#open = true;
  }

  #restore(): void {
    this.#open = true;
    const { sql } = this.#storage;
    for (const row of sql.exec<{ seq: number; head: ArrayBuffer }>(
      "SELECT seq, head FROM packed",
    )) {
      const head: PackedHead = JSON.parse(gunzipText(row.head));
      for (const id of head.ids) this.#ids.add(id);
      for (const [batch, answer] of head.answers) this.#answers.set(batch, answer);
      this.#packed = sum(this.#packed, head.counts);
      this.#judged ||= head.judged;
      this.#life ??= head.life;
      this.#size += head.ids.length;
      this.#next = Math.max(this.#next, row.seq + 1);
    }
    for (const { seq, head, opensCase, bytes } of this.#rows()) {
      for (const id of head.ids) this.#ids.add(id);
      if (head.batch !== undefined && head.answer) this.#answers.set(head.batch, head.answer);
      this.#judged ||= head.judged;
      this.#life ??= head.life;
      this.#starts.push({ seq, place: this.#size });
      this.#size += head.ids.length;
      this.#next = Math.max(this.#next, seq + 1);
      this.#count({ opensCase, bytes });
    }
  }

  *#rows(): Generator<{ seq: number; head: Head; opensCase: boolean; bytes: number }> {
    for (const row of this.#storage.sql.exec<{ seq: number; head: string; bytes: number }>(
      "SELECT seq, head, length(body) AS bytes FROM log ORDER BY seq",
    )) {
      const head: Head = JSON.parse(row.head);
      yield { seq: row.seq, head, opensCase: head.opensCase, bytes: row.bytes };
    }
  }

  #count(row: { opensCase: boolean; bytes: number }): void {
    this.#waiting.bytes += row.bytes;
    this.#waiting.opensCase ||= row.opensCase;
  }
}

function gunzipText(body: ArrayBuffer): string {
  return gunzipSync(new Uint8Array(body)).toString("utf8");
}

function countTypes(events: readonly LogEvent[]): Counts {
  const counts: Record<string, number> = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

function sum(a: Counts, b: Counts): Record<string, number> {
  const total: Record<string, number> = { ...a };
  for (const [type, count] of Object.entries(b)) total[type] = (total[type] ?? 0) + count;
  return total;
}
