/** Case filters in the URL, so that a copied link shows the same cases. */
import type { AgreementFilter } from "../../protocol/api/annotation/labels.ts";
import type { CaseFilter, CaseState } from "../../protocol/api/api.ts";
import type { ReplayOutcome } from "../../protocol/api/replays.ts";
import { PERIODS, type PeriodChoice, rangeOf } from "../../protocol/api/sharing/view-period.ts";
import {
  ALL_SUB_KINDS,
  type ErrorType,
  type Outcome,
  type SubKind,
} from "../../protocol/error-types.ts";
import { isErrorType } from "../error-types.ts";

export const PERIOD_LABELS: Readonly<Record<PeriodChoice, string>> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  all: "All time",
};
const DEFAULT_PERIOD: PeriodChoice = "7d";
const PROOFS: readonly ReplayOutcome[] = ["proved", "refuted", "inconclusive"];
const OUTCOMES: readonly Outcome[] = ["attributed", "undecided"];
const LABELLED = ["true", "false"] as const;
const AGREEMENTS: readonly AgreementFilter[] = ["agrees", "differs", "disputed"];
const STATES: readonly CaseState[] = ["queued", "running", "done", "failed"];

export interface CaseSearch {
  readonly period?: PeriodChoice;
  /** Start of a fixed time range. Replaces `period`, which always ends now. */
  readonly from?: string;
  readonly to?: string;
  readonly outcome?: Outcome;
  readonly errorType?: ErrorType;
  /** How the decisive operation failed: a sub-kind of the error type. */
  readonly subKind?: SubKind;
  readonly opName?: string;
  readonly system?: string;
  readonly sessionCategory?: string;
  readonly graph?: string;
  /** Id of an end user. Lists cases from this user's graphs. */
  readonly user?: string;
  readonly finding?: string;
  readonly dataset?: string;
  readonly experiment?: string;
  readonly state?: CaseState;
  readonly proof?: ReplayOutcome;
  /** Whether the cases have a label. */
  readonly labelled?: (typeof LABELLED)[number];
  readonly agreement?: AgreementFilter;
  /** Person or key id. Lists cases that this author labelled. */
  readonly author?: string;
  readonly search?: string;
  /** Prompt id. Lists cases whose decisive operation used this prompt. */
  readonly prompt?: string;
  readonly promptVersion?: number;
  /** If undefined, only wrong answers are listed. */
  readonly judged?: "all" | "right";
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== ""
    ? value
    : typeof value === "number"
      ? String(value)
      : undefined;
const moment = (value: unknown): string | undefined =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : undefined;

const versionNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;

/** Reads the filters from the URL. Ignores unknown parameters and invalid values. */
export function parseCaseSearch(raw: Record<string, unknown>): CaseSearch {
  const parsed: CaseSearch = {
    period: PERIODS.find((period) => period === raw.period),
    from: moment(raw.from),
    to: moment(raw.to),
    outcome: OUTCOMES.find((outcome) => outcome === raw.outcome),
    errorType: isErrorType(raw.errorType) ? raw.errorType : undefined,
    subKind: ALL_SUB_KINDS.find((kind) => kind === raw.subKind),
    opName: text(raw.opName),
    system: text(raw.system),
    sessionCategory: text(raw.sessionCategory),
    graph: text(raw.graph),
    user: text(raw.user),
    finding: text(raw.finding),
    dataset: text(raw.dataset),
    experiment: text(raw.experiment),
    state: STATES.find((state) => state === raw.state),
    proof: PROOFS.find((proof) => proof === raw.proof),
    labelled: LABELLED.find((labelled) => labelled === String(raw.labelled)),
    agreement: AGREEMENTS.find((agreement) => agreement === raw.agreement),
    author: text(raw.author),
    search: text(raw.search),
    prompt: text(raw.prompt),
    promptVersion: text(raw.prompt) === undefined ? undefined : versionNumber(raw.promptVersion),
    judged: raw.judged === "all" || raw.judged === "right" ? raw.judged : undefined,
  };
  return parsed;
}

/** The overview does not support these filters, so it ignores them in the URL. */
export const parseOverviewSearch = (raw: Record<string, unknown>): CaseSearch =>
  parseCaseSearch({
    ...raw,
    graph: undefined,
    state: undefined,
    proof: undefined,
    search: undefined,
    judged: undefined,
  });

/** Returns null if the URL has a fixed time range. */
export function periodOf(search: CaseSearch): PeriodChoice | null {
  if (search.from !== undefined || search.to !== undefined) return null;
  return search.period ?? DEFAULT_PERIOD;
}

/** Converts the filters to the API's format. */
export function filterOf(search: CaseSearch, now: number): CaseFilter {
  const { period: _, judged: __, ...rest } = search;
  const period = periodOf(search);
  return period === null ? rest : { ...rest, ...rangeOf(period, now) };
}

export type Trait =
  | "outcome"
  | "errorType"
  | "subKind"
  | "opName"
  | "system"
  | "sessionCategory"
  | "graph"
  | "user"
  | "finding"
  | "dataset"
  | "experiment"
  | "state"
  | "proof"
  | "labelled"
  | "agreement"
  | "author";

/** Sets the filter, or removes it if it already has this value. */
export function toggled(search: CaseSearch, trait: Trait, value: string): CaseSearch {
  const next = search[trait] === value ? undefined : value;
  return parseCaseSearch({ ...search, [trait]: next });
}
