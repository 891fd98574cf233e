/**
 * `@memtrace/sdk/prompts`: a client that gets prompts from the service. An accepted prompt version
 * reaches the app without a deployment. Each trace names the version that the app used.
 */
import { MemTrace as Client } from "../core/client.ts";
import type { MemTraceOptions } from "../core/options.ts";
import { createReporter, errorMessage } from "../core/problem.ts";
import { connectionOf } from "../core/service.ts";
import { ServedTexts } from "./served-texts.ts";

export interface PromptOptions {
  /**
   * The app's own prompt. `prompt` returns it until the service has answered, or if the service
   * serves no version.
   */
  fallback: string;
  /**
   * Decides who gets the canary version: the same key always gets the same version. Default: the
   * running graph.
   */
  for?: string | undefined;
}

const READY_MS = 2_000;

/**
 * Adds the method `prompt` to the client of `@memtrace/sdk`. The API key also needs the scope
 * `read`.
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
   * Returns the text that the service served last, or the fallback. Does not wait for the service.
   * Records this text under the prompt's name, as a source of the running operation's results.
   * Never throws.
   */
  prompt(name: string, { fallback, for: chosenBy }: PromptOptions = { fallback: "" }): string {
    const graph = this.current()?.graph;
    const served = this.#texts?.find(name, chosenBy ?? graph);
    const asking = this.#texts?.refresh();
    try {
      if (asking) this.#waitUntil?.(asking);
    } catch {
      // If `waitUntil` fails, the host can abort the request for the prompts. The next call of
      // `prompt` then repeats the request.
    }
    const text = served?.text ?? fallback;
    this.within((scope, recorder) => {
      const metadata = served ? { promptVersion: served.version } : undefined;
      const description = { name, category: "prompt", metadata };
      // Record the prompt outside the running operation: otherwise it would look as if that
      // operation had made the prompt.
      const variable = recorder.record({ ...scope, operation: undefined }, text, description);
      scope.operation?.inner.push(variable);
    });
    return text;
  }

  /**
   * Waits for the service's answer, but at most `timeoutMs`. For apps that must not start with a
   * fallback. Resolves to true if the service has answered in time.
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
