import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { LetterKind } from "../../../mail/letter.ts";
import type { LetterAttempt, LetterState } from "../../../protocol/people/mail.ts";
import { user } from "../identity.ts";

export const letter = sqliteTable(
  "letter",
  {
    /** The mail provider gets this id as idempotency key. */
    id: text().primaryKey(),
    /** If two e-mails have the same key, the second one is not stored. */
    once: text().notNull(),
    /** In lower case, as in `user`. */
    address: text().notNull(),
    kind: text().$type<LetterKind>().notNull(),
    /** Whether a person waits for the e-mail. Urgent e-mails are sent before others. */
    isUrgent: integer({ mode: "boolean" }).notNull(),
    subject: text().notNull(),
    /**
     * The e-mail as plain text. Null after the last attempt. A link in the text can prove that
     * somebody owns the address, so the text is not kept.
     */
    text: text(),
    html: text(),
    /**
     * Address to which mail programs send a request to unsubscribe; null in e-mails about accounts.
     */
    unsubscribe: text(),
    state: text().$type<LetterState>().notNull(),
    attempts: text({ mode: "json" }).$type<readonly LetterAttempt[]>().notNull(),
    /** How often a worker has claimed the e-mail. The number tells one claim from another. */
    claims: integer().notNull(),
    firstClaimAt: integer(),
    /**
     * In the state `queued`, this is the time of the next attempt. While a worker has claimed the
     * e-mail, it is the time at which the claim ends. It is not used in other states.
     */
    nextAttemptAt: integer().notNull(),
    /** Time after which the e-mail is useless; null if it never becomes useless. */
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
 * Addresses that refused an e-mail permanently. They get no e-mails for some time; see
 * letter-repository.ts.
 */
export const suppressedAddress = sqliteTable("suppressed_address", {
  address: text().primaryKey(),
  reason: text().notNull(),
  suppressedAt: integer().notNull(),
});

/** What a person does by opening the link in the e-mail. */
export type LinkPurpose = "verification" | "password_reset" | "address_change";

/** Links in e-mails. A row is deleted when somebody opens its link. */
export const addressLink = sqliteTable(
  "address_link",
  {
    /** SHA-256 hash of the link's token. */
    hash: text().primaryKey(),
    purpose: text().$type<LinkPurpose>().notNull(),
    /** The address for which the link was requested, in lower case. */
    address: text().notNull(),
    /**
     * The account that has the address; null if there is none. The row is written in both cases.
     * Otherwise, the request would be faster for an address without an account, and this would
     * reveal that there is none.
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
