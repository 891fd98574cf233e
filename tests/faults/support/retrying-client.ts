/** A client that sends one batch after the other and repeats each, unchanged, until it is taken. */
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
  /** Lines of all events that were acknowledged. */
  readonly acknowledged: string[] = [];
  /** Batches whose answer was not that of the first time: all accepted, none known before. */
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

  /** Sends until `isOver` says so; what was not acknowledged by then comes first the next time. */
  async send(url: string, key: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.#waiting ??= await this.#next();
      await this.#attempt(url, key, this.#waiting);
    }
  }

  /** Sends what was not acknowledged yet. */
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

/** Undefined where the batch was not taken, or nobody can know. */
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
