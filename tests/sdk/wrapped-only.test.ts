/** An agent that is traced only by wrapping its functions, without names and categories. */
import { describe, expect, test } from "vitest";
import type { MemTrace } from "../../sdk/src/index.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { linksOf, trace } from "./support/traced.ts";

type Fault = "extraction" | "update" | "deletion" | "retrieval" | "answer";

interface Unit {
  id: string;
  memory: string;
}

const QUESTION = "What is the beagle dog called?";
const SAID = [
  "My beagle dog is called Biscuit",
  "I live in Lisbon near the river",
  "I play the cello on Sundays",
  "My dog sleeps all day long",
  "I drink jasmine tea in the morning",
];

const shared = (a: string, b: string) =>
  (a.toLowerCase().match(/\w{4,}/g) ?? []).filter((word) => b.toLowerCase().includes(word)).length;

function scriptedReply(prompt: string, fault: Fault): string {
  const [task, subject = "", context = ""] = prompt.split("\n---\n");
  if (task === "Extract facts") {
    const missed = fault === "extraction" && subject.includes("Biscuit");
    return JSON.stringify([missed ? "The user likes to talk" : subject.replace(/^My|^I/, "User:")]);
  }
  if (fault === "answer") return "The dog is called Rex.";
  const lines = context.split("\n").sort((a, b) => shared(subject, b) - shared(subject, a));
  return lines[0] ?? "";
}

function wrappedAgent(memtrace: MemTrace, fault: Fault) {
  const store = new Map<string, Unit>();
  const model = memtrace.operation("model", async (prompt: string) => scriptedReply(prompt, fault));
  const add = memtrace.operation("add", async (memory: string) => {
    const overwritten = [...store.values()].find(
      (unit) => fault === "update" && unit.memory.includes("dog") && memory.includes("dog"),
    );
    if (overwritten) {
      overwritten.memory = memory;
      return overwritten;
    }
    const unit = { id: `0f3c-000${store.size}`, memory };
    store.set(unit.id, unit);
    return unit;
  });
  const search = memtrace.operation("search", async (query: string) => {
    const rows = [...store.values()].map((unit) => ({
      ...unit,
      score: shared(query, unit.memory),
    }));
    const found = rows.filter(({ memory }) => fault !== "retrieval" || !memory.includes("Biscuit"));
    return { results: found.sort((a, b) => b.score - a.score).slice(0, 2) };
  });
  return {
    remember: memtrace.operation("remember", async (message: string) => {
      const facts: string[] = JSON.parse(await model(`Extract facts\n---\n${message}`));
      for (const fact of facts) await add(fact);
    }),
    remove: memtrace.operation("remove", { category: "deletion" }, async (id: string) => {
      store.delete(id);
    }),
    answer: memtrace.operation("answer", async (query: string) => {
      const { results } = await search(query);
      const context = results.map(({ memory }) => memory).join("\n");
      return model(`Answer\n---\n${query}\n---\n${context}`);
    }),
  };
}

async function run(fault: Fault) {
  const { graph } = await trace(async (memtrace) => {
    const agent = wrappedAgent(memtrace, fault);
    for (const message of SAID) await agent.remember(message);
    if (fault === "deletion") await agent.remove("0f3c-0000");
    const prediction = await agent.answer(QUESTION);
    expect(prediction).not.toContain("Biscuit");
    memtrace.verdict({ query: QUESTION, prediction, expected: "Biscuit", score: 0 });
  });
  const [failed] = discoverCases(graph);
  return { graph, attribution: failed && attribute(graph, failed) };
}

describe("an agent that is only wrapped", () => {
  test.each([
    ["extraction", "ExtractionError", ["model"]],
    ["update", "UpdateError", ["add"]],
    ["deletion", "DeletionError", ["remove"]],
    ["retrieval", "RetrievalError", ["search"]],
    ["answer", "ResponseError", ["model"]],
  ] as const)("S45 a fault of %s is attributed as %s", async (fault, errorType, operations) => {
    const { attribution } = await run(fault);
    expect(attribution?.errorType).toBe(errorType);
    expect(operations).toContain(attribution?.opName);
  });

  test("S45 links lead from the message through prompt, reply, fact and unit to the answer", async () => {
    const { graph } = await run("answer");
    const unit = '{"id":"0f3c-0000","memory":"User: beagle dog is called Biscuit"}';
    expect(linksOf(graph, "add")).toContain(`User: beagle dog is called Biscuit → ${unit}`);
    expect(linksOf(graph, "search")).toContain(`${QUESTION} → ${unit}`);
    const [prompt] = linksOf(graph, "answer").filter((link) => link.startsWith(unit));
    expect(prompt).toContain(`→ Answer\n---\n${QUESTION}`);
    const replies = linksOf(graph, "model").filter((link) =>
      link.endsWith("→ The dog is called Rex."),
    );
    expect(replies).toHaveLength(1);
  });
});
