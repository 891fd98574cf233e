/**
 * What kind of value or step a record is, as far as the recording itself says so: by its category
 * and class. Where neither says anything, the graph's shape has to (roles.ts).
 */
import { namesUnit, REMOVAL_STEMS } from "../../graph/memory/memory-words.ts";
import type { Operation, Variable } from "../../graph/model.ts";

export type VariableKind =
  | "message"
  | "query"
  | "memory"
  | "prompt"
  | "expected"
  | "answer"
  | "judgement"
  | "tombstone"
  | "context"
  | "other";

type Labelled = Pick<Variable, "className" | "category">;

/** The kind that the variable's class, else its category, names. */
export function kindOf(variable: Labelled): VariableKind | undefined {
  return kindOfLabel(variable.className) ?? kindOfLabel(variable.category);
}

function kindOfLabel(label: string | undefined): VariableKind | undefined {
  if (label === undefined) return undefined;
  const words = label.toLowerCase().split(/[^a-z]+/);
  const has = (...wanted: string[]) => wanted.some((word) => words.includes(word));
  if (has("judge", "judgement", "judgment", "verdict") && !has("prompt")) return "judgement";
  if (has("golden", "gold", "expected", "reference")) return "expected";
  if (has("prompt", "template", "instruction", "instructions")) return "prompt";
  if (has("prediction", "answer")) return "answer";
  if (has("context")) return "context";
  if (has("query", "question") && !has("refined", "queries")) return "query";
  if (has("deleted", "delete", "tombstone")) return "tombstone";
  if (has("buffer", "temporary", "similar", "existing", "retrieval", "retrieved", "results"))
    return "other";
  if (has("message", "messages", "turn", "utterance") && !has("history", "new")) return "message";
  if (namesUnit(label)) return "memory";
  return undefined;
}

const REMOVAL = new RegExp(`^(?:${REMOVAL_STEMS})`);

export type StepKind = "extraction" | "update" | "deletion" | "retrieval" | "answer" | "judge";

/** The kind of step that an operation's or a link's category names. */
export function stepKindOf(record: Pick<Operation, "category"> | undefined): StepKind | undefined {
  const words = record?.category?.toLowerCase().split(/[^a-z]+/) ?? [];
  const has = (beginning: RegExp) => words.some((word) => beginning.test(word));
  if (has(/^(?:judg|scor|verdict)/)) return "judge";
  if (has(REMOVAL)) return "deletion";
  if (has(/^(?:extract|summar|distil)/)) return "extraction";
  if (
    has(
      /^(?:updat|merg|consolidat|overwrit|writ|stor(?:e|ing)|insert|add$|add(?:ing|ed)|embed|index)/,
    )
  )
    return "update";
  if (has(/^(?:retriev|search|recall|rerank|lookup)/)) return "retrieval";
  if (words.includes("llm") && words.includes("response")) return undefined;
  return has(/^(?:answer|respon|generat|evaluat)/) ? "answer" : undefined;
}

/** Whether the operation's category says that what was there gets another text. */
export function saysItReplaces({ category }: Pick<Operation, "category">): boolean {
  const words = category?.toLowerCase().split(/[^a-z]+/) ?? [];
  return words.some((word) => /^(?:updat|merg|consolidat|overwrit|replac|rewrit|revis)/.test(word));
}
