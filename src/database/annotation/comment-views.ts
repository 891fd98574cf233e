/** The columns that queries of comments select, and their conversion to the API's format. */
import { type SQL, sql } from "drizzle-orm";
import type { Comment } from "../../protocol/api/annotation/comments.ts";
import { comment, mention } from "../schema/annotation/comments.ts";

/** SQL for the person's name; null if they are not in the project's organization any more. */
const memberName = (person: SQL): SQL<string | null> =>
  sql`(select user.name from user
    join member on member.user_id = user.id
    join project on project.organization = member.organization_id
    where user.id = ${person} and project.id = ${comment.project})`;

export const COMMENT = {
  id: comment.id,
  case: comment.case,
  finding: comment.finding,
  authorKind: comment.authorKind,
  person: comment.person,
  key: comment.key,
  personName: memberName(sql`${comment.person}`),
  keyName: sql<string | null>`(select name from api_key where id = ${comment.key})`,
  body: comment.body,
  mentions: sql<string>`(select json_group_array(json_object(
      'person', ${mention.person}, 'name', ${memberName(sql`${mention.person}`)}, 'text', ${mention.text}))
    from ${mention} where ${mention.comment} = ${comment.id})`,
  createdAt: comment.createdAt,
  editedAt: comment.editedAt,
};

interface CommentRow extends Omit<Comment, "author" | "mentions" | "createdAt" | "editedAt"> {
  readonly authorKind: "person" | "key";
  readonly person: string | null;
  readonly key: string | null;
  readonly personName: string | null;
  readonly keyName: string | null;
  readonly mentions: string;
  readonly createdAt: number;
  readonly editedAt: number | null;
}

export function toComment(row: CommentRow): Comment {
  return {
    ...{ id: row.id, case: row.case, finding: row.finding },
    author:
      row.authorKind === "person"
        ? { kind: "person", id: row.person, name: row.personName }
        : { kind: "key", id: row.key, name: row.keyName },
    body: row.body,
    mentions: JSON.parse(row.mentions) as Comment["mentions"],
    createdAt: new Date(row.createdAt).toISOString(),
    editedAt: row.editedAt === null ? null : new Date(row.editedAt).toISOString(),
  };
}
