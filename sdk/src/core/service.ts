import { backoffMs, retryAfterMs } from "../deliver/retry.ts";

/**
 * The service refused the request, with this HTTP status. Status 0 means that the client could not
 * reach the service, or that a successful answer was not JSON.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface ServiceOptions {
  /** Project key. Default: the environment variable `MEMTRACE_API_KEY`. */
  apiKey?: string | undefined;
  /**
   * Address of the service. Default: the environment variable `MEMTRACE_URL`, or
   * http://localhost:8787 if it is not set.
   */
  url?: string | undefined;
  /** Sends the requests; default: the global `fetch`. */
  fetch?: typeof fetch;
}

export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const ATTEMPTS = 6;
const TIMEOUT_MS = 60_000;

/**
 * Reads the key and the address from the options, or from the same environment variables as
 * `new MemTrace`.
 */
export function connectionOf(options: ServiceOptions): { apiKey: string | undefined; url: string } {
  const { process }: { process?: { env?: Record<string, string | undefined> } } =
    globalThis as object;
  const env = process?.env ?? {};
  const { apiKey = env.MEMTRACE_API_KEY, url = env.MEMTRACE_URL || "http://localhost:8787" } =
    options;
  return { apiKey, url: url.replace(/\/+$/, "") };
}

/**
 * Returns a function that sends JSON requests to the service and retries them.
 * @throws ServiceError from the returned function
 */
export function service(options: ServiceOptions): Ask {
  const { apiKey, url } = connectionOf(options);
  const request = options.fetch ?? fetch;
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await request(`${url}/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => new ServiceError(0, `${url} does not answer: ${error}`));
      const said = answer instanceof ServiceError ? answer : await read(answer);
      if (!(said instanceof ServiceError)) return said as T;
      const isPutOff = [0, 429, 502, 503, 504].includes(said.status);
      if (!isPutOff || attempt === ATTEMPTS) throw said;
      const header = answer instanceof Response ? answer.headers.get("Retry-After") : null;
      const wait = retryAfterMs(header, Date.now()) || backoffMs(attempt, Math.random());
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  };
}

async function read(answer: Response): Promise<unknown> {
  const text = await answer.text().catch(() => "");
  try {
    const said: { error?: { message?: string } } = JSON.parse(text);
    return answer.ok ? said : new ServiceError(answer.status, `${said.error?.message}`);
  } catch {
    return new ServiceError(
      answer.ok ? 0 : answer.status,
      `The service answered ${answer.status}.`,
    );
  }
}
