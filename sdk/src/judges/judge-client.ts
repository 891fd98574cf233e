import { backoffMs, retryAfterMs } from "../deliver/retry.ts";

interface Message {
  readonly role: "system" | "user";
  readonly content: string;
}

export interface JudgeRequest {
  model: string;
  messages: Message[];
  [parameter: string]: unknown;
}

/** The part of an OpenAI client that the judge uses. `new OpenAI()` fits. */
export interface JudgeClient {
  chat: { completions: { create(body: JudgeRequest): PromiseLike<unknown> } };
}

export interface Endpoint {
  /** Default: the environment variable `OPENAI_BASE_URL`, or https://api.openai.com/v1. */
  baseURL?: string | undefined;
  /** Default: the environment variable `OPENAI_API_KEY`. */
  apiKey?: string | undefined;
  /** Sends the requests; default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

const ATTEMPTS = 4;
const TIMEOUT_MS = 120_000;

/**
 * Makes a client for apps without the package `openai`. Repeats a request if the model's server
 * asks to retry later.
 */
export function endpointClient({ baseURL, apiKey, fetch: request }: Endpoint): JudgeClient {
  const { process }: { process?: { env?: Record<string, string | undefined> } } =
    globalThis as object;
  const env = process?.env ?? {};
  const base = (baseURL ?? (env.OPENAI_BASE_URL || "https://api.openai.com/v1")).replace(
    /\/+$/,
    "",
  );
  const key = apiKey ?? env.OPENAI_API_KEY;
  const create = async (body: JudgeRequest): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await (request ?? fetch)(`${base}/chat/completions`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(key ? { Authorization: `Bearer ${key}` } : {}),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (answer.ok) return answer.json();
      const isPutOff = answer.status === 429 || answer.status >= 500;
      if (!isPutOff || attempt === ATTEMPTS)
        throw new Error(
          `${base} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`,
        );
      const wait = retryAfterMs(answer.headers.get("Retry-After"), Date.now());
      await new Promise((resolve) =>
        setTimeout(resolve, wait || backoffMs(attempt, Math.random())),
      );
    }
  };
  return { chat: { completions: { create } } };
}
