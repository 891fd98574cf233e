/**
 * The time of the last use of a key or sign-in. It is written at most once an hour, so most
 * requests write nothing.
 */
import type { SQL, SQLWrapper } from "drizzle-orm";
import { isOver } from "../database/stored-times.ts";

const WRITTEN_EVERY_MS = 3_600_000;

export const isUseDue = (lastUsedAt: number | null, now: number): boolean =>
  lastUsedAt === null || Math.abs(now - lastUsedAt) >= WRITTEN_EVERY_MS;

/**
 * Like `isUseDue`, but as an SQL condition for the statement that writes the time. It checks the
 * stored time again, because another isolate may have written it after this isolate read it.
 */
export const isStoredUseDue = (lastUsedAt: SQLWrapper, now: number): SQL =>
  isOver(lastUsedAt, now, WRITTEN_EVERY_MS - 1);
