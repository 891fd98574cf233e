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
   * Ids of cases that a person skipped and that another person then got. The first person's
   * assignment is still in `kept`, but it does not count towards `perItem`. If two people skipped a
   * case in this way, the list contains the case's id twice.
   */
  readonly givenAway?: readonly string[];
}

/**
 * Assigns each case to `perItem` people, or to fewer if there are not enough people. Prefers the
 * person with the fewest items. If several people have equally few, prefers the person who has the
 * fewest cases in common with those who already got this case. So the labels of many different
 * pairs of people can be compared.
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
