/**
 * A client whose types come from the declared routes. It only builds requests, and the caller sends
 * them. This file imports only types, so a bundle that contains it does not need zod.
 */
import type * as z from "zod";
import type { PEOPLE_ENDPOINTS, PeopleAnswers } from "../people.ts";
import type * as channels from "./alerts/channels.ts";
import type * as rules from "./alerts/rules.ts";
import type * as annotationErrors from "./annotation/annotation-errors.ts";
import type * as answers from "./annotation/answers.ts";
import type * as benchmarks from "./annotation/benchmarks.ts";
import type * as comments from "./annotation/comments.ts";
import type * as inferredAnswers from "./annotation/inferred-answers.ts";
import type * as judge from "./annotation/judge.ts";
import type * as labels from "./annotation/labels.ts";
import type * as queues from "./annotation/queues.ts";
import type * as ask from "./ask.ts";
import type * as cases from "./cases.ts";
import type * as datasets from "./datasets.ts";
import type { Declaration, RouteContract } from "./declaration.ts";
import type * as experiments from "./experiments.ts";
import type * as graphQueries from "./graph-queries.ts";
import type * as graphs from "./graphs.ts";
import type * as ingest from "./ingest.ts";
import type * as insights from "./insights.ts";
import type * as health from "./memory/health.ts";
import type * as impact from "./memory/impact.ts";
import type * as ledger from "./memory/ledger.ts";
import type * as operatorStatus from "./operator/status.ts";
import type * as exports from "./privacy/exports.ts";
import type * as receipts from "./privacy/receipts.ts";
import type * as redaction from "./privacy/redaction.ts";
import type * as retention from "./privacy/retention.ts";
import type * as project from "./project.ts";
import type * as prompts from "./prompts.ts";
import type * as proposals from "./proposals.ts";
import type * as replays from "./replays.ts";
import type * as sharing from "./sharing/sharing.ts";
import type * as audit from "./teams/audit.ts";
import type * as connectedApps from "./teams/connected-apps.ts";
import type * as usage from "./teams/usage.ts";
import type * as webhooks from "./webhooks.ts";

type Declared = typeof annotationErrors &
  typeof answers &
  typeof ask &
  typeof audit &
  typeof benchmarks &
  typeof cases &
  typeof channels &
  typeof rules &
  typeof comments &
  typeof connectedApps &
  typeof datasets &
  typeof experiments &
  typeof exports &
  typeof graphQueries &
  typeof graphs &
  typeof ingest &
  typeof inferredAnswers &
  typeof insights &
  typeof judge &
  typeof labels &
  typeof health &
  typeof impact &
  typeof ledger &
  typeof operatorStatus &
  typeof project &
  typeof prompts &
  typeof proposals &
  typeof queues &
  typeof receipts &
  typeof redaction &
  typeof replays &
  typeof retention &
  typeof sharing &
  typeof usage &
  typeof webhooks;

type ContractOf<D> = D extends Declaration<infer C> ? C : never;
type Contract = ContractOf<Declared[keyof Declared]>;
type KeyOf<C extends RouteContract> = `${Uppercase<C["method"]>} ${C["path"]}`;
type Contracts = { [C in Contract as KeyOf<C>]: C };

/** Method and path as declared, such as `GET /cases/{case}`. */
export type Route = keyof Contracts;

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ParamsOf<C extends RouteContract> = [NamesIn<C["path"]>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<NamesIn<C["path"]>, string>> };

/**
 * The type of the value that a caller gives for a query parameter. If the schema converts the
 * parameter from text, the schema's input type is `unknown`. The caller can then give any value
 * that a query can contain.
 */
type Given<T> = unknown extends T ? QueryValue : T;
type QueryIn<S> = S extends z.ZodType
  ? { readonly [K in keyof z.input<S>]: Given<z.input<S>[K]> }
  : unknown;
type WithProject<Q> = Q & { readonly project?: string };
type QueryOf<C extends RouteContract> = C extends { request: { query: infer S } }
  ? Record<never, never> extends QueryIn<S>
    ? { readonly query?: WithProject<QueryIn<S>> }
    : { readonly query: WithProject<QueryIn<S>> }
  : { readonly query?: WithProject<unknown> };

type BodyOf<C extends RouteContract> = C extends {
  request: { body: { content: { "application/json": { schema: infer S } } } };
}
  ? S extends z.ZodType
    ? { readonly body: z.input<S> }
    : unknown
  : unknown;

export type Input<R extends Route> = ParamsOf<Contracts[R]> &
  QueryOf<Contracts[R]> &
  BodyOf<Contracts[R]>;

type SuccessOf<C extends RouteContract> = C["responses"][keyof C["responses"] & (200 | 201 | 202)];
type JsonOf<T> = T extends { content: { "application/json": { schema: infer S } } }
  ? S extends z.ZodType
    ? z.output<S>
    : never
  : never;

/** The type of a route's answer. It is `undefined` if the answer has no content. */
export type Answer<R extends Route> = [SuccessOf<Contracts[R]>] extends [never]
  ? undefined
  : JsonOf<SuccessOf<Contracts[R]>>;

export type Client<Options> = <R extends Route>(
  route: R,
  ...input: Record<never, never> extends Input<R>
    ? [input?: Input<R>, options?: Options]
    : [input: Input<R>, options?: Options]
) => Promise<Answer<R>>;

type QueryValue = string | number | readonly string[] | undefined;

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

export interface Asked {
  readonly method: string;
  /** Path with the query string. */
  readonly path: string;
  /** The body of the request. The caller must send it as JSON. */
  readonly body?: unknown;
}

/**
 * @param send sends the request and returns the parsed JSON; undefined if the answer has no JSON
 */
export function clientOf<Options>(
  send: (asked: Asked, options?: Options) => Promise<unknown>,
): Client<Options> {
  return async (route, input?, options?) =>
    (await send(requestOf(route, input), options)) as Answer<typeof route>;
}

export function requestOf<R extends Route>(route: R, input: AnyInput & Input<R>): Asked;
export function requestOf(route: Route, input?: AnyInput): Asked;
export function requestOf(route: Route, { params = {}, query = {}, body }: AnyInput = {}): Asked {
  const [method = "", template = ""] = route.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encoded(params[name] ?? ""));
  return { method, path: `/v1${path}${searchOf(query)}`, ...(body === undefined ? {} : { body }) };
}

type PeopleInput<E extends keyof PeopleAnswers> = z.input<(typeof PEOPLE_ENDPOINTS)[E]>;

/** Returns a client for a signed-in person's endpoints under `/api/auth`. */
export function peopleClientOf(send: (asked: Asked) => Promise<unknown>) {
  return async <E extends keyof PeopleAnswers>(
    endpoint: E,
    input: PeopleInput<E>,
  ): Promise<PeopleAnswers[E]> => {
    const [method = "", path = ""] = endpoint.split(" ");
    const address = `/api/auth${path}`;
    const asked =
      method === "GET"
        ? { method, path: `${address}${searchOf(input)}` }
        : { method, path: address, body: input };
    return (await send(asked)) as PeopleAnswers[E];
  };
}

/** Encodes the text for a URL. Replaces halves of surrogate pairs, which cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/**
 * Builds a query string such as `?a=1&b=2`. Omits undefined and empty parameters, because the API
 * refuses empty ones. Repeats the parameter for each element of a list.
 */
function searchOf(query: object): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((each) => each !== undefined && each !== "")
      .map((each) => `${encoded(name)}=${encoded(String(each))}`),
  );
  return parameters.length === 0 ? "" : `?${parameters.join("&")}`;
}
