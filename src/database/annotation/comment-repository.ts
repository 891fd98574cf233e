import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Comment } from "../../protocol/api/annotation/comments.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { MAX_COMMENTS } from "../../protocol/limits.ts";
import { insertWhere } from "../conditional-insert.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { comment, mention } from "../schema/annotation/comments.ts";
import { finding } from "../schema/findings.ts";
import { failedCase } from "../schema/project.ts";
import { COMMENT, toComment } from "./comment-views.ts";
import type { FoundMention } from "./find-mentions.ts";
import { type ProjectMember, projectMembers } from "./project-members.ts";

export type CommentPlace = { readonly case: string } | { readonly finding: string };

export interface CommentAuthor {
  readonly kind: "person" | "key";
  readonly id: string;
}

export interface NewComment {
  readonly id: string;
  readonly place: CommentPlace;
  readonly author: CommentAuthor;
  readonly body: string;
  readonly mentions: readonly FoundMention[];
}

export class CommentRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns the comments, newest first. */
  async list(place: CommentPlace, cursor: Cursor | undefined, limit: number) {
    const rows = await this.#database
      .select(COMMENT)
      .from(comment)
      .where(and(this.#on(place), afterCursor(cursor, comment.createdAt, comment.id)))
      .orderBy(desc(comment.createdAt), desc(comment.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toComment, ({ createdAt, id }) => ({ time: createdAt, id }));
  }

  async has(place: CommentPlace): Promise<boolean> {
    const [table, id] =
      "case" in place ? [failedCase, place.case] : ([finding, place.finding] as const);
    const rows = await this.#database
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.project, this.#project), eq(table.id, id)));
    return rows.length > 0;
  }

  /**
   * If a comment with this id is already stored, returns it unchanged. Returns undefined if the
   * case or finding does not exist, or has the maximum number of comments.
   */
  async add(written: NewComment, now: number): Promise<Comment | undefined> {
    const { id, place, author, body, mentions } = written;
    const row = {
      ...{ id, project: this.#project, ...place, body, createdAt: now, authorKind: author.kind },
      ...(author.kind === "person" ? { person: author.id } : { key: author.id }),
    };
    const held = sql`(select count(*) from ${comment} where ${this.#on(place)}) < ${MAX_COMMENTS}`;
    await this.#database.batch([
      insertWhere(this.#database, comment, [row], sql`${held} and ${this.#exists(place)}`),
      this.#mention(id, mentions, now, body),
    ]);
    return this.find(id);
  }

  async find(id: string): Promise<Comment | undefined> {
    const [row] = await this.#database.select(COMMENT).from(comment).where(this.#own(id));
    return row && toComment(row);
  }

  /**
   * Changes the text of a comment. If a person was already mentioned in the old text, the mention
   * stays read or unread as it was.
   */
  async edit(
    id: string,
    body: string,
    mentions: readonly FoundMention[],
    now: number,
  ): Promise<Comment | undefined> {
    const people = JSON.stringify(mentions.map(({ person }) => person));
    await this.#database.batch([
      this.#database.update(comment).set({ body, editedAt: now }).where(this.#own(id)),
      this.#database
        .delete(mention)
        .where(
          and(
            eq(mention.comment, id),
            eq(mention.project, this.#project),
            sql`${mention.person} not in (select value from json_each(${people}))`,
          ),
        ),
      this.#mention(id, mentions, now, body),
    ]);
    return this.find(id);
  }

  async delete(id: string): Promise<void> {
    await this.#database.delete(comment).where(this.#own(id));
  }

  members(): Promise<ProjectMember[]> {
    return projectMembers(this.#database, this.#project);
  }

  /**
   * Adds the mentions only if the comment still has this body. If a later edit has replaced the
   * body, that edit adds the mentions of the new body.
   */
  #mention(id: string, mentions: readonly FoundMention[], now: number, body: string) {
    const rows = JSON.stringify(mentions);
    // An author who mentions themselves has already read the mention.
    const ownIsSeen = sql`iif(${comment.person} = value ->> '$.person', ${now}, null)`;
    return this.#database
      .insert(mention)
      .select(
        sql`select ${comment.id}, value ->> '$.person', ${comment.project}, value ->> '$.text', ${now},
            ${ownIsSeen}
          from ${comment}, json_each(${rows})
          where ${and(this.#own(id), eq(comment.body, body))}`,
      )
      .onConflictDoUpdate({
        target: [mention.comment, mention.person],
        set: { text: sql`excluded.text` },
      });
  }

  #exists(place: CommentPlace): SQL {
    return "case" in place
      ? sql`exists (select 1 from ${failedCase} where ${failedCase.id} = ${place.case} and ${failedCase.project} = ${this.#project})`
      : sql`exists (select 1 from ${finding} where ${finding.id} = ${place.finding} and ${finding.project} = ${this.#project})`;
  }

  #on(place: CommentPlace): SQL | undefined {
    const isAbout =
      "case" in place ? eq(comment.case, place.case) : eq(comment.finding, place.finding);
    return and(eq(comment.project, this.#project), isAbout);
  }

  #own(id: string): SQL | undefined {
    return and(eq(comment.project, this.#project), eq(comment.id, id));
  }
}
