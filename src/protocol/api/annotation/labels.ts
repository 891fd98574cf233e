/**
 * A label says which cause a wrong answer has. Its author is a person, a program with an API key,
 * or an imported file. A case can have labels of several authors.
 */
import * as z from "zod";
import { idText } from "../../bounded-inputs.ts";
import { ErrorType } from "../../error-type-schema.ts";
import {
  MAX_LABEL_CAUSES,
  MAX_STORED_EVIDENCE,
  MAX_STORED_EXPECTED,
  MAX_TEXT_CHARS,
} from "../../limits.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

const MAX_SUB_KIND_CHARS = 100;

export const Label = z
  .object({
    errorType: ErrorType,
    op: idText.nullable(),
    link: idText.nullable().default(null),
    reason: z.string().max(MAX_TEXT_CHARS).default(""),
    also: z
      .array(z.object({ errorType: ErrorType, op: idText.nullable() }))
      .max(MAX_LABEL_CAUSES)
      .default([])
      .describe(
        "other causes that also count as right; a verdict that names one of these causes agrees with the label",
      ),
    subKind: z
      .string()
      .trim()
      .min(1)
      .max(MAX_SUB_KIND_CHARS)
      .optional()
      .describe("how the error happened, such as `overwritten` or `ranked out`"),
    expected: z
      .array(z.string().min(1).max(MAX_TEXT_CHARS))
      .min(1)
      .max(MAX_STORED_EXPECTED)
      .optional()
      .describe(
        "the corrected expected answers; omit the field if the case's expected answers are right",
      ),
    evidence: z
      .array(idText)
      .min(1)
      .max(MAX_STORED_EVIDENCE)
      .optional()
      .describe("ids of the variables that contain the answer"),
  })
  .refine((label) => JSON.stringify(label).length <= MAX_TEXT_CHARS, {
    message: `must have at most ${MAX_TEXT_CHARS} characters in total. Shorten reason, expected or evidence`,
  })
  .meta({ id: "Label" });

export const LabelState = z.enum(["none", "one", "agreed", "disputed", "adjudicated"]);

export const LabelAuthor = z.object({
  id: z
    .string()
    .describe(
      "`person:` or `key:` with its id; `import` for an imported file; `unknown` for an old label that was stored without an author",
    ),
  kind: z.enum(["person", "key", "import", "unknown"]),
  name: z.string().describe("the current name, such as `Ada`, or `former member`"),
  isYou: z.boolean(),
});

/** One change of a case's labels. Each change adds a row; stored rows never change. */
export const LabelRow = z
  .object({
    number: Count.describe("position in the case's history, starting at 1"),
    author: LabelAuthor,
    createdAt: Time,
    label: Label.nullable().describe("null if the author withdrew it"),
    isAdjudication: z.boolean(),
    isCurrent: z
      .boolean()
      .describe(
        "true for each author's own newest label, and for the newest adjudication; false once withdrawn",
      ),
  })
  .meta({ id: "LabelRow" });

export const CaseLabels = z
  .object({
    case: z.string(),
    labelState: LabelState,
    label: Label.nullable().describe("the label that counts"),
    newest: Count.describe(
      "number of the newest row, or 0 if there are no rows; send this number as `seen`",
    ),
    items: z
      .array(LabelRow)
      .describe(
        "one page of the rows: current rows first, then earlier rows; in both groups, the newest row is first",
      ),
    next: z.string().nullable().describe("pass as `cursor` for the next page"),
  })
  .meta({ id: "CaseLabels" });

const Seen = Count.describe(
  "the value of `newest` that you read. If a row was added since then, nothing changes and the answer is 409",
);

export const Adjudicate = z.object({ seen: Seen, label: Label }).meta({ id: "Adjudicate" });

export const SeenQuery = z.object({
  seen: z.coerce
    .number({ error: "must be a whole number: `newest` of the labels that you read" })
    .pipe(Seen),
});

/**
 * `agrees` and `differs` compare the case's current label (`label` in `CaseLabels`) with the
 * verdict. `disputed` selects cases about which people disagree.
 */
export const AgreementFilter = z.enum(["agrees", "differs", "disputed"]);

export type Label = z.infer<typeof Label>;
export type LabelState = z.infer<typeof LabelState>;
export type LabelAuthor = z.infer<typeof LabelAuthor>;
export type LabelRow = z.infer<typeof LabelRow>;
export type CaseLabels = z.infer<typeof CaseLabels>;
export type AgreementFilter = z.infer<typeof AgreementFilter>;
