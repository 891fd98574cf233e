/** Sends requests to a vendor's service. Retries temporary failures, and validates each answer. */
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import { asJson, causeOf, redirectOf } from "../../local/client/requests.ts";
import { UserError } from "../../local/command-line.ts";
import { parseRetryAfter } from "../../protocol/retry-after.ts";
import { UnreachableVendor } from "../command.ts";

export interface VendorService {
  /** The vendor's name in messages. */
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Environment variable with the key. */
  readonly keyVariable: string;
  readonly onWait: (seconds: number, why: string) => void;
}

interface Asked<T> {
  readonly method: "GET" | "POST";
  /** Path after the service's address, with the query. */
  readonly path: string;
  readonly body?: unknown;
  readonly answer: z.ZodMiniType<T>;
  /**
   * For some statuses, `ask` returns a value in place of an error. Maps each of these statuses to
   * its value.
   */
  readonly instead?: Readonly<Record<number, T>>;
}

interface Answered<T> {
  readonly value: T;
  readonly headers: Headers;
}

/** Seconds before the 1st, 2nd and 3rd retry. A time in the service's answer has priority. */
const PAUSES = [0.5, 1, 2];
/**
 * Maximum seconds to wait before a retry. If the service asks for more, the command fails and names
 * that time.
 */
const MAX_WAIT_SECONDS = 120;
const SILENCE_MS = 60_000;
const TOO_MANY_REQUESTS = 429;
const NO_ACCESS: ReadonlySet<number> = new Set([401, 403]);

interface Failure {
  readonly what: string;
  /** How many seconds to wait, if the answer of the service says so. */
  readonly seconds?: number;
}

export class VendorRequests {
  readonly #service: VendorService;

  constructor(service: VendorService) {
    this.#service = service;
  }

  /**
   * Sends a request, and repeats it after a temporary failure. This is safe, because all requests
   * only read.
   * @throws UnreachableVendor if there is no complete answer
   * @throws UserError if the service refuses the request, or its answer has an invalid field
   */
  async ask<T>(asked: Asked<T>): Promise<Answered<T>> {
    for (let attempt = 0; ; attempt++) {
      const answered = await this.#attempt(asked);
      if (!("what" in answered)) return answered;
      const seconds = answered.seconds ?? PAUSES[attempt];
      const isLast = attempt === PAUSES.length;
      if (seconds === undefined || isLast || seconds > MAX_WAIT_SECONDS) {
        const wait = answered.seconds === undefined ? "" : ` after ${answered.seconds} s`;
        throw new UnreachableVendor(
          `${answered.what}. All data read so far is stored. Repeat the command${wait} to continue.`,
        );
      }
      if (answered.seconds !== undefined) this.#service.onWait(seconds, answered.what);
      await pause(1_000 * seconds);
    }
  }

  async #attempt<T>(asked: Asked<T>): Promise<Answered<T> | Failure> {
    const { name, keyVariable } = this.#service;
    let response: Response;
    let text: string;
    try {
      response = await this.#send(asked);
    } catch (error) {
      return { what: `${this.#service.url} does not answer: ${causeOf(error)}` };
    }
    const redirect = redirectOf(this.#service.url, response);
    if (redirect !== undefined)
      throw new UnreachableVendor(`${redirect} Give the right address with --from-url.`);
    const { status, headers } = response;
    try {
      text = await response.text();
    } catch (error) {
      return { what: `The answer of ${name} to ${asked.path} ended too early: ${causeOf(error)}` };
    }
    const instead = asked.instead?.[status];
    if (instead !== undefined) return { value: instead, headers };
    if (NO_ACCESS.has(status))
      throw new UserError(
        `${name} refuses the key (${status}). Set ${keyVariable} to a key that may read this memory.`,
      );
    if (status === TOO_MANY_REQUESTS || status >= 500)
      return { what: `${name} answered with ${status}`, ...waitOf(headers) };
    if (status === 404)
      throw new UserError(`${name} has nothing at ${asked.path}. Check the id and --from-url.`);
    if (!response.ok)
      throw new UserError(`${name} refused ${asked.path} (${status}): ${text.slice(0, 300)}`);
    const value = asJson(text);
    if (value === undefined)
      return { what: `${name} answered ${asked.path} with incomplete or invalid JSON` };
    const read = z.safeParse(asked.answer, value);
    if (read.success) return { value: read.data, headers };
    throw new UserError(
      `${name} answered ${asked.path} in a form that this version does not know: ${problemOf(read.error)}. Nothing of this answer was stored.`,
    );
  }

  #send({ method, path, body }: Asked<unknown>): Promise<Response> {
    const { url, headers } = this.#service;
    return fetch(`${url.replace(/\/+$/, "")}${path}`, {
      method,
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(SILENCE_MS),
    });
  }
}

function waitOf(headers: Headers): Pick<Failure, "seconds"> {
  const seconds = parseRetryAfter(headers.get("retry-after"), Date.now());
  return seconds === 0 ? {} : { seconds };
}

/** Names the first invalid field and its expected type. */
function problemOf({ issues: [issue] }: z.core.$ZodError): string {
  const path = (issue?.path ?? []).map((part) =>
    typeof part === "number" ? `[${part}]` : `.${String(part)}`,
  );
  const field = path.join("").replace(/^\./, "");
  const expected =
    issue?.code === "invalid_type"
      ? `must be ${issue.expected}`
      : issue?.code === "invalid_value"
        ? `must be one of ${issue.values.join(", ")}`
        : issue?.message;
  return `${field === "" ? "the answer" : field} ${expected}`;
}
