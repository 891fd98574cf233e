/** Says how often the labels of people agree with each other and with the tracer's verdicts. */
import * as z from "zod";
import { CaseSummary } from "../api.ts";
import { LabelAuthor, LabelRow } from "./labels.ts";

const Count = z.number().int().min(0);
const Share = z.number().min(0).max(1);

export const AgreementRate = z.object({
  same: Count.describe("number of cases on which both authors agree"),
  share: Share,
  low: Share.describe("bound of the share's 95% interval (Wilson)"),
  high: Share,
  kappa: z
    .number()
    .min(-1)
    .max(1)
    .nullable()
    .describe(
      "Cohen's κ: agreement beyond chance; null if both authors put every case into the same single category",
    ),
});

export const ComparedLabels = z.object({
  cases: Count.describe("number of cases that both authors labelled"),
  type: AgreementRate,
  op: AgreementRate.describe(
    "for κ, each operation of a graph is a category, and so is `no operation`",
  ),
});

export const Agreement = z
  .object({
    cases: Count.describe("number of matching labelled cases"),
    isCut: z.boolean().describe("true if only the newest labels were compared"),
    authors: z.array(
      z.object({
        author: LabelAuthor,
        cases: Count.describe("number of cases that the author labelled"),
      }),
    ),
    people: z
      .array(ComparedLabels.extend({ first: LabelAuthor, second: LabelAuthor }))
      .describe(
        "one entry for each pair of authors who labelled the same case; the main causes of their labels are compared",
      ),
    tracer: z
      .array(ComparedLabels.extend({ author: LabelAuthor }))
      .describe(
        "each author compared with the decided verdicts; a label with several causes agrees if the verdict names one of them",
      ),
  })
  .meta({ id: "Agreement" });

export const LabelAuthors = z.object({
  items: z.array(LabelAuthor).describe("authors with the most labels first"),
});

export const DisagreementWith = z.enum(["people", "tracer"]);

export const Disagreement = z.object({
  case: CaseSummary,
  labels: z.array(LabelRow).describe("the current labels of all authors, and the adjudication"),
});

export type AgreementRate = z.infer<typeof AgreementRate>;
export type Agreement = z.infer<typeof Agreement>;
export type DisagreementWith = z.infer<typeof DisagreementWith>;
export type Disagreement = z.infer<typeof Disagreement>;
