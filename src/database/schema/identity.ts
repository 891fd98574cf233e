/**
 * People and organizations, in the shape that better-auth's drizzle adapter expects: table and
 * column keys are its names. `session` here is a signed-in browser, not a session of a graph.
 */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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

const userId = () =>
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
    activeOrganizationId: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [index("session_user").on(table.userId)],
);

/** How a person proves who they are; the password hash is here. */
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
  (table) => [index("account_user").on(table.userId)],
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
  logo: text(),
  metadata: text(),
  createdAt: time().notNull(),
});

const organizationId = () =>
  text()
    .notNull()
    .references(() => organization.id, { onDelete: "cascade" });

export const member = sqliteTable(
  "member",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    userId: userId(),
    /** Comma-separated where a person has several. */
    role: text().notNull().default("member"),
    createdAt: time().notNull(),
  },
  (table) => [
    uniqueIndex("member_user_organization").on(table.userId, table.organizationId),
    index("member_organization").on(table.organizationId),
  ],
);

export const invitation = sqliteTable(
  "invitation",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    email: text().notNull(),
    role: text(),
    status: text().notNull().default("pending"),
    expiresAt: time().notNull(),
    createdAt: time().notNull(),
    inviterId: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
  },
  (table) => [
    index("invitation_organization").on(table.organizationId),
    index("invitation_email").on(table.email),
  ],
);
