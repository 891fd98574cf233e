/** Finds the operations that the label form offers, and changes the causes of a label. */
import type { Label } from "../../../protocol/api/annotation/labels.ts";
import type { Attribution } from "../../../protocol/api/attribution.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export type Cause = Label["also"][number];

export const NO_OPERATION = "";

export const choiceOf = (id: string, name: string | null): Choice => ({
  value: id,
  label: name === null || name === id ? id : `${name} (${id})`,
});

/** Returns operation id → name for the operations in the attribution. */
export function operationNames(attribution: Attribution): Map<string, string> {
  const { op, opName, suspects } = attribution;
  const chain = attribution.outcome === "attributed" ? attribution.chain : [];
  const names = new Map<string, string>();
  for (const item of [{ op, opName }, ...chain, ...suspects]) {
    if (item.op !== null && !names.has(item.op)) names.set(item.op, item.opName ?? item.op);
  }
  return names;
}

/**
 * Returns the choice "no operation is at fault", then the operations in the attribution and in the label.
 */
export function operationChoices(attribution: Attribution, start: Label | null): Choice[] {
  const names = operationNames(attribution);
  for (const { op } of start ? [start, ...start.also] : []) {
    if (op !== null && !names.has(op)) names.set(op, op);
  }
  const named = [...names].map(([id, name]) => choiceOf(id, name));
  return [{ value: NO_OPERATION, label: "no operation is at fault" }, ...named];
}

export const isSameCause = (a: Cause, b: Cause): boolean =>
  a.errorType === b.errorType && a.op === b.op;

/** Replaces the main cause of the label. Without a label, makes one with this cause. */
export function withFirstCause(label: Label | null, cause: Cause): Label {
  if (label === null) return { ...cause, link: null, reason: "", also: [] };
  const { link, also, subKind, ...rest } = label;
  return {
    ...{ ...rest, ...cause },
    // Drop the link if the operation changes, and the sub-kind if the error type changes.
    link: cause.op === label.op ? link : null,
    also: also.filter((other) => !isSameCause(other, cause)),
    ...(subKind !== undefined && cause.errorType === label.errorType ? { subKind } : {}),
  };
}

/** Returns the non-blank lines. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
