/** When a person last opened a project on this device before now. */

/** A visit that began after a shorter absence is the same one. */
const ABSENCE_MS = 30 * 60_000;

interface Visits {
  /** Latest moment of the present visit. */
  readonly seenAt: number;
  /** Last moment of the visit before; null on the first. */
  readonly before: number | null;
}

/** Notes this moment. Null on the first visit. */
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
