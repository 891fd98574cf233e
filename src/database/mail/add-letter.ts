/**
 * Adds letters to the outbox. Run the statement in the same batch as the change that the letter is
 * about, so that the letter exists exactly if the change was stored. The sweep sends it within a
 * minute; wake the mail worker to send it at once.
 */
import { type SQL, sql } from "drizzle-orm";
import { isAboutAccount, type Letter } from "../../mail/letter.ts";
import { insertWhere } from "../conditional-insert.ts";
import type { Database } from "../database.ts";
import { letter } from "../schema/teams/mail.ts";

const ALWAYS = sql`true`;

/** Returns the statement that stores the letter, unless a letter with the same `once` exists. */
export const addLetter = (database: Database, added: Letter, now: number) =>
  addLetterIf(database, added, ALWAYS, now);

/** Returns the statement that stores the letter if the condition holds in the transaction. */
export const addLetterIf = (database: Database, added: Letter, condition: SQL, now: number) =>
  insertWhere(database, letter, [rowOf(added, now)], condition);

/**
 * Returns the statement that stores an unsent row in place of the letter if the condition holds.
 * Use it in requests whose number of writes must not reveal whether a letter is sent.
 */
export const addNoLetterIf = (database: Database, added: Letter, condition: SQL, now: number) =>
  insertWhere(
    database,
    letter,
    [{ ...rowOf(added, now), state: "dropped", text: null, html: null }],
    condition,
  );

function rowOf({ to, kind, subject, text, html, once, until, unsubscribe }: Letter, now: number) {
  return {
    ...{ once, kind, subject, text, html },
    id: `ltr_${crypto.randomUUID()}`,
    address: to.toLowerCase(),
    isUrgent: isAboutAccount(kind),
    state: "queued" as const,
    attempts: [],
    claims: 0,
    firstClaimAt: null,
    nextAttemptAt: now,
    ...{ until: until ?? null, unsubscribe: unsubscribe ?? null },
    createdAt: now,
  };
}

/** Returns the statement that drops waiting letters which are no longer needed. */
export const dropLetters = (database: Database, which: SQL) =>
  database
    .update(letter)
    .set({ state: "dropped", text: null, html: null })
    .where(sql`${letter.state} = 'queued' and ${which}`);
