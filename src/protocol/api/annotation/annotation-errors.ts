/**
 * Lists the questions whose expected answer or evidence is probably wrong, so that the maintainers
 * of a dataset can check them.
 */
import * as z from "zod";
import { CaseFilter } from "../api.ts";

const Time = z.iso.datetime();

/** Maximum cases to examine. If more match, the service examines the newest. */
export const MAX_SUSPECTED_CASES = 20_000;
/**
 * A verdict gives each possible cause a probability. If an annotation error has at least this
 * probability, the question is listed, even if another cause is more probable.
 */
export const SUSPECTED_FROM = 0.25;

export const AnnotationErrorFilter = CaseFilter.pick({
  from: true,
  to: true,
  system: true,
  sessionCategory: true,
  graph: true,
});

export const SuspectedAnnotation = z
  .object({
    query: z.string(),
    expected: z.array(z.string()),
    corrected: z
      .array(z.string())
      .describe("the corrected expected answers from a label; empty if no label corrects them"),
    because: z
      .enum(["label", "verdict", "suspect"])
      .describe(
        `\`label\`: a person's label says so, or corrects the expected answers; \`verdict\`: the evidence or the expected answer contradicts the messages; \`suspect\`: the verdict names another cause, but gives an annotation error a probability of at least ${SUSPECTED_FROM}`,
      ),
    reason: z.string(),
    confidence: z
      .number()
      .nullable()
      .describe("confidence of the verdict; null if a label suspects the annotation"),
    cases: z
      .number()
      .int()
      .min(1)
      .describe("number of cases with the same question and expected answers"),
    case: z
      .string()
      .describe(
        "id of one of these cases: a labelled case if there is one, otherwise the case that was answered last",
      ),
    graph: z.string(),
    evidence: z.array(z.string()).describe("ids of the messages annotated as evidence"),
    occurredAt: Time,
  })
  .meta({ id: "SuspectedAnnotation" });

export type AnnotationErrorFilter = z.infer<typeof AnnotationErrorFilter>;
export type SuspectedAnnotation = z.infer<typeof SuspectedAnnotation>;
