/** Formats a report for a terminal, or as Markdown. */
import type { Report } from "../../protocol/api/insights/reports.ts";
import type { Terminal } from "../terminal.ts";
import { oneLine, wrapped } from "./shown-text.ts";
import { textTable } from "./text-table.ts";

/** Maximum operations to print. The JSON output has all of them. */
const MAX_OPERATIONS = 10;

export function reportText(report: Report, terminal: Terminal): string {
  const { body } = report;
  const paragraph = (text: string, indent = "") =>
    wrapped(text, Math.max(20, terminal.columns - indent.length))
      .map((line) => `${indent}${line}`)
      .join("\n");
  const counts = (title: string, rows: readonly { key: string | null; count: number }[]) =>
    rows.length === 0
      ? []
      : [
          textTable<(typeof rows)[number]>(
            [
              { title, text: ({ key }) => key ?? "none", share: 1 },
              { title: "CASES", text: ({ count }) => `${count}` },
            ],
            rows,
            terminal,
          ),
        ];
  return [
    terminal.bold(paragraph(oneLine(report.headline))),
    paragraph(
      [periodOf(report), ...filterOf(report), ...body.overview.text].map(oneLine).join(" "),
    ),
    ...counts("ERROR TYPE", body.byType.flatMap(withSubKinds)),
    ...counts("OPERATION", body.byOperation.slice(0, MAX_OPERATIONS)),
    ...body.findings.map(({ title, text, cases }) =>
      [
        terminal.bold(paragraph(oneLine(title))),
        paragraph(oneLine(text)),
        ...cases.map((item) => paragraph(caseLine(item), "  ")),
      ].join("\n"),
    ),
    ...claimsOf(report).map(({ title, text, cases }) =>
      [
        terminal.bold(paragraph(oneLine(title))),
        paragraph(oneLine(text)),
        paragraph(cases.join(" "), "  "),
      ].join("\n"),
    ),
    ...(adviceOf(report).length === 0 ? [] : [terminal.bold("What to do")]),
    ...adviceOf(report).map(({ title, text, cases }) =>
      [paragraph(oneLine(`${title}. ${text}`)), paragraph(cases.join(" "), "  ")].join("\n"),
    ),
    `report ${report.id}${pendingOf(report)}`,
  ].join("\n\n");
}

export function reportMarkdown(report: Report): string {
  const { body } = report;
  const table = (title: string, rows: readonly { key: string | null; count: number }[]) =>
    rows.length === 0
      ? []
      : [
          [
            `| ${title} | cases |`,
            "|---|---:|",
            ...rows.map(({ key, count }) => `| ${literal(key ?? "none")} | ${count} |`),
          ].join("\n"),
        ];
  return [
    `# ${literal(report.headline)}`,
    [periodOf(report), ...filterOf(report), ...body.overview.text].map(literal).join(" "),
    ...table("error type", body.byType.flatMap(withSubKinds)),
    ...table("operation", body.byOperation.slice(0, MAX_OPERATIONS)),
    ...body.findings.map(({ title, text, cases }) =>
      [
        `## ${literal(title)}`,
        literal(text),
        cases.map((item) => `- ${literal(caseLine(item))}`).join("\n"),
      ].join("\n\n"),
    ),
    ...claimsOf(report).map(({ title, text, cases }) =>
      [`## ${literal(title)}`, literal(text), literal(cases.join(" "))].join("\n\n"),
    ),
    ...(adviceOf(report).length === 0 ? [] : ["## What to do"]),
    ...adviceOf(report).map(
      ({ title, text, cases }) =>
        `- **${literal(title)}**: ${literal(text)} (${literal(cases.join(" "))})`,
    ),
    `Report \`${report.id}\`${pendingOf(report)}.`,
  ].join("\n\n");
}

type TypeCount = Report["body"]["byType"][number];

/** Returns one line for the error type, and one for each known sub-kind. */
function withSubKinds({ key, count, bySubKind }: TypeCount) {
  const told = bySubKind.flatMap((kind) => (kind.key === null ? [] : [kind]));
  return [
    { key, count },
    ...told.map((kind) => ({ key: `${key}: ${kind.key}`, count: kind.count })),
  ];
}

/** Returns the model's explanations for all memory systems. */
function claimsOf({ explanation }: Report) {
  return (explanation?.systems ?? []).flatMap(({ system, claims }) =>
    claims.map((claim) => ({
      ...claim,
      title: system === null ? claim.title : `${system}: ${claim.title}`,
    })),
  );
}

/** Returns advice from the figures, then advice from the model. */
function adviceOf(report: Report) {
  const advised = claimsOf(report).filter(({ action }) => action !== "");
  return [
    ...report.body.conclusions.map(({ title, meaning, action, cases }) => ({
      ...{ title, text: `${meaning} ${action}`, cases },
    })),
    ...advised.map(({ title, action, cases }) => ({ title, text: action, cases })),
  ];
}

function filterOf({ filter }: Report): string[] {
  const named = Object.entries(filter).map(
    ([name, value]) => `${name} ${[value].flat().join(", ")}`,
  );
  return named.length === 0 ? [] : [`The report counts only cases with ${named.join("; ")}.`];
}

function pendingOf({ job, explanation }: Report): string {
  return job !== null && explanation === null ? " (a model has yet to explain it)" : "";
}

function periodOf({ from, to, body }: Report): string {
  const { cases, attributed, undecided, changes } = body;
  const before = changes === null ? "" : `; cases in the period before: ${changes.cases.before}`;
  return `From ${day(from)} to ${day(to)}: ${cases} cases, ${attributed} attributed, ${undecided} undecided${before}.`;
}

function day(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

type FoundCase = Report["body"]["findings"][number]["cases"][number];

function caseLine({ id, query, expected, prediction, reason, confidence }: FoundCase): string {
  const wanted = expected.length === 0 ? "" : ` instead of “${oneLine(expected.join("; "))}”`;
  return `${id}: “${oneLine(query)}” was answered “${oneLine(prediction)}”${wanted}. ${oneLine(reason)} (${confidence.toFixed(2)})`;
}

/** Escapes characters that Markdown would interpret, such as a leading `#`. */
function literal(text: string): string {
  return oneLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_[\]|~]/g, "\\$&")
    .replace(/^(\d*)([#+=>.)-])/, "$1\\$2");
}
