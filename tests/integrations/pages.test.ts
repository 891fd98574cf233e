import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Collector, startCollector } from "../sdk/support/collector.ts";
import { linksOf } from "../sdk/support/traced.ts";
import { attributedCase } from "./support/attributed.ts";
import { runDocumented } from "./support/documented.ts";
import { FACT, QUERY } from "./support/key-question.ts";
import { startScriptedLetta } from "./support/scripted-letta.ts";
import { startScriptedOpenAI, textOf } from "./support/scripted-openai.ts";
import { startScriptedSupermemory } from "./support/scripted-supermemory.ts";
import { startScriptedZep } from "./support/scripted-zep.ts";

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.close());

/** Runs a page's example. Returns its output, and the graph of its user. */
async function graphOf(page: string, env: Readonly<Record<string, string>>) {
  collector.events.length = 0;
  const { compiler, printed } = await runDocumented(page, {
    ...{ MEMTRACE_API_KEY: "k", MEMTRACE_URL: collector.url },
    ...env,
  });
  const graph = collector.graph("ada");
  expect([compiler, printed, collector.rejected, graph.pending]).toEqual(["", "", [], []]);
  expect(graph.verdicts).toMatchObject([{ score: 1 }]);
  return graph;
}

describe("examples of pages", () => {
  it("I25 letta.md compiles and runs unchanged", async () => {
    const service = await startScriptedLetta("none");
    const graph = await graphOf("letta.md", { LETTA_API_KEY: "k", LETTA_BASE_URL: service.url });
    await service.close();
    expect(linksOf(graph, "archival_memory_search")).toEqual([`${QUERY} → ${FACT}`]);
  });

  it("I25 zep.md compiles and runs unchanged", async () => {
    const service = await startScriptedZep("none");
    const graph = await graphOf("zep.md", { ZEP_API_KEY: "k", ZEP_API_URL: service.url });
    await service.close();
    expect(linksOf(graph, "graph.search")).toEqual([`${QUERY} → ${FACT}`]);
  });

  it("I25 supermemory.md compiles and runs unchanged", async () => {
    const service = await startScriptedSupermemory("none");
    const graph = await graphOf("supermemory.md", {
      ...{ SUPERMEMORY_API_KEY: "k", SUPERMEMORY_BASE_URL: service.url },
    });
    await service.close();
    expect(linksOf(graph, "search.memories")).toEqual([`${QUERY} → ${FACT}`]);
  });

  it("I25 openai.md compiles and runs unchanged", async () => {
    const model = await startScriptedOpenAI(() => FACT);
    const graph = await graphOf("openai.md", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: model.url });
    await model.close();
    expect(linksOf(graph, "search")).toEqual([`${QUERY} → ${FACT}`]);
    const names = [...graph.operations.values()].map(({ name }) => name);
    expect(names.filter((name) => name === "chat")).toHaveLength(2);
  });

  it("I25 mastra.md compiles and runs unchanged", async () => {
    const model = await startScriptedOpenAI((messages) =>
      String(messages.at(-1)?.content).endsWith("?") ? FACT.replace("The", "the") : "I see.",
    );
    const graph = await graphOf("mastra.md", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: model.url });
    await model.close();
    const names = [...graph.operations.values()].map(({ name }) => name);
    expect(names.filter((name) => name === "generate")).toHaveLength(2);
    expect(names.filter((name) => name === "saveMessages")).toHaveLength(2);
  });

  it("Y73 the program of the mem0 page compiles and runs unchanged", async () => {
    const folder = mkdtempSync(join(tmpdir(), "memtrace-start-mem0-"));
    const model = await startScriptedOpenAI((messages) =>
      textOf(messages.at(-1)).includes("## New Messages")
        ? JSON.stringify({ memory: [{ id: "0", text: FACT, attributed_to: "user" }] })
        : "unused",
    );
    const graph = await graphOf("../start/mem0.md", {
      ...{ OPENAI_API_KEY: "k", OPENAI_BASE_URL: model.url },
      ...{ MEM0_TELEMETRY: "false", MEM0_DIR: folder },
    });
    await model.close();
    rmSync(folder, { recursive: true });
    expect(linksOf(graph, "search")).toEqual([`${QUERY} → ${FACT}`]);
  });

  it("I24 any-library.md compiles and runs unchanged, and its fault is attributed to the right method", async () => {
    const { url, key } = inject("service");
    const { compiler, printed } = await runDocumented("any-library.md", {
      ...{ MEMTRACE_API_KEY: key, MEMTRACE_URL: url },
    });
    expect([compiler, printed]).toEqual(["", ""]);
    const { attribution } = await attributedCase("ada");
    expect(attribution).toMatchObject({ errorType: "RetrievalError", opName: "look" });
    expect(attribution?.reason).toContain("note-1");
  });
});
