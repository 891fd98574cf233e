/** The prompts that the service serves, as they were when it last answered. */
import { isObject } from "../core/encode.ts";
import { share } from "../deliver/sample.ts";

/** One text of a prompt, with its number. */
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
  /** Told of what went wrong, once until the service answers again. */
  readonly failed: (cause: unknown) => void;
}

/** What is older is asked for again, while it goes on being used. */
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

  /** Whether the service has answered. */
  get areKnown(): boolean {
    return this.#prompts !== undefined;
  }

  /** The text of the prompt for the graph; undefined where none is served, as far as is known. */
  find(name: string, graph: string | undefined): ServedText | undefined {
    const { active, candidate } = this.#prompts?.get(name) ?? {};
    const isChosen =
      candidate &&
      graph !== undefined &&
      share(candidate.share)(`${name}\n${candidate.version}\n${graph}`);
    return (isChosen ? candidate : active) ?? undefined;
  }

  /** Asks the service, unless it was asked a moment ago: then undefined. Never rejects. */
  refresh(): Promise<void> | undefined {
    const now = this.#options.now();
    // By time alone: a request that the host broke off would be waited for without end.
    if (now - this.#askedAt < FRESH_MS) return undefined;
    this.#askedAt = now;
    this.#asking = this.#ask().catch(this.#options.failed);
    return this.#asking;
  }

  /** When the service has answered, or failed to. */
  async asked(): Promise<void> {
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

/** @throws TypeError where it is no answer to the question */
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
