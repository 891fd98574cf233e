/**
 * Work of one kind of one project, done side by side up to a bound. The database says what is due;
 * the lane only remembers what it has in hand, so a lane that is lost loses no work.
 */
import { logFailure } from "../database/failure-log.ts";

export interface LaneBounds<Item> {
  /** Items that are worked on at once. */
  readonly atOnce: number;
  /** Items of one party may not take all places; by default each item is a party of its own. */
  readonly partyOf?: (item: Item) => string;
  /** Items of the item's party that may be in hand, it included. */
  readonly mostOfParty?: (item: Item) => number;
}

export interface LaneWork<Item> extends LaneBounds<Item> {
  /** What is due, in the order in which it should be done; may name what is in hand. */
  due(): Promise<readonly Item[]>;
  keyOf(item: Item): string;
  /** Rejects where the work could not be done; it then rests for a minute. */
  work(item: Item): Promise<void>;
  now(): number;
}

/** The sweep looks again after so long as well. */
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

  /** Begins what is due, as far as there is room. Rejects where that cannot be told; then wake it again. */
  async wake(): Promise<void> {
    this.#isWoken = true;
    // Whoever ends makes room, and wakes the lane again.
    if (!this.#hasRoom) return;
    this.#looking ??= this.#look();
    await this.#looking;
  }

  get #hasRoom(): boolean {
    return this.#inHand.size < this.#deps.atOnce;
  }

  /** To be called where there is room: it must wait once before it ends. */
  async #look(): Promise<void> {
    try {
      while (this.#isWoken && this.#hasRoom) {
        this.#isWoken = false;
        const due = await this.#deps.due();
        const waiting = due.filter((item) => this.#isWaiting(this.#deps.keyOf(item)));
        for (const item of chooseFairly(waiting, [...this.#inHand.values()], this.#deps)) {
          this.#begin(item);
        }
      }
    } finally {
      // In the same step in which the loop ends: a wake-up after it begins another one.
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

  #isWaiting(key: string): boolean {
    const until = this.#restsUntil.get(key);
    if (until !== undefined && until <= this.#deps.now()) this.#restsUntil.delete(key);
    return !this.#inHand.has(key) && !this.#restsUntil.has(key);
  }
}

/**
 * As many as there is room for, each next one from the party that has the fewest in hand; among those,
 * in the order given.
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
