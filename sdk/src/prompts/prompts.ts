/**
 * `@memtrace/sdk/prompts`: a client that gets prompts from the service. An accepted prompt version
 * reaches the app without a deployment. Each trace names the version used.
 */
import { MemTrace as Client } from "../core/client.ts";
import type { MemTraceOptions } from "../core/options.ts";
import { createReporter, errorMessage } from "../core/problem.ts";
import { connectionOf } from "../core/service.ts";
import { ServedTexts } from "./served-texts.ts";

export interface PromptOptions {
  /**
   * The app's own prompt. `prompt` returns it until the service answers, or if the service has no
   * version.
   */
  fallback: string;
  /**
   * If the service tests a canary version, this key decides whether the app gets that version. The
   * same key, such as a user id, always gets the same version. Default: the running graph's id.
   */
  for?: string | undefined;
}

const READY_MS = 2_000;

/** Adds `prompt` to the client of `@memtrace/sdk`. The API key also needs the scope `read`. */
export class MemTrace extends Client {
  readonly #texts: ServedTexts | undefined;
  readonly #waitUntil: MemTraceOptions["waitUntil"];

  constructor(options: MemTraceOptions = {}) {
    super(options);
    this.#waitUntil = options.waitUntil;
    const { apiKey, url } = connectionOf(options);
    if (!apiKey) return;
    const { now = Date.now, fetch = (...request) => globalThis.fetch(...request) } = options;
    const report = createReporter(options.onError);
    const onFailure = (cause: unknown) =>
      report("prompts", `the served prompts are not known: ${errorMessage(cause)}`, 1, {
        cause,
      });
    this.#texts = new ServedTexts({ url, apiKey, fetch, now, onFailure });
  }

  /**
   * Returns the latest text that the service has sent, or the fallback. Does not wait and never
   * throws. Records the text as a variable with the prompt's name, and the results of the running
   * operation get links from it.
   */
  prompt(name: string, { fallback, for: chosenBy }: PromptOptions = { fallback: "" }): string {
    const graph = this.current()?.graph;
    const served = this.#texts?.find(name, chosenBy ?? graph);
    const asking = this.#texts?.refresh();
    try {
      if (asking) this.#waitUntil?.(asking);
    } catch {
      // `waitUntil` failed, so the host may abort the request. A later call of `prompt` then sends
      // the request again.
    }
    const text = served?.text ?? fallback;
    this.within((scope, recorder) => {
      const metadata = served ? { promptVersion: served.version } : undefined;
      const description = { name, category: "prompt", metadata };
      // Record the prompt outside the running operation, which did not make the prompt.
      const variable = recorder.record({ ...scope, operation: undefined }, text, description);
      scope.operation?.inner.push(variable);
    });
    return text;
  }

  /**
   * Waits at most `timeoutMs` for the service. For apps that must not start with a fallback.
   * Resolves to true if the service has answered in time.
   */
  async promptsReady({ timeoutMs = READY_MS }: { timeoutMs?: number } = {}): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([this.#texts?.answered(), timeout]);
    clearTimeout(timer);
    return this.#texts?.hasAnswer ?? false;
  }
}
