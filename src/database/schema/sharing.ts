/** Saved views, and public links. With a public link, anyone can read one view, case or report. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { LinkKind } from "../../protocol/api/sharing/links.ts";
import type { ViewFilter } from "../../protocol/api/sharing/views.ts";
import { projectId } from "./project.ts";

export const savedView = sqliteTable(
  "saved_view",
  {
    id: text().primaryKey(),
    project: projectId(),
    name: text().notNull(),
    filter: text({ mode: "json" }).$type<ViewFilter>().notNull(),
    createdBy: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [uniqueIndex("saved_view_name").on(table.project, table.name)],
);

export const publicLink = sqliteTable(
  "public_link",
  {
    id: text().primaryKey(),
    project: projectId(),
    kind: text().$type<LinkKind>().notNull(),
    target: text().notNull(),
    /** SHA-256 hash of the link's token, in hexadecimal. */
    hash: text().notNull(),
    showsProject: integer({ mode: "boolean" }).notNull(),
    createdBy: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    lastOpenedAt: integer(),
  },
  (table) => [
    uniqueIndex("public_link_hash").on(table.hash),
    index("public_link_project").on(table.project, table.createdAt),
  ],
);
