/** Letters (e-mails) of the installation. Also the links in letters that prove an address. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { LetterKind } from "../../../mail/letter.ts";
import type { LetterAttempt, LetterState } from "../../../protocol/people/mail.ts";
import { user } from "../identity.ts";

export const letter = sqliteTable(
  "letter",
  {
    /** Id of the letter. It is also the idempotency key for the mail provider. */
    id: text().primaryKey(),
    /** Key of the letter. If a second letter has the same key, it is not stored. */
    once: text().notNull(),
    /** In lower case, like the addresses in `user`. */
    address: text().notNull(),
    kind: text().$type<LetterKind>().notNull(),
    /** Whether a person is waiting for the letter. */
    isUrgent: integer({ mode: "boolean" }).notNull(),
    subject: text().notNull(),
    /**
     * Text of the letter. Null after the last attempt, because the text may contain a link that
     * proves the address.
     */
    text: text(),
    html: text(),
    /**
     * Address to which mail programs send the request to unsubscribe the reader; null for letters
     * about accounts.
     */
    unsubscribe: text(),
    state: text().$type<LetterState>().notNull(),
    attempts: text({ mode: "json" }).$type<readonly LetterAttempt[]>().notNull(),
    /**
     * How many times a worker has claimed the letter. The number also identifies the current claim.
     */
    claims: integer().notNull(),
    /** Time at which a worker first claimed the letter. */
    firstClaimAt: integer(),
    /**
     * While the state is `queued`: the time of the next attempt, or the time at which a worker's
     * claim ends.
     */
    nextAttemptAt: integer().notNull(),
    /** Time after which nobody needs the letter any more; null if the letter is always needed. */
    until: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex("letter_once").on(table.once),
    index("letter_waiting").on(table.isUrgent, table.nextAttemptAt).where(sql`state = 'queued'`),
    index("letter_time").on(table.createdAt),
    index("letter_failed").on(table.createdAt).where(sql`state in ('failed', 'bounced')`),
    index("letter_address").on(table.address, table.createdAt),
  ],
);

/**
 * Addresses that refused a letter permanently. Such an address gets no letters for some time; see
 * letter-repository.ts.
 */
export const suppressedAddress = sqliteTable("suppressed_address", {
  address: text().primaryKey(),
  reason: text().notNull(),
  suppressedAt: integer().notNull(),
});

/** The action that a link in a letter allows. */
export type LinkPurpose = "verification" | "password_reset" | "address_change";

/** Links in letters. A row is deleted when somebody uses its link. */
export const addressLink = sqliteTable(
  "address_link",
  {
    /** SHA-256 of the link's token. */
    hash: text().primaryKey(),
    purpose: text().$type<LinkPurpose>().notNull(),
    /** The address for which the link was requested, in lower case. */
    address: text().notNull(),
    /**
     * Null if the address has no account. The row is written anyway, so that writes do not reveal
     * whether an account exists.
     */
    userId: text().references(() => user.id, { onDelete: "cascade" }),
    expiresAt: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("address_link_address").on(table.address, table.purpose),
    index("address_link_user").on(table.userId),
    index("address_link_end").on(table.expiresAt),
  ],
);
