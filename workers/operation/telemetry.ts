/** Prints a deployment's log lines. Also writes metrics if a dataset is bound. */
import { logFailure } from "../../src/database/failure-log.ts";
import {
  dataPointOf,
  logLineOf,
  type Recorder,
  type WorkRecord,
} from "../../src/telemetry/telemetry.ts";
import type { Bindings } from "../env.ts";
import { causedBy } from "./cause.ts";

type TelemetryBindings = Pick<Bindings, "ENVIRONMENT" | "METRICS">;

/**
 * Returns the function that records how the service operates. In development, it prints no log
 * lines: failures would be hard to see between them.
 */
export function recorderOf(env: TelemetryBindings): Recorder {
  return (record) => {
    try {
      const line = env.ENVIRONMENT === "development" ? null : logLineOf(record);
      if (line !== null) console.log(line);
      env.METRICS?.writeDataPoint(dataPointOf(record));
    } catch (error) {
      // If writing the metrics fails, the measured work must not fail.
      logFailure("telemetry failed", error, { kind: record.kind });
    }
  };
}

type Work = Pick<WorkRecord, "work" | "item" | "project"> & { readonly cause?: string | undefined };

/**
 * Runs a piece of work and records it. If this work causes other work, the log lines of the other
 * work name this work as the cause.
 */
export async function recorded<T>(
  record: Recorder,
  { work, item, project, cause }: Work,
  run: () => Promise<T>,
): Promise<T> {
  const startedAt = Date.now();
  const end = (outcome: WorkRecord["outcome"]) =>
    record({
      ...{ kind: "work", work, item, project, outcome, cause: cause ?? null },
      milliseconds: Math.max(0, Date.now() - startedAt),
    });
  try {
    const result = await causedBy(`${work} ${item}`, run);
    end("done");
    return result;
  } catch (error) {
    end("failed");
    throw error;
  }
}
