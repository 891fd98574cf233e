import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent } from "../../sdk/examples/prompted-agent/agent.ts";
import { PROMPTS, type PromptName } from "../../sdk/examples/prompted-agent/prompts.ts";
import { type Answered, runConversation } from "../../sdk/examples/prompted-agent/run.ts";
import type { Problem } from "../../sdk/src/index.ts";
import { MemTrace } from "../../sdk/src/prompts/prompts.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { makeConversation } from "../../src/local/loop/conversations.ts";
import { type ScriptedServer, startScriptedServer } from "../../src/local/loop/scripted-server.ts";
import { promptsBehind } from "../../src/optimization/find-prompts.ts";
import type { ErrorType } from "../../src/protocol/error-types.ts";
import { type Collector, startCollector } from "../sdk/support/collector.ts";

const CONVERSATION = makeConversation(1, "tested");

/** Corrected prompts, as a person might write them. */
const MENDED: Record<PromptName, string> = {
  "fact-extraction-prompt": `${PROMPTS["fact-extraction-prompt"]}\n- Note all facts.`,
  "memory-update-prompt": `${PROMPTS["memory-update-prompt"]}
- When a fact adds to an entry, keep both.
- When a fact corrects an entry, keep the rest.
- When something is over, keep the entry.`,
  "search-query-prompt": `${PROMPTS["search-query-prompt"]}\n- Write all words that matter.`,
  "answer-prompt": `${PROMPTS["answer-prompt"]}\n- State all facts, from all memories.`,
};

const PROMPT_OF: Partial<Record<ErrorType, PromptName>> = {
  ExtractionError: "fact-extraction-prompt",
  UpdateError: "memory-update-prompt",
  DeletionError: "memory-update-prompt",
  RetrievalError: "search-query-prompt",
  ResponseError: "answer-prompt",
};

let server: ScriptedServer;
let collector: Collector;
const problems: Problem[] = [];

beforeAll(async () => {
  [server, collector] = await Promise.all([startScriptedServer(), startCollector()]);
});
afterAll(() => Promise.all([server.close(), collector.close()]));

/** Makes a client of a service that serves no prompts, so that the app uses its own texts. */
function client(): MemTrace {
  return new MemTrace({
    ...{ apiKey: "mt_live_test", url: collector.url },
    onError: (problem) => problems.push(problem),
    fetch: (input, init) =>
      `${input}`.endsWith("/v1/served-prompts")
        ? Promise.resolve(Response.json({ prompts: [] }))
        : fetch(input, init),
  });
}

async function run(memtrace: MemTrace, texts: Record<PromptName, string>): Promise<Answered[]> {
  const agent = createAgent({
    ...{ memtrace, person: CONVERSATION.person },
    model: { url: server.url, model: "scripted", key: "test" },
    prompt: (name) => memtrace.prompt(name, { fallback: texts[name] }),
  });
  return runConversation(memtrace, agent, CONVERSATION);
}

describe("Y the agent with prompts", () => {
  test("Y46 the agent is recorded without a problem, and each wrong answer leads to the prompt at fault", async () => {
    const memtrace = client();
    const answered = await run(memtrace, PROMPTS);
    await memtrace.close();
    const graph = collector.graph(CONVERSATION.id);
    expect(problems).toEqual([]);
    expect(graph.pending).toEqual([]);
    expect(graph.warnings).toEqual([]);
    const cases = discoverCases(graph);
    expect(cases).toHaveLength(answered.filter(({ isRight }) => !isRight).length);
    const behind = cases.flatMap((failed) => {
      const { op, errorType } = attribute(graph, failed);
      return op === null
        ? []
        : [{ errorType, prompts: promptsBehind(graph, op).map(({ name }) => name) }];
    });
    expect(behind.length).toBeGreaterThanOrEqual(5);
    expect(new Set(behind.map(({ errorType }) => errorType)).size).toBeGreaterThanOrEqual(3);
    for (const { errorType, prompts } of behind) expect(prompts).toEqual([PROMPT_OF[errorType]]);
  });

  test("Y46 with corrected prompts, the agent answers what its memory received", async () => {
    const silent = new MemTrace({ apiKey: "", onError: () => undefined });
    const before = await run(silent, PROMPTS);
    const after = await run(silent, MENDED);
    const right = (answered: Answered[]) => answered.filter(({ isRight }) => isRight).length;
    expect(right(before)).toBeLessThan(0.6 * before.length);
    const mistaken = after.filter(({ evidence: [id], expected }) => {
      const said = CONVERSATION.messages.find((message) => message.id === id)?.text;
      return said?.includes(expected) === false;
    });
    expect(right(after)).toBe(after.length - mistaken.length);
  });

  test("Y46 model calls are counted by caller, and a question of neither caller is refused", async () => {
    const calls = server.usage("test").calls;
    expect(calls).toBeGreaterThan(CONVERSATION.messages.length);
    const refused = await fetch(`${server.url}/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello?" }] }),
    });
    expect(refused.status).toBe(400);
    expect(server.unanswered).toHaveLength(1);
    expect(server.usage("test").calls).toBe(calls);
  });
});
