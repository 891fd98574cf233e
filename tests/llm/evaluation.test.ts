/** The evaluation methods that ask a model, against a scripted endpoint over HTTP. */
import { expect, test } from "vitest";
import { attributorOf } from "../../src/evaluation/methods.ts";
import { ask, converse } from "../attribution/support/store-agent.ts";
import { ScriptedEndpoint } from "./support/scripted-endpoint.ts";

const AZURE = "A. acquired an azure vessel, of some height, at a ceramics atelier up north.";

test("O8 the evaluation asks the environment's endpoint and counts the cost", async () => {
  const endpoint = await ScriptedEndpoint.start(({ messages }) => {
    const found = messages[1]?.content.includes("azure") === true;
    const read = found ? { answer: "blue", quotes: ["azure"] } : { answer: "", quotes: [] };
    return { text: JSON.stringify(read), usage: [1_000, 100] };
  });
  const environment = {
    ...{ MEMTRACE_MODEL_URL: endpoint.url, MEMTRACE_MODEL_KEY: "sk-1", MEMTRACE_MODEL_NAME: "m" },
    ...{ MEMTRACE_MODEL_INPUT_PRICE: "2", MEMTRACE_MODEL_OUTPUT_PRICE: "10" },
  };
  const method = await attributorOf({ method: "oracle" }, environment);
  if ("missing" in method) throw new Error(method.missing);
  const agent = converse(AZURE);
  const failed = ask(agent, ["unit-10@1"], [AZURE], "I do not know.");
  const graph = agent.trace.build();
  const unlabelled = { annotation: {}, originals: new Map<string, string>() };
  const { attribution, cost } = await method.attributor({ graph, failed, ...unlabelled });
  await endpoint.stop();
  expect(attribution).toMatchObject({ errorType: "ResponseError", decidedBy: "oracle" });
  const calls = endpoint.seen.length;
  expect(cost).toMatchObject({ calls, inputTokens: 1_000 * calls, outputTokens: 100 * calls });
  expect(cost.money).toBeCloseTo(0.003 * calls);
  expect(endpoint.seen[0]).toMatchObject({ authorization: "Bearer sk-1", body: { model: "m" } });
});

test("O8 without an endpoint, the error names the variables to set", async () => {
  for (const name of ["oracle", "agent", "hybrid"] as const) {
    expect(await attributorOf({ method: name }, {})).toMatchObject({
      missing: expect.stringContaining("MEMTRACE_MODEL_URL"),
    });
  }
  const wrong = { MEMTRACE_MODEL_URL: "http://x", MEMTRACE_MODEL_NAME: "m" };
  expect(
    await attributorOf({ method: "oracle" }, { ...wrong, MEMTRACE_MODEL_INPUT_PRICE: "much" }),
  ).toMatchObject({
    missing: expect.stringContaining("MEMTRACE_MODEL_INPUT_PRICE"),
  });
});
