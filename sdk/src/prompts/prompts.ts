/**
 * `@memtrace/sdk/prompts`: the client with prompts that the service serves, so that an accepted
 * version reaches the app without a deployment, and each trace tells which version it used.
 */
import { MemTrace as Client } from "../core/client.ts";
import type { MemTraceOptions } from "../core/options.ts";
import { createReporter, reasonOf } from "../core/problem.ts";
import { addressOf } from "../core/service.ts";
import { ServedTexts } from "./served-texts.ts";

export interface PromptOptions {
  /** The app's own text: used until the service has answered, and where it serves none. */
  fallback: string;
  /** What a share of the traffic is chosen by: all of it gets the same text. The running graph by default. */
  for?: string | undefined;
}

const READY_MS = 2_000;

/** `MemTrace` of `@memtrace/sdk`, with `prompt`. Its key needs the scope `read` too. */
export class MemTrace extends Client {
  readonly #texts: ServedTexts | undefined;
  readonly #waitUntil: MemTraceOptions["waitUntil"];

  constructor(options: MemTraceOptions = {}) {
    super(options);
    this.#waitUntil = options.waitUntil;
    const { apiKey, url } = addressOf(options);
    if (!apiKey) return;
    const { now = Date.now, fetch = (...request) => globalThis.fetch(...request) } = options;
    const report = createReporter(options.onError);
    const failed = (cause: unknown) =>
      report("prompts", `which prompts are served is not known: ${reasonOf(cause)}`, 1, { cause });
    this.#texts = new ServedTexts({ url, apiKey, fetch, now, failed });
  }

  /**
   * The text of a prompt, at once: what the service served when it last answered, else the fallback.
   * It is recorded as a variable of the prompt's name, and what the running operation makes is linked
   * to it. Never throws.
   */
  prompt(name: string, { fallback, for: chosenBy }: PromptOptions = { fallback: "" }): string {
    const graph = this.current()?.graph;
    const served = this.#texts?.find(name, chosenBy ?? graph);
    const asking = this.#texts?.refresh();
    try {
      if (asking) this.#waitUntil?.(asking);
    } catch {
      // The host's request is over; what is asked may still arrive for the next one.
    }
    const text = served?.text ?? fallback;
    this.within((scope, recorder) => {
      const metadata = served ? { promptVersion: served.version } : undefined;
      const description = { name, category: "prompt", metadata };
      // Outside of the running operation, which did not make it.
      const variable = recorder.record({ ...scope, operation: undefined }, text, description);
      scope.operation?.inner.push(variable);
    });
    return text;
  }

  /**
   * Waits until the service has answered, at most so long: for the start of an app that is not to
   * use a fallback. Tells whether it has.
   */
  async promptsReady({ timeoutMs = READY_MS }: { timeoutMs?: number } = {}): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([this.#texts?.asked(), timeout]);
    clearTimeout(timer);
    return this.#texts?.areKnown ?? false;
  }
}
