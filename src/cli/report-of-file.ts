/** A report on the cases of a file, without the service. */
import * as z from "zod";
import { UserError } from "../local/command-line.ts";
import { readInput } from "../local/input-file.ts";
import { CaseState } from "../protocol/api/api.ts";
import type { Report } from "../protocol/api/insights/reports.ts";
import { ErrorType, SubKind } from "../protocol/error-type-schema.ts";
import { parseJson } from "../protocol/json/json-text.ts";
import { buildReport } from "../reports/report.ts";
import type { ReportRow } from "../reports/representative-cases.ts";

/** A case as `memtrace cases`, `memtrace attribute` and the API write it. */
const WrittenCase = z.object({
  id: z.string(),
  occurredAt: z.iso.datetime(),
  state: CaseState,
  outcome: z.enum(["attributed", "undecided"]).nullable(),
  errorType: ErrorType.nullable(),
  subKind: SubKind.nullable(),
  op: z.string().nullable(),
  opName: z.string().nullable(),
  confidence: z.number().nullable(),
  system: z.string().nullable(),
  sessionCategory: z.string().nullable(),
  query: z.string(),
  expected: z.array(z.string()),
  prediction: z.string(),
  attribution: z.object({ reason: z.string() }).nullish(),
});

/** A verdict as `memtrace eval` writes it. */
const WrittenVerdict = z.object({
  file: z.string(),
  system: z.string().nullish(),
  query: z.string().nullish(),
  queryId: z.string().nullable(),
  outcome: z.enum(["attributed", "undecided"]),
  errorType: ErrorType.nullable(),
  opId: z.string().nullable(),
  opName: z.string().nullish(),
  confidence: z.number().nullable(),
  reason: z.string(),
});

const Written = z.union([
  z.array(WrittenCase),
  WrittenCase.transform((item) => [item]),
  z.object({ items: z.array(WrittenCase) }).transform(({ items }) => items),
  z.object({ verdicts: z.array(WrittenVerdict) }),
]);

/** @param now time of the verdicts in a file that has no times */
export async function reportOfFile(path: string, now: number): Promise<Report> {
  const input = await readInput(path);
  if ("refused" in input) throw new UserError(`${path}: ${input.refused}`);
  const json = parseJson(input.text.toString("utf8"));
  const written = json.ok ? Written.safeParse(json.value) : undefined;
  if (!written?.success) {
    throw new UserError(
      `${path}: holds no attributed cases. Write it with memtrace cases --json, memtrace attribute --graph GRAPH --json, or memtrace eval --json.`,
    );
  }
  const rows = Array.isArray(written.data)
    ? written.data.map(rowOfCase)
    : written.data.verdicts.map((verdict, index) => rowOfVerdict(verdict, index, now));
  const times = rows.map(({ occurredAt }) => occurredAt);
  const first = times.reduce((a, b) => Math.min(a, b), now);
  const last = times.reduce((a, b) => Math.max(a, b), first);
  const period = { from: first, to: last + 1 };
  const body = buildReport(rows, period, null, {
    text: [`The report is about the ${rows.length} cases of ${path}.`],
    ...{ graphs: 0, sessions: 0, operations: 0, systems: [], right: null, health: null },
  });
  return {
    id: path,
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    createdAt: new Date(now).toISOString(),
    ...{ trigger: "request", filter: {}, headline: body.headline, body },
    ...{ job: null, explanation: null },
  };
}

function rowOfCase({ attribution, ...item }: z.infer<typeof WrittenCase>): ReportRow {
  return {
    ...item,
    occurredAt: Date.parse(item.occurredAt),
    ...{ count: 1, label: null, reason: attribution?.reason ?? null },
  };
}

function rowOfVerdict(
  verdict: z.infer<typeof WrittenVerdict>,
  index: number,
  now: number,
): ReportRow {
  const { file, queryId, outcome, errorType, opId, confidence, reason } = verdict;
  return {
    id: `${file}#${queryId ?? index + 1}`,
    ...{ count: 1, occurredAt: now, state: "done", outcome, errorType, subKind: null, op: opId },
    ...{ opName: verdict.opName ?? opId, confidence, system: verdict.system ?? null },
    ...{ sessionCategory: null, label: null, query: verdict.query ?? queryId ?? "" },
    ...{ expected: [], prediction: "", reason },
  };
}
