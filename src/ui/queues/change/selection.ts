/** What the form of a queue says about its cases, and the request for it. */
import type { ErrorType } from "../../../protocol/error-types.ts";
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
  /** Percent; with `unsure`. */
  readonly below: string;
  readonly errorType: ErrorType | "";
  readonly system: string;
  readonly search: string;
  /** Empty for all. */
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

const FILTER_WORDS: Readonly<Record<string, string>> = {
  ...{ errorType: "error type", opName: "operation", system: "memory system" },
  ...{ sessionCategory: "session category", proof: "replay", search: "words" },
};

/** In words, such as "unsure verdicts below 60%, 50 of them at random". */
export function saySelection(cases: QueueSelection): string {
  const { confidenceBelow, sample, cases: named, from, to, ...filter } = cases;
  const parts = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [`${FILTER_WORDS[name] ?? name}: ${String(value)}`],
  );
  if (from !== undefined && Date.parse(from) > 0) parts.push(`from ${dayOf(from)}`);
  if (to !== undefined) parts.push(`until ${dayOf(to)}`);
  if (confidenceBelow !== undefined) parts.push(`confidence below ${percent(confidenceBelow)}`);
  if (named !== undefined) parts.push(`${count(named.length)} named`);
  const chosen = parts.length === 0 ? "all cases" : parts.join(", ");
  if (sample === undefined) return chosen;
  const seed = sample.seed ? ` with the seed “${sample.seed}”` : "";
  return `${chosen}; ${count(sample.size)} at random${seed}`;
}
