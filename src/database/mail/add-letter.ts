/**
 * Adds e-mails to the outbox. Run the statement in the same batch as the change that the e-mail is
 * about, so that the e-mail exists exactly if the change was stored. The sweep sends an e-mail
 * within a minute. To send it at once, wake the mail worker.
 */
import { type SQL, sql } from "drizzle-orm";
import { isAboutAccount, type Letter } from "../../mail/letter.ts";
import { insertWhere } from "../conditional-insert.ts";
import type { Database } from "../database.ts";
import { letter } from "../schema/teams/mail.ts";

const ALWAYS = sql`true`;

/** Returns the statement that stores the e-mail, unless an e-mail with the same `once` exists. */
export const addLetter = (database: Database, added: Letter, now: number) =>
  addLetterIf(database, added, ALWAYS, now);

/** Returns the statement that stores the e-mail if the condition holds in the transaction. */
export const addLetterIf = (database: Database, added: Letter, condition: SQL, now: number) =>
  insertWhere(database, letter, [rowOf(added, now)], condition);

/**
 * Returns the statement that stores a row which is never sent, if the condition holds. Use it if no
 * e-mail must be sent, but the number of writes must not reveal this.
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

/** Returns the statement that drops waiting e-mails: they are not sent, and lose their text. */
export const dropLetters = (database: Database, which: SQL) =>
  database
    .update(letter)
    .set({ state: "dropped", text: null, html: null })
    .where(sql`${letter.state} = 'queued' and ${which}`);
