export interface Assignment {
  readonly case: string;
  readonly person: string;
}

export interface ToAssign {
  /** Ids of the cases to assign, in the order of the queue. */
  readonly cases: readonly string[];
  readonly people: readonly string[];
  /** Number of people who should get each case. */
  readonly perItem: number;
  /** Existing assignments, of these and other cases. */
  readonly kept: readonly Assignment[];
  /**
   * A person can skip an item, and the item is then given to another person. This list contains the
   * case id of each kept assignment that was given away. Such an assignment does not count towards
   * `perItem`.
   */
  readonly givenAway?: readonly string[];
}

/**
 * Assigns each case to `perItem` people, or to fewer if too few people are free. A person with
 * fewer items is preferred. Among people with equally many items, the one is preferred who shares
 * fewer cases with the other people of this case. So the labels of many different pairs of people
 * can be compared.
 */
export function assignItems(wanted: ToAssign): Assignment[] {
  const { cases, people, perItem, kept, givenAway = [] } = wanted;
  const more = Map.groupBy(givenAway, (item) => item);
  const load = new Map<string, number>();
  const shared = new Map<string, number>();
  const byCase = new Map<string, string[]>();
  const give = (item: string, person: string) => {
    const others = byCase.get(item) ?? [];
    load.set(person, (load.get(person) ?? 0) + 1);
    for (const other of others) {
      for (const pair of [pairOf(person, other), pairOf(other, person)])
        shared.set(pair, (shared.get(pair) ?? 0) + 1);
    }
    byCase.set(item, [...others, person]);
  };
  for (const { case: item, person } of kept) give(item, person);
  const given: Assignment[] = [];
  for (const item of cases) {
    const needed = perItem + (more.get(item)?.length ?? 0);
    for (;;) {
      const present = byCase.get(item) ?? [];
      const free = people.filter((person) => !present.includes(person));
      if (present.length >= needed || free.length === 0) break;
      const sharedWith = (person: string) =>
        present.reduce((sum, other) => sum + (shared.get(pairOf(person, other)) ?? 0), 0);
      const person = free.reduce((best, each) => {
        const difference = (load.get(each) ?? 0) - (load.get(best) ?? 0);
        const isBetter =
          difference < 0 || (difference === 0 && sharedWith(each) < sharedWith(best));
        return isBetter ? each : best;
      });
      give(item, person);
      given.push({ case: item, person });
    }
  }
  return given;
}

const pairOf = (one: string, other: string): string => JSON.stringify([one, other]);
