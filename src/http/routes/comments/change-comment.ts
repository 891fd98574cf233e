import type { Comment } from "../../../protocol/api/annotation/comments.ts";
import { deleteComment, editComment } from "../../../protocol/routes/annotation/comments.ts";
import type { Principal } from "../../../tenancy/principal.ts";
import { ApiError, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { mentionsIn } from "./write-comment.ts";

export const changeComment = router()
  .openapi(operation(editComment), async (c) => {
    const { comments } = c.get("project");
    const { comment: id } = c.req.valid("param");
    const found = await comments.find(id);
    if (found === undefined) throw notFound("comment");
    if (!isBy(c.get("principal"), found)) {
      throw new ApiError("forbidden", "Only its author may edit a comment. Write one of your own.");
    }
    const { body } = c.req.valid("json");
    const now = c.get("services").now();
    const edited = await comments.edit(id, body, await mentionsIn(c, body), now);
    if (edited === undefined) throw notFound("comment");
    return c.json(edited, 200);
  })
  .openapi(operation(deleteComment), async (c) => {
    const { comments } = c.get("project");
    const { comment: id } = c.req.valid("param");
    const found = await comments.find(id);
    if (found === undefined) throw notFound("comment");
    const principal = c.get("principal");
    if (!isBy(principal, found) && !principal.scopes.includes("admin")) {
      throw new ApiError(
        "forbidden",
        "Only its author, or somebody with the scope admin, may delete a comment.",
      );
    }
    await comments.delete(id);
    return c.body(null, 204);
  });

function isBy({ kind, id }: Principal, { author }: Comment): boolean {
  return author.kind === kind && author.id === id;
}
