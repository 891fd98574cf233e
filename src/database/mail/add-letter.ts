/**
 * Adds e-mails to the outbox. Run the statement in the transaction of the change that the e-mail
 * reports. The sweep sends it within a minute; to send it immediately, wake the mail worker.
 */
import { type SQL, sql } from "drizzle-orm";
import { isAboutAccount, type Letter } from "../../mail/letter.ts";
import { insertWhere } from "../conditional-insert.ts";
import type { Database } from "../database.ts";
import { letter } from "../schema/teams/mail.ts";

const ALWAYS = sql`true`;

/** Adds the e-mail to the outbox. Adds nothing if an e-mail with the same `once` exists. */
export const addLetter = (database: Database, added: Letter, now: number) =>
  addLetterIf(database, added, ALWAYS, now);

export const addLetterIf = (database: Database, added: Letter, condition: SQL, now: number) =>
  insertWhere(database, letter, [rowOf(added, now)], condition);

/**
 * Adds an e-mail that is never sent. Use this if a request must not reveal whether an address has
 * an account. The request sends an e-mail only to an address with an account. For any other
 * address, it must also write a row. Otherwise it would be faster, which would reveal that there is
 * no account.
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

/** Drops waiting e-mails: they are never sent, and their text is deleted. */
export const dropLetters = (database: Database, which: SQL) =>
  database
    .update(letter)
    .set({ state: "dropped", text: null, html: null })
    .where(sql`${letter.state} = 'queued' and ${which}`);
