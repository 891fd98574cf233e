/**
 * The time of the last use of a key or sign-in. The service writes this time at most once an hour,
 * so most requests cause no write.
 */
import type { SQL, SQLWrapper } from "drizzle-orm";
import { isOver } from "../database/stored-times.ts";

const WRITTEN_EVERY_MS = 3_600_000;

export const isUseDue = (lastUsedAt: number | null, now: number): boolean =>
  lastUsedAt === null || Math.abs(now - lastUsedAt) >= WRITTEN_EVERY_MS;

/**
 * Like `isUseDue`, but as SQL. It checks the stored time, because another isolate can change that
 * time meanwhile.
 */
export const isStoredUseDue = (lastUsedAt: SQLWrapper, now: number): SQL =>
  isOver(lastUsedAt, now, WRITTEN_EVERY_MS - 1);
