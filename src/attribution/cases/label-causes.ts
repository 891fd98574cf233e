/**
 * Reads and writes the causes that a label accepts. In an annotation, `final_error_type` and
 * `final_op_id` are the main cause. `also` (or `alt_types`) lists further error types. `blame` maps
 * each error type to the accepted operations.
 */
import type { Label } from "../../protocol/api/annotation/labels.ts";
import { ERROR_TYPES, type ErrorType } from "../../protocol/error-types.ts";

type Annotation = Readonly<Record<string, unknown>>;
export type Cause = Label["also"][number];

const JUDGE = "LLMAsAJudgeError";

/** Returns the error type with this MemTraceBench name; undefined if there is none. */
export function readErrorType(name: unknown): ErrorType | undefined {
  const known = name === JUDGE ? "JudgeError" : name;
  return ERROR_TYPES.find((type) => type === known);
}

export function writtenErrorType(type: ErrorType): string {
  return type === "JudgeError" ? JUDGE : type;
}

/**
 * An annotation can accept several causes of one wrong answer. A cause is an error type together
 * with an operation. Returns all accepted causes except `first`, the main cause. If `blame` in the
 * annotation lists no operations for an error type, the cause gets the operation of `first`.
 */
export function furtherCauses(annotation: Annotation, first: Cause): Cause[] {
  const names = [...listOf(annotation.alt_types), ...listOf(annotation.also)];
  const types = new Set([first.errorType, ...names.flatMap((name) => readErrorType(name) ?? [])]);
  return [...types]
    .flatMap((errorType) =>
      blamed(annotation.blame, errorType, first.op).map((op) => ({ errorType, op })),
    )
    .filter(({ errorType, op }) => errorType !== first.errorType || op !== first.op);
}

/** Returns the annotation fields for the label's further causes; empty if there are none. */
export function furtherCauseFields({ errorType, op, also }: Label): Annotation {
  if (also.length === 0) return {};
  const byType = Map.groupBy([{ errorType, op }, ...also], (cause) =>
    writtenErrorType(cause.errorType),
  );
  return {
    also: [...new Set(also.map((cause) => writtenErrorType(cause.errorType)))],
    blame: Object.fromEntries(
      [...byType].map(([type, causes]) => [type, causes.map((cause) => cause.op)]),
    ),
  };
}

/** Removes the fields for further causes, so that the caller can add a label's causes. */
export function withoutFurtherCauses(annotation: Annotation): Annotation {
  const { also: _, alt_types: __, blame: ___, ...rest } = annotation;
  return rest;
}

function blamed(blame: unknown, type: ErrorType, op: string | null): (string | null)[] {
  if (typeof blame !== "object" || blame === null) return [op];
  const ofType: unknown = Reflect.get(blame, writtenErrorType(type)) ?? Reflect.get(blame, type);
  if (!Array.isArray(ofType)) return [op];
  return ofType.map((each) => (typeof each === "string" ? each : null));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
