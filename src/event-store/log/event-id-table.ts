/**
 * Ids of events by number. Ids as the SDK gives them, a count and a rest, see `id-list.ts`, are kept
 * as runs of counts: a graph that takes in batch after batch keeps little more than a run for each.
 * Any other id takes some 40 bytes.
 */
import { StringTable } from "../../graph/columns/string-table.ts";
import { countDigits, hasRest } from "../pack/id-list.ts";
import { CountRuns } from "./count-runs.ts";

/** Clients whose ids are kept as runs; a graph has seldom more than a few. */
const MOST_RESTS = 1_000;

export class EventIdTable {
  readonly #runs = new Map<string, CountRuns>();
  #lastRest = "";
  #lastRuns: CountRuns | undefined;
  /** Ids that no run holds. */
  readonly #others = new StringTable();
  /** Of each of those the number among all. */
  readonly #numbers: number[] = [];
  #size = 0;

  /** Distinct ids; their numbers go from 0, in the order in which they came. */
  get size(): number {
    return this.#size;
  }

  /** The number of the id; a new one is added. */
  intern(id: string): number {
    const digits = countDigits(id);
    const runs = digits === 0 ? undefined : this.#runsOf(id, digits);
    if (runs === undefined) return this.#internOther(id);
    const count = Number.parseInt(id, 10);
    const known = runs.find(count);
    if (known >= 0) return known;
    // Whatever a run did not take lies before its end.
    const isOther = count < runs.end && this.#others.find(id) >= 0;
    if (isOther || !runs.add(count, this.#size)) return this.#internOther(id);
    return this.#size++;
  }

  /** The number of the id; -1 where it was never added. */
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
