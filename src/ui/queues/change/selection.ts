/** The fields of the form that chooses a queue's cases, and the resulting request. */
import type { ErrorType } from "../../../protocol/error-types.ts";
import { LOOKS } from "../../error-types.ts";
import { count, dayOf, percent } from "../../text/time.ts";
import type { QueueSelection } from "../queues-api.ts";

export const SOURCES = ["all", "unsure", "undecided", "disputed", "refuted", "unlabelled"] as const;
export type Source = (typeof SOURCES)[number];

export const SOURCE_LABELS: Readonly<Record<Source, string>> = {
  all: "all cases",
  unsure: "unsure verdicts",
  undecided: "undecided verdicts",
  disputed: "cases on which people disagree",
  refuted: "verdicts that a replay refuted",
  unlabelled: "cases without a label",
};

export interface SelectionDraft {
  readonly source: Source;
  /** For `unsure`: the confidence must be below this percentage. */
  readonly below: string;
  readonly errorType: ErrorType | "";
  readonly system: string;
  readonly search: string;
  /** Number of random cases. Empty for all cases. */
  readonly sample: string;
  readonly seed: string;
}

export const NEW_SELECTION: SelectionDraft = {
  ...{ source: "all", below: "60", errorType: "", system: "", search: "", sample: "50", seed: "" },
};

const OF_SOURCE: Readonly<Record<Source, QueueSelection>> = {
  all: {},
  unsure: {},
  undecided: { outcome: "undecided" },
  disputed: { agreement: "disputed" },
  refuted: { proof: "refuted" },
  unlabelled: { labelled: "false" },
};

export function selectionOf(draft: SelectionDraft): QueueSelection {
  const { source, below, errorType, system, search, sample, seed } = draft;
  return {
    ...OF_SOURCE[source],
    ...(source === "unsure" ? { confidenceBelow: Number(below) / 100 } : {}),
    ...(errorType === "" ? {} : { errorType }),
    ...(system.trim() === "" ? {} : { system: system.trim() }),
    ...(search.trim() === "" ? {} : { search: search.trim() }),
    ...(sample === "" ? {} : { sample: { size: Number(sample), seed } }),
  };
}

const OUTCOME_WORDS = { attributed: "decided verdicts", undecided: "undecided verdicts" } as const;
const PROOF_WORDS = {
  proved: "verdicts that a replay proved",
  refuted: SOURCE_LABELS.refuted,
  inconclusive: "verdicts with an inconclusive replay",
} as const;
const LABELLED_WORDS = { true: "cases with a label", false: SOURCE_LABELS.unlabelled } as const;
const AGREEMENT_WORDS = {
  agrees: "label agrees with the verdict",
  differs: "label differs from the verdict",
  disputed: SOURCE_LABELS.disputed,
} as const;

/** Example: "unsure verdicts below 60%; 50 at random". */
export function saySelection(cases: QueueSelection): string {
  const { confidenceBelow, sample, cases: named, outcome, proof, labelled, agreement } = cases;
  const { errorType, opName, system, sessionCategory, graph, author, search } = cases;
  const { from, to, state, prompt, promptVersion, finding, shift } = cases;
  const parts = [
    confidenceBelow === undefined ? "" : `unsure verdicts below ${percent(confidenceBelow)}`,
    ...[outcome && OUTCOME_WORDS[outcome], proof && PROOF_WORDS[proof]],
    ...[labelled && LABELLED_WORDS[labelled], agreement && AGREEMENT_WORDS[agreement]],
    ...[errorType && `error type ${LOOKS[errorType].label}`, opName && `operation ${opName}`],
    ...[system && `memory system ${system}`, sessionCategory && `session ${sessionCategory}`],
    ...[graph && `graph ${graph}`, author && `labelled by ${author}`],
    ...[search && `with the words “${search}”`, state && `in the state ${state}`],
    ...[from && Date.parse(from) > 0 && `from ${dayOf(from)}`, to && `until ${dayOf(to)}`],
    prompt && `prompt ${prompt}${promptVersion === undefined ? "" : `, version ${promptVersion}`}`,
    ...[finding && "of one finding", shift && "behind one shift"],
    named && (named.length === 1 ? "1 chosen case" : `${count(named.length)} chosen cases`),
  ].filter(Boolean);
  const chosen = parts.length === 0 ? "all cases" : parts.join(", ");
  if (sample === undefined) return chosen;
  const seed = sample.seed ? ` with the seed “${sample.seed}”` : "";
  return `${chosen}; ${count(sample.size)} at random${seed}`;
}
