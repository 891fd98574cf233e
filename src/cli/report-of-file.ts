/** Makes a report from a file of cases, without the service. */
import * as z from "zod/mini";
import { UserError } from "../local/command-line.ts";
import { readInput } from "../local/input-file.ts";
import type { Report } from "../protocol/api/insights/reports.ts";
import { ALL_SUB_KINDS, ERROR_TYPES, OUTCOMES } from "../protocol/error-types.ts";
import { parseJson } from "../protocol/json/json-text.ts";
import { buildReport } from "../reports/report.ts";
import type { ReportRow } from "../reports/representative-cases.ts";

const Outcome = z.enum(OUTCOMES);
const ErrorType = z.nullable(z.enum(ERROR_TYPES));
const Text = z.string();

/** A case in the JSON of `memtrace cases`, `memtrace attribute` and the API. */
const WrittenCase = z.object({
  id: Text,
  occurredAt: z.iso.datetime(),
  state: z.enum(["queued", "running", "done", "failed"]),
  outcome: z.nullable(Outcome),
  errorType: ErrorType,
  subKind: z.nullable(z.enum(ALL_SUB_KINDS)),
  op: z.nullable(Text),
  opName: z.nullable(Text),
  confidence: z.nullable(z.number()),
  system: z.nullable(Text),
  sessionCategory: z.nullable(Text),
  query: Text,
  expected: z.array(Text),
  prediction: Text,
  attribution: z.nullish(z.object({ reason: Text })),
});

/** A verdict in the JSON of `memtrace eval`. */
const WrittenVerdict = z.object({
  file: Text,
  system: z.nullish(Text),
  query: z.nullish(Text),
  queryId: z.nullable(Text),
  outcome: Outcome,
  errorType: ErrorType,
  opId: z.nullable(Text),
  opName: z.nullish(Text),
  confidence: z.nullable(z.number()),
  reason: Text,
});

const Written = z.union([
  z.array(WrittenCase),
  z.pipe(
    WrittenCase,
    z.transform((item) => [item]),
  ),
  z.pipe(
    z.object({ items: z.array(WrittenCase) }),
    z.transform(({ items }) => items),
  ),
  z.object({ verdicts: z.array(WrittenVerdict) }),
]);

/** @param now time of each verdict if the file contains no times */
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
    ...{ count: 1, agrees: null, reason: attribution?.reason ?? null },
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
    ...{ count: 1, occurredAt: now, state: "done", outcome, errorType, subKind: null },
    ...{ opName: verdict.opName ?? opId, confidence, system: verdict.system ?? null },
    ...{ sessionCategory: null, agrees: null, query: verdict.query ?? queryId ?? "" },
    ...{ expected: [], prediction: "", reason },
  };
}
