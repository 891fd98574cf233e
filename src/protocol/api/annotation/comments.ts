import * as z from "zod";
import { idText } from "../../bounded-inputs.ts";
import { MAX_COMMENT_CHARS, MAX_UNREAD } from "../../limits.ts";

const Time = z.iso.datetime();

const CommentAuthor = z.object({
  kind: z.enum(["person", "key"]),
  id: z.string().nullable().describe("null if the account was deleted"),
  name: z.string().nullable().describe("null for a former member and for a deleted key"),
});

export const Comment = z
  .object({
    id: z.string(),
    case: z
      .string()
      .nullable()
      .describe("id of the case that the comment is about; null for a comment on a finding"),
    finding: z.string().nullable(),
    author: CommentAuthor,
    body: z.string().describe("plain text"),
    mentions: z
      .array(
        z.object({
          person: z.string(),
          name: z.string().nullable().describe("null for a former member"),
          text: z.string().describe("the mention as it is in the body, such as `@Ada`"),
        }),
      )
      .describe("the mentioned members of the organization"),
    createdAt: Time,
    editedAt: Time.nullable().describe("null if nobody has edited the comment"),
  })
  .meta({ id: "Comment" });

const Body = z
  .string()
  .trim()
  .min(1)
  .max(MAX_COMMENT_CHARS)
  .describe(
    "plain text; to mention a member of the organization, write `@` and the member's name or e-mail address",
  );

export const WriteComment = z
  .object({
    body: Body,
    id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe("an id that you choose, so that repeating the request adds no second comment"),
  })
  .meta({ id: "WriteComment" });

export const EditComment = z.object({ body: Body }).meta({ id: "EditComment" });

export const Mention = z
  .object({
    comment: Comment,
    about: z.string().describe("the question of the case, or the title of the finding"),
    seenAt: Time.nullable().describe(
      "time at which the person opened the comment; null while the mention is unread",
    ),
  })
  .meta({ id: "Mention" });

export const Mentions = z.object({
  items: z.array(Mention),
  next: z.string().nullable().describe("pass as `cursor` for the next page"),
  unread: z
    .number()
    .int()
    .min(0)
    .max(MAX_UNREAD)
    .describe(`number of unread mentions in the project, counted up to ${MAX_UNREAD}`),
});

export const SeeMentions = z
  .object({ comments: z.array(idText).min(1).max(200).describe("ids of the opened comments") })
  .meta({ id: "SeeMentions" });

export type WriteComment = z.infer<typeof WriteComment>;
export type Comment = z.infer<typeof Comment>;
export type Mention = z.infer<typeof Mention>;
