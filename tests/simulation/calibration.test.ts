import fc from "fast-check";
import { expect, test } from "vitest";
import { SCENARIOS } from "../bench/billable-units.ts";
import { calibrate, readReport, sumUnits } from "../bench/simulate/calibration.ts";
import { fitNonNegative } from "../bench/simulate/fit-non-negative.ts";

const report = readReport();

test("Y96 the calibration reproduces the measured runs that it was made from", () => {
  const { batch, graph, pack, event, wrongAnswer } = calibrate(report);
  const exact = [
    ...["workerRequests", "objectRowsWritten", "databaseRowsWritten", "databaseCalls"],
    "queueMessages",
  ] as const;
  const { single, ten, fifty, long, wrong } = SCENARIOS;
  for (const name of [single, ten, fifty, long, wrong]) {
    const { sent, counted } = report.cost.details[name];
    const packs =
      name === wrong ? report.cost.details[fifty].counted.packsWritten : counted.packsWritten;
    const fitted = sumUnits([
      [batch, sent.batches],
      [graph, sent.graphs],
      [pack, packs],
      [event, sent.events],
      [wrongAnswer, sent.wrongAnswers],
    ]);
    for (const unit of exact) {
      const measured = counted[unit as keyof typeof fitted];
      const difference = Math.abs(fitted[unit as keyof typeof fitted] - measured);
      expect(difference / Math.max(1, measured), `${unit} of ${name}`).toBeLessThan(0.15);
    }
  }
});

test("Y96 a changed measurement changes the calibration", () => {
  const doubled = structuredClone(report);
  for (const name of Object.values(SCENARIOS)) {
    doubled.cost.details[name].counted.databaseRowsWritten *= 2;
  }
  const rows = (of: typeof report) => {
    const { graph, pack, event, batch } = calibrate(of);
    return [graph, pack, event, batch].reduce(
      (sum, { databaseRowsWritten: each }) => sum + each,
      0,
    );
  };
  expect(rows(doubled)).toBeCloseTo(2 * rows(report), 4);
});

test("Y96 the fit recovers the coefficients from rows that follow them, and no coefficient is negative", () => {
  const coefficient = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(coefficient, coefficient, coefficient, coefficient), (coefficients) => {
      const factors = [
        [10_000, 200, 400, 10_000],
        [1_000, 200, 390, 10_000],
        [200, 200, 200, 10_000],
        [400, 1, 5, 20_000],
      ];
      const rows = factors.map((row) => ({
        factors: row.map((factor) => factor / 10_000),
        result: row.reduce(
          (sum, factor, at) => sum + (factor / 10_000) * (coefficients[at] ?? 0),
          0,
        ),
      }));
      const fitted = fitNonNegative(rows, 4);
      for (const [at, value] of fitted.entries()) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeCloseTo(coefficients[at] ?? 0, 2);
      }
    }),
  );
});
