import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { Bindings } from "../../workers/env.ts";
import { createServices } from "../../workers/services.ts";
import { newProject, type OwnProject } from "../workers/support/tenants.ts";
import { note } from "../workers/support/traces.ts";

let tenant: OwnProject;
beforeAll(async () => {
  tenant = await newProject();
});

/** A database on which every query fails. */
function failingDatabase(message: string): D1Database {
  const fail = () => Promise.reject(new Error(message));
  const statement = { bind: () => statement, all: fail, raw: fail, run: fail, first: fail };
  return { ...env.DB, prepare: () => statement, batch: fail } as unknown as D1Database;
}

/** Durable Objects that cannot be reached. */
function failingObjects(error: Error): Bindings["GRAPHS"] {
  const fail = () => Promise.reject(error);
  const object = { append: fail, flush: fail, delete: fail, fetch: fail };
  return { getByName: () => object } as unknown as Bindings["GRAPHS"];
}

async function ask(bindings: Partial<Bindings>, method: string, path: string, body?: string) {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const app = createApp(() => createServices({ ...env, ...bindings }, () => undefined));
  const headers = { authorization: `Bearer ${tenant.key}`, "content-type": "application/json" };
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const answer = await app.request(`http://memtrace.test${path}`, init);
  const details = JSON.stringify(logged.mock.calls);
  logged.mockRestore();
  const { error } = await answer.json<{ error: { code: string; message: string } }>();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), error, details };
}

const event = () => JSON.stringify(note(crypto.randomUUID(), "a"));
const OPERATIONS = [
  ["GET", "/v1/graphs", undefined],
  ["GET", "/v1/cases", undefined],
  ["GET", "/v1/graphs/some", undefined],
  ["POST", "/v1/events", event()],
  ["POST", "/v1/webhooks", '{"url":"https://hooks.example/a"}'],
  ["DELETE", "/v1/graphs/some", undefined],
] as const;

test("H50 while the database fails, reads, events and management get 503 with Retry-After", async () => {
  const DB = failingDatabase("D1_ERROR: Network connection lost.");
  for (const [method, path, body] of OPERATIONS) {
    const { status, retryAfter, error, details } = await ask({ DB }, method, path, body);
    expect([path, status, error.code]).toEqual([path, 503, "unavailable"]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(error.message).toMatch(/Send the same request again/);
    expect(error.message).not.toContain("D1_ERROR");
    expect(details).toContain("Network connection lost");
  }
});

test.each([
  ["D1_ERROR: D1 DB is overloaded. Requests queued for too long.", 503],
  ["D1_ERROR: D1 DB reset because its code was updated.", 503],
  ["D1_ERROR: internal error; reference = 0123abcd", 503],
  ["D1_ERROR: Failed to parse body as JSON, got: error code: 1031", 503],
  ["D1_ERROR: database or disk is full: SQLITE_FULL", 503],
  ["D1_ERROR: no such table: api_key: SQLITE_ERROR", 503],
  ["Network connection lost.", 503],
  ['D1_ERROR: near "selec": syntax error at offset 0: SQLITE_ERROR', 500],
  ["D1_ERROR: UNIQUE constraint failed: graph.id: SQLITE_CONSTRAINT", 500],
  ["D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'", 500],
  ["Cannot read what was never written", 500],
])("H50 if the database fails with “%s”, the answer is %i", async (message, expected) => {
  const { status, retryAfter } = await ask({ DB: failingDatabase(message) }, "GET", "/v1/graphs");
  expect([status, retryAfter !== null]).toEqual([expected, expected === 503]);
});

test.each([
  [Object.assign(new Error("Network connection lost."), { retryable: true }), 503],
  [new Error("internal error; reference = 0123abcd"), 503],
  [new Error("Durable Object reset because its code was updated."), 503],
  [new Error("D1_ERROR: D1 DB is overloaded."), 503],
  [new TypeError("overloaded is not a function"), 500],
])("H50 if a Durable Object fails with “%s”, the answer is %i", async (error, expected) => {
  const GRAPHS = failingObjects(error);
  const sent = await ask({ GRAPHS }, "POST", "/v1/events", event());
  const read = await ask({ GRAPHS }, "GET", "/v1/graphs/some");
  const deleted = await ask({ GRAPHS }, "DELETE", "/v1/graphs/some");
  expect([sent.status, read.status, deleted.status]).toEqual([expected, expected, expected]);
});
