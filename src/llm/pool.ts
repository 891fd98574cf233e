/**
 * Several endpoints as one model: the first that is well is asked; one that fails is left alone for
 * a while and the next one is asked. Waits double, with jitter, and follow Retry-After.
 */
import {
  type Completed,
  type Model,
  type ModelFailure,
  type ModelRequest,
  NOTHING_SPENT,
  type Spent,
  type Structured,
  type StructuredRequest,
} from "../protocol/model.ts";
import {
  type EndpointAnswer,
  EndpointClient,
  type ModelEndpoint,
  type Transport,
} from "./endpoint.ts";
import type { Fault } from "./fault.ts";
import { askStructured } from "./structured.ts";

export interface PoolDeps extends Transport {
  now(): number;
  /** From 0 up to, not including, 1. */
  random(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** Requests for one answer, over all endpoints. */
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 1_000;
/** A longer wait is not waited for here: who asked comes again later. */
const MAX_WAIT_MS = 30_000;

const NO_ENDPOINT: Fault = {
  ...{ ok: false, reason: "not_found", remedy: "never" },
  message: "No endpoint is configured that may be asked.",
};

interface Member {
  readonly client: EndpointClient;
  failures: number;
  /** Left alone until then; forever after a fault that time does not mend. */
  restsUntil: number;
}

export class ModelPool implements Model {
  readonly name: string;
  readonly #members: readonly Member[];
  readonly #deps: PoolDeps;
  /** Says why nobody can be asked, once every endpoint is left alone. */
  #lastFault: Fault = NO_ENDPOINT;

  constructor(endpoints: readonly ModelEndpoint[], deps: PoolDeps) {
    this.name = [...new Set(endpoints.map(({ model }) => model))].join(", ");
    this.#deps = deps;
    this.#members = endpoints.map((endpoint) => ({
      client: new EndpointClient(endpoint, deps),
      failures: 0,
      restsUntil: 0,
    }));
  }

  ask<T>(request: StructuredRequest<T>): Promise<Structured<T>> {
    return askStructured(this, request);
  }

  async complete(request: ModelRequest): Promise<Completed> {
    const startedAt = this.#deps.now();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const member = await this.#nextMember();
      if (member === undefined) break;
      const answer = await member.client.ask(request);
      if (answer.ok) {
        member.failures = 0;
        const { text, calls } = answer;
        return { ok: true, text, calls, spent: this.#spent(member, answer, startedAt) };
      }
      this.#lastFault = answer;
      if (answer.remedy === "never") break;
      this.#rest(member, answer);
    }
    return failure(this.#lastFault, { ...NOTHING_SPENT, seconds: this.#secondsSince(startedAt) });
  }

  /** The first that need not rest, else the one that is well soonest, after the wait. */
  async #nextMember(): Promise<Member | undefined> {
    const now = this.#deps.now();
    const [soonest] = this.#members.toSorted(
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

  #spent({ client }: Member, answer: EndpointAnswer, startedAt: number): Spent {
    const { inputTokens, outputTokens } = answer;
    const { usdPerMillionInput, usdPerMillionOutput } = client.endpoint;
    const usd = (inputTokens * usdPerMillionInput + outputTokens * usdPerMillionOutput) / 1e6;
    return { calls: 1, inputTokens, outputTokens, usd, seconds: this.#secondsSince(startedAt) };
  }

  #secondsSince(startedAt: number): number {
    return (this.#deps.now() - startedAt) / 1_000;
  }
}

function failure({ reason, message }: Fault, spent: Spent): ModelFailure {
  return { ok: false, reason, message, spent };
}
