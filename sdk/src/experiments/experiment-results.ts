import { encode } from "../core/encode.ts";
import type { Ask } from "../core/service.ts";

export interface ItemResult {
  readonly item: string;
  readonly answer?: string;
  readonly score?: number | null;
  readonly reason?: string | null;
  readonly error?: string;
  readonly graph: string | null;
  readonly milliseconds: number;
}

/**
 * Maximum characters of results per request. The service limits the bytes of a request, and a
 * character can take three bytes.
 */
const REQUEST_CHARS = 200_000;

/**
 * Stores results with one request at a time. Results that arrive meanwhile go into the next
 * request.
 */
export class ResultQueue {
  failure: unknown;
  readonly #ask: Ask;
  readonly #path: string;
  #waiting: ItemResult[] = [];
  #sending: Promise<void> | undefined;

  constructor(ask: Ask, experiment: string) {
    this.#ask = ask;
    this.#path = `/experiments/${experiment}/results`;
  }

  add(result: ItemResult): void {
    this.#waiting.push(result);
    this.#sending ??= this.#send();
  }

  async stored(): Promise<void> {
    await this.#sending;
    if (this.failure) throw this.failure;
  }

  async #send(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        let chars = 0;
        const fitting = this.#waiting.findIndex((result, at) => {
          chars += encode(result).length;
          return at === 100 || (at > 0 && chars > REQUEST_CHARS);
        });
        const results = this.#waiting.splice(0, fitting < 0 ? 100 : fitting);
        await this.#ask("POST", this.#path, { results });
      }
    } catch (error) {
      this.failure = error;
    }
    this.#sending = undefined;
  }
}
