/**
 * Runs one kind of work of one project, several items in parallel. The database lists the due
 * items, so no work is lost if a `WorkLane` is lost with its process.
 */
import { logFailure } from "../database/failure-log.ts";

export interface LaneBounds<Item> {
  readonly atOnce: number;
  /**
   * Returns the party (group) of an item. Free places are divided fairly among the parties. By
   * default, each item is a party of its own.
   */
  readonly partyOf?: (item: Item) => string;
  /** How many items of this item's party can run in parallel. */
  readonly mostOfParty?: (item: Item) => number;
}

export interface LaneWork<Item> extends LaneBounds<Item> {
  /**
   * Returns due items in the order in which they should start. Running items can be included.
   * @param resting keys of items that must not start now, so that the query can leave them out
   */
  due(resting: readonly string[]): Promise<readonly Item[]>;
  keyOf(item: Item): string;
  /** Does the work of the item. If this rejects, the item rests for a minute (`REST_MS`). */
  work(item: Item): Promise<void>;
  now(): number;
}

/**
 * A failed item rests this long before it can start again. The sweep calls `wake` at the same
 * interval.
 */
const REST_MS = 60_000;

export class WorkLane<Item> {
  readonly #deps: LaneWork<Item>;
  readonly #inHand = new Map<string, Item>();
  readonly #restsUntil = new Map<string, number>();
  #looking: Promise<void> | undefined;
  #isWoken = false;

  constructor(deps: LaneWork<Item>) {
    this.#deps = deps;
  }

  /**
   * Starts due items while fewer than `atOnce` items run. If `due` fails, the returned promise
   * rejects. The lane does not try again by itself, so the caller must call `wake` later.
   */
  async wake(): Promise<void> {
    this.#isWoken = true;
    // If `atOnce` items are running, the end of one calls `wake` again.
    if (!this.#hasRoom) return;
    this.#looking ??= this.#look();
    await this.#looking;
  }

  get #hasRoom(): boolean {
    return this.#inHand.size < this.#deps.atOnce;
  }

  /**
   * Call this only if fewer than `atOnce` items are running. Otherwise, the loop would not run, and
   * the method would reset `#looking` before it returns its promise. The caller would then store
   * the promise in `#looking`. It would stay there, and no work would start any more.
   */
  async #look(): Promise<void> {
    try {
      while (this.#isWoken && this.#hasRoom) {
        this.#isWoken = false;
        const due = await this.#deps.due(this.#resting());
        const waiting = due.filter((item) => {
          const key = this.#deps.keyOf(item);
          return !this.#inHand.has(key) && !this.#isResting(key);
        });
        for (const item of chooseFairly(waiting, [...this.#inHand.values()], this.#deps)) {
          this.#begin(item);
        }
      }
    } finally {
      // Reset `#looking` directly after the loop's last check, without an `await` in between.
      // Otherwise, `wake` could still find `#looking` and wait for a loop that has already ended.
      this.#looking = undefined;
    }
  }

  #begin(item: Item): void {
    const key = this.#deps.keyOf(item);
    this.#inHand.set(key, item);
    this.#deps
      .work(item)
      .catch((error: unknown) => {
        logFailure("work failed; it is tried again", error, { key });
        this.#restsUntil.set(key, this.#deps.now() + REST_MS);
      })
      .then(() => {
        this.#inHand.delete(key);
        return this.wake();
      })
      .catch((error: unknown) => logFailure("a lane could not look for work", error, { key }));
  }

  #resting(): string[] {
    return [...this.#restsUntil.keys()].filter((key) => this.#isResting(key));
  }

  #isResting(key: string): boolean {
    const until = this.#restsUntil.get(key);
    const now = this.#deps.now();
    // A time more than `REST_MS` in the future was set by a wrong clock, so it is ignored.
    const isRested = until !== undefined && (until <= now || until > now + REST_MS);
    if (isRested) this.#restsUntil.delete(key);
    return this.#restsUntil.has(key);
  }
}

/**
 * Chooses the items to start next, as many as there are free places. Items belong to groups, called
 * parties (see `LaneBounds.partyOf`). The next item is always of the party that has the fewest
 * running and chosen items. If several parties have equally few, the first item in `due` is next.
 */
export function chooseFairly<Item>(
  due: readonly Item[],
  inHand: readonly Item[],
  bounds: LaneBounds<Item>,
): Item[] {
  const { atOnce, mostOfParty = () => Number.POSITIVE_INFINITY } = bounds;
  const partyOf = (item: Item, place: number) => bounds.partyOf?.(item) ?? `${place}`;
  const counts = new Map<string, number>();
  const count = (party: string) => counts.get(party) ?? 0;
  for (const [place, item] of inHand.entries()) {
    const party = partyOf(item, -1 - place);
    counts.set(party, count(party) + 1);
  }
  const left = due.map((item, place) => ({ item, party: partyOf(item, place) }));
  const chosen: Item[] = [];
  while (inHand.length + chosen.length < atOnce) {
    const allowed = left.filter(({ item, party }) => count(party) < mostOfParty(item));
    const [first] = allowed.toSorted((a, b) => count(a.party) - count(b.party));
    if (first === undefined) break;
    left.splice(left.indexOf(first), 1);
    counts.set(first.party, count(first.party) + 1);
    chosen.push(first.item);
  }
  return chosen;
}
