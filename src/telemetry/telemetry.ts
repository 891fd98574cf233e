/**
 * What the service records of its own operation: the log lines, and the data points of the metrics.
 * Neither holds a text of a trace, an address, a name or a secret.
 */

/** A request that was answered. */
interface RequestRecord {
  readonly kind: "request";
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, such as `/v1/cases/:case`, because a path may hold an end user's id. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Null outside a project. */
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

/** Work outside requests that has ended, or that a failure interrupted. */
export interface WorkRecord {
  readonly kind: "work";
  readonly work: WorkName;
  /** What it worked on: the id of a graph, a job, a delivery or a letter. */
  readonly item: string;
  readonly project: string | null;
  readonly outcome: "done" | "failed";
  readonly milliseconds: number;
  /** What woke it: a request's id, other work, `pack` or `sweep`; null if it is not known. */
  readonly cause: string | null;
}

/** Events of a request that are durable. */
interface IngestRecord {
  readonly kind: "ingest";
  readonly project: string;
  readonly accepted: number;
  readonly duplicates: number;
}

/** A verdict that is stored. */
interface VerdictRecord {
  readonly kind: "verdict";
  readonly project: string;
  /** The error type, or the outcome without one. */
  readonly verdict: string;
  readonly confidence: number;
  readonly usd: number;
}

/** An attempt at a delivery. */
interface DeliveryRecord {
  readonly kind: "delivery";
  readonly project: string;
  readonly outcome: string;
  /** The receiver's HTTP status; 0 without an answer. */
  readonly status: number;
  readonly milliseconds: number;
}

export type TelemetryRecord =
  | RequestRecord
  | WorkRecord
  | IngestRecord
  | VerdictRecord
  | DeliveryRecord;

/** Records one fact. It must not fail, and nothing waits for it. */
export type Recorder = (record: TelemetryRecord) => void;

/** The line of the log as JSON; null if the record is a metric only. */
export function logLineOf(record: TelemetryRecord): string | null {
  if (record.kind !== "request" && record.kind !== "work") return null;
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
 * The data point of a record. The first blob is the kind; docs/deployment.md lists the meaning of the
 * others. The index is the project, so that no tenant's points are sampled away by another's.
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
    case "delivery":
      return point([record.outcome, `${record.status}`], [record.milliseconds]);
  }
}
