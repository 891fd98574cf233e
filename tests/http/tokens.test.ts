/** Tokens of the traced system over HTTP. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Experiment } from "../../src/protocol/api/experiments.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { DatasetClient } from "../workers/support/dataset-client.ts";
import { promptedCase } from "../workers/support/prompted.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";
import { sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const EXTRACT = "Extract the facts from this conversation.";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});

/** A graph with a wrong answer. Its extraction operation used tokens. */
async function traced(
  graph: string,
  part = (events: TraceEvent[]): TraceEvent[] => events,
): Promise<void> {
  const metadata = { model: "small", usage: { inputTokens: 120, outputTokens: 7 } };
  const events = promptedCase(graph, { text: EXTRACT }).map(
    (event): TraceEvent =>
      event.type === "operation" && event.op === "op-extract" ? { ...event, metadata } : event,
  );
  await sendEvents(tenant.key, part(events));
}

test("H646 an operation shows its tokens, and a graph their sums by model, operation and session", async () => {
  await traced("g");
  const params = { graph: "g" };
  const operation = await api("GET /graphs/{graph}/operations/{operation}", {
    params: { ...params, operation: "op-extract" },
  });
  expect(operation).toMatchObject({
    ...{ tokens: { inputTokens: 120, outputTokens: 7, cost: null }, model: "small" },
  });
  const sum = { calls: 1, inputTokens: 120, cachedInputTokens: 0, outputTokens: 7, cost: null };
  expect(await api("GET /graphs/{graph}/tokens", { params })).toEqual({
    total: sum,
    byModel: [{ name: "small", ...sum }],
    byOperation: [{ name: "extract", ...sum }],
    bySession: [{ name: "s1", ...sum }],
  });
});

test("H647 a prompt's versions and an experiment have the tokens of their graphs, each counted once", async () => {
  await traced("g");
  const client = new DatasetClient(tenant.key);
  const dataset = await client.newDataset("questions");
  await client.addItems(dataset, [
    { question: "a?", expected: "a" },
    { question: "b?", expected: "b" },
  ]);
  const { id } = (await client.ask<Experiment>("POST", "/experiments", { dataset })).body;
  const results = (await client.itemsOf(dataset)).map((item) => ({
    ...{ item: item.id, answer: "a", score: 1, graph: "g" },
  }));
  await client.ask("POST", `/experiments/${id}/results`, { results });
  const tokens = { inputTokens: 120, cachedInputTokens: 0, outputTokens: 7, cost: null };
  await api.response("GET /graphs/{graph}", { params: { graph: "g" } });
  await until(async () => {
    const { body } = await client.ask<Experiment>("GET", `/experiments/${id}`);
    return body.tokens.inputTokens > 0 ? (expect(body.tokens).toEqual(tokens) ?? true) : undefined;
  });
  const prompt = await api("GET /prompts/{prompt}", { params: { prompt: "extract-prompt" } });
  expect(prompt.versions).toMatchObject([{ number: 1, tokens }]);
});

test("H647 a graph that was counted without tokens gets them at the next count", async () => {
  await traced("g", (events) => events.filter(({ type }) => type !== "verdict"));
  const stored = async () => {
    await api("GET /graphs/{graph}/ledger", { params: { graph: "g" } });
    const own = "where project = ? and graph = 'g'";
    const row = await env.DB.prepare(`select input_tokens, output_tokens from graph_memory ${own}`)
      .bind(tenant.project)
      .first();
    await env.DB.batch([
      env.DB.prepare(`update graph_memory set input_tokens = 0, output_tokens = 0 ${own}`).bind(
        tenant.project,
      ),
      // Mark the count as outdated, as a migration does, so that the graph is counted again.
      env.DB.prepare("update graph set counted_revision = -1 where project = ? and id = 'g'").bind(
        tenant.project,
      ),
    ]);
    return row;
  };
  const tokens = { input_tokens: 120, output_tokens: 7 };
  expect([await stored(), await stored()]).toEqual([tokens, tokens]);
});
