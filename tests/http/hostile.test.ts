import { describe, expect, test } from "vitest";
import type { Case } from "../../src/protocol/api/api.ts";
import { operationsOf, pathOf, readDescription } from "../workers/support/every-operation.ts";
import { newProject, send } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const TEXTS = [...["\u0000", "x".repeat(3_000), "a'b\"c;--", "%", "..", ":", "__proto__", "😀\n"]];
const BODIES = [
  ...["", "null", "[]", "{}", "1", '"x"', '{"__proto__":{"a":1}}'],
  ...['{"errorType":"UpdateError","op":"\\u0000","link":null,"reason":"\\ud800"}'],
  ...['{"graph":"\\u0000","query":"q","prediction":"p"}', '{"name":"\\u0000\\ud800"}'],
  ...['{"url":"https://x.com/\\u0000"}', '{"name":"n","expiresAt":"9999-12-31T23:59:59Z"}'],
  ...['{"from":"0000-01-01T00:00:00Z","to":"9999-12-31T23:59:59Z"}'],
  ...['{"from":"2026-01-01T00:00:00Z","to":"2026-01-01T00:00:00.001Z"}'],
];
const QUERIES = [
  ...["?limit=1e2", "?cursor=MA", "?cursor=OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTkgYQ", "?search=%00"],
  ...["?from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z", "?search=%25_%5C", "?graph=%00"],
  ...["?from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00.001Z", "?errorType=x", "?endpoint=%ff"],
  ...["?state=done&state=queued"],
];

const operations = operationsOf(await readDescription());

describe.each(
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)("%s", (_, operation) => {
  test("H11 no content of a request makes the service fail", async () => {
    const { key } = await newProject();
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const method = operation.method.toUpperCase();
    const pathWith = (text: string) =>
      pathOf(operation, Object.fromEntries(operation.parameters.map((name) => [name, text])));
    // Without parameters, all paths are the same.
    const paths = [...new Set(TEXTS.map(pathWith))];
    const requests: [string, RequestInit][] =
      method === "GET"
        ? [...paths, ...QUERIES.map((query) => pathOf(operation, {}) + query)].map((path) => [
            path,
            {},
          ])
        : [
            ...paths.map((path): [string, RequestInit] => [path, { body: BODIES[7] ?? "" }]),
            ...BODIES.map((body): [string, RequestInit] => [pathOf(operation, {}), { body }]),
          ];
    for (const [path, request] of requests) {
      const { status } = await send(path, { method, headers, ...request });
      expect([status < 500, path, request.body]).toEqual([true, path, request.body]);
    }
  });
});

test.each(["__proto__", "a:b", "x".repeat(256), "界".repeat(256), "'\"", "😀", " "])(
  "H12 a wrong answer is attributed, whatever the trace's texts and name are (graph %j)",
  async (graph) => {
    const { key } = await newProject();
    const hostile = {
      ...{ query: "a\u0000b\ud800", prediction: "\u0000", expected: ["\u0000", "", "<script>"] },
      ...{ reason: "'; drop table graph; --", queryRef: "__proto__", evidence: ["constructor"] },
    };
    const verdict = { ...failingVerdict(graph, "__proto__"), ...hostile };
    await sendEvents(key, [...forgottenDog(graph), verdict]);
    const headers = { authorization: `Bearer ${key}` };
    const path = `/v1/graphs/${encodeURIComponent(graph)}`;
    expect((await send(path, { headers })).status).toBe(200);
    expect((await send(`${path}/export`, { headers })).status).toBe(200);
    const found = await until(async () => {
      const { items } = await (await send("/v1/cases", { headers })).json<{ items: Case[] }>();
      return items.find(({ state }) => state === "done" || state === "failed");
    });
    expect(found).toMatchObject({ state: "done", graph });
  },
);
