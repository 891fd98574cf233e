/** Remembers the list that a person came from, so that `j` and `k` on a case follow its order. */

/** Maximum ids to remember. */
const MAX_KEPT = 2_000;
const keyOf = (project: string) => `memtrace.case-order.${project}`;

/** Remembered for this tab, even after a reload. */
export function rememberOrder(project: string, ids: readonly string[]): void {
  try {
    sessionStorage.setItem(keyOf(project), JSON.stringify(ids.slice(0, MAX_KEPT)));
  } catch {
    // If the storage is full or forbidden, only these two keys stop working.
  }
}

export interface Place {
  /** From 1. */
  readonly number: number;
  readonly of: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Undefined if the person did not come from a list that contains the case. */
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
