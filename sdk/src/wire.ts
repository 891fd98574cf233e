/**
 * The events of `POST /v1/events`, as far as this client sends them, without what says where and
 * when they belong, and the answer to a batch.
 */

interface Described {
  category?: string | undefined;
  comment?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}

export interface Splice {
  of: string;
  at: number;
  remove: number;
  insert: string;
}

export type EventBody =
  | {
      type: "graph";
      user?: string | undefined;
      system?: string | undefined;
      strict?: boolean | undefined;
      metadata?: Record<string, unknown> | undefined;
    }
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
      value?: string;
      splice?: Splice;
      length?: number | undefined;
      mutates?: string | undefined;
    } & Described)
  | ({
      type: "link";
      op: string;
      from: string;
      to: string;
    } & Described)
  | {
      type: "verdict";
      query: string;
      queryRef?: string | undefined;
      prediction: string;
      predictionRef?: string | undefined;
      expected: string[];
      score: number;
      evidence?: string[] | undefined;
      reason?: string | undefined;
      metadata?: Record<string, unknown> | undefined;
    };

export interface IngestAnswer {
  accepted: number;
  duplicates: number;
  rejected: { index: number; code: string; message: string }[];
}

/* The service's limits, kept so that nothing is sent only to be refused. */

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
