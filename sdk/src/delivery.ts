/**
 * Delivers events in batches: per graph one at a time and in order, so that a graph never sees an
 * effect before its cause; what fails is tried again under the same batch id, which the service
 * counts once.
 */
import { deliverAtExit, waiting } from "./at-exit.ts";
import { DeliveryError, type Failure, type Problem, reasonOf } from "./problem.ts";
import { backoffMs, isTransient, retryAfterMs } from "./retry.ts";
import type { IngestAnswer } from "./wire.ts";

/** Host timers, replaceable for tests. */
export interface Timers {
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

interface DeliveryOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly timers: Timers;
  readonly now: () => number;
  readonly report: (problem: Problem) => void;
  /** Called when events were lost, so that nothing more builds upon them. */
  readonly onLoss: () => void;
}

/** A queue of this many events or characters is sent without waiting. */
const SEND_EVENTS = 50;
const SEND_CHARS = 256 * 1024;
const SEND_AFTER_MS = 1_000;
/** What one batch may hold after a backlog; the service takes 5,000 events and 8 MB. */
const BATCH_EVENTS = 1_000;
const BATCH_CHARS = 1024 * 1024;
/** What may wait in memory over all graphs. */
const MAX_WAITING_CHARS = 32 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than requests are given at the end, so that they have failed by then. */
const EXIT_FLUSH_MS = 2_000;
/** With backoff, about five minutes of an unreachable service. */
const MAX_ATTEMPTS = 12;

interface Queue {
  readonly graph: string;
  lines: string[];
  chars: number;
  /** Events taken, and those of them that were delivered or lost. */
  taken: number;
  settled: number;
  sending: Promise<void> | undefined;
  /** Ends the wait before the next attempt. */
  retry?: () => void;
}

export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #queues = new Map<string, Queue>();
  #waitingEvents = 0;
  #waitingChars = 0;
  #timer: unknown;
  /** Called when a batch is settled or a deadline has passed. */
  #watchers: (() => void)[] = [];
  #dropped = 0;
  #lost = 0;
  #lastFailure: Failure | undefined;
  /** Set while the process ends: nothing is tried twice, and requests end with it. */
  #ending: AbortSignal | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Takes one event, as a line of JSON. Never throws, never waits. */
  add(graph: string, line: string): void {
    if (this.#waitingChars + line.length > MAX_WAITING_CHARS) {
      this.#drop();
      return;
    }
    deliverAtExit(this);
    this.#waitingEvents++;
    this.#waitingChars += line.length;
    let queue = this.#queues.get(graph);
    if (!queue) {
      queue = { graph, lines: [], chars: 0, taken: 0, settled: 0, sending: undefined };
      this.#queues.set(graph, queue);
    }
    queue.lines.push(line);
    queue.taken++;
    queue.chars += line.length;
    if (queue.lines.length >= SEND_EVENTS || queue.chars >= SEND_CHARS) this.#start(queue);
    else this.#timer ??= this.#later(SEND_AFTER_MS, () => this.#startAll());
  }

  /**
   * Resolves when everything added before the call is delivered, whatever is added later, and with
   * a DeliveryError where events were lost since the last call, or are still waiting after
   * `timeoutMs`.
   */
  async flush(timeoutMs: number): Promise<DeliveryError | undefined> {
    const due = [...this.#queues.values()].map((queue) => ({ queue, upTo: queue.taken }));
    const missing = () =>
      due.reduce((sum, { queue, upTo }) => sum + Math.max(0, upTo - queue.settled), 0);
    // The one timer that keeps a process alive: a flush is worth waiting for.
    let late = false;
    const deadline = this.#options.timers.setTimeout(() => {
      late = true;
      this.#wake();
    }, timeoutMs);
    this.#startAll();
    while (!late && missing() > 0) {
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
    this.#options.timers.clearTimeout(deadline);
    const undelivered = this.#lost + missing();
    this.#lost = 0;
    return undelivered > 0 ? this.#error(undelivered) : undefined;
  }

  /** Tries once more, and reports what was not delivered. */
  async flushAtExit(ending: AbortSignal): Promise<void> {
    this.#ending = ending;
    this.#lost = 0;
    for (const queue of this.#queues.values()) queue.retry?.();
    const error = await this.flush(EXIT_FLUSH_MS);
    if (error) this.#tell("undelivered", error);
    this.#ending = undefined;
  }

  #startAll(): void {
    this.#options.timers.clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const queue of this.#queues.values()) this.#start(queue);
  }

  #start(queue: Queue): void {
    queue.sending ??= this.#drain(queue);
  }

  async #drain(queue: Queue): Promise<void> {
    // The app's own call goes on first.
    await undefined;
    while (queue.lines.length > 0) {
      const batch = takeBatch(queue);
      await this.#deliver(queue, batch);
      queue.settled += batch.length;
      this.#waitingEvents -= batch.length;
      for (const line of batch) this.#waitingChars -= line.length;
      if (this.#waitingEvents === 0) waiting.delete(this);
      this.#wake();
    }
    this.#queues.delete(queue.graph);
  }

  async #deliver(queue: Queue, batch: readonly string[]): Promise<void> {
    const id = crypto.randomUUID();
    for (let attempt = 1; ; attempt++) {
      const failure = await this.#post(id, batch);
      if (!failure) return;
      this.#lastFailure = failure;
      const error = this.#error(batch.length);
      if (!failure.transient || attempt === MAX_ATTEMPTS || this.#ending) {
        this.#lost += batch.length;
        this.#options.onLoss();
        // The end of the process has one report for everything.
        if (!this.#ending) this.#tell("undelivered", error);
        return;
      }
      if (attempt === 1) this.#tell("retrying", error, " Retrying.");
      const wait = failure.waitMs ?? backoffMs(attempt, Math.random());
      await new Promise<void>((resolve) => {
        queue.retry = resolve;
        this.#later(wait, resolve);
      });
    }
  }

  #error(count: number): DeliveryError {
    return new DeliveryError(count, this.#options.url, this.#lastFailure);
  }

  #tell(code: "retrying" | "undelivered", error: DeliveryError, more = ""): void {
    const { undelivered: count, message, cause } = error;
    this.#options.report({ code, message: message + more, count, cause });
  }

  async #post(id: string, batch: readonly string[]): Promise<Failure | undefined> {
    const { url, apiKey, now, fetch } = this.#options;
    try {
      const response = await fetch(`${url}/v1/events`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${apiKey}`,
          "Content-Type": "application/x-ndjson",
          "Batch-Id": id,
        },
        body: batch.join("\n"),
        signal: this.#ending ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.ok) {
        this.#reportRejected(text, batch);
        return undefined;
      }
      return {
        transient: isTransient(response.status),
        message: `the service answered ${response.status}: ${text.slice(0, 300)}`,
        waitMs: retryAfterMs(response.headers.get("Retry-After"), now()),
      };
    } catch (cause) {
      const message = `${reasonOf(cause)}. Is the service running? (MEMTRACE_URL)`;
      return { transient: true, message, cause };
    }
  }

  #reportRejected(answer: string, batch: readonly string[]): void {
    const { rejected = [] } = parseAnswer(answer);
    for (const { index, code: reason, message } of rejected) {
      const event = batch[index]?.slice(0, 200);
      const text = `the service refused an event: ${message} (${reason}, event ${index}: ${event})`;
      this.#options.report({ code: "rejected", message: text, count: 1, index, reason });
    }
  }

  #drop(): void {
    this.#lost++;
    this.#dropped++;
    this.#options.onLoss();
    // Once per power of two: an outage must not become a flood of reports.
    if ((this.#dropped & (this.#dropped - 1)) !== 0) return;
    const message = `${this.#dropped} events were dropped: the queue is full`;
    this.#options.report({ code: "dropped", message, count: this.#dropped });
  }

  #wake(): void {
    for (const look of this.#watchers.splice(0)) look();
  }

  #later(milliseconds: number, callback: () => void): unknown {
    const timer = this.#options.timers.setTimeout(callback, milliseconds);
    Object(timer).unref?.();
    return timer;
  }
}

function takeBatch(queue: Queue): string[] {
  let events = 0;
  let chars = 0;
  for (const line of queue.lines) {
    if (events > 0 && (events >= BATCH_EVENTS || chars + line.length > BATCH_CHARS)) break;
    events++;
    chars += line.length;
  }
  queue.chars -= chars;
  return queue.lines.splice(0, events);
}

function parseAnswer(text: string): Partial<IngestAnswer> {
  try {
    return JSON.parse(text) as Partial<IngestAnswer>;
  } catch {
    return {};
  }
}
