import {
  commentOnFinding,
  listFindingComments,
} from "../../../protocol/routes/annotation/comments.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { writeComment } from "./write-comment.ts";

export const findingComments = router()
  .openapi(operation(listFindingComments), async (c) => {
    const { comments } = c.get("project");
    const { cursor, limit } = c.req.valid("query");
    const place = { finding: c.req.valid("param").finding };
    if (!(await comments.has(place))) throw notFound("finding");
    return c.json(await comments.list(place, cursor, limit), 200);
  })
  .openapi(operation(commentOnFinding), async (c) => {
    const place = { finding: c.req.valid("param").finding };
    if (!(await c.get("project").comments.has(place))) throw notFound("finding");
    return c.json(await writeComment(c, place, c.req.valid("json")), 201);
  });
