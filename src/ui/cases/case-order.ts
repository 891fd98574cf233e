/**
 * Remembers the order of the case list when a person opens a case. On the case page, the keys `j`
 * and `k` then open the next and the previous case.
 */

/** Maximum number of case ids to remember. */
const MAX_KEPT = 2_000;
const keyOf = (project: string) => `memtrace.case-order.${project}`;

/** Stores the order for this browser tab, even across reloads. */
export function rememberOrder(project: string, ids: readonly string[]): void {
  try {
    sessionStorage.setItem(keyOf(project), JSON.stringify(ids.slice(0, MAX_KEPT)));
  } catch {
    // The browser allows no storage. Then the keys `j` and `k` do nothing, but all else works.
  }
}

export interface Place {
  /** Position in the list, from 1. */
  readonly number: number;
  readonly of: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Returns undefined if the person did not come from a list with this case. */
export function placeInOrder(project: string, id: string): Place | undefined {
  const ids = readOrder(project);
  const index = ids.indexOf(id);
  if (index < 0) return undefined;
  const [previous, next] = [ids[index - 1], ids[index + 1]];
  return { number: index + 1, of: ids.length, previous, next };
}

function readOrder(project: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(project)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
