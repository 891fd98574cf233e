import type { Case, CaseSummary } from "../../protocol/api/api.ts";
import type { Terminal } from "../terminal.ts";
import { entryLines } from "./entry-lines.ts";
import { cutTo, oneLine } from "./shown-text.ts";

/** Longer questions and answers are cut. The UI and the JSON output show the full text. */
const MAX_QUOTED_COLUMNS = 1_000;

export function verdictText(of: Case, terminal: Pick<Terminal, "columns" | "bold">): string {
  const entries: [string, string][] = [
    ["question", quoted(of.query)],
    ["expected", quoted(of.expected.join("; "))],
    ["answered", quoted(of.prediction)],
    ["corrected", corrected(of)],
    ["verdict", verdict(of)],
    ["remedy", remedy(of)],
    ["source", source(of)],
    ...(of.attribution?.notes ?? []).map((note): [string, string] => ["note", note]),
    ["case", `${of.id} in ${oneLine(of.graph)}`],
  ];
  return entryLines(entries, terminal);
}

/** Returns the later message that corrects the answer. Empty if there is none. */
function corrected({ correction }: Case): string {
  if (!correction) return "";
  const back = correction.takenBack === null ? "" : " (taken back in a later message)";
  return `${quoted(correction.words)}${back}`;
}

function quoted(text: string): string {
  return cutTo(oneLine(text), MAX_QUOTED_COLUMNS);
}

function verdict({ state, failure, attribution }: Case): string {
  if (state === "failed") return `none: ${failure ?? "the attribution failed"}`;
  if (attribution === null) return `none yet; the case is ${state}`;
  if (attribution.outcome === "undecided") return `undecided: ${oneLine(attribution.reason)}`;
  const { errorType, subKind, opName, confidence, reason } = attribution;
  const kind = subKind === null ? "" : `, ${subKind},`;
  const where = opName === null ? "" : ` at ${oneLine(opName)}`;
  return `${errorType}${kind}${where} (${confidence.toFixed(2)}): ${oneLine(reason)}`;
}

/** Returns where the answer's wrong part came from. Empty if unknown. */
function source({ state, attribution }: Case): string {
  const found = state === "done" ? attribution?.source : undefined;
  if (found === undefined) return "";
  if (found.outcome === "cannot-tell")
    return found.because === "nothing-added" ? "" : oneLine(found.reason);
  return `${oneLine(found.reason)} (${found.confidence.toFixed(2)})`;
}

function remedy({ state, attribution }: Case): string {
  const isUndecided = state === "done" && attribution?.outcome === "undecided";
  return isUndecided ? (attribution.remedy ?? "") : "";
}

/** Returns the error type or “undecided”. Without a verdict, returns the attribution's state. */
export function resultWord({ state, outcome, errorType }: CaseSummary): string {
  return state === "done" ? (errorType ?? outcome ?? state) : state;
}

/** Counts the cases by outcome, most frequent first. */
export function outcomeText(cases: readonly CaseSummary[]): string {
  const counts = new Map<string, number>();
  for (const item of cases) {
    const outcome = resultWord(item);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(", ");
}
