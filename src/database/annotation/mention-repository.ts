import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Mention } from "../../protocol/api/annotation/comments.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import { MAX_UNREAD } from "../../protocol/limits.ts";
import { findingTitle } from "../../reports/findings.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { comment, mention } from "../schema/annotation/comments.ts";
import { finding } from "../schema/findings.ts";
import { failedCase } from "../schema/project.ts";
import { COMMENT, toComment } from "./comment-views.ts";

/** Maximum number of characters of a case's question in the list of mentions. */
const MAX_ABOUT_CHARS = 300;

export class MentionRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns mentions of this person by other people, newest first. */
  async list(person: string, cursor: Cursor | undefined, limit: number) {
    const rows = await this.#database
      .select({
        ...COMMENT,
        mentionedAt: mention.createdAt,
        seenAt: mention.seenAt,
        query: sql<string | null>`substr(${failedCase.query}, 1, ${MAX_ABOUT_CHARS})`,
        errorType: finding.errorType,
        opName: finding.opName,
      })
      .from(mention)
      .innerJoin(comment, eq(comment.id, mention.comment))
      .leftJoin(failedCase, eq(failedCase.id, comment.case))
      .leftJoin(finding, eq(finding.id, comment.finding))
      .where(and(this.#of(person), afterCursor(cursor, mention.createdAt, mention.comment)))
      .orderBy(desc(mention.createdAt), desc(mention.comment))
      .limit(limit + 1);
    const toMention = (row: (typeof rows)[number]): Mention => ({
      comment: toComment(row),
      about: row.query ?? titleOf(row),
      seenAt: row.seenAt === null ? null : new Date(row.seenAt).toISOString(),
    });
    return pageOf(rows, limit, toMention, (row) => ({ time: row.mentionedAt, id: row.id }));
  }

  /** Counts the person's unread mentions, up to `MAX_UNREAD`. */
  async unread(person: string): Promise<number> {
    const rows = await this.#database
      .select({ comment: mention.comment })
      .from(mention)
      .where(and(this.#of(person), isNull(mention.seenAt)))
      .limit(MAX_UNREAD);
    return rows.length;
  }

  async see(person: string, comments: readonly string[], now: number): Promise<void> {
    const opened = sql`${mention.comment} in (select value from json_each(${JSON.stringify(comments)}))`;
    await this.#database
      .update(mention)
      .set({ seenAt: now })
      .where(and(this.#of(person), isNull(mention.seenAt), opened));
  }

  #of(person: string) {
    const isByOther = sql`not exists (select 1 from ${comment} as written
      where written.id = ${mention.comment} and written.person = ${person})`;
    return and(eq(mention.person, person), eq(mention.project, this.#project), isByOther);
  }
}

function titleOf(row: { readonly errorType: ErrorType | null; readonly opName: string | null }) {
  return row.errorType === null ? "" : findingTitle(row.errorType, row.opName);
}
