/** People and groups that an organization's directory creates and updates over SCIM. */
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { GroupRole } from "../../../protocol/people/sso.ts";
import { organizationId, userId } from "../identity.ts";

export const scimToken = sqliteTable(
  "scim_token",
  {
    id: text().primaryKey(),
    organization: organizationId(),
    /** SHA-256 hash of the token. */
    hash: text().notNull().unique(),
    hint: text().notNull(),
    creator: text(),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (table) => [index("scim_token_organization").on(table.organization)],
);

export const scimUser = sqliteTable(
  "scim_user",
  {
    id: text().primaryKey(),
    organization: organizationId(),
    userId: userId(),
    /** In lower case, because SCIM ignores case when it compares names. */
    userName: text().notNull(),
    externalId: text(),
    isActive: integer({ mode: "boolean" }).notNull(),
    /** The person's name and addresses, as the directory sent them. */
    attributes: text({ mode: "json" }).$type<ScimUserAttributes>().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex("scim_user_name").on(table.organization, table.userName),
    uniqueIndex("scim_user_person").on(table.organization, table.userId),
    index("scim_user_external").on(table.organization, table.externalId),
    index("scim_user_account").on(table.userId),
  ],
);

export interface ScimUserAttributes {
  readonly userName: string;
  readonly displayName?: string | undefined;
  readonly name?: {
    readonly formatted?: string | undefined;
    readonly givenName?: string | undefined;
    readonly familyName?: string | undefined;
  };
  readonly emails: readonly {
    readonly value: string;
    readonly type?: string | undefined;
    readonly primary?: boolean | undefined;
  }[];
}

export const scimGroup = sqliteTable(
  "scim_group",
  {
    id: text().primaryKey(),
    organization: organizationId(),
    displayName: text().notNull(),
    /** Group name in lower case, because SCIM ignores case when it compares names. */
    nameKey: text().notNull(),
    externalId: text(),
    /** The role that the group's members get; null until an admin chooses one. */
    role: text().$type<GroupRole>(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex("scim_group_name").on(table.organization, table.nameKey),
    index("scim_group_external").on(table.organization, table.externalId),
  ],
);

export const scimGroupMember = sqliteTable(
  "scim_group_member",
  {
    groupId: text()
      .notNull()
      .references(() => scimGroup.id, { onDelete: "cascade" }),
    scimUserId: text()
      .notNull()
      .references(() => scimUser.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.scimUserId] }),
    index("scim_group_member_user").on(table.scimUserId),
  ],
);
