/** Requests any operation of the API description, with a valid body and the query that it needs. */
import { type Operation, pathOf } from "./every-operation.ts";
import { send } from "./tenants.ts";
import { REPLAY_FACTS } from "./told-replay.ts";

/** A valid body for every operation that validates its body. */
export const BODIES: Readonly<Record<string, unknown>> = {
  "post /v1/projects": { organization: "org", name: "P" },
  "post /v1/cases": { graph: "unknown", query: "q", prediction: "p" },
  "put /v1/cases/{case}/label": { errorType: "UpdateError", op: null, link: null, reason: "" },
  "put /v1/cases/{case}/adjudication": { seen: 0, label: { errorType: "UpdateError", op: null } },
  "put /v1/cases/{case}/inferred-answer": { decision: "accept", seen: 0, inferred: "Rex" },
  "post /v1/cases/{case}/replays": REPLAY_FACTS,
  "post /v1/graphs/{graph}/ask": { question: "Why was the answer wrong?" },
  "post /v1/cases/{case}/comments": { body: "The dog is named Rex." },
  "post /v1/findings/{finding}/comments": { body: "Known since May." },
  "patch /v1/comments/{comment}": { body: "The dog is named Max." },
  "post /v1/queues": {
    ...{ name: "Weekly", people: ["unknown"], perItem: 1, isBlind: true },
    cases: { state: "done", sample: { size: 1, seed: "" } },
  },
  "patch /v1/queues/{queue}": { name: "Monthly" },
  "post /v1/queues/{queue}/cases": { cases: ["unknown"], sample: { size: 1 } },
  "post /v1/queues/{queue}/items/{case}/skip": { reason: "No evidence." },
  "post /v1/queues/{queue}/items/{case}/give": { from: "unknown", to: "unknown" },
  "post /v1/mentions/seen": { comments: ["unknown"] },
  "post /v1/reports": {},
  "patch /v1/findings/{finding}": { state: "acknowledged" },
  "post /v1/findings/{finding}/merge": { into: "unknown" },
  "post /v1/proposals": {},
  "post /v1/proposals/{proposal}/accept": {},
  "post /v1/proposals/{proposal}/reject": { reason: "No." },
  "post /v1/benchmarks": { name: "hard ones", from: {} },
  "post /v1/benchmarks/{benchmark}/cases": {},
  "post /v1/datasets": { name: "questions" },
  "post /v1/datasets/{dataset}/cases": {},
  "post /v1/experiments": { dataset: "unknown" },
  "post /v1/experiments/{experiment}/results": { results: [{ item: "unknown" }] },
  "post /v1/prompts": { name: "written", text: "Extract facts." },
  "put /v1/prompts/{prompt}/serving": { active: 1, candidate: { version: 2, share: 0.5 } },
  "post /v1/views": { name: "Lost in retrieval", filter: { errorType: "RetrievalError" } },
  "post /v1/links": { kind: "case", target: "unknown" },
  "post /v1/webhooks": { url: "https://hooks.example.com/" },
  "post /v1/channels": {
    ...{ kind: "slack", name: "On call" },
    address: "https://hooks.slack.com/services/T000/B000/secret",
  },
  "post /v1/rules": { name: "R", events: ["finding.opened"], channels: ["unknown"] },
  "patch /v1/rules/{rule}": { name: "mine now" },
  "patch /v1/channels/{channel}": { name: "mine now" },
  "patch /v1/webhooks/{endpoint}": { description: "mine now" },
  "post /v1/keys": { name: "K", scopes: ["keys"] },
  "patch /v1/project": {},
  "put /v1/project/redaction": { kinds: [] },
  "put /v1/project/retention": { cases: null, reports: null, deliveries: 90, usage: 800 },
  "put /v1/memory/health/bounds": { bounds: [{ figure: "survival", bound: 0.8, days: 30 }] },
  "post /v1/exports": { organization: "unknown" },
  "post /v1/project/redaction/try": { text: "a text" },
  "put /v1/judge/settings": { enabled: false, share: 0.5, answersPerDay: 10, usdPerDay: 1 },
  "put /v1/project/prices": {
    prices: [{ model: "small*", usdPerMillionInput: 1, usdPerMillionOutput: 2 }],
  },
  "put /v1/project/model": { endpoints: [{ url: "https://models.example.com/v1", model: "m" }] },
};

/** The query that an operation needs. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "delete /v1/cases/{case}/adjudication": { seen: "0" },
  // `{user}` stands for the value with this name.
  "get /v1/impact": { user: "{user}" },
};

export interface Asking {
  readonly key?: string;
  readonly headers?: HeadersInit;
  readonly values?: Readonly<Record<string, string>>;
  readonly query?: string;
}

function filled(value: string, values: Readonly<Record<string, string>>): string {
  return value.replace(/^\{(\w+)\}$/, (_, name: string) => values[name] ?? "unknown");
}

export const ask = async (
  operation: Operation,
  { key, headers, values = {}, query = "" }: Asking,
  body = JSON.stringify(BODIES[`${operation.method} ${operation.path}`]),
) => {
  const all = new Headers(headers);
  if (key !== undefined) all.set("authorization", `Bearer ${key}`);
  if (body !== undefined) all.set("content-type", "application/json");
  const method = operation.method.toUpperCase();
  const sent = body === undefined ? {} : { body };
  const asked = new URLSearchParams(query);
  for (const [name, value] of Object.entries(
    QUERIES[`${operation.method} ${operation.path}`] ?? {},
  ))
    if (!asked.has(name)) asked.set(name, filled(value, values));
  const search = asked.size === 0 ? "" : `?${asked}`;
  return send(pathOf(operation, values) + search, { method, headers: all, ...sent });
};
