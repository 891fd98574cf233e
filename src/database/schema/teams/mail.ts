/** Letters (e-mails) of the installation, and the links in them that prove an address. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { LetterKind } from "../../../mail/letter.ts";
import type { LetterAttempt, LetterState } from "../../../protocol/people/mail.ts";
import { user } from "../identity.ts";

export const letter = sqliteTable(
  "letter",
  {
    /** Id of the letter; also the idempotency key at the mail provider. */
    id: text().primaryKey(),
    /** A second letter with the same key is not stored. */
    once: text().notNull(),
    /** In lower case, as in `user`. */
    address: text().notNull(),
    kind: text().$type<LetterKind>().notNull(),
    /** Whether somebody is waiting for the letter. */
    isUrgent: integer({ mode: "boolean" }).notNull(),
    subject: text().notNull(),
    /**
     * Text of the letter; null once no attempt follows, because the text may contain a link that
     * proves the address.
     */
    text: text(),
    html: text(),
    /**
     * Address with which mail programs unsubscribe the reader in one click; null for letters about
     * accounts.
     */
    unsubscribe: text(),
    state: text().$type<LetterState>().notNull(),
    attempts: text({ mode: "json" }).$type<readonly LetterAttempt[]>().notNull(),
    /** How often a worker claimed the letter. The number also identifies the claim. */
    claims: integer().notNull(),
    /** Time of the first claim. */
    firstClaimAt: integer(),
    /** While `queued`: the time of the next attempt, or the end of the claim. */
    nextAttemptAt: integer().notNull(),
    /** Time after which the letter is not needed. */
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
 * Addresses that refused a letter permanently. They get no letters for some time; see
 * letter-repository.ts.
 */
export const suppressedAddress = sqliteTable("suppressed_address", {
  address: text().primaryKey(),
  reason: text().notNull(),
  suppressedAt: integer().notNull(),
});

/** What a link in a letter allows. */
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
