/**
 * The durable log of one graph object: what is acknowledged but not yet in a pack, and what has
 * been packed, as far as recognising duplicates needs it.
 *
 * Rows written are the bill, so a batch is one row (several only where it is very large).
 */
import { randomBytes } from "node:crypto";
import type { TraceEvent } from "../protocol/events.ts";
import { AcceptedEvents } from "./accepted-events.ts";
import { type Counts, type Head, LogRows, type NewRow, type PackedHead } from "./log-rows.ts";
import { PACK_TARGET_BYTES, type ReachableChunks } from "./pack-codec.ts";
import { encodeHashes, RecentChunks } from "./recent-chunks.ts";

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
  /** The batch brought these events before: the counts are those of that time. */
  readonly repeated: boolean;
}

/** Rows of the log that one pack takes. */
export interface LogRun {
  readonly last: number;
  /** Of the first line, among all events that the graph ever accepted. */
  readonly place: number;
  readonly lines: readonly string[];
  readonly opensCase: boolean;
}

/** A row that waits for a pack. */
interface WaitingRow {
  readonly seq: number;
  /** Of its first event, among all events. */
  readonly place: number;
  readonly bytes: number;
  readonly head: Head;
}

export class GraphLog {
  readonly #rows: LogRows;
  #accepted = new AcceptedEvents();
  #chunks = new RecentChunks();
  #waiting: WaitingRow[] = [];
  #waitingBytes = 0;
  #waitingOpensCase = false;
  #packed: Counts = {};
  #packedSize = 0;
  #next = 0;
  #judged = false;
  #life: string | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#rows = new LogRows(storage);
    this.#restore();
  }

  /** Appends what is new. Once this returns and the object's output gate opens, it is durable. */
  append(batch: string | undefined, events: readonly LogEvent[]): AppendAnswer {
    const place = this.size;
    const fresh = this.#accepted.accept(batch, events);
    // Under a name that was used before, other events still count: none may be lost to a mix-up.
    if (fresh.length > 0) this.#write(batch, fresh, place);
    const isKnown = fresh.length === 0 && batch !== undefined;
    const earlier = isKnown ? this.#accepted.broughtBy(batch, events.map(idOf)) : 0;
    const accepted = fresh.length + earlier;
    return { accepted, duplicates: events.length - accepted, repeated: earlier > 0 };
  }

  /** The next run of rows for a pack, none of them later than `upTo`. */
  nextRun(after: number, upTo: number): LogRun | undefined {
    const rows: WaitingRow[] = [];
    let bytes = 0;
    for (const row of this.#waiting) {
      if (row.seq <= after) continue;
      bytes += row.bytes;
      if (row.seq > upTo || (rows.length > 0 && bytes > PACK_TARGET_BYTES)) break;
      rows.push(row);
    }
    const [first] = rows;
    const last = rows.at(-1);
    return (
      first &&
      last && {
        last: last.seq,
        place: first.place,
        lines: [...this.#rows.lines(first.seq, last.seq)].flat(),
        opensCase: rows.some(({ head }) => head.opensCase),
      }
    );
  }

  /** Forgets rows up to `last`, which a pack with these chunks now holds; their ids stay known. */
  packed(last: number, chunks: readonly string[]): void {
    const rows = this.#waiting.filter(({ seq }) => seq <= last);
    const [first] = rows;
    if (first === undefined) return;
    const waiting = this.#waiting.slice(rows.length);
    const end = waiting[0]?.place ?? this.#accepted.size;
    const head: PackedHead = {
      ids: this.#accepted.idsOf(first.place, end),
      starts: this.#accepted.startsOf(first.place, end),
      counts: sum(rows.map((row) => row.head.counts)),
      judged: rows.some((row) => row.head.judged),
      ...(first.head.life === undefined ? {} : { life: first.head.life }),
      chunks: encodeHashes(chunks),
    };
    this.#rows.pack(first.seq, rows.at(-1)?.seq ?? first.seq, head);
    this.#chunks.add(chunks);
    this.#packed = sum([this.#packed, head.counts]);
    this.#packedSize = end;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#waitingOpensCase = false;
    for (const row of waiting) this.#wait(row);
  }

  /** What the next pack may take from those before it. */
  get chunks(): ReachableChunks {
    return this.#chunks;
  }

  /** Events per type that packs hold once rows up to `last` are packed. */
  countsUpTo(last: number): Counts {
    const rows = this.#waiting.filter(({ seq }) => seq <= last);
    return sum([this.#packed, ...rows.map(({ head }) => head.counts)]);
  }

  /** Tells the graph from every other, also from one of its own id that was deleted. */
  get life(): string | undefined {
    return this.#life;
  }

  /** Events that were ever accepted: the place that the next one gets. */
  get size(): number {
    return this.#accepted.size;
  }

  /** Of these events, how many packs hold. */
  get packedSize(): number {
    return this.#packedSize;
  }

  /** Events from `place` on, which must not be in a pack: one, and more up to `maxBytes`. */
  linesFrom(place: number, maxBytes: number): string[] {
    const start = this.#waiting.findLast((row) => row.place <= place);
    if (start === undefined) return [];
    const lines: string[] = [];
    let skip = place - start.place;
    let bytes = 0;
    for (const row of this.#rows.lines(start.seq, this.last)) {
      for (const line of row.slice(skip)) {
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
    const [first] = this.#waiting;
    return first !== undefined && first.seq <= upTo;
  }

  /** Whether somebody waits for the next pack: the first of a graph, a full one, a wrong answer. */
  get isUrgent(): boolean {
    return (
      this.#waitingOpensCase || this.#waitingBytes > PACK_TARGET_BYTES || this.#packedSize === 0
    );
  }

  #write(batch: string | undefined, fresh: readonly LogEvent[], start: number): void {
    const judged = this.#judged || fresh.some(isJudgeScore);
    const life = this.#life ?? randomBytes(9).toString("base64url");
    const parts = inParts(fresh);
    const rows = parts.map((part, index): NewRow => {
      const body = part.map(({ json }) => json).join("\n");
      const head: Head = {
        counts: countTypes(part),
        opensCase: part.some((event) => event.opensCase || (judged && event.type === "link")),
        judged: part.some(isJudgeScore),
        ...(this.#next + index === 0 ? { life } : {}),
        ...(batch === undefined ? {} : { batch }),
        ...(index > 0 ? { goesOn: true } : {}),
      };
      return { seq: this.#next + index, head, body, bytes: Buffer.byteLength(body) };
    });
    try {
      this.#rows.write(rows);
    } catch (error) {
      // What was accepted in memory alone would be lost as a duplicate when it comes again.
      this.#restore();
      throw error;
    }
    this.#judged = judged;
    this.#life = life;
    let place = start;
    rows.forEach(({ seq, bytes, head }, index) => {
      this.#wait({ seq, place, bytes, head });
      place += parts[index]?.length ?? 0;
    });
  }

  #wait(row: WaitingRow): void {
    this.#waiting.push(row);
    this.#waitingBytes += row.bytes;
    this.#waitingOpensCase ||= row.head.opensCase;
    this.#next = row.seq + 1;
  }

  #restore(): void {
    this.#accepted = new AcceptedEvents();
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#waitingOpensCase = false;
    this.#packed = {};
    this.#packedSize = 0;
    const chunks: string[] = [];
    for (const row of this.#rows.all()) {
      if ("packed" in row) this.#restorePacked(row.seq, row.packed, chunks);
      else this.#restoreWaiting(row.seq, row.head, row.body);
    }
    this.#chunks = RecentChunks.after(chunks);
  }

  #restorePacked(seq: number, packed: PackedHead, chunks: string[]): void {
    if (packed.starts === undefined) this.#accepted.begin(this.size, undefined);
    for (const [place, mark] of packed.starts ?? []) this.#accepted.begin(place, mark);
    this.#accepted.addIds(packed.ids);
    this.#packed = sum([this.#packed, packed.counts]);
    this.#packedSize = this.#accepted.size;
    chunks.push(packed.chunks ?? "");
    this.#judged ||= packed.judged;
    this.#life ??= packed.life;
    this.#next = seq + 1;
  }

  #restoreWaiting(seq: number, head: Head, body: string): void {
    this.#wait({ seq, place: this.#accepted.size, bytes: Buffer.byteLength(body), head });
    if (!head.goesOn) this.#accepted.begin(this.size, head.batch);
    this.#accepted.addIds(body.split("\n").map((line) => idOf(JSON.parse(line))));
    this.#judged ||= head.judged;
    this.#life ??= head.life;
  }
}

/** As many rows as it takes to keep each below what a pack may hold. */
function inParts(events: readonly LogEvent[]): LogEvent[][] {
  const parts: LogEvent[][] = [];
  let part: LogEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    // Most are far too short to be worth counting: no character takes more than three bytes.
    const atMost = 3 * event.json.length;
    const size =
      atMost < PACK_TARGET_BYTES / events.length ? atMost : Buffer.byteLength(event.json);
    if (part.length > 0 && bytes + size > PACK_TARGET_BYTES) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(event);
    bytes += size;
  }
  return [...parts, part];
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function countTypes(events: readonly LogEvent[]): Counts {
  const counts: Record<string, number> = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

function sum(counts: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const each of counts) {
    for (const [type, count] of Object.entries(each)) total[type] = (total[type] ?? 0) + count;
  }
  return total;
}
