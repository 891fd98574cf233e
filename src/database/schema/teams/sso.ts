/**
 * Tables for the sign-in through an organization's identity provider. They contain domains,
 * connections, requests and sessions.
 */
import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type {
  ConnectionTest,
  DefaultRole,
  StoredConnection,
} from "../../../protocol/people/sso.ts";
import { organizationId, session, userId } from "../identity.ts";

/** Several organizations can claim a domain, but only one can have it verified. */
export const organizationDomain = sqliteTable(
  "organization_domain",
  {
    organization: organizationId(),
    /** In lower case and in ASCII (punycode). */
    domain: text().notNull(),
    /** Value of the DNS TXT record with which the organization proves that it owns the domain. */
    token: text().notNull(),
    verifiedAt: integer(),
    checkedAt: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organization, table.domain] }),
    uniqueIndex("organization_domain_verified")
      .on(table.domain)
      .where(sql`verified_at is not null`),
  ],
);

/** How people of an organization sign in. Without a row, the defaults apply. */
export const organizationSignIn = sqliteTable("organization_sign_in", {
  organization: organizationId().primaryKey(),
  connection: text({ mode: "json" }).$type<StoredConnection>(),
  /** Client secret of the OIDC connection, encrypted. */
  secret: text(),
  defaultRole: text().$type<DefaultRole>().notNull().default("member"),
  isEnforced: integer({ mode: "boolean" }).notNull().default(false),
  requiresSecondFactor: integer({ mode: "boolean" }).notNull().default(false),
  /** Result of the last test of the connection to the identity provider. */
  test: text({ mode: "json" }).$type<ConnectionTest>(),
});

/**
 * An unfinished sign-in through an identity provider. The row is deleted when the browser returns
 * from the provider.
 */
export const ssoRequest = sqliteTable(
  "sso_request",
  {
    /** SHA-256 hash of `state`, a value that the browser takes to the provider and back. */
    state: text().primaryKey(),
    organization: organizationId(),
    /**
     * SHA-256 hash of the value in the browser's cookie. Other browsers lack this cookie, so they
     * cannot use the provider's answer.
     */
    browser: text().notNull(),
    /** The nonce (with OIDC) or the id of the request (with SAML). */
    nonce: text().notNull(),
    /** OIDC: the PKCE verifier. */
    verifier: text(),
    /** Path of the page to open after the sign-in. */
    next: text().notNull(),
    /** The person who tests the connection; null for a real sign-in. */
    tester: text(),
    /** The person whom the verified SAML response names. Null before a response is verified. */
    answer: text({ mode: "json" }).$type<StatedPerson>(),
    expiresAt: integer().notNull(),
  },
  (table) => [index("sso_request_end").on(table.expiresAt)],
);

/** The person who signed in, as the identity provider describes them. */
export interface StatedPerson {
  readonly subject: string;
  readonly address: string;
  readonly name: string;
}

/**
 * Ids of accepted SAML assertions. An id is kept until its assertion expires, so that nobody can
 * use the assertion again.
 */
export const ssoAssertion = sqliteTable(
  "sso_assertion",
  { organization: organizationId(), assertion: text().notNull(), expiresAt: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.organization, table.assertion] }),
    index("sso_assertion_end").on(table.expiresAt),
  ],
);

/** Maps a person's id at the identity provider (`subject`) to their account. */
export const ssoIdentity = sqliteTable(
  "sso_identity",
  { organization: organizationId(), subject: text().notNull(), userId: userId() },
  (table) => [
    primaryKey({ columns: [table.organization, table.subject] }),
    index("sso_identity_user").on(table.userId),
  ],
);

/** Browsers that are signed in through an organization's identity provider. */
export const ssoSession = sqliteTable("sso_session", {
  sessionId: text()
    .primaryKey()
    .references(() => session.id, { onDelete: "cascade" }),
  organization: organizationId(),
});
