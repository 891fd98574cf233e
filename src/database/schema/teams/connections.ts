/**
 * Apps that act for people through the MCP server (OAuth 2.1). The tables contain the apps
 * (clients), the permissions of people (connections), and the tokens.
 */
import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ConnectionScope } from "../../../protocol/people/connections.ts";
import { member } from "../identity.ts";
import { project } from "../project.ts";
import type { FactorKind } from "./sign-in.ts";

/**
 * An app that registered itself. Anybody can register an app, so do not trust its name and
 * addresses.
 */
export const oauthClient = sqliteTable(
  "oauth_client",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    redirectUris: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [index("oauth_client_created").on(table.createdAt)],
);

/**
 * A person's permission for an app to act for them in one project. It is deleted with the person's
 * membership. `redeemedAt` is null until the app exchanges its code for tokens.
 */
export const oauthConnection = sqliteTable(
  "oauth_connection",
  {
    id: text().primaryKey(),
    client: text()
      .notNull()
      .references(() => oauthClient.id, { onDelete: "cascade" }),
    userId: text().notNull(),
    organizationId: text().notNull(),
    project: text()
      .notNull()
      .references(() => project.id, { onDelete: "cascade" }),
    scopes: text({ mode: "json" }).$type<readonly ConnectionScope[]>().notNull(),
    /**
     * Second factors that the person had given in their browser before they gave the permission.
     */
    factors: text({ mode: "json" }).$type<readonly FactorKind[]>().notNull(),
    /**
     * The organization through whose identity provider the person was signed in when they gave the
     * permission. Null if they had signed in otherwise.
     */
    ssoOrganization: text(),
    /** SHA-256 hash of the authorization code. */
    code: text().notNull(),
    /** PKCE challenge of the method S256. */
    challenge: text().notNull(),
    redirectUri: text().notNull(),
    createdAt: integer().notNull(),
    redeemedAt: integer(),
    lastUsedAt: integer(),
    /**
     * Time at which the authorization code expires. After the app has exchanged the code for
     * tokens, this is the time at which the newest refresh token expires.
     */
    expiresAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex("oauth_connection_code").on(table.code),
    index("oauth_connection_client").on(table.client),
    index("oauth_connection_project").on(table.project),
    index("oauth_connection_member").on(table.userId, table.organizationId),
    index("oauth_connection_end").on(table.expiresAt),
    foreignKey({
      columns: [table.userId, table.organizationId],
      foreignColumns: [member.userId, member.organizationId],
    }).onDelete("cascade"),
  ],
);

export const oauthToken = sqliteTable(
  "oauth_token",
  {
    /** SHA-256 hash of the token. */
    hash: text().primaryKey(),
    connection: text()
      .notNull()
      .references(() => oauthConnection.id, { onDelete: "cascade" }),
    kind: text().$type<"access" | "refresh">().notNull(),
    expiresAt: integer().notNull(),
    /**
     * Time at which the refresh token was used. The row stays until the token expires, because a
     * second use shows that somebody has copied the token.
     */
    usedAt: integer(),
  },
  (table) => [
    index("oauth_token_connection").on(table.connection),
    index("oauth_token_end").on(table.expiresAt),
    check("oauth_token_kind", sql`kind in ('access', 'refresh')`),
  ],
);
