/**
 * The codes that an error answer can have. The schema of such an answer is in another file, because
 * the command line loads this file and must not load zod.
 */

/** Error code → HTTP status. */
export const ERROR_STATUS = {
  invalid_json: 400,
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  second_factor_required: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  upgrade_required: 426,
  damaged_graph: 422,
  too_costly: 422,
  url_not_allowed: 422,
  no_model: 422,
  model_failed: 422,
  rate_limited: 429,
  overloaded: 429,
  too_many_graphs: 429,
  internal: 500,
  data_lost: 500,
  preparing: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ErrorEnvelope {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    /** URL of this error code's documentation. */
    readonly docs: string;
    readonly requestId: string;
  };
}

const OF_THE_CONTENT: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/**
 * Whether a refusal with this status is about the content of the request. Any other refusal is
 * about the key or the service.
 */
export function refusesContent(status: number): boolean {
  return OF_THE_CONTENT.has(status);
}
