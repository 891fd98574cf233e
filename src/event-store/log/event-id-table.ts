/**
 * Gives a number to each event id. An id from the SDK consists of a counter and a suffix
 * (`id-list.ts`). The ids of one batch usually have the same suffix and consecutive counters, so
 * they are stored together as one run. Any other id takes about 40 bytes of memory.
 */
import { StringTable } from "../../graph/columns/string-table.ts";
import { countDigits, hasRest } from "../pack/id-list.ts";
import { CountRuns } from "./count-runs.ts";

/**
 * Ids are stored in runs only if they have one of the first suffixes of the graph, at most this
 * many. An id with any other suffix is stored alone, which takes more memory. This happens rarely:
 * each SDK client has one suffix, and few graphs have more than a few clients.
 */
const MOST_RESTS = 1_000;

export class EventIdTable {
  readonly #runs = new Map<string, CountRuns>();
  #lastRest = "";
  #lastRuns: CountRuns | undefined;
  readonly #others = new StringTable();
  /**
   * `#others` gives each id an index of its own. At this index, `#numbers` has the number of the id
   * in this table.
   */
  readonly #numbers: number[] = [];
  #size = 0;

  /** Number of distinct ids. They are numbered from 0 in order of arrival. */
  get size(): number {
    return this.#size;
  }

  intern(id: string): number {
    const digits = countDigits(id);
    const runs = digits === 0 ? undefined : this.#runsOf(id, digits);
    if (runs === undefined) return this.#internOther(id);
    const count = Number.parseInt(id, 10);
    const known = runs.find(count);
    if (known >= 0) return known;
    // If `runs.add` rejects an id, `#others` stores the id. The counter of a rejected id is always
    // below `runs.end`. So search `#others`, which is slower, only if the counter is below that.
    const isOther = count < runs.end && this.#others.find(id) >= 0;
    if (isOther || !runs.add(count, this.#size)) return this.#internOther(id);
    return this.#size++;
  }

  /** Returns -1 if the id is unknown. */
  find(id: string): number {
    const digits = countDigits(id);
    const runs = digits === 0 ? undefined : this.#runs.get(id.slice(digits));
    const known = runs?.find(Number.parseInt(id, 10)) ?? -1;
    return known >= 0 ? known : (this.#numbers[this.#others.find(id)] ?? -1);
  }

  #internOther(id: string): number {
    const other = this.#others.intern(id);
    if (other === this.#numbers.length) this.#numbers.push(this.#size++);
    return this.#numbers[other] as number;
  }

  #runsOf(id: string, digits: number): CountRuns | undefined {
    if (hasRest(id, digits, this.#lastRest)) return this.#lastRuns;
    const rest = id.slice(digits);
    this.#lastRest = rest;
    this.#lastRuns = this.#runs.get(rest);
    if (this.#lastRuns === undefined && this.#runs.size < MOST_RESTS) {
      this.#lastRuns = new CountRuns();
      this.#runs.set(rest, this.#lastRuns);
    }
    return this.#lastRuns;
  }
}
