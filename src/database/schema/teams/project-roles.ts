import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import type { ProjectRole } from "../../../protocol/people/roles.ts";
import { member } from "../identity.ts";
import { project } from "../project.ts";

/** A member's role in one project. In this project, it replaces the role in the organization. */
export const projectRole = sqliteTable(
  "project_role",
  {
    project: text()
      .notNull()
      .references(() => project.id, { onDelete: "cascade" }),
    userId: text().notNull(),
    organizationId: text().notNull(),
    role: text().$type<ProjectRole>().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.userId] }),
    index("project_role_member").on(table.userId, table.organizationId),
    check("project_role_role", sql`role in ('admin', 'member', 'annotator', 'viewer')`),
    foreignKey({
      columns: [table.userId, table.organizationId],
      foreignColumns: [member.userId, member.organizationId],
    }).onDelete("cascade"),
  ],
);
