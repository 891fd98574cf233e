/**
 * The units that a batch, a graph, a pack, an event and a wrong answer use, from the counts of `npm
 * run bench -- cost`, and the bytes of an event from `npm run bench -- store`. All figures are
 * measured: `npm run simulate -- --calibrate` writes the file again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { SCENARIOS } from "../billable-units.ts";
import type { Bench } from "../command.ts";
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
  /** Units of a wrong answer, in addition to the graph, its packs and its events. */
  readonly wrongAnswer: Units;
  /** Units of a request whose key and plan the isolate has not cached, in addition to the batch. */
  readonly coldRequest: Units;
  /** Commit and time of the measurement of units. */
  readonly measured: {
    readonly commit: string;
    readonly startedAt: string;
    /** The source of the texts in the events. */
    readonly textsOf: string;
  };
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
const CostReport = z.object({
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
/** The example agent repeats one conversation, so its events say nothing about bytes. */
const StoreReport = z.object({
  details: z.object({
    files: z.string(),
    packedLive: z.object({ files: z.number(), events: z.number(), bytes: z.number() }),
  }),
});
const Report = z.object({ cost: CostReport, store: StoreReport });
type Report = z.infer<typeof Report>;

export function readCalibration(): Calibration {
  return calibrate(readReport());
}

export function readReport(): Report {
  return Report.parse(JSON.parse(readFileSync(FILE, "utf8")));
}

/**
 * Measures again, and writes the file. It takes about six minutes, mostly waiting for alarms.
 * Events have the texts of the files in TRACEBENCH_DIR, or of a generated graph.
 */
export async function measureCalibration(): Promise<void> {
  const { bench: cost } = await import("../cost.ts");
  const { bench: store } = await import("../store.ts");
  const report = {
    cost: await reportOf("bench cost", cost),
    store: StoreReport.parse(await reportOf("bench store", store)),
  };
  writeFileSync(FILE, `${JSON.stringify(report, null, 2)}\n`);
}

async function reportOf(name: string, bench: Bench) {
  const startedAt = new Date();
  const defaults = Object.entries(bench.options ?? {}).map(([option, { default: text = "" }]) => [
    option,
    text,
  ]);
  return toReport(name, startedAt, await bench.run(Object.fromEntries(defaults)));
}

export function calibrate({ cost: { details, commit, startedAt }, store }: Report): Calibration {
  const fifty = details[SCENARIOS.fifty];
  const plain = [details[SCENARIOS.single], details[SCENARIOS.ten], fifty, details[SCENARIOS.long]];
  const fits = new Map(COUNTED.map((unit) => [unit, fitUnit(plain, unit)]));
  const ofCause = (cause: Cause): Units =>
    unitsOf((unit) => fits.get(unit)?.[CAUSES.indexOf(cause)] ?? 0);
  const batch = ofCause("batch");
  const { events, bytes } = store.details.packedLive;
  const event = { ...ofCause("event"), databaseBytes: bytes / events };
  const wrong = details[SCENARIOS.wrong];
  return {
    ...{ batch, graph: ofCause("graph"), pack: ofCause("pack"), event },
    wrongAnswer: unitsOf((unit) =>
      Math.max(0, (wrong.counted[unit] - fifty.counted[unit]) / wrong.sent.wrongAnswers),
    ),
    coldRequest: unitsOf((unit) => Math.max(0, details.coldRequest[unit] - batch[unit])),
    measured: { commit, startedAt, textsOf: store.details.files },
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
