/**
 * The columns of `user`, `session`, `account` and `verification` are those that better-auth's
 * drizzle adapter requires. A `session` in this file is a signed-in browser, not a session of a
 * graph.
 */
import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { ROLES, type Role } from "../../protocol/people/roles.ts";
import type { RoleInProject } from "../../protocol/people.ts";

const time = () => integer({ mode: "timestamp_ms" });

export const user = sqliteTable("user", {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: integer({ mode: "boolean" }).notNull().default(false),
  image: text(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
});

/** The person who owns the row. The row is deleted with the person. */
export const userId = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

export const session = sqliteTable(
  "session",
  {
    id: text().primaryKey(),
    userId: userId(),
    token: text().notNull().unique(),
    expiresAt: time().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [index("session_user").on(table.userId)],
);

/**
 * Counts recent attempts to sign in with an e-mail address. They are counted even if no account has
 * this address. A successful sign-in deletes the row.
 */
export const signInAttempt = sqliteTable(
  "sign_in_attempt",
  {
    /** In lower case, as in `user`. */
    email: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: time().notNull(),
  },
  (table) => [index("sign_in_attempt_last").on(table.lastAt)],
);

/** Networks from which a person has signed in before. */
export const signInNetwork = sqliteTable(
  "sign_in_network",
  { userId: userId(), network: text().notNull(), lastAt: time().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.network] })],
);

/**
 * Browsers in which a person has signed in before. `device` is the SHA-256 hash of a random value
 * in a long-lived cookie.
 */
export const signInDevice = sqliteTable(
  "sign_in_device",
  {
    userId: userId(),
    device: text().notNull(),
    lastAt: time().notNull(),
    /**
     * Until this time, a sign-in in this browser needs no second factor. Null if it always needs
     * one.
     */
    trustedUntil: time(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
);

/**
 * A person's way to sign in: a password (provider `credential`, with the password's hash), or an
 * account at a provider such as Google.
 */
export const account = sqliteTable(
  "account",
  {
    id: text().primaryKey(),
    userId: userId(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: time(),
    refreshTokenExpiresAt: time(),
    scope: text(),
    password: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    index("account_user").on(table.userId),
    uniqueIndex("account_provider").on(table.providerId, table.accountId),
  ],
);

export const verification = sqliteTable(
  "verification",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: time().notNull(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [index("verification_identifier").on(table.identifier)],
);

export const organization = sqliteTable("organization", {
  id: text().primaryKey(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  createdAt: time().notNull(),
});

/** The organization that owns the row. The row is deleted with the organization. */
export const organizationId = () =>
  text()
    .notNull()
    .references(() => organization.id, { onDelete: "cascade" });

/** Exactly one role. A database check refuses any other text. */
const role = () => text().$type<Role>().notNull();
const isRole = (column: AnySQLiteColumn) =>
  sql`${sql.identifier(column.name)} in (${sql.raw(ROLES.map((name) => `'${name}'`).join(", "))})`;

export const member = sqliteTable(
  "member",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    userId: userId(),
    role: role(),
    createdAt: time().notNull(),
  },
  (table) => [
    uniqueIndex("member_user_organization").on(table.userId, table.organizationId),
    index("member_organization").on(table.organizationId),
    check("member_role", isRole(table.role)),
  ],
);

/**
 * Open invitations. A row is deleted when its invitation is accepted, rejected, cancelled or
 * replaced.
 */
export const invitation = sqliteTable(
  "invitation",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    /** In lower case, as in `user`. */
    email: text().notNull(),
    role: role(),
    expiresAt: time().notNull(),
    createdAt: time().notNull(),
    inviterId: userId(),
    /** Roles in single projects that the invited person gets in addition to `role`. */
    projects: text({ mode: "json" }).$type<readonly RoleInProject[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex("invitation_address").on(table.organizationId, table.email),
    index("invitation_inviter").on(table.inviterId, table.organizationId),
    check("invitation_role", isRole(table.role)),
    // The invitation is deleted if its sender leaves the organization.
    foreignKey({
      columns: [table.inviterId, table.organizationId],
      foreignColumns: [member.userId, member.organizationId],
    }).onDelete("cascade"),
  ],
);
