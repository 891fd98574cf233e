/** E-mails of the installation. Also the links in e-mails that prove an address. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { LetterKind } from "../../../mail/letter.ts";
import type { LetterAttempt, LetterState } from "../../../protocol/people/mail.ts";
import { user } from "../identity.ts";

export const letter = sqliteTable(
  "letter",
  {
    /** Id of the e-mail. It is also the idempotency key for the mail provider. */
    id: text().primaryKey(),
    /** Key of the e-mail. If a second e-mail has the same key, it is not stored. */
    once: text().notNull(),
    /** In lower case, like the addresses in `user`. */
    address: text().notNull(),
    kind: text().$type<LetterKind>().notNull(),
    /** Whether a person is waiting for the e-mail. */
    isUrgent: integer({ mode: "boolean" }).notNull(),
    subject: text().notNull(),
    /**
     * Text of the e-mail. Null after the last attempt, because the text may contain a link that
     * proves the address.
     */
    text: text(),
    html: text(),
    /**
     * Address to which mail programs send the request to unsubscribe the reader; null for e-mails
     * about accounts.
     */
    unsubscribe: text(),
    state: text().$type<LetterState>().notNull(),
    attempts: text({ mode: "json" }).$type<readonly LetterAttempt[]>().notNull(),
    /**
     * How many times a worker has claimed the e-mail. The number also identifies the current claim.
     */
    claims: integer().notNull(),
    /** Time at which a worker first claimed the e-mail. */
    firstClaimAt: integer(),
    /**
     * While the state is `queued`: the time of the next attempt, or the time at which a worker's
     * claim ends.
     */
    nextAttemptAt: integer().notNull(),
    /** Time after which nobody needs the e-mail any more; null if the e-mail is always needed. */
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
 * Addresses that refused an e-mail permanently. Such an address gets no e-mails for some time; see
 * letter-repository.ts.
 */
export const suppressedAddress = sqliteTable("suppressed_address", {
  address: text().primaryKey(),
  reason: text().notNull(),
  suppressedAt: integer().notNull(),
});

/** The action that a link in an e-mail allows. */
export type LinkPurpose = "verification" | "password_reset" | "address_change";

/** Links in e-mails. A row is deleted when somebody uses its link. */
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
