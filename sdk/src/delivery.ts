/**
 * Delivers events in batches: of a graph one at a time and in order, so that it never sees an effect
 * before its cause; what fails is tried again under the same batch id, which the service counts once.
 */
import { deliverAtExit, waiting } from "./at-exit.ts";
import { isObject } from "./encode.ts";
import { DeliveryError, type Failure, type Report, reasonOf } from "./problem.ts";
import { backoffMs, retryAfterMs } from "./retry.ts";
import type { EventBody, IngestAnswer, Stamp, TraceEvent } from "./wire.ts";

/** Changes an event before it leaves; where it fails, so does the attempt to deliver the batch. */
export type Mask = (event: TraceEvent) => TraceEvent | Promise<TraceEvent>;

/** Host timers, replaceable for tests. */
export interface Timers {
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

interface DeliveryOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly fetch?: typeof fetch | undefined;
  readonly timers: Timers;
  readonly now: () => number;
  readonly report: Report;
  /** Called when events were lost, so that nothing more builds upon them. */
  readonly onLoss: () => void;
  readonly mask?: Mask | undefined;
  readonly waitUntil?: ((delivered: Promise<unknown>) => void) | undefined;
}

/** A batch of this many events is sent without waiting. */
const SEND_EVENTS = 50;
const SEND_AFTER_MS = 1_000;
/** What one batch may hold, as after a backlog: to write it must not hold up the app. */
const BATCH_CHARS = 256 * 1024;
/** What an event is counted with besides its own texts, for the memory that it takes. */
const EVENT_CHARS = 500;
/** What may wait in memory over all graphs. */
const MAX_WAITING_CHARS = 32 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than requests are given at the end, so that they have failed by then. */
const EXIT_FLUSH_MS = 2_000;
/** With backoff, about five minutes of an unreachable service. */
const MAX_ATTEMPTS = 12;

interface Waiting extends Stamp {
  readonly event: EventBody;
  readonly graph: string;
  readonly session: string | undefined;
}

/** Events that travel together. */
interface Batch {
  readonly id: string;
  readonly events: Waiting[];
  chars: number;
  /** As they are sent: masked, as JSON, and together. Set once it is under way. */
  lines?: readonly string[];
  body?: string | ArrayBuffer;
  /** Ends the wait before the next attempt. */
  retry?: () => void;
}

/** Batches in order, of graphs that began to wait together, so that many graphs are few requests. */
interface Queue {
  readonly batches: Batch[];
  /** Set once it is being sent: from then on, other graphs do not wait for it. */
  sending?: boolean;
}

export class Delivery {
  readonly #options: DeliveryOptions;
  /** What waits, by graph. */
  readonly #queues = new Map<string, Queue>();
  /** The queue that graphs join which have none. */
  #open: Queue = { batches: [] };
  /** All batches that are neither delivered nor lost. */
  readonly #batches = new Set<Batch>();
  #chars = 0;
  #timer: unknown;
  /** Called when a batch is settled or a deadline has passed. */
  #watchers: (() => void)[] = [];
  #dropped = 0;
  #lost = 0;
  #lastFailure: Failure | undefined;
  /** Whether the last attempt failed. What is full then waits for the timer: fewer requests fail. */
  #isFailing = false;
  /** Set while the process ends: nothing is tried twice, and requests end with it. */
  #ending: AbortSignal | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Takes one event, which nobody changes any more. Never throws, never waits. */
  add(next: Waiting): void {
    const { event, graph } = next;
    const chars = charsOf(event);
    this.#chars += chars;
    if (this.#chars > MAX_WAITING_CHARS) {
      this.#drop(chars);
      return;
    }
    deliverAtExit(this);
    if (this.#open.sending) this.#open = { batches: [] };
    const queue = this.#queues.get(graph) ?? this.#open;
    this.#queues.set(graph, queue);
    let batch = queue.batches.at(-1);
    if (!batch || batch.lines || batch.chars > BATCH_CHARS) {
      const made: Batch = { id: crypto.randomUUID(), events: [], chars: 0 };
      batch = made;
      queue.batches.push(made);
      this.#batches.add(made);
      this.#options.waitUntil?.(this.#until(() => !this.#batches.has(made)));
    }
    batch.events.push(next);
    batch.chars += chars;
    const isFull = batch.events.length >= SEND_EVENTS || batch.chars > BATCH_CHARS;
    if (!isFull || this.#isFailing)
      this.#timer ??= this.#later(SEND_AFTER_MS, () => this.#startAll());
    else if (!queue.sending) this.#start(queue);
  }

  /**
   * Resolves when everything added before the call is delivered, whatever is added later, and with
   * a DeliveryError where events were lost since the last call, or are still waiting after
   * `timeoutMs`.
   */
  async flush(timeoutMs: number): Promise<DeliveryError | undefined> {
    const due = [...this.#batches];
    const missing = () => due.filter((batch) => this.#batches.has(batch));
    // The one timer that keeps a process alive: a flush is worth waiting for.
    let late = false;
    const deadline = this.#options.timers.setTimeout(() => {
      late = true;
      this.#wake();
    }, timeoutMs);
    this.#startAll();
    await this.#until(() => late || missing().length === 0);
    this.#options.timers.clearTimeout(deadline);
    const undelivered = missing().reduce((sum, { events }) => sum + events.length, this.#lost);
    this.#lost = 0;
    return undelivered > 0 ? this.#error(undelivered) : undefined;
  }

  /** Tries once more, and reports what was not delivered. */
  async flushAtExit(ending: AbortSignal): Promise<void> {
    this.#ending = ending;
    this.#lost = 0;
    for (const batch of this.#batches) batch.retry?.();
    const error = await this.flush(EXIT_FLUSH_MS);
    if (error) this.#tell("undelivered", error.undelivered);
    this.#ending = undefined;
  }

  /** Resolves once there is nothing to wait for. */
  async #until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  #wake(): void {
    for (const look of this.#watchers.splice(0)) look();
  }

  #startAll(): void {
    this.#options.timers.clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const queue of this.#queues.values()) if (!queue.sending) this.#start(queue);
  }

  async #start(queue: Queue): Promise<void> {
    queue.sending = true;
    const { batches } = queue;
    for (let [batch] = batches; batch; [batch] = batches) {
      await this.#deliver(batch);
      batches.shift();
      this.#chars -= batch.chars;
      this.#batches.delete(batch);
      if (this.#batches.size === 0) waiting.delete(this);
      this.#wake();
    }
    for (const [graph, own] of this.#queues) if (own === queue) this.#queues.delete(graph);
  }

  async #deliver(batch: Batch): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      // The app's own call goes on first.
      await undefined;
      batch.lines ??= [];
      const failure = await this.#post(batch);
      this.#isFailing = !!failure;
      if (!failure) return;
      this.#lastFailure = failure;
      const count = batch.events.length;
      if (!failure.transient || attempt === MAX_ATTEMPTS || this.#ending) {
        this.#lose(count);
        // The end of the process has one report for everything.
        if (!this.#ending) this.#tell("undelivered", count);
        return;
      }
      if (attempt === 1) this.#tell("retrying", count);
      // Each queue at a time of its own, and with patience left, whatever the service asks for.
      const wait = backoffMs(attempt, Math.random()) + (failure.waitMs || 0);
      await new Promise<void>((resolve) => {
        batch.retry = resolve;
        this.#later(wait, resolve);
      });
    }
  }

  #lose(count: number): void {
    this.#lost += count;
    this.#options.onLoss();
  }

  #error(count: number): DeliveryError {
    return new DeliveryError(count, this.#options.url, this.#lastFailure);
  }

  #tell(code: "retrying" | "undelivered", count: number): void {
    const { message, cause } = this.#error(count);
    this.#options.report(code, message, count, { cause });
  }

  async #post(batch: Batch): Promise<Failure | undefined> {
    const { url, apiKey, now, fetch = globalThis.fetch } = this.#options;
    const { mask = (event: TraceEvent) => event } = this.#options;
    try {
      if (!batch.body) {
        const events = batch.events.map(({ event, ...place }) =>
          mask({ ...event, ...place } as TraceEvent),
        );
        batch.lines = (await Promise.all(events)).map((event) => JSON.stringify(event));
        batch.body = await packed(batch.lines.join("\n"));
      }
      const { id, body } = batch;
      const response = await fetch(`${url}/v1/events`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${apiKey}`,
          "Content-Type": "application/x-ndjson",
          "Batch-Id": id,
          ...(typeof body !== "string" && { "Content-Encoding": "gzip" }),
        },
        body,
        signal: this.#ending ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const { ok, status, headers } = response;
      const text = await response.text();
      if (ok) return this.#reportRejected(text, batch);
      return {
        // What may succeed later.
        transient: [408, 425, 429].includes(status) || status >= 500,
        message: `the service answered ${status}: ${text.slice(0, 300)}`,
        waitMs: retryAfterMs(headers.get("Retry-After"), now()),
      };
    } catch (cause) {
      const message = `${reasonOf(cause)}. Is the service running?`;
      return { transient: true, message, cause };
    }
  }

  #reportRejected(answer: string, { lines }: Batch): undefined {
    const { rejected = [] }: Partial<IngestAnswer> = answer[0] === "{" ? JSON.parse(answer) : {};
    for (const { index, code: reason, message } of rejected) {
      const event = lines?.[index]?.slice(0, 200);
      const text = `the service refused an event: ${message}: ${event}`;
      this.#options.report("rejected", text, 1, { index, reason });
    }
  }

  #drop(chars: number): void {
    this.#chars -= chars;
    this.#lose(1);
    const count = ++this.#dropped;
    // Once per power of two: an outage must not become a flood of reports.
    if (Math.log2(count) % 1) return;
    this.#options.report("dropped", `${count} events were dropped: the queue is full`, count);
  }

  #later(milliseconds: number, callback: () => void): unknown {
    const timer = this.#options.timers.setTimeout(callback, milliseconds);
    (timer as { unref?: () => void } | undefined)?.unref?.();
    return timer;
  }
}

/** About how much memory an event takes. */
function charsOf(value: object): number {
  let chars = EVENT_CHARS;
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    if (typeof part === "string") chars += part.length;
    else if (isObject(part)) chars += charsOf(part);
  }
  return chars;
}

/** The text compressed, where the host can. */
async function packed(text: string): Promise<string | ArrayBuffer> {
  if (typeof CompressionStream === "undefined") return text;
  const stream = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
