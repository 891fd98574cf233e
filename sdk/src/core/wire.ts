/** The events that this client sends to `POST /v1/events`, and the answer to a batch. */

/** An event's position in the graph's order. */
export interface Stamp {
  readonly at: number;
  readonly seq: number;
}

/** A line in the app's code, such as the line that defines an operation. */
export interface Source {
  file: string;
  line: number;
}

interface Described {
  id?: string;
  category?: string | undefined;
  comment?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  source?: Source | undefined;
}

export interface Splice {
  of: string;
  at: number;
  remove: number;
  insert: string;
}

/** An event without its id, graph, session and position. */
export type EventBody =
  | ({
      type: "graph";
      user?: string | undefined;
      system?: string | undefined;
      strict?: boolean | undefined;
    } & Described)
  | ({
      type: "session";
      name?: string | undefined;
      user?: string | undefined;
    } & Described)
  | ({
      type: "operation";
      op: string;
      name: string;
      startedAt: number;
      endedAt: number;
      status: "ok" | "error";
      error?: string | undefined;
    } & Described)
  | ({
      type: "variable";
      ref: string;
      name: string;
      class?: string | undefined;
      value?: string | undefined;
      splice?: Splice | undefined;
      length?: number | undefined;
      mutates?: string | undefined;
    } & Described)
  | ({
      type: "link";
      op: string;
      from: string;
      to: string;
    } & Described)
  | ({
      type: "verdict";
      query: string;
      queryRef?: string | undefined;
      prediction: string;
      predictionRef?: string | undefined;
      expected: string[];
      score: number;
      evidence?: string[] | undefined;
      reason?: string | undefined;
    } & Described);

export type TraceEvent = EventBody & {
  id: string;
  graph: string;
  session?: string | undefined;
} & Stamp;

export interface IngestAnswer {
  accepted: number;
  duplicates: number;
  rejected: { index: number; code: string; message: string }[];
  /**
   * Present only if the service does not support this version of the SDK. The text says what to do.
   */
  message?: string;
}

/* The service's limits, repeated here. The service refuses events and batches above them. */

export const MAX_BATCH_EVENTS = 5_000;
export const MAX_BATCH_GRAPHS = 200;
export const MAX_VALUE_CHARS = 512 * 1024;
/** Maximum characters of a query, an answer, a comment or a reason. */
export const MAX_TEXT_CHARS = 32 * 1024;
/** Maximum characters of one event's metadata as JSON. */
export const MAX_METADATA_CHARS = 64 * 1024;
/** Maximum characters of a name or an id. */
export const MAX_NAME_CHARS = 512;
export const MAX_GRAPH_ID_CHARS = 256;
