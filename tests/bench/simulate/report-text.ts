/** The simulation's result as text: a table of the sizes, then the limits of each size. */
import type { Calibration } from "./calibration.ts";
import type { Played } from "./play.ts";
import { bytesText, count, dollars, momentText, percent } from "./texts.ts";
import { firstText, type Met, type Verdict } from "./verdict.ts";

export interface Day {
  readonly played: Played;
  readonly verdict: Verdict;
}

const HEAD = ["events a day", "peak", "stored a day", "cost a month", "a million", "met first"];

export function reportText(days: readonly Day[], { measured }: Calibration): string {
  const rows = days.map(({ played, verdict }) => [
    count(played.events),
    `${count(played.peakEventsPerSecond)}/s`,
    bytesText(played.units.databaseBytes),
    dollars(verdict.cost.total),
    dollars(verdict.cost.perMillionEvents),
    firstText(verdict),
  ]);
  const asked = days[0]?.played.asked;
  return [
    `${count(asked?.tenants ?? 0)} tenants, seed ${asked?.seed}; what events cost: measured ${measured.startedAt.slice(0, 10)} at ${measured.commit.slice(0, 8)}; texts: ${measured.textsOf}`,
    "",
    ...table([HEAD, ...rows]),
    ...days.flatMap(sizeText),
  ].join("\n");
}

function sizeText({ played, verdict }: Day): string[] {
  const costs = Object.entries(verdict.cost.items)
    .filter(([, cost]) => cost >= 0.005 * verdict.cost.total)
    .toSorted(([, a], [, b]) => b - a)
    .map(([item, cost]) => `${item} ${dollars(cost)}`);
  const { coldRequests, wrongAnswers, packs } = played.databaseShares;
  return [
    "",
    `${count(played.events)} events a day; the largest tenant sends ${percent(played.largestTenantEvents / played.events)}; ${count(played.wrongAnswers)} wrong answers`,
    `  a month: ${costs.join(", ")}`,
    `  time of the main database: ${percent(coldRequests)} keys and plans, ${percent(wrongAnswers)} wrong answers, ${percent(packs)} packs`,
    ...verdict.met.flatMap((met) => [
      `  ${momentText(met.metAtSeconds ?? 0)}  ${met.what}: ${loadText(met)}`,
      `      ${met.consequence}`,
    ]),
    ...verdict.free.map((met) => `  not met  ${met.what}: ${loadText(met)}`),
  ];
}

function loadText({ peak, limit }: Met): string {
  const when = limit.endsWith("Size") ? "after one day" : "at the peak";
  return `${peak < 1 ? percent(peak) : `${count(peak)} times the limit`} ${when}`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
