/** The cases of a page. The URL holds them, so a copied link shows the same cases. */
import type { CaseFilter, CaseState } from "../../protocol/api/api.ts";
import type { ReplayOutcome } from "../../protocol/api/replays.ts";
import type { ErrorType, Outcome } from "../../protocol/error-types.ts";
import { isErrorType } from "../error-types.ts";

export const PERIODS = ["24h", "7d", "30d", "90d", "all"] as const;
export type PeriodChoice = (typeof PERIODS)[number];

export const PERIOD_LABELS: Readonly<Record<PeriodChoice, string>> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  all: "All time",
};
const PERIOD_HOURS: Readonly<Record<Exclude<PeriodChoice, "all">, number>> = {
  "24h": 24,
  "7d": 7 * 24,
  "30d": 30 * 24,
  "90d": 90 * 24,
};
const DEFAULT_PERIOD: PeriodChoice = "7d";
const HOUR_MS = 3_600_000;
const PROOFS: readonly ReplayOutcome[] = ["proved", "refuted", "inconclusive"];
const OUTCOMES: readonly Outcome[] = ["attributed", "undecided"];
const STATES: readonly CaseState[] = ["queued", "running", "done", "failed"];

export interface CaseSearch {
  readonly period?: PeriodChoice;
  /** A range that was picked, instead of a period that ends now. */
  readonly from?: string;
  readonly to?: string;
  readonly outcome?: Outcome;
  readonly errorType?: ErrorType;
  readonly opName?: string;
  readonly system?: string;
  readonly sessionCategory?: string;
  readonly graph?: string;
  readonly state?: CaseState;
  readonly proof?: ReplayOutcome;
  readonly search?: string;
  /** Id of a prompt behind the decisive operation, and one of its versions. */
  readonly prompt?: string;
  readonly promptVersion?: number;
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

/** Ignores unknown or damaged parameters. */
export function parseCaseSearch(raw: Record<string, unknown>): CaseSearch {
  const parsed: CaseSearch = {
    period: PERIODS.find((period) => period === raw.period),
    from: moment(raw.from),
    to: moment(raw.to),
    outcome: OUTCOMES.find((outcome) => outcome === raw.outcome),
    errorType: isErrorType(raw.errorType) ? raw.errorType : undefined,
    opName: text(raw.opName),
    system: text(raw.system),
    sessionCategory: text(raw.sessionCategory),
    graph: text(raw.graph),
    state: STATES.find((state) => state === raw.state),
    proof: PROOFS.find((proof) => proof === raw.proof),
    search: text(raw.search),
    prompt: text(raw.prompt),
    promptVersion: text(raw.prompt) === undefined ? undefined : versionNumber(raw.promptVersion),
  };
  return parsed;
}

/** The overview counts all cases of a trait: it knows no graph, state or words. */
export const parseOverviewSearch = (raw: Record<string, unknown>): CaseSearch =>
  parseCaseSearch({
    ...raw,
    graph: undefined,
    state: undefined,
    proof: undefined,
    search: undefined,
  });

/** Null if a range was picked instead. */
export function periodOf(search: CaseSearch): PeriodChoice | null {
  if (search.from !== undefined || search.to !== undefined) return null;
  return search.period ?? DEFAULT_PERIOD;
}

/** The filter for requests to the server. */
export function filterOf(search: CaseSearch, now: number): CaseFilter {
  const { period: _, ...rest } = search;
  const period = periodOf(search);
  if (period === null) return rest;
  const from = period === "all" ? 0 : now - PERIOD_HOURS[period] * HOUR_MS;
  return { ...rest, from: new Date(from).toISOString(), to: new Date(now).toISOString() };
}

export type Trait =
  | "outcome"
  | "errorType"
  | "opName"
  | "system"
  | "sessionCategory"
  | "graph"
  | "state"
  | "proof";

/** The search with one trait set, or removed if it already had this value. */
export function toggled(search: CaseSearch, trait: Trait, value: string): CaseSearch {
  const next = search[trait] === value ? undefined : value;
  return parseCaseSearch({ ...search, [trait]: next });
}
