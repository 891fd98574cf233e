/**
 * Sign-in through an organization's identity provider: domains, connections, sign-in requests and
 * sessions.
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

/** Domains that organizations claim. At most one organization can have a domain verified. */
export const organizationDomain = sqliteTable(
  "organization_domain",
  {
    organization: organizationId(),
    /** In ASCII (punycode) and lower case. */
    domain: text().notNull(),
    /** The value of the TXT record that proves the domain. */
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

/** How people of an organization sign in. An organization without a row uses the defaults. */
export const organizationSignIn = sqliteTable("organization_sign_in", {
  organization: organizationId().primaryKey(),
  connection: text({ mode: "json" }).$type<StoredConnection>(),
  /** The client secret of an OIDC connection, encrypted. */
  secret: text(),
  defaultRole: text().$type<DefaultRole>().notNull().default("member"),
  isEnforced: integer({ mode: "boolean" }).notNull().default(false),
  /** Whether members need a second factor. */
  requiresSecondFactor: integer({ mode: "boolean" }).notNull().default(false),
  /** Result of the last test of this connection. */
  test: text({ mode: "json" }).$type<ConnectionTest>(),
});

/** An unfinished sign-in through an identity provider. A row is deleted when it is used. */
export const ssoRequest = sqliteTable(
  "sso_request",
  {
    /** SHA-256 of the `state` value. The browser takes this value to the provider and back. */
    state: text().primaryKey(),
    organization: organizationId(),
    /**
     * SHA-256 of the value in the browser's cookie. Another browser lacks the cookie, so it cannot
     * use the provider's answer.
     */
    browser: text().notNull(),
    /** OIDC: the nonce. SAML: the id of the request. */
    nonce: text().notNull(),
    /** OIDC: the PKCE verifier. */
    verifier: text(),
    /** The path to open after the sign-in. */
    next: text().notNull(),
    /** The person who tests the connection; null for a sign-in. */
    tester: text(),
    /** The person whom a SAML response named; null until the service has verified the response. */
    answer: text({ mode: "json" }).$type<StatedPerson>(),
    expiresAt: integer().notNull(),
  },
  (table) => [index("sso_request_end").on(table.expiresAt)],
);

/** The person who signed in, according to the provider. */
export interface StatedPerson {
  readonly subject: string;
  readonly address: string;
  readonly name: string;
}

/**
 * Ids of accepted assertions. An id is kept until its assertion expires, so that no assertion is
 * accepted twice.
 */
export const ssoAssertion = sqliteTable(
  "sso_assertion",
  { organization: organizationId(), assertion: text().notNull(), expiresAt: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.organization, table.assertion] }),
    index("sso_assertion_end").on(table.expiresAt),
  ],
);

/** Links a subject of an identity provider with the account that belongs to it. */
export const ssoIdentity = sqliteTable(
  "sso_identity",
  { organization: organizationId(), subject: text().notNull(), userId: userId() },
  (table) => [
    primaryKey({ columns: [table.organization, table.subject] }),
    index("sso_identity_user").on(table.userId),
  ],
);

/** Browsers that signed in through an organization's provider. */
export const ssoSession = sqliteTable("sso_session", {
  sessionId: text()
    .primaryKey()
    .references(() => session.id, { onDelete: "cascade" }),
  organization: organizationId(),
});
