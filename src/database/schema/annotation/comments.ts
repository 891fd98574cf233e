import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { finding } from "../findings.ts";
import { user } from "../identity.ts";
import { failedCase, projectId } from "../project.ts";

/** A comment is deleted with its case or finding. */
export const comment = sqliteTable(
  "comment",
  {
    id: text().primaryKey(),
    project: projectId(),
    case: text().references(() => failedCase.id, { onDelete: "cascade" }),
    finding: text().references(() => finding.id, { onDelete: "cascade" }),
    authorKind: text().$type<"person" | "key">().notNull(),
    /** Null if an API key wrote the comment, or the person's account was deleted. */
    person: text().references(() => user.id, { onDelete: "set null" }),
    /**
     * Id of the API key that wrote the comment. Null if a person wrote it. When the key is deleted,
     * the comment keeps this id.
     */
    key: text(),
    /** Plain text, without markup. */
    body: text().notNull(),
    createdAt: integer().notNull(),
    editedAt: integer(),
  },
  (table) => [
    index("comment_case").on(table.case, table.createdAt, table.id).where(sql`"case" is not null`),
    index("comment_finding")
      .on(table.finding, table.createdAt, table.id)
      .where(sql`finding is not null`),
    check("comment_place", sql`(${table.case} is null) <> (${table.finding} is null)`),
  ],
);

export const mention = sqliteTable(
  "mention",
  {
    comment: text()
      .notNull()
      .references(() => comment.id, { onDelete: "cascade" }),
    person: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    project: projectId(),
    /** The mention as written in the comment, such as `@Ada`. */
    text: text().notNull(),
    createdAt: integer().notNull(),
    /** Time at which the mentioned person opened the comment; null before that. */
    seenAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.comment, table.person] }),
    index("mention_person").on(table.person, table.project, table.createdAt, table.comment),
    index("mention_unread")
      .on(table.person, table.project, table.comment)
      .where(sql`seen_at is null`),
  ],
);
