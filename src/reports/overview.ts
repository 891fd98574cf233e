/** The beginning of a report: its memory systems and their memory health. */
import type { MemoryHealth } from "../protocol/api/explorer/health.ts";
import { FIGURE_NAMES } from "../protocol/api/explorer/health-words.ts";
import type { ReportOverview } from "../protocol/api/insights/reports.ts";
import { clamp } from "./text.ts";

/** Totals of the graphs that a report's filter selects. */
export interface GraphTotals {
  readonly graphs: number;
  readonly sessions: number;
  readonly operations: number;
  /** Number of graphs per memory system, the largest first. */
  readonly systems: readonly { readonly key: string | null; readonly graphs: number }[];
}

interface OverviewFigures {
  readonly totals: GraphTotals;
  readonly wrong: number;
  /** Null if the filter applies only to wrong answers. */
  readonly right: number | null;
  readonly health: Pick<MemoryHealth, "graphs" | "survival" | "losses"> & {
    readonly shares: readonly Omit<MemoryHealth["shares"][number], "graphs">[];
  };
}

const MAX_SYSTEMS = 6;
const MAX_PROBLEMS = 3;
const MAX_NAME_CHARS = 80;

export function buildOverview(figures: OverviewFigures): ReportOverview {
  const { totals, right } = figures;
  const health = healthOf(figures.health);
  const { graphs, sessions, operations } = totals;
  return {
    ...{ graphs, sessions, operations, right, health },
    text: [systemSentence(totals), answerSentence(figures), ...healthSentences(health)],
    systems: totals.systems.slice(0, MAX_SYSTEMS).map((system) => ({ ...system })),
  };
}

type Health = NonNullable<ReportOverview["health"]>;

function healthOf({ graphs, survival, losses, shares }: OverviewFigures["health"]): Health | null {
  if (graphs === 0) return null;
  const problems = shares
    .filter(({ count }) => count > 0)
    .sort((a, b) => (b.share.value ?? 0) - (a.share.value ?? 0))
    .slice(0, MAX_PROBLEMS);
  const { facts, kept, share } = survival;
  return { ...{ facts, kept, share }, loss: losses[0] ?? null, problems };
}

function systemSentence({ graphs, sessions, operations, systems }: GraphTotals): string {
  const named = systems.flatMap(({ key }) => (key === null ? [] : clamp(key, MAX_NAME_CHARS)));
  const held = `${said(graphs, "graph")} with ${said(sessions, "session")} and ${said(operations, "operation")}`;
  const shown = named.slice(0, MAX_PROBLEMS).join(", ");
  const more = named.length - MAX_PROBLEMS;
  if (named.length === 0) return `The report is about ${held}.`;
  return `The report is about ${held} of ${shown}${more > 0 ? ` and ${more} more memory systems` : ""}.`;
}

function answerSentence({ wrong, right }: OverviewFigures): string {
  const answers = `${said(wrong, "wrong answer")} of the period`;
  if (right === null) return `Its filter selects ${answers}.`;
  return `It reads ${answers}; ${said(right, "answer")} ${right === 1 ? "was" : "were"} judged right.`;
}

function healthSentences(health: Health | null): string[] {
  if (health === null) return ["The memory of these graphs was not counted yet."];
  const { facts, share, loss, problems } = health;
  const lost = loss === null ? "" : `; most are lost at ${clamp(loss.opName, MAX_NAME_CHARS)}`;
  const kept =
    share.value === null
      ? "No message of the period states a fact that was followed."
      : `${percent(share.value)} of the ${number(facts)} facts that messages of the period state are still in memory (${percent(share.low)} to ${percent(share.high)})${lost}.`;
  const [worst] = problems;
  if (worst === undefined) return [kept];
  const name = FIGURE_NAMES[worst.figure];
  return [
    kept,
    `${name}: ${number(worst.count)} of ${number(worst.of)}, the largest share of problems.`,
  ];
}

function said(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

const percent = (share: number) => `${Math.round(100 * share)}%`;
