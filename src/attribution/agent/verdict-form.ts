/** The shape of the agent's answer, and the checks of an answer that has this shape. */
import * as z from "zod";
import { ERROR_TYPES, type ErrorType } from "../../protocol/error-types.ts";
import type { Catalog } from "./catalog.ts";

const MAX_QUOTES = 6;

export const VerdictForm = z.object({
  error_type: z.enum(ERROR_TYPES),
  operation: z
    .string()
    .nullable()
    .describe("the decisive operation, as O12; null only for AnnotationError and JudgeError"),
  reason: z.string().min(1).max(2_000).describe("one to three plain sentences"),
  quotes: z
    .array(z.object({ variable: z.string().describe("as V12"), words: z.string().min(1) }))
    .min(1)
    .max(MAX_QUOTES)
    .describe("words copied exactly from variables, which show that the verdict is right"),
});

export interface AgentVerdict {
  readonly errorType: ErrorType;
  /** Id of the operation. */
  readonly op: string | null;
  readonly reason: string;
  readonly quotes: readonly { readonly variable: string; readonly words: string }[];
}

export type ReadVerdict =
  | { readonly ok: true; readonly verdict: AgentVerdict }
  | { readonly ok: false; readonly complaint: string };

/** Outside errors need no operation. */
const WITHOUT_OPERATION: readonly ErrorType[] = ["AnnotationError", "JudgeError"];

/** Without an expected answer, an agent cannot know that the annotation or the judge is wrong. */
export function readVerdict(json: string, catalog: Catalog, isExpectedKnown: boolean): ReadVerdict {
  const parsed = VerdictForm.safeParse(parseJson(json));
  if (!parsed.success) {
    return refused(z.prettifyError(parsed.error).replaceAll(/\s+/g, " "));
  }
  const { error_type: errorType, operation, reason, quotes } = parsed.data;
  const op = operation === null ? undefined : catalog.operation(operation);
  if (operation !== null && op === undefined) {
    return refused(`operation: there is no ${operation.slice(0, 60)} in this graph.`);
  }
  if (op === undefined && !WITHOUT_OPERATION.includes(errorType)) {
    return refused(`operation: a ${errorType} has one.`);
  }
  if (!isExpectedKnown && WITHOUT_OPERATION.includes(errorType)) {
    return refused(`error_type: the case has no expected answer, so it cannot be a ${errorType}.`);
  }
  const found: { variable: string; words: string }[] = [];
  for (const { variable: name, words } of quotes) {
    const variable = catalog.variable(name);
    if (variable === undefined) {
      return refused(`quotes: there is no ${name.slice(0, 60)} in this graph.`);
    }
    if (!flat(variable.value).includes(flat(words))) {
      return refused(`quotes: ${name} does not hold the words “${words.slice(0, 80)}”.`);
    }
    found.push({ variable: variable.id, words });
  }
  return { ok: true, verdict: { errorType, op: op?.id ?? null, reason, quotes: found } };
}

function refused(complaint: string): ReadVerdict {
  return { ok: false, complaint };
}

export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function flat(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s"'“”‘’\\]+/g, " ")
    .trim();
}
