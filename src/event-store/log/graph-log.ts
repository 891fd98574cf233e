/**
 * The durable log of a graph's Durable Object: the acknowledged events that are not in a pack yet.
 * For packed events, the log keeps only their ids and a summary. It recognises duplicates by the
 * ids. Cloudflare bills each written row, so the log stores a batch in one row; only a very large
 * batch takes several rows.
 */
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { type EncodedPack, PACK_TARGET_BYTES } from "../pack/pack-codec.ts";
import type { ReachableChunks } from "../pack/pack-texts.ts";
import { RecentChunks } from "../pack/recent-chunks.ts";
import { AcceptedEvents } from "./accepted-events.ts";
import {
  type Counts,
  countsOf,
  hasScore,
  type IncomingEvents,
  inParts,
  picked,
} from "./incoming-events.ts";
import { type Head, LogRows, type NewRow, type TakenRows } from "./log-rows.ts";
import { encodeRun, type PackedHead, type PackedRun } from "./packed-run.ts";

export interface AppendAnswer {
  readonly accepted: number;
  readonly duplicates: number;
  /**
   * True if an earlier request already stored this batch. The counts are then those of the earlier
   * request.
   */
  readonly repeated: boolean;
}

/** Consecutive rows of the log that become one pack. */
export interface LogRun {
  readonly last: number;
  /** Position of the first event in `lines` among all accepted events of the graph. */
  readonly place: number;
  readonly lines: readonly string[];
  readonly opensCase: boolean;
  readonly hasVerdict: boolean;
}

interface WaitingRow {
  readonly seq: number;
  /** Position of the row's first event, counted over all accepted events of the graph. */
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
  /**
   * Rows that still wait for a pack according to storage, although a pack already contains their
   * events. If the Durable Object restarts now, it makes a pack from these rows again. The second
   * pack replaces the first, so no event is duplicated.
   */
  #unsettled: TakenRows | undefined;
  #packed: Counts = {};
  #packedSize = 0;
  #next = 0;
  #judged = false;
  #life: string | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#rows = new LogRows(storage);
    this.#restore();
  }

  /**
   * Appends the events that the graph does not contain yet. This method returns before the events
   * are durable. But the runtime holds back the Durable Object's response until they are durable.
   */
  append(batch: string | undefined, events: IncomingEvents): AppendAnswer {
    const place = this.size;
    const fresh = this.#accepted.accept(batch, events.ids);
    // Store new events even if the batch id is known: a client can wrongly use one id for two
    // batches, and the events of the second batch must not be lost.
    if (fresh.length > 0) this.#write(batch, picked(events, fresh), place);
    const isKnown = fresh.length === 0 && batch !== undefined;
    const earlier = isKnown ? this.#accepted.broughtBy(batch, events.ids) : 0;
    const accepted = fresh.length + earlier;
    return { accepted, duplicates: events.ids.length - accepted, repeated: earlier > 0 };
  }

  /**
   * Returns the rows that the next pack should contain: waiting rows with a sequence number above
   * `after` and at most `upTo`. Returns undefined if there are none.
   */
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
        hasVerdict: rows.some(({ head }) => head.counts.verdict !== undefined),
      }
    );
  }

  /**
   * Records that `pack` now contains the events of the rows up to `last`. These rows no longer wait
   * for a pack, but the ids of their events stay known. The rows stay in storage until the next
   * append or `settle`. If they were deleted now, readers of the pack would have to wait until the
   * deletion is committed.
   */
  packed(last: number, pack: Pick<EncodedPack, "ids" | "hashes">): void {
    const rows = this.#waiting.filter(({ seq }) => seq <= last);
    const [first] = rows;
    if (first === undefined) return;
    this.settle();
    const waiting = this.#waiting.slice(rows.length);
    const end = waiting[0]?.place ?? this.#accepted.size;
    const counts = sum(rows.map((row) => row.head.counts));
    const head: PackedHead = {
      starts: this.#accepted.startsOf(first.place, end),
      counts,
      judged: rows.some((row) => row.head.judged),
      ...(first.head.life === undefined ? {} : { life: first.head.life }),
    };
    this.#unsettled = {
      first: first.seq,
      last: rows.at(-1)?.seq ?? first.seq,
      run: encodeRun(head, pack),
    };
    this.#chunks.add(pack.hashes);
    this.#packed = sum([this.#packed, counts]);
    this.#packedSize = end;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#waitingOpensCase = false;
    for (const row of waiting) this.#wait(row);
  }

  /** False if the storage still has rows whose events are already in a pack. */
  get isSettled(): boolean {
    return this.#unsettled === undefined;
  }

  /** Deletes from storage the rows whose events are already in a pack. */
  settle(): void {
    if (this.#unsettled !== undefined) this.#rows.write([], this.#unsettled);
    this.#unsettled = undefined;
  }

  get chunks(): ReachableChunks {
    return this.#chunks;
  }

  /** Returns the number of events of each type, in packs and in waiting rows up to `last`. */
  countsUpTo(last: number): Counts {
    const rows = this.#waiting.filter(({ seq }) => seq <= last);
    return sum([this.#packed, ...rows.map(({ head }) => head.counts)]);
  }

  /**
   * An identifier of this graph only: a new graph with the id of a deleted graph has another
   * `life`. Undefined before the first append.
   */
  get life(): string | undefined {
    return this.#life;
  }

  /** Number of all accepted events, and the position that the next event gets. */
  get size(): number {
    return this.#accepted.size;
  }

  get packedSize(): number {
    return this.#packedSize;
  }

  /**
   * Returns the event at position `place` and the events after it, up to `maxBytes` in total. The
   * first event is returned even if it is larger. The event at `place` must not be in a pack.
   */
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

  /** Sequence number of the last written row; -1 for none. */
  get last(): number {
    return this.#next - 1;
  }

  /** Whether any row with a sequence number up to `upTo` waits for a pack. */
  holds(upTo: number): boolean {
    const [first] = this.#waiting;
    return first !== undefined && first.seq <= upTo;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Whether the next pack should be made soon, because the waiting events can open a case or are
   * enough for a whole pack.
   */
  get isUrgent(): boolean {
    return this.#waitingOpensCase || this.#waitingBytes > PACK_TARGET_BYTES;
  }

  /** True until the first events of this log are in a pack. */
  get isNew(): boolean {
    return this.#packedSize === 0;
  }

  #write(batch: string | undefined, fresh: IncomingEvents, start: number): void {
    // A judge's score opens a case only when the links of the score have arrived too, and a later
    // batch can contain these links. So after the first score, assume that every batch with links
    // can open a case.
    const judged = this.#judged || hasScore(fresh);
    const life = this.#life ?? randomBytes(9).toString("base64url");
    const parts = inParts(fresh, PACK_TARGET_BYTES);
    const rows = parts.map(({ events, bytes }, index): NewRow => {
      const counts = countsOf(events);
      const head: Head = {
        counts,
        opensCase: events.opening.length > 0 || (judged && counts.link !== undefined),
        judged: hasScore(events),
        ...(this.#next + index === 0 ? { life } : {}),
        ...(batch === undefined ? {} : { batch }),
        ...(index > 0 ? { goesOn: true } : {}),
      };
      return { seq: this.#next + index, head, body: events.lines, bytes };
    });
    try {
      this.#rows.write(rows, this.#unsettled);
      this.#unsettled = undefined;
    } catch (error) {
      // Memory already contains the ids of the events that were not stored. Read storage again to
      // forget these ids. Otherwise, a retry would treat the events as duplicates and lose them.
      this.#restore();
      throw error;
    }
    this.#judged = judged;
    this.#life = life;
    let place = start;
    rows.forEach(({ seq, bytes, head }, index) => {
      this.#wait({ seq, place, bytes, head });
      place += parts[index]?.events.ids.length ?? 0;
    });
  }

  #wait(row: WaitingRow): void {
    this.#waiting.push(row);
    this.#waitingBytes += row.bytes;
    this.#waitingOpensCase ||= row.head.opensCase;
    this.#next = row.seq + 1;
  }

  #restore(): void {
    this.#unsettled = undefined;
    this.#accepted = new AcceptedEvents();
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#waitingOpensCase = false;
    this.#packed = {};
    this.#packedSize = 0;
    const chunks: Uint8Array[] = [];
    for (const row of this.#rows.all()) {
      if ("packed" in row) this.#restorePacked(row.seq, row.packed, chunks);
      else this.#restoreWaiting(row.seq, row.head, row.body);
    }
    this.#chunks = RecentChunks.after(chunks);
  }

  #restorePacked(seq: number, { head, ids, hashes }: PackedRun, chunks: Uint8Array[]): void {
    for (const [place, mark] of head.starts) this.#accepted.begin(place, mark);
    this.#accepted.addIds(ids);
    this.#packed = sum([this.#packed, head.counts]);
    this.#packedSize = this.#accepted.size;
    chunks.push(hashes);
    this.#judged ||= head.judged;
    this.#life ??= head.life;
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

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function sum(counts: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const each of counts) {
    for (const [type, count] of Object.entries(each)) total[type] = (total[type] ?? 0) + count;
  }
  return total;
}
