/** The real `openai` package, traced, against a server with a scripted model. */
import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { instrument } from "../../sdk/src/integrations/instrument.ts";
import { observeOpenAI } from "../../sdk/src/integrations/openai/openai.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { type ScriptedModel, startScriptedModel } from "./support/scripted-model.ts";
import { linksOf, trace } from "./support/traced.ts";

let model: ScriptedModel;
let client: OpenAI;

beforeEach(async () => {
  model = await startScriptedModel((said) => (said === "break" ? undefined : `You said: ${said}`));
  client = new OpenAI({ apiKey: "k", baseURL: model.url, maxRetries: 0 });
});
afterEach(() => model.close());

const chat = (content: string, system = "Answer with care.") => ({
  model: "scripted",
  messages: [
    { role: "system" as const, content: system },
    { role: "user" as const, content },
  ],
});

describe("the OpenAI client", () => {
  test("S80 a chat is an operation from the messages of its prompt to the text of its answer", async () => {
    const { graph, problems } = await trace(async (memtrace) => {
      expect(observeOpenAI(memtrace, client)).toBe(client);
      observeOpenAI(memtrace, client);
      memtrace.variable("I like green tea", { name: "turn-1", category: "message" });
      const completion = await client.chat.completions.create(chat("I like green tea"));
      expect(completion.choices[0]?.message.content).toBe("You said: I like green tea");
    });
    expect(linksOf(graph, "chat")).toEqual([
      "Answer with care. → You said: I like green tea",
      "I like green tea → You said: I like green tea",
    ]);
    const [operation] = graph.operations.values();
    expect(operation).toMatchObject({ category: "generation", metadata: { model: "scripted" } });
    expect(graph.versionsOf("turn-1")).toHaveLength(1);
    expect([graph.operations.size, problems]).toEqual([1, []]);
  });

  test("S80 a response is traced like a chat, and `asResponse` still gives an unread body", async () => {
    const { graph } = await trace(async (memtrace) => {
      observeOpenAI(memtrace, client);
      const input = "What is in the memory?";
      const { output_text: text } = await client.responses.create({ model: "scripted", input });
      expect(text).toBe(`You said: ${input}`);
      const raw = await client.chat.completions.create(chat("something else")).asResponse();
      expect(await raw.json()).toHaveProperty("choices");
    });
    expect(linksOf(graph, "respond")).toEqual([
      "What is in the memory? → You said: What is in the memory?",
    ]);
  });

  test("S81 a stream reaches the app as a stream, and the part that the app reads is the result", async () => {
    const { graph, problems } = await trace(async (memtrace) => {
      observeOpenAI(memtrace, client);
      const whole = await client.chat.completions.create({ ...chat("in one go"), stream: true });
      let read = "";
      for await (const { choices } of whole) read += choices[0]?.delta.content ?? "";
      expect(read).toBe("You said: in one go");
      const left = await client.chat.completions.create({ ...chat("until here"), stream: true });
      for await (const _ of left) break;
      expect(left.controller.signal.aborted).toBe(true);
    });
    expect(linksOf(graph, "chat").map((link) => link.replace(/^.* → /, ""))).toEqual([
      "You ",
      "You said: in one go",
      "You said: in one go",
      "You ",
    ]);
    expect(problems).toEqual([]);
  });

  test("S81 an error from the API reaches the app and marks the operation", async () => {
    const { graph } = await trace(async (memtrace) => {
      observeOpenAI(memtrace, client);
      for (const stream of [false, true])
        await expect(
          client.chat.completions.create({ ...chat("break"), stream } as ReturnType<typeof chat>),
        ).rejects.toThrow("no model");
    });
    expect([...graph.operations.values()].map(({ status }) => status)).toEqual(["error", "error"]);
  });

  test("S82 a fact that a client call loses is attributed to that step", async () => {
    const scripted = await startScriptedModel((said, { messages }) => {
      const [{ content: task }] = messages as [{ content: string }];
      if (task === "List the facts.") return "The user has a garden";
      return said.includes("spare key is") ? "the blue flowerpot" : "I do not know that.";
    });
    const openai = new OpenAI({ apiKey: "k", baseURL: scripted.url });
    const { graph } = await trace(async (memtrace) => {
      observeOpenAI(memtrace, openai);
      const ask = async (system: string, content: string) => {
        const { choices } = await openai.chat.completions.create(chat(content, system));
        return choices[0]?.message.content ?? "";
      };
      const store: string[] = [];
      const remember = memtrace.operation(
        "remember",
        { category: "extraction", output: { category: "memory_entry" } },
        async (message: string) => {
          store.push(await ask("List the facts.", message));
          return store.slice(-1);
        },
      );
      const search = memtrace.operation("search", { category: "retrieval" }, (_query: string) => [
        ...store,
      ]);
      const answer = memtrace.operation(
        "answer",
        { output: { class: "prediction" } },
        (query: string, units: string[]) => ask("Answer.", `${units.join("; ")}. ${query}`),
      );
      const said = "The spare key is kept under the blue flowerpot, in the garden";
      const message = memtrace.variable(said, { name: "turn-1", category: "message" });
      await remember(said);
      const query = "Under what is the spare key kept?";
      memtrace.variable(query, { class: "query" });
      const prediction = await answer(query, await search(query));
      memtrace.verdict({
        query,
        prediction,
        expected: "the blue flowerpot",
        score: 0,
        evidence: [message],
      });
    });
    await scripted.close();
    const cases = discoverCases(graph);
    expect(cases.map((failed) => attribute(graph, failed).errorType)).toEqual(["ExtractionError"]);
  });
});

describe("instrument", () => {
  class Memory {
    readonly #units: string[] = [];
    readonly llm = { generate: async (prompt: string) => `facts of: ${prompt}` };
    async add(message: string): Promise<string[]> {
      const facts = [await this.llm.generate(`Facts in: ${message}`)];
      this.#units.push(...facts);
      return facts;
    }
    search(_query: string): string[] {
      return [...this.#units];
    }
  }

  test("S83 instrument traces methods in place by path, including the object's own calls", async () => {
    const { graph, problems } = await trace(async (memtrace) => {
      const memory = new Memory();
      const methods = {
        add: { name: "remember", category: "extraction", output: { category: "memory_entry" } },
        search: { category: "retrieval" },
        "llm.generate": { category: "generation" },
      };
      expect(instrument(memtrace, memory, methods)).toBe(memory);
      instrument(memtrace, memory, methods);
      await memory.add("I like green tea");
      expect(memory.search("what does she drink?")).toHaveLength(1);
    });
    expect([...graph.operations.values()].map(({ name }) => name)).toEqual([
      "remember",
      "generate",
      "search",
    ]);
    expect(linksOf(graph, "generate")).toEqual([
      "Facts in: I like green tea → facts of: Facts in: I like green tea",
    ]);
    expect(linksOf(graph, "search")).toEqual([
      "what does she drink? → facts of: Facts in: I like green tea",
    ]);
    expect(problems).toEqual([]);
  });

  test("S83 a path without a replaceable method is an error that names the path", async () => {
    await trace((memtrace) => {
      expect(() => instrument(memtrace, new Memory(), { "llm.complete": {} })).toThrow(
        "there is no method llm.complete",
      );
      const frozen = Object.freeze({ add: (text: string) => text });
      const fresh = {
        get graph() {
          return { search: (text: string) => text };
        },
      };
      for (const [object, path] of [
        [frozen, "add"],
        [fresh, "graph.search"],
      ] as const)
        expect(() => instrument(memtrace, object, { [path]: {} })).toThrow(
          `${path} cannot be replaced: use memtrace.operation`,
        );
      expect(frozen.add("still works")).toBe("still works");
    });
  });
});
