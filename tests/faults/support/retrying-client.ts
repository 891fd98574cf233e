/** A client that sends batches one at a time and repeats each, unchanged, until it is accepted. */
import { type Batch, recordLines } from "../../bench/recorded-events.ts";
import type { Random } from "./random.ts";

const MAX_BATCH_EVENTS = 200;
const REQUEST_TIMEOUT_MS = 20_000;
const RETRY_MS = 50;

export interface Taken {
  readonly accepted: number;
  readonly duplicates: number;
}

export class RetryingClient {
  readonly graph: string;
  /** The lines of all acknowledged events. */
  readonly acknowledged: string[] = [];
  /** Number of answers that do not report every event as accepted, or that report a duplicate. */
  wrongAnswers = 0;
  retries = 0;
  readonly #random: Random;
  #lines: string[] = [];
  #batches = 0;
  #waiting: Batch | undefined;

  constructor(graph: string, random: Random) {
    this.graph = graph;
    this.#random = random;
  }

  /**
   * Sends batches until `isOver` returns true. The next call starts with the first batch that is
   * not yet acknowledged.
   */
  async send(url: string, key: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.#waiting ??= await this.#next();
      await this.#attempt(url, key, this.#waiting);
    }
  }

  /** Sends the batch that is not yet acknowledged. */
  async finish(url: string, key: string): Promise<void> {
    while (this.#waiting !== undefined) await this.#attempt(url, key, this.#waiting);
  }

  async #attempt(url: string, key: string, batch: Batch): Promise<void> {
    const answer = await post(url, key, batch);
    if (answer === undefined) {
      this.retries++;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return;
    }
    const lines = batch.body.split("\n");
    if (answer.accepted !== lines.length || answer.duplicates !== 0) this.wrongAnswers++;
    for (const line of lines) this.acknowledged.push(line);
    this.#waiting = undefined;
  }

  async #next(): Promise<Batch> {
    const size = 1 + Math.floor(this.#random() * MAX_BATCH_EVENTS);
    while (this.#lines.length < size) this.#lines.push(...(await recordLines(this.graph, 400)));
    const body = this.#lines.splice(0, size).join("\n");
    return {
      id: `${this.graph}-${Math.floor(this.#random() * 2 ** 32)}-${this.#batches++}`,
      graph: this.graph,
      body,
    };
  }
}

/** Sends a batch. Returns undefined if it was not accepted, or if the outcome is unknown. */
async function post(url: string, key: string, { id, body }: Batch): Promise<Taken | undefined> {
  try {
    const response = await fetch(`${url}/v1/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "batch-id": id },
      body,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return response.status === 202 ? ((await response.json()) as Taken) : undefined;
  } catch {
    return undefined;
  }
}
