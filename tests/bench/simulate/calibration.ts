/**
 * What a batch, a graph, a pack, an event and a wrong answer use, from the counts of `npm run bench
 * -- cost`. No figure is typed in: `npm run simulate -- --calibrate` writes the file again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { SCENARIOS } from "../billable-units.ts";
import { toReport } from "../measurement.ts";
import { fitNonNegative } from "./fit-non-negative.ts";

const FILE = join(import.meta.dirname, "calibration.json");

const COUNTED = [
  "workerRequests",
  "objectRequests",
  "alarmsSet",
  "objectMilliseconds",
  "objectRowsRead",
  "objectRowsWritten",
  "databaseRowsRead",
  "databaseRowsWritten",
  "databaseCalls",
  "databaseMilliseconds",
  "databaseBytes",
  "queueMessages",
  "queueBatches",
  "processorMilliseconds",
] as const;
type Counted = (typeof COUNTED)[number];
export type Units = Readonly<Record<Counted, number>>;

/** Causes of work, in the order of the columns of the fit. */
const CAUSES = ["batch", "graph", "pack", "event"] as const;
type Cause = (typeof CAUSES)[number];

export interface Calibration extends Readonly<Record<Cause, Units>> {
  /** In addition to the graph, its packs and its events. */
  readonly wrongAnswer: Units;
  /** Of a request whose key and plan the isolate does not know, in addition to the batch. */
  readonly coldRequest: Units;
  /** Commit and time of the measurement. */
  readonly measured: { readonly commit: string; readonly startedAt: string };
}

const Counts = z.object({
  ...(Object.fromEntries(COUNTED.map((unit) => [unit, z.number()])) as Record<
    Counted,
    z.ZodNumber
  >),
  packsWritten: z.number(),
});
const Scenario = z.object({
  sent: z.object({
    events: z.number(),
    batches: z.number(),
    graphs: z.number(),
    wrongAnswers: z.number(),
  }),
  counted: Counts,
});
type Scenario = z.infer<typeof Scenario>;
export const Report = z.object({
  commit: z.string(),
  startedAt: z.string(),
  details: z.object({
    coldRequest: Counts,
    [SCENARIOS.single]: Scenario,
    [SCENARIOS.ten]: Scenario,
    [SCENARIOS.fifty]: Scenario,
    [SCENARIOS.long]: Scenario,
    [SCENARIOS.wrong]: Scenario,
  }),
});
export type Report = z.infer<typeof Report>;

export function readCalibration(): Calibration {
  return calibrate(readReport());
}

export function readReport(): Report {
  return Report.parse(JSON.parse(readFileSync(FILE, "utf8")));
}

/** Measures again, and writes the file. It takes about five minutes, mostly waiting for alarms. */
export async function measureCalibration(): Promise<void> {
  const { bench } = await import("../cost.ts");
  const startedAt = new Date();
  const measurement = await bench.run({ sessions: bench.options?.sessions?.default ?? "" });
  const report = toReport("bench cost", startedAt, measurement);
  writeFileSync(FILE, `${JSON.stringify(report, null, 2)}\n`);
}

export function calibrate({ details, commit, startedAt }: Report): Calibration {
  const fifty = details[SCENARIOS.fifty];
  const plain = [details[SCENARIOS.single], details[SCENARIOS.ten], fifty, details[SCENARIOS.long]];
  const fits = new Map(COUNTED.map((unit) => [unit, fitUnit(plain, unit)]));
  const ofCause = (cause: Cause): Units =>
    unitsOf((unit) => fits.get(unit)?.[CAUSES.indexOf(cause)] ?? 0);
  const batch = ofCause("batch");
  const wrong = details[SCENARIOS.wrong];
  return {
    ...{ batch, graph: ofCause("graph"), pack: ofCause("pack"), event: ofCause("event") },
    wrongAnswer: unitsOf((unit) =>
      Math.max(0, (wrong.counted[unit] - fifty.counted[unit]) / wrong.sent.wrongAnswers),
    ),
    coldRequest: unitsOf((unit) => Math.max(0, details.coldRequest[unit] - batch[unit])),
    measured: { commit, startedAt },
  };
}

/** Relative differences count, so that no scenario outweighs the others by its size. */
function fitUnit(scenarios: readonly Scenario[], unit: Counted): number[] {
  const rows = scenarios.map(({ sent, counted }) => {
    const weight = 1 / Math.max(counted[unit], 1);
    const { batches, graphs, events } = sent;
    return {
      factors: [batches, graphs, counted.packsWritten, events].map((count) => count * weight),
      result: counted[unit] * weight,
    };
  });
  return fitNonNegative(rows, CAUSES.length);
}

function unitsOf(figureOf: (unit: Counted) => number): Units {
  return Object.fromEntries(COUNTED.map((unit) => [unit, figureOf(unit)])) as unknown as Units;
}

export const NO_UNITS: Units = unitsOf(() => 0);

/** Adds `times` the units of each cause. */
export function sumUnits(parts: readonly (readonly [units: Units, times: number])[]): Units {
  return unitsOf((unit) => parts.reduce((sum, [units, times]) => sum + units[unit] * times, 0));
}
