/** Defines the form of the agent's verdict and checks the verdict against the graph. */
import * as z from "zod/mini";
import { ERROR_TYPES, type ErrorType } from "../../protocol/error-types.ts";
import { fieldsOf } from "../../protocol/json/json-fields.ts";
import { comparableQuote } from "../cases/comparable-text.ts";
import type { Catalog } from "./catalog.ts";

const MAX_QUOTES = 6;

/**
 * The kind of verdict that the agent submits:
 * - `checked`: any error type is allowed; the quotes must occur in the graph
 * - `published`: as in the MemTrace paper (arXiv 2605.28732), one of five memory errors, without
 *   quotes
 */
export type VerdictKind = "checked" | "published";

const MEMORY_ERRORS = [
  "ExtractionError",
  "UpdateError",
  "DeletionError",
  "RetrievalError",
  "ResponseError",
] as const satisfies readonly ErrorType[];

const Reason = z
  .string()
  .check(z.minLength(1), z.maxLength(2_000), z.describe("one to three plain sentences"));

const CheckedForm = z.object({
  error_type: z.enum(ERROR_TYPES),
  operation: z
    .nullable(z.string())
    .check(
      z.describe("the decisive operation, as O12; null only for AnnotationError and JudgeError"),
    ),
  reason: Reason,
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

const PublishedForm = z.object({
  error_type: z.enum(MEMORY_ERRORS),
  operation: z.string().check(z.describe("the decisive operation, as O12")),
  reason: Reason,
});

export function verdictForm(kind: VerdictKind) {
  return kind === "checked" ? CheckedForm : PublishedForm;
}

export interface AgentVerdict {
  readonly errorType: ErrorType;
  /** Id of the decisive operation; null if the error is outside the memory. */
  readonly op: string | null;
  readonly reason: string;
  readonly quotes: readonly { readonly variable: string; readonly words: string }[];
}

export type ReadVerdict =
  | { readonly ok: true; readonly verdict: AgentVerdict }
  | { readonly ok: false; readonly complaint: string };

/**
 * For these error types, the verdict need not name an operation, because the error is not in the
 * memory.
 */
const WITHOUT_OPERATION: readonly ErrorType[] = ["AnnotationError", "JudgeError"];

export interface VerdictRules {
  readonly kind: VerdictKind;
  /**
   * Whether the case has an expected answer. Without one, the agent cannot blame the annotation or
   * the judge.
   */
  readonly isExpectedKnown: boolean;
}

export function readVerdict(
  json: string,
  catalog: Catalog,
  { kind, isExpectedKnown }: VerdictRules,
): ReadVerdict {
  const parsed = verdictForm(kind).safeParse(fieldsOf(json));
  if (!parsed.success) {
    return refused(z.prettifyError(parsed.error).replaceAll(/\s+/g, " "));
  }
  const { error_type: errorType, operation, reason } = parsed.data;
  const quotes = "quotes" in parsed.data ? parsed.data.quotes : [];
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
