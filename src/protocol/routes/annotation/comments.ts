import * as z from "zod";
import {
  Comment,
  EditComment,
  Mentions,
  SeeMentions,
  WriteComment,
} from "../../api/annotation/comments.ts";
import { Page } from "../../api/api.ts";
import { declare, json, jsonBody, PageQuery } from "../declaration.ts";

const CaseParam = z.object({ case: z.string() });
const FindingParam = z.object({ finding: z.string() });
const CommentParam = z.object({ comment: z.string() });

export const listCaseComments = declare("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/comments",
  tags: ["Comments"],
  summary: "List the comments on a case, newest first",
  request: { params: CaseParam, query: PageQuery },
  responses: { 200: json(Page(Comment), "One page.") },
});

export const commentOnCase = declare("label", ["not_found", "conflict"], {
  method: "post",
  path: "/cases/{case}/comments",
  isRepeatable: false,
  audit: "comment.create",
  tags: ["Comments"],
  summary: "Comment on a case",
  description:
    "The comment is deleted with the case. `@` and a member's name or e-mail address mentions the member, who finds the comment with `GET /v1/mentions`. If you choose the `id`, the request can be repeated safely.",
  request: { params: CaseParam, body: jsonBody(WriteComment) },
  responses: { 201: json(Comment, "The comment.") },
});

export const listFindingComments = declare("read", ["not_found"], {
  method: "get",
  path: "/findings/{finding}/comments",
  tags: ["Comments"],
  summary: "List the comments on a finding, newest first",
  request: { params: FindingParam, query: PageQuery },
  responses: { 200: json(Page(Comment), "One page.") },
});

export const commentOnFinding = declare("label", ["not_found", "conflict"], {
  method: "post",
  path: "/findings/{finding}/comments",
  isRepeatable: false,
  audit: "comment.create",
  tags: ["Comments"],
  summary: "Comment on a finding",
  description: "The comment is deleted with the finding.",
  request: { params: FindingParam, body: jsonBody(WriteComment) },
  responses: { 201: json(Comment, "The comment.") },
});

export const editComment = declare("label", ["not_found"], {
  method: "patch",
  path: "/comments/{comment}",
  audit: "comment.update",
  tags: ["Comments"],
  summary: "Edit one's own comment",
  description:
    "The comment is then marked as edited. People whom only the new text mentions get a new mention.",
  request: { params: CommentParam, body: jsonBody(EditComment) },
  responses: { 200: json(Comment, "The comment after the change.") },
});

export const deleteComment = declare("label", ["not_found"], {
  method: "delete",
  path: "/comments/{comment}",
  audit: "comment.delete",
  tags: ["Comments"],
  summary: "Delete one's own comment",
  description: "With the scope `admin`, you can also delete comments of others.",
  request: { params: CommentParam },
  responses: { 204: { description: "Deleted." } },
});

export const listMentions = declare("read", ["invalid_request"], {
  method: "get",
  path: "/mentions",
  tags: ["Comments"],
  summary: "List the comments that mention the signed-in person, newest first",
  description: "Only people can be mentioned, so a key has no mentions.",
  request: { query: PageQuery },
  responses: { 200: json(Mentions, "One page, and the number of unread mentions.") },
});

export const seeMentions = declare("read", ["invalid_request"], {
  method: "post",
  path: "/mentions/seen",
  isRepeatable: true,
  audit: { skipped: "Marking a mention as read changes nothing for other people." },
  tags: ["Comments"],
  summary: "Mark mentions of the signed-in person as read",
  description: "Comments that do not mention the person are ignored.",
  request: { body: jsonBody(SeeMentions) },
  responses: { 204: { description: "Marked as read." } },
});
