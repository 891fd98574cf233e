import { createHash } from "node:crypto";
import type { Context } from "hono";
import type {
  CommentAuthor,
  CommentPlace,
} from "../../../database/annotation/comment-repository.ts";
import {
  type FoundMention,
  findMentions,
  mayMention,
} from "../../../database/annotation/find-mentions.ts";
import type { Comment, WriteComment } from "../../../protocol/api/annotation/comments.ts";
import { MAX_COMMENTS, MAX_MENTIONS } from "../../../protocol/limits.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError, atLimit } from "../../errors.ts";

/**
 * @throws ApiError if the case or finding has the maximum number of comments, if the body mentions
 *   too many people or an ambiguous name, or if the author used the id for another comment
 */
export async function writeComment(
  c: Context<HttpEnv>,
  place: CommentPlace,
  { id: given, body }: WriteComment,
): Promise<Comment> {
  const { newId, now } = c.get("services");
  const { kind, id: authorId } = c.get("principal");
  const author = { kind, id: authorId };
  const { id: project, comments } = c.get("project");
  const id = given === undefined ? newId("cmt") : commentIdOf(project, author, given);
  if (given !== undefined) c.set("isRepeatable", true);
  const known = given === undefined ? undefined : await comments.find(id);
  const mentions = known === undefined ? await mentionsIn(c, body) : [];
  const added = known ?? (await comments.add({ id, place, author, body, mentions }, now()));
  if (added !== undefined && !isSame(added, place, body)) {
    throw new ApiError(
      "conflict",
      "id: another comment of yours has this id. Give each comment its own. Nothing was changed.",
    );
  }
  if (added === undefined) {
    const what = `comments on one ${"case" in place ? "case" : "finding"}`;
    throw atLimit(MAX_COMMENTS, what, "Delete some first.");
  }
  return added;
}

/** The hash includes the author, so ids of different authors never collide. */
function commentIdOf(project: string, { kind, id }: CommentAuthor, given: string): string {
  const hash = createHash("sha256").update(JSON.stringify([project, kind, id, given]));
  return `cmt_${hash.digest("base64url").slice(0, ID_CHARS)}`;
}

const ID_CHARS = 22;

/**
 * Whether the request was sent before and has already stored this comment. If the comment was
 * edited since then, its body is not compared, because it can differ from the body of the request.
 */
function isSame(comment: Comment, place: CommentPlace, body: string): boolean {
  const isThere = "case" in place ? comment.case === place.case : comment.finding === place.finding;
  return isThere && (comment.body === body || comment.editedAt !== null);
}

export async function mentionsIn(c: Context<HttpEnv>, body: string): Promise<FoundMention[]> {
  if (!mayMention(body)) return [];
  const found = findMentions(body, await c.get("project").comments.members(), MAX_MENTIONS);
  if (!found.ok) {
    const { name, email } = found.fault;
    // Show an address only to a person. With a key, somebody could guess names and so collect
    // addresses.
    const example = c.get("principal").kind === "person" ? `, such as @${email}` : "";
    throw new ApiError(
      "invalid_request",
      `body: several members are called ${name}. Mention one by e-mail address${example}.`,
    );
  }
  if (found.value.length > MAX_MENTIONS) {
    throw new ApiError(
      "invalid_request",
      `body: mentions more than ${MAX_MENTIONS} people. Mention at most ${MAX_MENTIONS}.`,
    );
  }
  return found.value;
}
