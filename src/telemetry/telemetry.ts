/**
 * Records how the service operates, as log lines and as metric data points. Neither contains a
 * trace text, an address, a name or a secret.
 */

interface RequestRecord {
  readonly kind: "request";
  readonly requestId: string;
  readonly method: string;
  /**
   * The route's pattern, such as `/v1/cases/:case`. The path itself can contain an end user's id.
   */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Null if the request concerns no project. */
  readonly project: string | null;
}

type WorkName =
  | "attribution"
  | "count"
  | "judge"
  | "bound"
  | "job"
  | "insight"
  | "alert"
  | "delivery"
  | "letter"
  | "sweep";

/**
 * One piece of work that is not part of a request. It is recorded when it has ended, or when a
 * failure has interrupted it.
 */
export interface WorkRecord {
  readonly kind: "work";
  readonly work: WorkName;
  /** Id of a graph, a job, a delivery or an e-mail. */
  readonly item: string;
  readonly project: string | null;
  readonly outcome: "done" | "failed";
  readonly milliseconds: number;
  /**
   * What caused the work: the id of a request, the word `pack`, or the kind and item of other work,
   * such as `sweep 2026-11-27T10:00:00.000Z`. Null if it is unknown.
   */
  readonly cause: string | null;
}

/** One request that sent events. It is recorded when its events have become durable. */
interface IngestRecord {
  readonly kind: "ingest";
  readonly project: string;
  readonly accepted: number;
  readonly duplicates: number;
}

interface VerdictRecord {
  readonly kind: "verdict";
  readonly project: string;
  /** The error type, or the outcome if there is no error type. */
  readonly verdict: string;
  readonly confidence: number;
  readonly usd: number;
}

interface DeliveryRecord {
  readonly kind: "delivery";
  readonly project: string;
  readonly outcome: string;
  /** The receiver's HTTP status; 0 without an answer. */
  readonly status: number;
  readonly milliseconds: number;
}

/** One run that moved packs of a project from the database to R2. */
interface MoveRecord {
  readonly kind: "move";
  readonly project: string;
  readonly graphs: number;
  readonly objects: number;
  readonly packs: number;
  readonly bytes: number;
  /** Number of graphs whose packs could not be moved. */
  readonly failed: number;
  readonly milliseconds: number;
}

/** Objects in R2 that were deleted because no graph needed them. */
interface UnusedRecord {
  readonly kind: "unused";
  readonly project: null;
  readonly objects: number;
}

export type TelemetryRecord =
  | RequestRecord
  | WorkRecord
  | IngestRecord
  | VerdictRecord
  | MoveRecord
  | UnusedRecord
  | DeliveryRecord;

/**
 * A function that takes a record and stores it somewhere. It must not throw, and nobody waits until
 * it has finished.
 */
export type Recorder = (record: TelemetryRecord) => void;

const LOGGED: readonly TelemetryRecord["kind"][] = ["request", "work", "move", "unused"];

export function logLineOf(record: TelemetryRecord): string | null {
  if (!LOGGED.includes(record.kind)) return null;
  const { kind, ...fields } = record;
  return JSON.stringify({ message: kind, ...fields });
}

/** A data point of Workers Analytics Engine. */
export interface DataPoint {
  readonly indexes: [string];
  readonly blobs: string[];
  readonly doubles: number[];
}

/** The platform's limit on an index, in bytes. */
const MOST_INDEX_BYTES = 96;

/**
 * Converts a record to a data point. The first blob is the kind of the record; docs/deployment.md
 * explains the others. The platform does not store all points, but takes samples, separately for
 * each index. The index is the project, so each project has its own samples.
 */
export function dataPointOf(record: TelemetryRecord): DataPoint {
  const point = (blobs: string[], doubles: number[]): DataPoint => ({
    indexes: [(record.project ?? "none").slice(0, MOST_INDEX_BYTES)],
    blobs: [record.kind, ...blobs],
    doubles,
  });
  switch (record.kind) {
    case "request": {
      const { method, route, status, milliseconds } = record;
      return point([method, route, `${status}`], [milliseconds]);
    }
    case "work":
      return point([record.work, record.outcome], [record.milliseconds]);
    case "ingest":
      return point([], [record.accepted, record.duplicates]);
    case "verdict":
      return point([record.verdict], [record.confidence, record.usd]);
    case "move": {
      const { graphs, objects, packs, bytes, failed, milliseconds } = record;
      return point([], [graphs, objects, packs, bytes, failed, milliseconds]);
    }
    case "unused":
      return point([], [record.objects]);
    case "delivery":
      return point([record.outcome, `${record.status}`], [record.milliseconds]);
  }
}
