/** Formats figures as tables for a terminal. */
import type { Accuracy } from "../../attribution/cases/accuracy.ts";
import { ERROR_TYPES } from "../../protocol/error-types.ts";
import type { Spent } from "../../protocol/model.ts";
import { wilson } from "../../statistics/wilson.ts";
import type { Figures, Scores } from "./figures.ts";

export interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function sectionsOf(figures: Figures): Section[] {
  const { scores, recall, steadiness } = figures;
  return [
    ...(scores === null ? [] : scoreSections(scores)),
    ...(recall.length === 0
      ? []
      : [
          {
            title: "Evidence among the searched messages, in percent",
            head: ["first k", "of all evidence", "mean of the cases"],
            rows: recall.map((r) => [`${r.k}`, percent(r.micro), percent(r.macro)]),
          },
        ]),
    ...(steadiness === null ? [] : [steadinessSection(steadiness)]),
    effortSection(figures),
  ];
}

function scoreSections({ accuracy, confusion, calibration }: Scores): Section[] {
  const row = (name: string, a: Accuracy) => [
    name,
    `${a.cases}`,
    `${a.undecided}`,
    ...[a.errorType, a.operation, a.both].map((share) => withInterval(share, a.cases)),
  ];
  const head = (what: string) => [what, "cases", "undecided", "error type", "operation", "both"];
  const named = ERROR_TYPES.filter((type) =>
    ERROR_TYPES.some((other) => confusion[type][other] + confusion[other][type] > 0),
  );
  return [
    {
      title: "Right, in percent (95% interval)",
      head: head("system"),
      rows: [...[...accuracy.bySystem].map(([name, a]) => row(name, a)), row("all", accuracy.all)],
    },
    {
      title: "By labelled error type",
      head: head("error type"),
      rows: ERROR_TYPES.flatMap((type) => {
        const a = accuracy.byType.get(type);
        return a === undefined ? [] : [row(type, a)];
      }),
    },
    {
      title: "Labelled error type (rows) and error type of the verdict (columns)",
      head: ["", ...named.map((type) => type.replace("Error", ""))],
      rows: named.map((type) => [
        type,
        ...named.map((other) => `${confusion[type][other] || "·"}`),
      ]),
    },
    ...(calibration.bins.every((bin) => bin.cases === 0) ? [] : [calibrationSection(calibration)]),
  ];
}

/** Shows what this run paid for the model. Cached answers cost nothing. */
export function paidSection({ calls, inputTokens, outputTokens, usd }: Spent): Section {
  return {
    title: "Paid in this run; all other answers came from the cache",
    head: ["model calls", "tokens", "money"],
    rows: [[`${calls}`, `${inputTokens + outputTokens}`, usd.toFixed(5)]],
  };
}

function calibrationSection(calibration: Scores["calibration"]): Section {
  const { sure } = calibration;
  return {
    title: `Calibration: expected error ${percent(calibration.error)} points; ${sure.cases} verdicts (${percent(sure.share)}% of those that are not undecided) with confidence ≥ ${sure.from}, of which ${percent(sure.right)}% are right`,
    head: ["confidence", "cases", "mean confidence", "right"],
    rows: calibration.bins
      .filter((bin) => bin.cases > 0)
      .map((bin) => [
        `${bin.from.toFixed(1)} to ${bin.to.toFixed(1)}`,
        `${bin.cases}`,
        percent(bin.confidence),
        percent(bin.right),
      ]),
  };
}

function steadinessSection({
  verdicts,
  changed,
  moved,
}: NonNullable<Figures["steadiness"]>): Section {
  return {
    title: "Without an unrelated message, in percent",
    head: ["verdicts", "other type or operation", "else confidence moved by more than 0.1"],
    rows: [[`${verdicts}`, percent(changed), percent(moved)]],
  };
}

function effortSection({ milliseconds, readMilliseconds, cost }: Figures): Section {
  const tokens = cost.inputTokens + cost.outputTokens;
  return {
    title: "Effort",
    head: ["", "median", "95th percentile", "mean"],
    rows: [
      ["milliseconds a case", fixed(milliseconds.median), fixed(milliseconds.p95), ""],
      [
        "milliseconds to read a file",
        fixed(readMilliseconds.median),
        fixed(readMilliseconds.p95),
        "",
      ],
      ["model calls a case", "", "", fixed(cost.calls)],
      ["tokens a case", "", "", fixed(tokens)],
      ["money a case", "", "", cost.money.toFixed(5)],
    ],
  };
}

function withInterval(share: number, cases: number): string {
  const { low, high } = wilson(share * cases, cases);
  return `${percent(share)} (${Math.round(100 * low)}–${Math.round(100 * high)})`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function fixed(value: number): string {
  return value.toFixed(1);
}

export function asText(sections: readonly Section[]): string {
  return sections.map(sectionText).join("\n\n");
}

function sectionText({ title, head, rows }: Section): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [
    title,
    line(head),
    line(widths.map((width) => "─".repeat(width))),
    ...rows.map(line),
  ].join("\n");
}
