/**
 * `@memtrace/sdk/prompts`: the client with served prompts. An accepted version reaches the app
 * without a deployment, and each trace names the version that the app used.
 */
import { MemTrace as Client } from "../core/client.ts";
import type { MemTraceOptions } from "../core/options.ts";
import { createReporter, errorMessage } from "../core/problem.ts";
import { connectionOf } from "../core/service.ts";
import { ServedTexts } from "./served-texts.ts";

export interface PromptOptions {
  /**
   * The app's own text. `prompt` returns it until the service has answered, and if the service
   * serves no version.
   */
  fallback: string;
  /**
   * The key that decides who gets the canary: equal keys get the same text. Default: the running
   * graph.
   */
  for?: string | undefined;
}

const READY_MS = 2_000;

/**
 * Adds the method `prompt` to `MemTrace` of `@memtrace/sdk`. The API key needs the scope `read`
 * too.
 */
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
      report("prompts", `which prompts are served is not known: ${errorMessage(cause)}`, 1, {
        cause,
      });
    this.#texts = new ServedTexts({ url, apiKey, fetch, now, onFailure });
  }

  /**
   * Returns at once the text that the service last served, else the fallback. Records this text as
   * a variable with the prompt's name, and as a source of the running operation's results. Never
   * throws.
   */
  prompt(name: string, { fallback, for: chosenBy }: PromptOptions = { fallback: "" }): string {
    const graph = this.current()?.graph;
    const served = this.#texts?.find(name, chosenBy ?? graph);
    const asking = this.#texts?.refresh();
    try {
      if (asking) this.#waitUntil?.(asking);
    } catch {
      // If `waitUntil` fails, the host may stop the request for the served texts before it ends.
      // The next call of `prompt` then sends the request again.
    }
    const text = served?.text ?? fallback;
    this.within((scope, recorder) => {
      const metadata = served ? { promptVersion: served.version } : undefined;
      const description = { name, category: "prompt", metadata };
      // Record the prompt outside the running operation, which did not create it.
      const variable = recorder.record({ ...scope, operation: undefined }, text, description);
      scope.operation?.inner.push(variable);
    });
    return text;
  }

  /**
   * Waits until the service has answered, at most `timeoutMs`. Call this method when an app starts
   * and must not use a fallback. Resolves to true if the service has answered in time.
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
