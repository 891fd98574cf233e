/**
 * Counts a period's judged answers. Usually the counts come from tallies (stored counts). If the
 * filter has a field by which tallies cannot count, or if a span has no usable tally, the rows of
 * the answers are read instead. Tallies and rows give the same figures.
 */
import type { CaseSelection } from "../../../protocol/api/insights/case-selection.ts";
import type { CaseGroup } from "../../../reports/case-row.ts";
import { type BucketGrid, DAY_MS, startOf } from "../../../reports/over-time.ts";
import type { Database } from "../../database.ts";
import { countRight, countWrong } from "./answer-rows.ts";
import { groupOf, isCarried, type Kind, parseKind, passes, verdictGroupOf } from "./kinds.ts";
import { readTallies } from "./read-tallies.ts";
import { periodOf, selectionIn } from "./tallied-spans.ts";
import { selectCheck } from "./tally-rows.ts";

export interface AskedAnswers {
  readonly filter: CaseSelection;
  /** Time buckets of the chart. */
  readonly grid: BucketGrid;
  /**
   * Maximum number of groups of wrong answers that one query may return from the answers' rows. If
   * there are more, `countAnswers` returns null.
   */
  readonly limit: number;
}

export interface CountedAnswers {
  /**
   * One group for each kind of case. The cases of a group can be in several time buckets. The
   * group's `occurredAt` is in the earliest of these buckets, but need not be the time of a case.
   */
  readonly groups: CaseGroup[];
  /** The same cases as in `groups`, but grouped by time bucket, state, outcome and error type. */
  readonly byBucket: CaseGroup[];
  /**
   * Number of right answers in the filter's period, with the filter's system and session category.
   * Null if the filter has a field by which tallies cannot count.
   */
  readonly right: number | null;
  /**
   * Time at which wrong tallies of the project were last corrected; null if they were never wrong.
   */
  readonly mendedAt: number | null;
}

/** @returns null if a query of the answers' rows finds more than `limit` groups of wrong answers */
export async function countAnswers(
  database: Database,
  project: string,
  asked: AskedAnswers,
): Promise<CountedAnswers | null> {
  const { filter, grid, limit } = asked;
  if (!isCarried(filter)) return countRows(database, project, asked);
  const hasDays = grid.length >= DAY_MS;
  const read = await readTallies(database, project, periodOf(filter), hasDays);
  const sum = new Sum(filter, grid);
  const kindOf = new Map(read.kinds.map(({ id, kind }) => [String(id), sum.kind(kind)]));
  for (const { start, counts } of read.tallies) {
    const bucket = sum.bucket(start);
    for (const id in counts) {
      const kind = kindOf.get(id);
      if (kind?.isCounted) bucket[kind.place] = (bucket[kind.place] ?? 0) + (counts[id] ?? 0);
    }
  }
  for (const span of read.spans) {
    const [wrong, right] = await database.batch([
      countWrong(database, project, selectionIn(filter, span), grid, limit + 1),
      countRight(database, project, span),
    ]);
    if (wrong.length > limit) return null;
    for (const { kind, count, occurredAt } of wrong) sum.add(kind, occurredAt ?? span.from, count);
    for (const { kind, count } of right) sum.add(kind, span.from, count);
  }
  return { ...sum.result(), mendedAt: read.mendedAt };
}

async function countRows(
  database: Database,
  project: string,
  { filter, grid, limit }: AskedAnswers,
): Promise<CountedAnswers | null> {
  const [wrong, checks] = await database.batch([
    countWrong(database, project, filter, grid, limit + 1),
    selectCheck(database, project),
  ]);
  if (wrong.length > limit) return null;
  const sum = new Sum({}, grid);
  for (const { kind, count, occurredAt } of wrong) sum.add(kind, occurredAt ?? 0, count);
  return { ...sum.result(), right: null, mendedAt: checks[0]?.mendedAt ?? null };
}

interface SummedKind {
  readonly kind: Kind;
  readonly isCounted: boolean;
  /** Index of this kind in each bucket's array of counts. */
  readonly place: number;
  /**
   * State, outcome and error type as one text. `byBucket` has one group for each of these texts.
   */
  readonly verdict: string;
}

/**
 * Adds up the counts by bucket and kind. A bucket stores its counts in an array, not in a map. With
 * many kinds, two years have half a million counts, and maps would be slower.
 */
class Sum {
  readonly #filter: CaseSelection;
  readonly #grid: BucketGrid;
  readonly #kinds = new Map<string, SummedKind>();
  readonly #buckets = new Map<number, { earliest: number; counts: number[] }>();

  constructor(filter: CaseSelection, grid: BucketGrid) {
    this.#filter = filter;
    this.#grid = grid;
  }

  kind(text: string): SummedKind {
    const known = this.#kinds.get(text);
    if (known !== undefined) return known;
    const kind = parseKind(text);
    const added = {
      ...{ kind, isCounted: passes(kind, this.#filter), place: this.#kinds.size },
      verdict: kind.slice(3, 6).join(" "),
    };
    this.#kinds.set(text, added);
    return added;
  }

  /** Returns the counts of the bucket that contains `at`, indexed by `SummedKind.place`. */
  bucket(at: number): number[] {
    const start = startOf(at, this.#grid);
    const known = this.#buckets.get(start);
    const bucket = known ?? { earliest: at, counts: [] };
    bucket.earliest = Math.min(bucket.earliest, at);
    if (known === undefined) this.#buckets.set(start, bucket);
    return bucket.counts;
  }

  add(text: string, at: number, count: number): void {
    const { isCounted, place } = this.kind(text);
    const bucket = this.bucket(at);
    if (isCounted) bucket[place] = (bucket[place] ?? 0) + count;
  }

  result() {
    const kinds = [...this.#kinds.values()];
    const totals = new Map<SummedKind, CaseGroup>();
    const byBucket: CaseGroup[] = [];
    let right = 0;
    for (const { earliest, counts } of this.#buckets.values()) {
      const inBucket = new Map<string, CaseGroup>();
      for (const each of kinds) {
        const { kind, place, verdict } = each;
        const count = counts[place] ?? 0;
        if (count === 0) continue;
        if (kind[0] === "right") {
          right += count;
          continue;
        }
        addTo(totals, each, groupOf(kind, count, earliest));
        addTo(inBucket, verdict, verdictGroupOf(kind, count, earliest));
      }
      byBucket.push(...inBucket.values());
    }
    return { groups: [...totals.values()], byBucket, right };
  }
}

function addTo<Key>(groups: Map<Key, CaseGroup>, key: Key, added: CaseGroup): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, added);
  else {
    const occurredAt = Math.min(known.occurredAt, added.occurredAt);
    groups.set(key, { ...known, count: known.count + added.count, occurredAt });
  }
}
