/** Prices of models, and the costs of the traced system that follow from them, over HTTP. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Experiment } from "../../src/protocol/api/experiments.ts";
import type { ModelPrices } from "../../src/protocol/api/insights/model-prices.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { joinAs } from "../tenancy/support/browser.ts";
import { DatasetClient } from "../workers/support/dataset-client.ts";
import { promptedCase } from "../workers/support/prompted.ts";
import {
  clientAs,
  clientOf,
  newKey,
  newProject,
  newTenant,
  type OwnProject,
  send,
} from "../workers/support/tenants.ts";
import { sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const price = (model: string, input: number, output: number, cached: number | null = null) => ({
  ...{ model, usdPerMillionInput: input, usdPerMillionCachedInput: cached },
  usdPerMillionOutput: output,
});
const PRICES: ModelPrices = { prices: [price("small*", 10, 100, 1)] };
/** Tokens that cost $2.9 at these prices. */
const USAGE = { inputTokens: 120_000, cachedInputTokens: 100_000, outputTokens: 26_000 };
const USD = 0.2 + 0.1 + 2.6;
const OTHER = { inputTokens: 5, outputTokens: 1 };
const params = { graph: "g" };

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});

/** The events, in which the extraction used a model. */
const extracting = (events: readonly TraceEvent[]) =>
  events.map(
    (event): TraceEvent =>
      event.type === "operation" && event.op === "op-extract"
        ? { ...event, metadata: { model: "small-2026", usage: USAGE } }
        : event,
  );

/** Sends a graph with a wrong answer, whose extraction used a model. */
async function traced(others: readonly TraceEvent[] = []): Promise<void> {
  const events = extracting(promptedCase("g", { text: "Extract the facts." }));
  await sendEvents(tenant.key, [...events, ...others]);
}

const call = (op: string, metadata: Record<string, unknown>): TraceEvent => ({
  ...{ type: "operation", id: op, op, graph: "g", at: 1, name: op, session: "s1", metadata },
});
const put = (body: ModelPrices = PRICES) => api("PUT /project/prices", { body });
const tokens = () => api("GET /graphs/{graph}/tokens", { params });

describe("prices of models", () => {
  test("H675 a project without prices has an empty list, and a request replaces or removes all prices", async () => {
    expect(await api("GET /project/prices")).toEqual({ prices: [] });
    expect(await put()).toEqual(PRICES);
    const next = { prices: [price("large", 0.15, 0.6), price("*", 0, 0, 0)] };
    expect(await put(next)).toEqual(next);
    expect(await api("GET /project/prices")).toEqual(next);
    expect(await put({ prices: [] })).toEqual({ prices: [] });
    expect(await api("GET /project/prices")).toEqual({ prices: [] });
  });

  test("H675 the price of cached tokens may be missing, and spaces around a name are removed", async () => {
    const given = { model: "  small ", usdPerMillionInput: 1, usdPerMillionOutput: 2 };
    expect(await api("PUT /project/prices", { body: { prices: [given] } })).toEqual({
      prices: [price("small", 1, 2)],
    });
  });

  test.each([
    ["prices.0.model", price("", 1, 1), "must name a model"],
    ["prices.0.model", price("a*b", 1, 1), "only at its end"],
    ["prices.0.model", price("a**", 1, 1), "only at its end"],
    ["prices.0.model", price("a\nb", 1, 1), "must not contain control characters"],
    ["prices.0.model", price("a".repeat(201), 1, 1), "must have at most 200 characters"],
    ["prices.0.usdPerMillionInput", price("a", -1, 1), "must be from 0 to 100,000 US dollars"],
    ["prices.0.usdPerMillionOutput", price("a", 1, 100_001), "must be from 0 to 100,000"],
    ["prices.0.usdPerMillionCachedInput", price("a", 1, 1, -1), "must be from 0 to 100,000"],
    [
      "prices.0.usdPerMillionInput",
      { ...price("a", 1, 1), usdPerMillionInput: "1" },
      "must be from 0",
    ],
    ["prices.0.usdPerMillionOutput", { model: "a", usdPerMillionInput: 1 }, "must be from 0"],
  ] as const)("H674 a wrong %s is refused with the remedy (%#)", async (field, wrong, remedy) => {
    await put();
    const body = { prices: [wrong] } as ModelPrices;
    const answer = await api.response("PUT /project/prices", { body });
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain(field);
    expect(text).toContain(remedy);
    expect(await api("GET /project/prices")).toEqual(PRICES);
  });

  test("H674 a second price for a model and more than 100 prices are refused", async () => {
    const twice = { prices: [price("a", 1, 1), price("b", 1, 1), price(" a", 2, 2)] };
    const many = { prices: Array.from({ length: 101 }, (_, at) => price(`m${at}`, 1, 1)) };
    for (const [body, said] of [
      [twice, "prices.2.model: has a price already. Remove one of the two prices"],
      [many, "prices: must have at most 100 elements. Send fewer"],
    ] as const) {
      const answer = await api.response("PUT /project/prices", { body });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(said)]);
    }
    const most = { prices: many.prices.slice(1) };
    expect(await put(most)).toEqual(most);
  });

  test("H676 everyone in the project reads its prices, admins change them, and the audit log records this", async () => {
    const { owner, organization, project, key } = await newTenant();
    const member = await joinAs("member", owner, organization);
    const admin = await joinAs("admin", owner, organization);
    await clientAs(admin, project)("PUT /project/prices", { body: PRICES });
    expect(await clientAs(member, project)("GET /project/prices")).toEqual(PRICES);
    const reader = clientOf(await newKey(project, ["read"]));
    expect(await reader("GET /project/prices")).toEqual(PRICES);
    for (const refused of [clientAs(member, project), reader]) {
      const answer = await refused.response("PUT /project/prices", { body: { prices: [] } });
      expect(answer.status).toBe(403);
    }
    await clientOf(key)("PUT /project/prices", { body: { prices: [] } });
    const query = { action: "prices.update" as const };
    const { items } = await clientAs(owner, project)("GET /audit", { query });
    const json = JSON.stringify(PRICES.prices);
    expect(items).toMatchObject([
      { person: null, changes: [{ field: "prices", from: json, to: "[]" }] },
      { person: { id: admin.id }, changes: [{ field: "prices", from: "[]", to: json }] },
    ]);
  });

  test("H676 the prices of one project change nothing in another project", async () => {
    await put();
    const other = await newProject();
    expect(await clientOf(other.key)("GET /project/prices")).toEqual({ prices: [] });
    await clientOf(other.key)("PUT /project/prices", { body: { prices: [price("*", 9, 9)] } });
    expect(await api("GET /project/prices")).toEqual(PRICES);
    await traced();
    expect((await tokens()).total.cost?.usd).toBeCloseTo(USD);
  });
});

describe("costs of the traced system", () => {
  test("H677 an operation and the sums of a graph show their cost at the current prices", async () => {
    await traced();
    expect((await tokens()).total.cost).toBeNull();
    await put();
    const operation = { params: { ...params, operation: "op-extract" } };
    const shown = await api("GET /graphs/{graph}/operations/{operation}", operation);
    const cost = { usd: expect.closeTo(USD), isComplete: true, unpriced: [] };
    expect(shown.tokens).toEqual({ ...USAGE, cost });
    const sum = { calls: 1, ...USAGE, cost };
    expect(await tokens()).toEqual({
      total: sum,
      byModel: [{ name: "small-2026", ...sum }],
      byOperation: [{ name: "extract", ...sum }],
      bySession: [{ name: "s1", ...sum }],
    });
    await put({ prices: [price("small-2026", 0, 0)] });
    expect((await tokens()).total.cost).toEqual({ usd: 0, isComplete: true, unpriced: [] });
  });

  test("H677 new prices change the ETag of an operation and of the sums", async () => {
    await traced();
    for (const path of ["/tokens", "/operations/op-extract"]) {
      const read = async (tag = "") => fetchWith(`/v1/graphs/g${path}`, { "if-none-match": tag });
      const tag = (await read()).headers.get("etag") ?? "";
      expect((await read(tag)).status).toBe(304);
      await put({ prices: [price(`small-${path.length}*`, 1, 1)] });
      expect((await read(tag)).status).toBe(200);
    }
  });

  test("H673 a cost without the price of a model is incomplete and names the model", async () => {
    await traced([
      call("op-other", { model: "large", usage: OTHER }),
      call("op-nameless", { usage: { inputTokens: 3 } }),
    ]);
    await put();
    const { total, byModel, bySession } = await tokens();
    const missing = { usd: 0, isComplete: false };
    expect(total.cost).toEqual({
      ...{ usd: expect.closeTo(USD), isComplete: false, unpriced: ["large", null] },
    });
    expect(byModel.map(({ name, cost }) => [name, cost])).toEqual([
      ["small-2026", { usd: expect.closeTo(USD), isComplete: true, unpriced: [] }],
      ["large", { ...missing, unpriced: ["large"] }],
      [null, { ...missing, unpriced: [null] }],
    ]);
    expect(bySession.map(({ cost }) => cost?.isComplete)).toEqual([false]);
    const operation = { params: { ...params, operation: "op-nameless" } };
    const shown = await api("GET /graphs/{graph}/operations/{operation}", operation);
    expect(shown.tokens?.cost).toEqual({ ...missing, unpriced: [null] });
  });

  test("H678 a prompt's version and an experiment show the cost of their tokens by model", async () => {
    await traced([call("op-other", { model: "large", usage: OTHER })]);
    await put();
    const experiment = await experimentOnGraph();
    expect((await experiment()).cost).toEqual({ usd: 0, isComplete: true, unpriced: [] });
    const used = await counted(experiment);
    expect(used).toEqual({
      ...{ inputTokens: 120_005, cachedInputTokens: 100_000, outputTokens: 26_001 },
      cost: { usd: expect.closeTo(USD), isComplete: false, unpriced: ["large"] },
    });
    const version = async () => {
      const { items } = await api("GET /prompts");
      if (items.length === 0) return undefined;
      const found = await api("GET /prompts/{prompt}", { params: { prompt: "extract-prompt" } });
      return found.versions[0]?.tokens;
    };
    const cost = { usd: expect.closeTo(USD), isComplete: true, unpriced: [] };
    expect(await until(version)).toEqual({ ...USAGE, cost });
    const { items } = await api("GET /experiments");
    expect(items.map((one) => one.tokens)).toEqual([used]);
    await put({ prices: [price("large", 0, 0)] });
    expect((await version())?.cost).toEqual({
      ...{ usd: 0, isComplete: false, unpriced: ["small-2026"] },
    });
    await put({ prices: [] });
    expect([(await version())?.cost, (await experiment()).cost]).toEqual([null, null]);
  });

  test("H678 two texts of one version add up by model if operations of one name read them", async () => {
    const again = { ...call("op-again", { model: "large", usage: OTHER }), name: "extract" };
    const told = [
      { text: "Extract the facts.", version: 1 },
      { text: "Extract the facts of Rex.", version: 1, ops: ["op-again"] },
    ];
    await sendEvents(tenant.key, [...extracting(promptedCase("g", ...told)), again]);
    await put();
    await api.response("GET /graphs/{graph}", { params });
    const version = await until(async () => {
      const [prompt] = (await api("GET /prompts")).items;
      const found =
        prompt && (await api("GET /prompts/{prompt}", { params: { prompt: prompt.id } }));
      return found?.versions[0];
    });
    expect(version).toMatchObject({
      number: 1,
      tokens: {
        ...{ inputTokens: 120_005, cachedInputTokens: 100_000, outputTokens: 26_001 },
        cost: { usd: expect.closeTo(USD), isComplete: false, unpriced: ["large"] },
      },
    });
  });

  test("H678 a graph stores the 20 models with the most tokens, and other tokens have no price", async () => {
    const others = Array.from({ length: 25 }, (_, at) =>
      call(`op-${at}`, { model: `m${at}`, usage: { inputTokens: 1_000 + at } }),
    );
    await sendEvents(tenant.key, others);
    await put({ prices: [price("*", 1_000, 0)] });
    const experiment = await experimentOnGraph();
    const sum = 25 * 1_000 + 300;
    expect((await tokens()).total.cost).toMatchObject({ usd: expect.closeTo(sum / 1_000) });
    const stored = sum - 5 * 1_000 - 10;
    expect(await counted(experiment)).toMatchObject({
      inputTokens: sum,
      cost: { usd: expect.closeTo(stored / 1_000), isComplete: false, unpriced: [null] },
    });
  });
});

/**
 * Makes an experiment whose item was traced in the graph. Returns a function that reads the
 * experiment's tokens.
 */
async function experimentOnGraph() {
  const client = new DatasetClient(tenant.key);
  const dataset = await client.newDataset("questions");
  await client.addItems(dataset, [{ question: "a?", expected: "a" }]);
  const { id } = (await client.ask<Experiment>("POST", "/experiments", { dataset })).body;
  const [item] = await client.itemsOf(dataset);
  const results = [{ item: item?.id, answer: "a", score: 1, graph: "g" }];
  await client.ask("POST", `/experiments/${id}/results`, { results });
  return async () => (await client.ask<Experiment>("GET", `/experiments/${id}`)).body.tokens;
}

/** Waits until the service has counted the graph. */
async function counted(read: () => Promise<Experiment["tokens"]>) {
  await api.response("GET /graphs/{graph}/ledger", { params });
  return until(async () => {
    const found = await read();
    return found.inputTokens > 0 ? found : undefined;
  });
}

const fetchWith = (path: string, headers: Readonly<Record<string, string>>) =>
  send(path, { headers: { authorization: `Bearer ${tenant.key}`, ...headers } });
