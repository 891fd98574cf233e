/**
 * An app with mem0's memory and a scripted model. Users state facts, change and delete them, and
 * ask.
 */
import type { MemTrace } from "@memtrace/sdk";
import { observeMem0 } from "@memtrace/sdk/mem0";
import { type Opening, type ReplayCopy, replayable } from "@memtrace/sdk/replay";
import { copyMem0 } from "@memtrace/sdk/replay-mem0";
import OpenAI from "openai";
import { DIMENSIONS, type Message, startScriptedOpenAI, textOf } from "./scripted-openai.ts";

const QUERY = "Under what is the spare key kept?";
export const EXPECTED = "the blue flowerpot";
const FACTS = new Map([
  [
    "By the way, the spare key is kept under the blue flowerpot.",
    "The spare key is kept under the blue flowerpot",
  ],
  ["My sister Ruth moved to Lisbon in spring.", "The user's sister Ruth moved to Lisbon in spring"],
  ["I feed the cat at seven every morning.", "The user feeds the cat at seven every morning"],
]);
const CHANGE = "Change the note on the spare key to: ";
const FORGET = "Forget the note on the spare key.";
const SCOPE = { user_id: "ada" };

/** The fault to simulate. */
export interface Fault {
  /** A message from which the model extracts nothing. */
  readonly overlook?: string;
  /** A message after the facts. */
  readonly meanwhile?: string;
  readonly threshold?: number;
  /** A fixed answer to the question, whatever the model reads. */
  readonly says?: string;
}

const SAID = [...FACTS.keys()];
export const FAULTS: readonly [string, Fault, string, string][] = [
  ["a fact is overlooked", { overlook: SAID[0] ?? "" }, "ExtractionError", "extract"],
  ["a unit is overwritten", { meanwhile: `${CHANGE}It was polished` }, "UpdateError", "update"],
  ["a unit is deleted", { meanwhile: FORGET }, "DeletionError", "delete"],
  ["the threshold is too high", { threshold: 0.95 }, "RetrievalError", "search"],
  ["the answer ignores what was found", { says: "I forgot." }, "ResponseError", "answer"],
];

/**
 * Starts the model of mem0 and of the app. It extracts the facts that the script knows, and answers
 * from its context.
 */
export function startModel(fault: () => Fault) {
  return startScriptedOpenAI((messages: readonly Message[]) => {
    const asked = textOf(messages.at(-1));
    const { overlook, says } = fault();
    const [, news] = /## New Messages\n([\s\S]*?)\n## /.exec(asked) ?? [];
    if (news === undefined) {
      if (says !== undefined) return says;
      return asked.includes(EXPECTED) ? EXPECTED : "I do not know that.";
    }
    const memory = [...FACTS]
      .filter(([said]) => news.includes(said) && said !== overlook)
      .map(([, text], id) => ({ id: String(id), text, attributed_to: "user" }));
    return JSON.stringify({ memory });
  });
}

async function newMemory(url: string, dbPath = ":memory:") {
  const { Memory } = await import("mem0ai/oss");
  const openai = { apiKey: "none", baseURL: url };
  const embedder = { ...openai, model: "words", embeddingDims: DIMENSIONS };
  const store = { collectionName: "memories", dimension: DIMENSIONS, dbPath };
  return new Memory({
    llm: { provider: "openai", config: { ...openai, model: "scripted" } },
    embedder: { provider: "openai", config: embedder },
    vectorStore: { provider: "memory", config: store },
    disableHistory: true,
  });
}

type Memory = Awaited<ReturnType<typeof newMemory>>;

function appOver(memtrace: MemTrace, memory: Memory, url: string, { threshold }: Fault) {
  const client = new OpenAI({ apiKey: "none", baseURL: url });
  const answer = memtrace.operation(
    "answer",
    { output: { class: "prediction" } },
    async (question: string, units: readonly { memory?: string }[]) => {
      const content = [...units.map((unit) => unit.memory), question].join("\n");
      const messages = [{ role: "user" as const, content }];
      const completion = await client.chat.completions.create({ model: "scripted", messages });
      return completion.choices[0]?.message.content ?? "";
    },
  );
  const keyNote = async () => {
    const { results } = await memory.getAll({ filters: SCOPE });
    return results.find((row) => row.memory?.includes("spare key"))?.id ?? "";
  };
  return {
    async handle(content: string): Promise<void> {
      if (content === FORGET) await memory.delete(await keyNote());
      else if (content.startsWith(CHANGE))
        await memory.update(await keyNote(), content.slice(CHANGE.length));
      else await memory.add([{ role: "user", content }], { userId: SCOPE.user_id });
    },
    async ask(question: string): Promise<string> {
      const options = {
        filters: SCOPE,
        topK: 3,
        ...(threshold === undefined ? {} : { threshold }),
      };
      return answer(question, (await memory.search(question, options)).results);
    },
  };
}

/** Sends all messages, then asks the question. */
export async function converse(memtrace: MemTrace, url: string, fault: Fault): Promise<string> {
  const memory = observeMem0(memtrace, await newMemory(url));
  const app = appOver(memtrace, memory, url, fault);
  for (const said of [...SAID, ...(fault.meanwhile === undefined ? [] : [fault.meanwhile])]) {
    memtrace.variable(said, { category: "message" });
    await app.handle(said);
  }
  memtrace.variable(QUERY, { class: "query" });
  const prediction = await app.ask(QUERY);
  const score = prediction === EXPECTED;
  memtrace.verdict({ query: QUERY, prediction, expected: EXPECTED, score, evidence: [SAID[0]] });
  return prediction;
}

/** Returns the description of how to replay the app. */
export function replayOf(url: string, fault: Fault, writes: readonly string[], dbPath?: string) {
  const open = async (opening: Opening): Promise<ReplayCopy> => {
    const memory = await newMemory(url, dbPath);
    const copy = await copyMem0(opening, memory, { scope: SCOPE });
    const app = appOver(opening.memtrace, memory, url, fault);
    return { ...copy, message: ({ text }) => app.handle(text), ask: ({ text }) => app.ask(text) };
  };
  return replayable({ open, reaches: [new URL(url).host], writes });
}
