/**
 * Delivers events in batches. A graph's batches go out one after another, so an effect never
 * arrives before its cause. A retry keeps the batch id, so the service stores the batch only once.
 */

import {
  BATCH_CHARS,
  EXIT_FLUSH_MS,
  MAX_DELIVERY_ATTEMPTS,
  MAX_WAITING_CHARS,
  REQUEST_TIMEOUT_MS,
  SEND_AFTER_MS,
  SEND_EVENTS,
} from "../core/bounds.ts";
import {
  DeliveryError,
  type DeliveryFailure,
  errorMessage,
  type ReportProblem,
} from "../core/problem.ts";
import {
  type IngestAnswer,
  MAX_BATCH_EVENTS,
  MAX_BATCH_GRAPHS,
  type TraceEvent,
} from "../core/wire.ts";
import { deliverAtExit, waiting } from "./at-exit.ts";
import { DeferredWork } from "./deferred-work.ts";
import { backoffMs, retryAfterMs } from "./retry.ts";

/** Returns the event to send instead. If the mask throws, the client retries the batch. */
export type Mask = (event: TraceEvent) => TraceEvent | Promise<TraceEvent>;

/** The host's timers. Tests replace them. */
export interface Timers {
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface DeliveryOptions {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly timers: Timers;
  readonly now: () => number;
  readonly report: ReportProblem;
  /**
   * Called when events were lost. The client then forgets the values that it recorded, because
   * later events must not refer to values in lost events.
   */
  readonly forget: () => void;
  readonly mask?: Mask | undefined;
  readonly waitUntil?: ((delivered: Promise<unknown>) => void) | undefined;
}

type Body = string | Uint8Array<ArrayBuffer>;

interface Batch {
  readonly id: string;
  /** Each event as JSON. `close` replaces each text by an empty one, so the count stays right. */
  readonly lines: string[];
  /**
   * All events of a closed batch, one in each line. Empty if the batch is open. A batch closes when
   * it is full or when the client begins to send it; no event can join it afterwards. The mask
   * changes this text just before the first attempt to send the batch.
   */
  text: string;
  readonly graphs: Set<string>;
  chars: number;
  /** Request body, after masking and compression. */
  body?: Body;
  /** Ends the wait before the next attempt. */
  retry?: () => void;
  /** Resolves when the service accepts the batch or the client gives it up. */
  settled?: Promise<void>;
  settle?: () => void;
}

/**
 * Contains batches in the order in which the client sends them. New graphs share one queue until
 * the client begins to send it. So the first events of several graphs need fewer requests.
 */
interface Queue {
  readonly batches: Batch[];
  /** True if sending has begun. No other graph can join a closed queue. */
  closed?: boolean;
}

/** Whether this process has warned that its SDK is too old. */
let warned = false;

export class EventDelivery {
  readonly deferred: DeferredWork = new DeferredWork(() => {
    deliverAtExit(this);
    this.#later(0, this.deferred.flush);
  });
  readonly #options: DeliveryOptions;
  /** Graph id → queue with the graph's unsent events. */
  readonly #queues = new Map<string, Queue>();
  /** New graphs join this queue. */
  #open: Queue = { batches: [] };
  /** Batches that the service has not accepted and the client has not given up. */
  readonly #batches = new Set<Batch>();
  #chars = 0;
  #timer: unknown;
  #dropped = 0;
  #lost = 0;
  #lastFailure: DeliveryFailure | undefined;
  /**
   * Whether the last attempt failed. If so, the client does not send a full batch immediately, but
   * waits for the timer. So it makes fewer useless requests during an outage.
   */
  #isFailing = false;
  /**
   * Set during `flushAtExit`. While it is set, the client does not retry, and this signal aborts
   * the client's requests after `EXIT_MS`.
   */
  #ending: AbortSignal | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Adds a graph's event, as JSON, to its queue. Never throws, never waits. */
  add(graph: string, line: string): void {
    if (this.#chars + line.length > MAX_WAITING_CHARS) {
      this.#lose(1);
      // Report only the 1st, 2nd, 4th, 8th … dropped event, so an outage does not flood the app.
      const shouldReport = Math.log2(++this.#dropped) % 1 === 0;
      if (shouldReport) this.#options.report("dropped", "queue full", this.#dropped);
      return;
    }
    this.#chars += line.length;
    if (this.#open.closed) this.#open = { batches: [] };
    const queue = this.#queues.get(graph) ?? this.#open;
    this.#queues.set(graph, queue);
    let batch = queue.batches.at(-1);
    if (!batch || batch.text) {
      const id = crypto.randomUUID();
      const made: Batch = { id, lines: [], text: "", graphs: new Set(), chars: 0 };
      made.settled = new Promise((resolve) => {
        made.settle = resolve;
      });
      batch = made;
      deliverAtExit(this);
      queue.batches.push(made);
      this.#batches.add(made);
      try {
        this.#options.waitUntil?.(made.settled);
      } catch {
        // Send the batch even if the app's `waitUntil` throws.
      }
    }
    batch.lines.push(line);
    batch.graphs.add(graph);
    batch.chars += line.length;
    if (
      batch.chars > BATCH_CHARS ||
      batch.lines.length >= MAX_BATCH_EVENTS ||
      batch.graphs.size >= MAX_BATCH_GRAPHS
    )
      close(batch);
    if (this.#isFailing || (batch.lines.length < SEND_EVENTS && !batch.text))
      this.#timer ??= this.#later(SEND_AFTER_MS, () => this.#startAll());
    else if (!queue.closed) this.#start(queue);
  }

  /**
   * Resolves when the service has accepted all events added before the call. Rejects with a
   * DeliveryError if events were lost since the last flush or still wait after `timeoutMs`.
   */
  async flush(timeoutMs: number): Promise<void> {
    this.deferred.flush();
    const due = [...this.#batches];
    const { timers } = this.#options;
    // This timer must keep the process alive during the flush. The client's other timers must not.
    let deadline: unknown;
    const timedOut = new Promise<void>((resolve) => {
      deadline = timers.setTimeout(resolve, timeoutMs);
    });
    this.#startAll();
    await Promise.race([timedOut, Promise.all(due.map(({ settled }) => settled))]);
    timers.clearTimeout(deadline);
    for (const batch of due) if (this.#batches.has(batch)) this.#lost += batch.lines.length;
    const undelivered = this.#lost;
    this.#lost = 0;
    if (undelivered) throw this.#error(undelivered);
  }

  /** Makes a last delivery attempt at the end of the process, and reports undelivered events. */
  async flushAtExit(ending: AbortSignal): Promise<void> {
    this.#ending = ending;
    this.#lost = 0;
    for (const batch of this.#batches) batch.retry?.();
    await this.flush(EXIT_FLUSH_MS).catch(({ undelivered }: DeliveryError) =>
      this.#reportBatch("undelivered", undelivered),
    );
    this.#ending = undefined;
  }

  #startAll(): void {
    this.#options.timers.clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const queue of this.#queues.values()) if (!queue.closed) this.#start(queue);
  }

  /**
   * Sends the queue's batches. The queue must be open. The callers check this, because a call of
   * this function for each added event would cost processor time.
   */
  async #start(queue: Queue): Promise<void> {
    queue.closed = true;
    const { batches } = queue;
    for (let [batch] = batches; batch; [batch] = batches) {
      await this.#deliver(batch);
      batches.shift();
      this.#chars -= batch.chars;
      this.#batches.delete(batch);
      this.deferred.flush();
      if (this.#batches.size === 0) waiting.delete(this);
      batch.settle?.();
    }
    for (const [graph, own] of this.#queues) if (own === queue) this.#queues.delete(graph);
  }

  async #deliver(batch: Batch): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      // Let the app's running code finish before preparing the batch.
      await undefined;
      close(batch);
      const failure = await this.#post(batch);
      this.#isFailing = !!failure;
      if (!failure) return;
      this.#lastFailure = failure;
      const count = batch.lines.length;
      if (!failure.retry || attempt === MAX_DELIVERY_ATTEMPTS || this.#ending) {
        this.#lose(count);
        // At the end of the process, `flushAtExit` reports all batches together.
        if (!this.#ending) this.#reportBatch("undelivered", count);
        return;
      }
      if (attempt === 1) this.#reportBatch("retrying", count);
      // Wait for the client's backoff plus the service's `Retry-After`. Random jitter keeps the
      // queues from retrying all at once.
      await new Promise<void>((resolve) => {
        batch.retry = resolve;
        this.#later(backoffMs(attempt, Math.random()) + (failure.waitMs || 0), resolve);
      });
    }
  }

  #lose(count: number): void {
    this.#lost += count;
    this.#options.forget();
  }

  #error(count: number): DeliveryError {
    return new DeliveryError(count, this.#options.url, this.#lastFailure);
  }

  #reportBatch(code: "retrying" | "undelivered", count: number): void {
    const { message, cause } = this.#error(count);
    this.#options.report(code, message, count, { cause });
  }

  async #post(batch: Batch): Promise<DeliveryFailure | undefined> {
    const { url, apiKey, now, mask, report, fetch = globalThis.fetch } = this.#options;
    try {
      if (!batch.body) {
        if (mask) {
          const lines = batch.text.split("\n");
          const masked = lines.map(async (line) => JSON.stringify(await mask(JSON.parse(line))));
          batch.text = (await Promise.all(masked)).join("\n");
        }
        batch.body = await compress(batch.text);
      }
      const { id, body } = batch;
      const response = await fetch(`${url}/v1/events`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${apiKey}`,
          "Content-Type": "application/x-ndjson;js=0.1.0",
          "Batch-Id": id,
          ...(typeof body !== "string" && { "Content-Encoding": "gzip" }),
        },
        body,
        signal: this.#ending ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const { status } = response;
      const text = await response.text();
      if (!response.ok)
        return {
          // After one of these statuses, a retry can succeed.
          retry: [408, 425, 429].includes(status) || status >= 500,
          message: `${status}: ${text.slice(0, 200)}`,
          waitMs: retryAfterMs(response.headers.get("Retry-After"), now()),
        };
      // Throws if the answer is not from the service: a proxy's sign-in page must not count as
      // acceptance.
      const { rejected, message: outdated }: IngestAnswer = JSON.parse(text);
      if (outdated && !warned) {
        warned = true;
        // biome-ignore lint/suspicious/noConsole: `onError` gets only problems of tracing
        console.warn(outdated);
      }
      const lines = rejected[0] ? batch.text.split("\n") : [];
      for (const { index, code: reason, message } of rejected)
        report("rejected", `${message}: ${lines[index]?.slice(0, 200)}`, 1, {
          index,
          reason,
        });
      return undefined;
    } catch (cause) {
      const message = `${errorMessage(cause)}. Check MEMTRACE_URL.`;
      return { retry: true, message, cause };
    }
  }

  #later(milliseconds: number, callback: () => void): unknown {
    const timer = this.#options.timers.setTimeout(callback, milliseconds);
    (timer as { unref?: () => void } | undefined)?.unref?.();
    return timer;
  }
}

/**
 * Closes the batch: joins its lines into one text, and empties the lines. The garbage collector
 * would copy each separate line several times.
 */
function close(batch: Batch): void {
  batch.text ||= batch.lines.join("\n");
  batch.lines.fill("");
}

interface Host {
  process?: { getBuiltinModule?: (id: string) => { gzip: Gzip } | undefined };
}

type Gzip = (
  text: string,
  options: { level: number },
  done: (error: unknown, body: Body | undefined) => void,
) => void;

/**
 * Compresses the text with gzip. Returns the text if the host has no zlib. Compared with
 * CompressionStream, level 1 of zlib takes half the processor time and gives a fifth more bytes.
 */
function compress(text: string): Body | Promise<Body> {
  const zlib = (globalThis as Host).process?.getBuiltinModule?.("node:zlib");
  if (!zlib) return text;
  return new Promise((resolve) => {
    zlib.gzip(text, { level: 1 }, (_, body) => resolve(body ?? text));
  });
}
