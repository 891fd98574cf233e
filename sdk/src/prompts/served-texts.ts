import { isObject } from "../core/encode.ts";
import { share } from "../deliver/sample.ts";

export interface ServedText {
  readonly version: number;
  readonly text: string;
}

interface ServedPrompt {
  readonly active: ServedText | null;
  readonly candidate: (ServedText & { readonly share: number }) | null;
}

export interface ServedTextsOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Receives the cause of each failed request. */
  readonly onFailure: (cause: unknown) => void;
}

/**
 * The client requests texts again if they are older than this. It uses the old texts until the
 * answer arrives.
 */
const FRESH_MS = 30_000;
const TIMEOUT_MS = 10_000;

export class ServedTexts {
  readonly #options: ServedTextsOptions;
  #prompts: ReadonlyMap<string, ServedPrompt> | undefined;
  #etag: string | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(options: ServedTextsOptions) {
    this.#options = options;
  }

  get hasAnswer(): boolean {
    return this.#prompts !== undefined;
  }

  /** Undefined if the service has no text for the prompt. */
  find(name: string, graph: string | undefined): ServedText | undefined {
    const { active, candidate } = this.#prompts?.get(name) ?? {};
    const isChosen =
      candidate &&
      graph !== undefined &&
      share(candidate.share)(`${name}\n${candidate.version}\n${graph}`);
    return (isChosen ? candidate : active) ?? undefined;
  }

  /** Requests the texts if the last request is at least `FRESH_MS` old. Never rejects. */
  refresh(): Promise<void> | undefined {
    const now = this.#options.now();
    // Check the time, not whether a request is pending: a request that the host aborted never
    // settles.
    if (now - this.#askedAt < FRESH_MS) return undefined;
    this.#askedAt = now;
    this.#asking = this.#ask().catch(this.#options.onFailure);
    return this.#asking;
  }

  /** Resolves when the service has answered or the request has failed. */
  async answered(): Promise<void> {
    this.refresh();
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const { url, apiKey, fetch } = this.#options;
    const response = await fetch(`${url}/v1/served-prompts`, {
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(this.#etag && { "If-None-Match": this.#etag }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 304) return;
    const text = await response.text();
    if (!response.ok)
      throw new Error(`the service answered ${response.status}: ${text.slice(0, 300)}`);
    this.#prompts = read(JSON.parse(text));
    this.#etag = response.headers.get("ETag") ?? undefined;
  }
}

/** @throws TypeError if the answer does not have the expected fields */
function read(answer: { prompts: unknown[] }): Map<string, ServedPrompt> {
  return new Map(
    answer.prompts.map((prompt) => {
      const { name, active, candidate } = prompt as ServedPrompt & { name: string };
      return [
        name,
        { active: isText(active) ? active : null, candidate: isText(candidate) ? candidate : null },
      ];
    }),
  );
}

function isText<T extends ServedText>(served: T | null): served is T {
  return isObject(served) && typeof served.text === "string";
}
