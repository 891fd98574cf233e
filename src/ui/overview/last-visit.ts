/** Remembers on this device when the person last visited a project. */

/** If the person comes back within this many milliseconds, it is still the same visit. */
const ABSENCE_MS = 30 * 60_000;

interface Visits {
  /** Latest time at which the person was seen in the current visit. */
  readonly seenAt: number;
  /** End of the previous visit; null if there was none. */
  readonly before: number | null;
}

/** Stores the current time. Returns the end of the previous visit, or null. */
export function lastVisit(project: string, now: number): number | null {
  const key = `memtrace.visits.${project}`;
  const known = read(key);
  const isNew = known !== undefined && now - known.seenAt > ABSENCE_MS;
  const before = isNew ? known.seenAt : (known?.before ?? null);
  localStorage.setItem(key, JSON.stringify({ seenAt: now, before } satisfies Visits));
  return before;
}

function read(key: string): Visits | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (typeof stored !== "object" || stored === null) return undefined;
    const { seenAt, before } = stored as Partial<Visits>;
    if (typeof seenAt !== "number") return undefined;
    return { seenAt, before: typeof before === "number" ? before : null };
  } catch {
    return undefined;
  }
}
