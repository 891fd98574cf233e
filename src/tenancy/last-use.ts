/**
 * The last use of a key or sign-in. It is written at most once an hour, so reading costs no write.
 */
const WRITTEN_EVERY_MS = 3_600_000;

export const isUseDue = (lastUsedAt: number | null, now: number): boolean =>
  lastUsedAt === null || lastUsedAt <= now - WRITTEN_EVERY_MS;

/** The latest recorded use that still has to be replaced; another isolate may have written meanwhile. */
export const dueSince = (now: number): number => now - WRITTEN_EVERY_MS;
