import type { Replay, ReplayPlan } from "../../protocol/api/replays.ts";
import type { Terminal } from "../terminal.ts";
import { entryLines } from "./entry-lines.ts";
import { cutTo, oneLine } from "./shown-text.ts";

const MAX_QUOTED_COLUMNS = 500;

export function replayText(
  replay: Replay,
  plan: ReplayPlan,
  terminal: Pick<Terminal, "columns" | "bold">,
): string {
  const { correction, control, corrected, outcome, reason, needed, graph } = replay;
  const where = plan.opName === null ? "" : ` at ${oneLine(plan.opName)}`;
  const entries: [string, string][] = [
    ["question", quoted(plan.query)],
    ["expected", quoted(plan.expected.join("; "))],
    ["verdict", plan.errorType === null ? "none" : `${plan.errorType}${where}`],
    ["corrected", correction === null ? "" : correctionText(correction)],
    ["recorded", quoted(plan.prediction)],
    ["control", control === null ? "" : control.isSame ? "the same again" : quoted(control.answer)],
    ["replayed", corrected === null ? "" : quoted(corrected.answer)],
    ["ran again", replay.ran.map(oneLine).join(", ")],
    ["outcome", `${outcome}: ${oneLine(reason)}`],
    ...needed.slice(1).map((need): [string, string] => ["needed", oneLine(need)]),
    ["graph", graph === null ? "" : oneLine(graph)],
  ];
  return entryLines(entries, terminal);
}

function correctionText({ opName, values, kept, source }: NonNullable<Replay["correction"]>) {
  const made = values.map((value) => `“${quoted(value)}”`).join(", ");
  const left = kept.length === 0 ? "" : `${kept.map(oneLine).join(", ")} not deleted`;
  const by = { given: "as given", evidence: "as the evidence says", model: "as the model says" };
  return `${oneLine(opName)}: ${[made, left].filter((part) => part !== "").join("; ")} (${by[source]})`;
}

function quoted(text: string): string {
  return cutTo(oneLine(text), MAX_QUOTED_COLUMNS);
}
