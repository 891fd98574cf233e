/**
 * Combines several endpoints into one model. A request goes to the first endpoint that is not
 * resting. After a failure, an endpoint rests for a while. Its rest doubles with each further
 * failure, varies at random, and is at least as long as the endpoint's Retry-After demands.
 */
import {
  type Completed,
  type Embedded,
  type Model,
  type ModelFailure,
  type ModelRequest,
  NOTHING_SPENT,
  type Spent,
  type Structured,
  type StructuredRequest,
  sumSpent,
} from "../protocol/model.ts";
import { estimate } from "./answer-parts.ts";
import {
  EndpointClient,
  type ModelClient,
  type ModelEndpoint,
  type Transport,
} from "./endpoint.ts";
import type { Fault, Used } from "./fault.ts";
import { askStructured } from "./structured.ts";

export interface PoolDeps extends Transport {
  /**
   * Creates the client of an endpoint that is not called over HTTP. Returns undefined for all other
   * endpoints.
   */
  readonly otherClient?: (endpoint: ModelEndpoint) => ModelClient | undefined;
  now(): number;
  /** In [0, 1). */
  random(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** Maximum requests for one answer, over all endpoints. */
const MAX_ATTEMPTS = 5;
/** After this time, a call sends no further request. */
const PATIENCE_MS = 60_000;
/** Maximum texts per embedding request. */
const EMBEDDED_AT_ONCE = 64;
const FIRST_WAIT_MS = 1_000;
/**
 * An endpoint that failed rests: for some time, it gets no request. If all endpoints rest for
 * longer than this, the call does not wait but fails. The caller retries later.
 */
const MAX_WAIT_MS = 30_000;

const NO_ENDPOINT: Fault = {
  ...{ ok: false, reason: "not_found", remedy: "never" },
  message: "No endpoint is configured that may be asked.",
};

interface Member {
  readonly client: ModelClient;
  failures: number;
  /** The endpoint is not asked before this time. Infinity after a permanent fault. */
  restsUntil: number;
}

export class ModelPool implements Model {
  readonly name: string;
  readonly embed?: (texts: readonly string[]) => Promise<Embedded>;
  readonly #members: readonly Member[];
  readonly #deps: PoolDeps;
  /** The latest fault. If no endpoint can be asked, the caller gets this fault as the reason. */
  #lastFault: Fault = NO_ENDPOINT;

  constructor(endpoints: readonly ModelEndpoint[], deps: PoolDeps) {
    this.name = [...new Set(endpoints.map(({ model }) => model))].join(", ");
    this.#deps = deps;
    this.#members = endpoints.map((endpoint) => ({
      client: clientOf(endpoint, deps),
      failures: 0,
      restsUntil: 0,
    }));
    if (firstEmbedding(this.#members)) this.embed = (texts) => this.#embed(texts);
  }

  ask<T>(request: StructuredRequest<T>): Promise<Structured<T>> {
    return askStructured(this, request);
  }

  async complete(request: ModelRequest): Promise<Completed> {
    const startedAt = this.#deps.now();
    let brokenOff = NOTHING_SPENT;
    const done = await this.#first(this.#members, async (client) => {
      const answer = await client.ask(request);
      if (!answer.ok && answer.used !== undefined)
        brokenOff = sumSpent(brokenOff, spentOn(client.endpoint, answer.used));
      return answer;
    });
    if (!done.ok) return failure(done.fault, this.#spent(startedAt, brokenOff));
    const { text, calls } = done.answer;
    const used = sumSpent(brokenOff, { ...spentOn(done.endpoint, done.answer), calls: 1 });
    return { ok: true, text, calls, spent: this.#spent(startedAt, used) };
  }

  mostUsd(request: ModelRequest): number {
    const inputTokens = estimate(
      JSON.stringify([request.messages, request.tools?.map(({ description }) => description)])
        .length,
    );
    const used = { inputTokens, outputTokens: request.maxTokens };
    return dearest(this.#members, (endpoint) => spentOn(endpoint, used).usd);
  }

  mostUsdEmbedding(texts: readonly string[]): number {
    const tokens = estimate(texts.join("").length);
    return dearest(this.#members, (endpoint) => (tokens * endpoint.usdPerMillionEmbedded) / 1e6);
  }

  /** Uses only one embedding model, because vectors of different models cannot be compared. */
  async #embed(texts: readonly string[]): Promise<Embedded> {
    const startedAt = this.#deps.now();
    const { embeddingsModel } = firstEmbedding(this.#members) ?? {};
    const members = this.#members.filter(
      ({ client }) => client.endpoint.embeddingsModel === embeddingsModel,
    );
    const all: (readonly number[])[] = [];
    let [calls, tokens, price] = [0, 0, 0];
    for (let start = 0; start < texts.length; start += EMBEDDED_AT_ONCE) {
      const some = texts.slice(start, start + EMBEDDED_AT_ONCE);
      const done = await this.#first(members, (client) => client.embed(some));
      if (!done.ok)
        return failure(done.fault, this.#spent(startedAt, embedded(calls, tokens, price)));
      all.push(...done.answer.vectors);
      calls += 1;
      tokens += done.answer.tokens;
      price = done.endpoint.usdPerMillionEmbedded;
    }
    const spent = this.#spent(startedAt, embedded(calls, tokens, price));
    return { ok: true, vectors: all, spent };
  }

  async #first<T extends { readonly ok: true }>(
    members: readonly Member[],
    ask: (client: ModelClient) => Promise<T | Fault>,
  ): Promise<
    | { readonly ok: true; readonly answer: T; readonly endpoint: ModelEndpoint }
    | { readonly ok: false; readonly fault: Fault }
  > {
    const until = this.#deps.now() + PATIENCE_MS;
    for (let attempt = 0; attempt < MAX_ATTEMPTS && this.#deps.now() < until; attempt++) {
      const member = await this.#nextOf(members);
      if (member === undefined) break;
      const answer = await ask(member.client);
      if (answer.ok) {
        member.failures = 0;
        return { ok: true, answer, endpoint: member.client.endpoint };
      }
      this.#lastFault = answer;
      if (answer.remedy === "never") break;
      this.#rest(member, answer);
    }
    return { ok: false, fault: this.#lastFault };
  }

  /**
   * Returns the first endpoint that is not resting. If all are resting, waits for the one whose
   * rest ends first. Returns undefined if this would take longer than `MAX_WAIT_MS`.
   */
  async #nextOf(members: readonly Member[]): Promise<Member | undefined> {
    const now = this.#deps.now();
    const [soonest] = members.toSorted(
      (a, b) => Math.max(now, a.restsUntil) - Math.max(now, b.restsUntil),
    );
    if (soonest === undefined) return undefined;
    const wait = soonest.restsUntil - now;
    if (wait > MAX_WAIT_MS) return undefined;
    if (wait > 0) await this.#deps.sleep(wait);
    return soonest;
  }

  #rest(member: Member, fault: Fault): void {
    member.failures += 1;
    const backoff = FIRST_WAIT_MS * 2 ** (member.failures - 1) * (0.5 + this.#deps.random() / 2);
    const wait =
      fault.remedy === "elsewhere"
        ? Number.POSITIVE_INFINITY
        : Math.max(backoff, fault.waitMs ?? 0);
    member.restsUntil = this.#deps.now() + wait;
  }

  #spent(startedAt: number, used: Omit<Spent, "seconds">): Spent {
    return { ...used, seconds: (this.#deps.now() - startedAt) / 1_000 };
  }
}

/** The cost of one answer, even of an incomplete one. */
export function spentOn(
  { usdPerMillionInput, usdPerMillionOutput }: ModelEndpoint,
  { inputTokens, outputTokens }: Used,
): Spent {
  const usd = (inputTokens * usdPerMillionInput + outputTokens * usdPerMillionOutput) / 1e6;
  return { ...NOTHING_SPENT, inputTokens, outputTokens, usd };
}

function embedded(calls: number, tokens: number, price: number): Omit<Spent, "seconds"> {
  return { calls, inputTokens: tokens, outputTokens: 0, usd: (tokens * price) / 1e6 };
}

function dearest(members: readonly Member[], price: (endpoint: ModelEndpoint) => number): number {
  return members.reduce((most, { client }) => Math.max(most, price(client.endpoint)), 0);
}

export function clientOf(endpoint: ModelEndpoint, deps: PoolDeps): ModelClient {
  return deps.otherClient?.(endpoint) ?? new EndpointClient(endpoint, deps);
}

function firstEmbedding(members: readonly Member[]): ModelEndpoint | undefined {
  return members.find(({ client }) => client.endpoint.embeddingsModel !== "")?.client.endpoint;
}

function failure({ reason, message }: Fault, spent: Spent): ModelFailure {
  return { ok: false, reason, message, spent };
}
