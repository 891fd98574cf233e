/** Formats an experiment's results, and its differences from an earlier experiment. */
import type { Experiment } from "../../../sdk/src/experiments/experiment.ts";
import type { ChangedItem, Comparison, ExperimentResult } from "../../protocol/api/experiments.ts";
import type { Terminal } from "../terminal.ts";
import { oneLine } from "./shown-text.ts";
import { type TextColumn, textTable } from "./text-table.ts";

const percent = (share: number) => Number((100 * share).toFixed(1));

const CHANGED: readonly TextColumn<ChangedItem>[] = [
  { title: "QUESTION", text: ({ question }) => question ?? "", share: 3 },
  { title: "EXPECTED", text: ({ expected }) => expected.join(" | "), share: 2 },
  { title: "BEFORE", text: ({ before }) => before ?? "", share: 2 },
  { title: "NOW", text: ({ now }) => now ?? "", share: 2 },
];

const FAILED: readonly TextColumn<ExperimentResult>[] = [
  { title: "QUESTION", text: ({ question }) => question ?? "", share: 1 },
  { title: "ERROR", text: ({ error }) => error ?? "", share: 1 },
];

export function experimentText(
  { id, name, figures }: Experiment,
  failed: readonly ExperimentResult[],
  terminal: Terminal,
): string {
  const { right, wrong, share, low, high, unjudged } = figures;
  const counting = right + wrong + figures.failed;
  const shown =
    share === null
      ? "no answer could be judged"
      : `${right} of ${counting} right: ${percent(share)}% (95%: ${percent(low)} to ${percent(high)}%)`;
  const further = [
    ...(figures.failed > 0 ? [`${figures.failed} ended in an error`] : []),
    ...(unjudged > 0 ? [`${unjudged} could not be judged and do not count`] : []),
  ];
  const lines = [terminal.bold(`${oneLine(name)}  ${id}`), [shown, ...further].join("; ")];
  if (failed.length > 0) lines.push("", textTable(FAILED, failed, terminal));
  return lines.join("\n");
}

export function comparisonText(compared: Comparison, terminal: Terminal): string {
  const { against, sentence, lostItems, gainedItems } = compared;
  const lines = [`Against ${against}: ${sentence}`];
  if (lostItems.length > 0) {
    lines.push("", terminal.bold("Lost"), textTable(CHANGED, lostItems, terminal));
  }
  if (gainedItems.length > 0) {
    lines.push("", terminal.bold("Gained"), textTable(CHANGED, gainedItems, terminal));
  }
  return lines.join("\n");
}
