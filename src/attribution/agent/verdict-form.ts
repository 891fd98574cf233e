/** The shape of the agent's answer, and the checks of an answer that has this shape. */
import * as z from "zod/mini";
import { ERROR_TYPES, type ErrorType } from "../../protocol/error-types.ts";
import { comparableQuote } from "../cases/find-query-and-answer.ts";
import type { Catalog } from "./catalog.ts";

const MAX_QUOTES = 6;

export const VerdictForm = z.object({
  error_type: z.enum(ERROR_TYPES),
  operation: z
    .nullable(z.string())
    .check(
      z.describe("the decisive operation, as O12; null only for AnnotationError and JudgeError"),
    ),
  reason: z
    .string()
    .check(z.minLength(1), z.maxLength(2_000), z.describe("one to three plain sentences")),
  quotes: z
    .array(
      z.object({
        variable: z.string().check(z.describe("as V12")),
        words: z.string().check(z.minLength(1)),
      }),
    )
    .check(
      z.minLength(1),
      z.maxLength(MAX_QUOTES),
      z.describe("words copied exactly from variables, which show that the verdict is right"),
    ),
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

/** Errors outside the memory need no operation. */
const WITHOUT_OPERATION: readonly ErrorType[] = ["AnnotationError", "JudgeError"];

/** Without an expected answer, an agent cannot know that the annotation or the judge is wrong. */
export function readVerdict(json: string, catalog: Catalog, isExpectedKnown: boolean): ReadVerdict {
  const parsed = VerdictForm.safeParse(jsonOrUndefined(json));
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
    if (!comparableQuote(variable.value).includes(comparableQuote(words))) {
      return refused(`quotes: ${name} does not hold the words “${words.slice(0, 80)}”.`);
    }
    found.push({ variable: variable.id, words });
  }
  return { ok: true, verdict: { errorType, op: op?.id ?? null, reason, quotes: found } };
}

function refused(complaint: string): ReadVerdict {
  return { ok: false, complaint };
}

export function jsonOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
