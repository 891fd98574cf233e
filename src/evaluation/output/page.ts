/** Renders the evaluation as one HTML page that needs no other files. */

import type { JudgedCase, JudgedFile } from "../judged-case.ts";
import { isRight } from "./figures.ts";
import type { Section } from "./table.ts";

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #1c2024; background: #fff }
table { border-collapse: collapse; margin: .5rem 0 2rem; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .75rem; border-bottom: 1px solid #d9dde2; text-align: right; vertical-align: top }
th:first-child, td:first-child, .verdicts td, .verdicts th { text-align: left }
h2 { font-size: 1rem; margin: 1.5rem 0 0 }
.wrong { background: #fdecea }
.scroll { overflow-x: auto }
@media (prefers-color-scheme: dark) { body { color: #e6e8ea; background: #16191c } th, td { border-color: #363b41 } .wrong { background: #4a2320 } }
`;

export function htmlPage(
  command: string,
  sections: readonly Section[],
  files: readonly JudgedFile[],
): string {
  const cases = files.flatMap((file) => file.cases);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Attribution, evaluated</title><style>${STYLE}</style></head><body>
<h1>Attribution, evaluated</h1>
<p><code>${escaped(command)}</code></p>
${sections.map(sectionHtml).join("\n")}
<h2>Verdicts</h2>
${tableHtml(
  ["file", "question", "named", "operation", "confidence", "labelled", "reason"],
  cases.map((judged) => ({
    cells: verdictCells(judged),
    wrong: judged.truth !== undefined && !isRight(judged),
  })),
  "verdicts",
)}
</body></html>
`;
}

function verdictCells({ file, query, attribution, truth }: JudgedCase): string[] {
  return [
    file,
    query,
    attribution.errorType ?? "undecided",
    attribution.opName === null ? "" : `${attribution.opName} (${attribution.op})`,
    attribution.confidence?.toFixed(2) ?? "",
    truth === undefined ? "" : `${truth.errorType} ${truth.op ?? ""}`,
    attribution.reason,
  ];
}

function sectionHtml({ title, head, rows }: Section): string {
  return `<h2>${escaped(title)}</h2>\n${tableHtml(
    head,
    rows.map((cells) => ({ cells, wrong: false })),
    "figures",
  )}`;
}

function tableHtml(
  head: readonly string[],
  rows: readonly { cells: readonly string[]; wrong: boolean }[],
  name: string,
): string {
  const header = head.map((cell) => `<th scope="col">${escaped(cell)}</th>`).join("");
  const body = rows.map(
    ({ cells, wrong }) =>
      `<tr${wrong ? ' class="wrong"' : ""}>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`,
  );
  return `<div class="scroll"><table class="${name}"><thead><tr>${header}</tr></thead><tbody>\n${body.join("\n")}\n</tbody></table></div>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
