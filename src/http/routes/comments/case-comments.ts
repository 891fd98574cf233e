import { commentOnCase, listCaseComments } from "../../../protocol/routes/annotation/comments.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { writeComment } from "./write-comment.ts";

export const caseComments = router()
  .openapi(operation(listCaseComments), async (c) => {
    const { comments } = c.get("project");
    const { cursor, limit } = c.req.valid("query");
    const place = { case: c.req.valid("param").case };
    if (!(await comments.has(place))) throw notFound("case");
    return c.json(await comments.list(place, cursor, limit), 200);
  })
  .openapi(operation(commentOnCase), async (c) => {
    const place = { case: c.req.valid("param").case };
    if (!(await c.get("project").comments.has(place))) throw notFound("case");
    return c.json(await writeComment(c, place, c.req.valid("json")), 201);
  });
