/** Questions of a dataset whose annotation is suspected to be wrong, for the dataset's maintainers. */
import * as z from "zod";
import { CaseFilter } from "../api.ts";

const Time = z.iso.datetime();

/** Newest cases of the filter that are read. */
export const MAX_SUSPECTED_CASES = 20_000;
/** A verdict's second cause from this probability on is suspected too. */
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
    corrected: z.array(z.string()).describe("expected answers that a label corrects; else empty"),
    because: z
      .enum(["label", "verdict", "suspect"])
      .describe(
        `\`label\`: a person says so, or corrects the expected answers; \`verdict\`: the evidence or the expected answer contradicts the messages; \`suspect\`: the verdict names another cause and gives this one a probability of at least ${SUSPECTED_FROM}`,
      ),
    reason: z.string(),
    confidence: z.number().nullable().describe("of the verdict; null for a label"),
    cases: z.number().int().min(1).describe("cases of the same question and expected answers"),
    case: z.string().describe("one of them: labelled if one is, then the last answered"),
    graph: z.string(),
    evidence: z.array(z.string()).describe("ids of the annotated evidence"),
    occurredAt: Time,
  })
  .meta({ id: "SuspectedAnnotation" });

export type AnnotationErrorFilter = z.infer<typeof AnnotationErrorFilter>;
export type SuspectedAnnotation = z.infer<typeof SuspectedAnnotation>;
