/** Formats memory health: the figures with intervals, and where most facts are lost. */
import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import { FIGURE_NAMES, type HealthFigure } from "../../protocol/api/explorer/health-words.ts";
import type { Terminal } from "../terminal.ts";
import { type TextColumn, textTable } from "./text-table.ts";

export interface HealthShare {
  readonly figure: HealthFigure;
  readonly count: number;
  readonly of: number;
  readonly share: MemoryHealth["survival"]["share"];
}

type Loss = MemoryHealth["losses"][number];

const FIGURES: readonly TextColumn<HealthShare>[] = [
  { title: "FIGURE", text: ({ figure }) => figure },
  { title: "SHARE", text: shareText },
  { title: "MEANING", text: ({ figure }) => FIGURE_NAMES[figure], share: 1 },
];

const LOSSES: readonly TextColumn<Loss>[] = [
  { title: "FACTS LOST", text: ({ facts }) => `${facts}` },
  { title: "LOSS", text: ({ errorType }) => errorType },
  { title: "OPERATION", text: ({ opName }) => opName, share: 1 },
];
const MAX_LOSSES = 5;

/** Returns the figures in output order: survival, then the other shares. */
export function sharesOf({ survival, shares }: MemoryHealth): readonly HealthShare[] {
  const { facts, kept, share } = survival;
  return [{ figure: "survival", count: kept, of: facts, share }, ...shares];
}

export function shareText({ count, of, share: { value, low, high } }: HealthShare): string {
  if (value === null) return "nothing counted";
  return `${percent(value)} (${percent(low)} to ${percent(high)}), ${count} of ${of}`;
}

export function healthText(
  health: MemoryHealth,
  terminal: Pick<Terminal, "columns" | "bold">,
): string {
  const { graphs, losses, memory } = health;
  const counted = `${graphs} ${graphs === 1 ? "graph" : "graphs"} with counted facts, ${memory.uncounted} not counted yet`;
  return [
    counted,
    textTable(FIGURES, sharesOf(health), terminal),
    ...(losses.length === 0 ? [] : [textTable(LOSSES, losses.slice(0, MAX_LOSSES), terminal)]),
  ].join("\n\n");
}

const percent = (share: number) => `${Number((100 * share).toFixed(1))}%`;
