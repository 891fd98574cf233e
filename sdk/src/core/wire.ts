/**
 * The events of `POST /v1/events`, as far as this client sends them, and the answer to a batch.
 */

/** The moment at which an event is placed in the graph's order. */
export interface Stamp {
  readonly at: number;
  readonly seq: number;
}

/** Where in the app something is recorded. */
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

/** What an event says, without what says where and when it belongs. */
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

/** An event as it is sent. */
export type TraceEvent = EventBody & {
  id: string;
  graph: string;
  session?: string | undefined;
} & Stamp;

export interface IngestAnswer {
  accepted: number;
  duplicates: number;
  rejected: { index: number; code: string; message: string }[];
}

/* The service's limits, kept so that nothing is sent only to be refused. */

/** Graphs of one batch. */
export const MAX_BATCH_GRAPHS = 200;
/** Characters of one value. */
export const MAX_VALUE_CHARS = 512 * 1024;
/** Characters of a query, an answer, a comment or a reason. */
export const MAX_TEXT_CHARS = 32 * 1024;
/** Characters of the JSON of one event's metadata. */
export const MAX_METADATA_CHARS = 64 * 1024;
/** Characters of a name or an id. */
export const MAX_NAME_CHARS = 512;
/** Characters of a graph's id. */
export const MAX_GRAPH_ID_CHARS = 256;
