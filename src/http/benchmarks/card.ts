/**
 * Computes the card of a frozen benchmark. The card gives the numbers of cases, and how often the
 * verdicts agree with the labels.
 */
import { furtherCauses, readErrorType } from "../../attribution/cases/label-causes.ts";
import type { JudgedAnnotation } from "../../database/benchmarks/frozen-benchmarks.ts";
import type { Benchmark, BenchmarkCard } from "../../protocol/api/annotation/benchmarks.ts";
import { ERROR_TYPES, type ErrorType } from "../../protocol/error-types.ts";
import { compareAuthors } from "../../reports/agreement.ts";
import type { ProjectServices } from "../context.ts";

export async function cardOf(
  { frozen, benchmarks }: Pick<ProjectServices, "frozen" | "benchmarks">,
  id: string,
): Promise<BenchmarkCard> {
  const rows = (await frozen.judged(id)).map((row) => ({ ...row, label: labelOf(row) }));
  const decided = rows.filter((row) => row.errorType !== null && row.outcome === "attributed");
  const types = decided.filter(({ label, errorType }) =>
    label.some((cause) => cause.errorType === errorType),
  );
  const causes = decided.filter(({ label, errorType, op }) =>
    label.some((cause) => cause.errorType === errorType && (cause.op === null || cause.op === op)),
  );
  const found = await benchmarks.find(id);
  const compared = compareAuthors(await frozen.rated(id));
  const names = new Map(compared.authors.map(({ author }, at) => [author, `person ${at + 1}`]));
  const nameOf = (author: string) => names.get(author) ?? author;
  const typeOf = ({ label }: (typeof rows)[number]) => label[0]?.errorType ?? null;
  return {
    cases: rows.length,
    graphs: found?.graphs ?? 0,
    refused: found?.refused ?? 0,
    byType: ERROR_TYPES.map((key) => ({
      key,
      count: rows.filter((row) => typeOf(row) === key).length,
    })).filter(({ count }) => count > 0),
    bySystem: [...Map.groupBy(rows, ({ system }) => system)]
      .map(([key, own]) => ({ key, count: own.length }))
      .sort((a, b) => b.count - a.count),
    agreement: { decided: decided.length, type: types.length, cause: causes.length },
    people: compared.people.map((pair) => ({
      ...pair,
      ...{ first: nameOf(pair.first), second: nameOf(pair.second) },
    })),
  };
}

function labelOf({ annotation }: JudgedAnnotation) {
  const errorType: ErrorType | undefined = readErrorType(annotation?.final_error_type);
  if (annotation === null || errorType === undefined) return [];
  const op = annotation.final_op_id;
  const first = { errorType, op: typeof op === "string" ? op : null };
  return [first, ...furtherCauses(annotation, first)];
}

export function readmeOf({ name, version, split, description, frozenAt, card }: Benchmark): string {
  if (card === null) return "";
  const { agreement } = card;
  const table = (title: string, rows: BenchmarkCard["byType"]) =>
    [
      `| ${title} | cases |`,
      "|---|---:|",
      ...rows.map(({ key, count }) => `| ${cell(key ?? "not named")} | ${count} |`),
    ].join("\n");
  const share = (part: number) =>
    agreement.decided === 0 ? "–" : `${((100 * part) / agreement.decided).toFixed(1)}%`;
  return `# ${oneLine(name)}, version ${version}

${description === "" ? "" : `${description}\n\n`}- Split: \`${split}\`
- Frozen: ${frozenAt ?? ""}
- Cases: ${card.cases} in ${card.graphs} graphs; the freeze refused ${card.refused}

${table("Error type", card.byType)}

${table("Memory system", card.bySystem)}

## Agreement

MemTrace's verdicts when the benchmark was frozen, against its labels. ${agreement.decided} cases had a
decided verdict.

| | cases | share |
|---|---:|---:|
| same error type | ${agreement.type} | ${share(agreement.type)} |
| same error type and operation | ${agreement.cause} | ${share(agreement.cause)} |

${peopleTable(card.people)}

## Files

\`${split}/<source_id>.json\` is one evolution graph in the format of MemTraceBench: a smartcomment
export with \`data.annotations\`. Each id in an annotation names a record of the same file. To import
the files, unpack this archive and run \`memtrace import ${split}\`.
`;
}

function peopleTable(people: BenchmarkCard["people"]): string {
  if (people.length === 0)
    return "No case was labelled by two people, so no κ between people exists.";
  const kappa = (value: number | null) => (value === null ? "–" : value.toFixed(2));
  return [
    "| People | cases | same error type | κ of error types | κ of operations |",
    "|---|---:|---:|---:|---:|",
    ...people.map(
      ({ first, second, cases, type, op }) =>
        `| ${first} and ${second} | ${cases} | ${(100 * type.share).toFixed(1)}% | ${kappa(type.kappa)} | ${kappa(op.kappa)} |`,
    ),
  ].join("\n");
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
const cell = (text: string): string => oneLine(text).replaceAll("|", "\\|");
