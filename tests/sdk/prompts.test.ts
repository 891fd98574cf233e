import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Problem } from "../../sdk/src/index.ts";
import { observeOpenAI } from "../../sdk/src/integrations/openai/openai.ts";
import { MemTrace } from "../../sdk/src/prompts/prompts.ts";
import { findPrompts } from "../../src/optimization/find-prompts.ts";
import {
  type ServedPrompts,
  ServedPrompts as ServedPromptsShape,
} from "../../src/protocol/api/prompts.ts";
import { type Collector, startCollector } from "./support/collector.ts";
import { linksOf } from "./support/traced.ts";

const FALLBACK = "Extract the facts.";
const SERVED = "Extract the facts, with every name.";
const CANDIDATE = "Extract the facts, with every name and date.";

type Answer = { prompts: ServedPrompts["prompts"] } | { status: number } | { text: string } | Error;

/** A service with scripted answers about prompts. It collects all other requests. */
class Service {
  answer: Answer = { prompts: [] };
  now = 1_000_000;
  readonly asked: (string | null)[] = [];
  readonly problems: Problem[] = [];
  readonly #collector: Collector;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  client(options: object = {}): MemTrace {
    return new MemTrace({
      ...{ apiKey: "k", url: this.#collector.url, now: () => this.now, fetch: this.fetch },
      onError: (problem) => this.problems.push(problem),
      ...options,
    });
  }

  readonly fetch: typeof fetch = async (input, init) => {
    if (!`${input}`.endsWith("/v1/served-prompts")) return fetch(input, init);
    const { answer } = this;
    const headers = new Headers(init?.headers);
    this.asked.push(headers.get("if-none-match"));
    if (answer instanceof Error) throw answer;
    if ("status" in answer) return new Response("down", { status: answer.status });
    if ("text" in answer) return new Response(answer.text);
    const body = JSON.stringify(ServedPromptsShape.parse(answer));
    const tag = `"${body.length}"`;
    if (headers.get("if-none-match") === tag) return new Response(null, { status: 304 });
    return new Response(body, { headers: { etag: tag } });
  };
}

const serving = (
  active: { version: number; text: string } | null,
  candidate: { version: number; text: string; share: number } | null = null,
  name = "extract",
) => ({ prompts: [{ name, active, candidate }] });

let collector: Collector;
let service: Service;
beforeEach(async () => {
  collector = await startCollector();
  service = new Service(collector);
});
afterEach(() => collector.close());

const promptOf = (memtrace: MemTrace, graph = "g") =>
  memtrace.graph(graph, () => memtrace.prompt("extract", { fallback: FALLBACK }));

describe("the text of a prompt", () => {
  test("S86 the text is the fallback until the service has answered, then the served text", async () => {
    service.answer = serving({ version: 2, text: SERVED });
    const memtrace = service.client();
    expect(promptOf(memtrace)).toBe(FALLBACK);
    expect(await memtrace.promptsReady()).toBe(true);
    expect(promptOf(memtrace)).toBe(SERVED);
    expect(memtrace.prompt("other", { fallback: "Be brief." })).toBe("Be brief.");
    expect(service.asked).toHaveLength(1);
  });

  test("S86 the SDK asks again while the prompt is in use, and the service sends only changed text", async () => {
    service.answer = serving({ version: 2, text: SERVED });
    const memtrace = service.client();
    await memtrace.promptsReady();
    service.now += 29_999;
    promptOf(memtrace);
    expect(service.asked).toHaveLength(1);
    service.now += 1;
    expect(promptOf(memtrace)).toBe(SERVED);
    await memtrace.promptsReady();
    expect(service.asked).toEqual([null, expect.any(String)]);
    expect(promptOf(memtrace)).toBe(SERVED);
    service.answer = serving(null);
    service.now += 30_000;
    await memtrace.promptsReady();
    expect(promptOf(memtrace)).toBe(FALLBACK);
  });

  test("S87 the text is the fallback or the last known text, whatever the service does", async () => {
    const failures: Answer[] = [
      new Error("no route"),
      { status: 500 },
      { status: 403 },
      ...["", "nonsense", "null", "[]", "{}", '{"prompts":[null]}', '{"prompts":3}'].map(
        (text) => ({ text }),
      ),
    ];
    for (const failure of failures) {
      service.answer = failure;
      const fresh = service.client();
      expect(await fresh.promptsReady()).toBe(false);
      expect(promptOf(fresh)).toBe(FALLBACK);
      service.answer = serving({ version: 2, text: SERVED });
      const memtrace = service.client();
      await memtrace.promptsReady();
      service.answer = failure;
      service.now += 60_000;
      await memtrace.promptsReady();
      expect(promptOf(memtrace)).toBe(SERVED);
    }
    expect(service.problems.every(({ code }) => code === "prompts")).toBe(true);
    expect(service.problems).toHaveLength(2 * failures.length);
  });

  test("S87 the prompt never throws and returns a text for any JSON from the service", async () => {
    const part = fc.oneof(
      fc.constant(null),
      fc.jsonValue(),
      fc.record({ text: fc.jsonValue(), version: fc.jsonValue(), share: fc.jsonValue() }),
    );
    const prompt = fc.record({
      name: fc.constantFrom("extract", "x"),
      active: part,
      candidate: part,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(prompt, { maxLength: 3 }), async (prompts) => {
        service.answer = { text: JSON.stringify({ prompts }) };
        const memtrace = service.client();
        await memtrace.promptsReady();
        expect(typeof promptOf(memtrace)).toBe("string");
      }),
      { numRuns: 60 },
    );
  });

  test("S87 the app gets its text even after the host's request has ended", async () => {
    service.answer = serving({ version: 2, text: SERVED });
    const waitUntil = () => {
      throw new Error("The request is over.");
    };
    const memtrace = service.client({ waitUntil });
    expect(promptOf(memtrace)).toBe(FALLBACK);
    expect(await memtrace.promptsReady()).toBe(true);
    expect(promptOf(memtrace)).toBe(SERVED);
  });

  test("S87 the app gets its text without a key or with tracing off", async () => {
    service.answer = serving({ version: 2, text: SERVED });
    const keyless = service.client({ apiKey: "" });
    expect(await keyless.promptsReady()).toBe(false);
    expect(promptOf(keyless)).toBe(FALLBACK);
    const off = service.client();
    off.enabled = false;
    await off.promptsReady();
    expect(promptOf(off)).toBe(SERVED);
    await off.flush();
    expect(collector.events).toEqual([]);
  });

  test("S88 a silent service delays the start of an app by at most the given time", async () => {
    const never = () => new Promise<Response>(() => undefined);
    const memtrace = service.client({ fetch: never });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let ready: boolean | undefined;
      void memtrace.promptsReady({ timeoutMs: 20 }).then((isReady) => {
        ready = isReady;
      });
      await vi.advanceTimersByTimeAsync(19);
      expect(ready).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      expect(ready).toBe(false);
    } finally {
      vi.useRealTimers();
    }
    expect(promptOf(memtrace)).toBe(FALLBACK);
  });

  test("S88 the SDK keeps the host alive until the service has answered", async () => {
    const kept: Promise<unknown>[] = [];
    service.answer = serving({ version: 2, text: SERVED });
    const memtrace = service.client({ waitUntil: (work: Promise<unknown>) => kept.push(work) });
    memtrace.prompt("extract", { fallback: FALLBACK });
    await Promise.all(kept.slice(0, 1));
    expect(memtrace.prompt("extract", { fallback: FALLBACK })).toBe(SERVED);
  });
});

describe("candidate versions", () => {
  const candidate = (share: number) =>
    serving({ version: 2, text: SERVED }, { version: 3, text: CANDIDATE, share });

  test("S89 every process serves the canary to the same share of graphs, and a larger share keeps them", async () => {
    const graphs = Array.from({ length: 400 }, (_, at) => `user-${at}`);
    const chosen = async (share: number) => {
      service.answer = candidate(share);
      const memtrace = service.client();
      await memtrace.promptsReady();
      return graphs.filter((graph) => promptOf(memtrace, graph) === CANDIDATE);
    };
    const [tenth, again, half] = [await chosen(0.1), await chosen(0.1), await chosen(0.5)];
    expect(again).toEqual(tenth);
    expect(half).toEqual(expect.arrayContaining(tenth));
    expect(tenth.length).toBeGreaterThan(20);
    expect(tenth.length).toBeLessThan(70);
    expect(half.length).toBeGreaterThan(150);
    expect(half.length).toBeLessThan(250);
  });

  test("S89 the app's key selects the graphs of a canary, and no canary is served without a graph", async () => {
    service.answer = candidate(0.999);
    const memtrace = service.client();
    await memtrace.promptsReady();
    expect(memtrace.prompt("extract", { fallback: FALLBACK, for: "session-1" })).toBe(CANDIDATE);
    expect(memtrace.prompt("extract", { fallback: FALLBACK })).toBe(SERVED);
  });

  test("S89 without an active version, the other graphs get the app's own text", async () => {
    service.answer = serving(null, { version: 3, text: CANDIDATE, share: 0.5 });
    const memtrace = service.client();
    await memtrace.promptsReady();
    const texts = new Set(Array.from({ length: 40 }, (_, at) => promptOf(memtrace, `g${at}`)));
    expect(texts).toEqual(new Set([CANDIDATE, FALLBACK]));
  });
});

describe("prompt versions in a trace", () => {
  const found = (graph?: string) =>
    findPrompts(collector.graph(graph)).map(({ name, text, version, uses }) => ({
      ...{ name, text, version },
      ops: [...new Set(uses.map(({ opName }) => opName))],
    }));

  test("S90 the version that an operation asked for links to the operation's output", async () => {
    service.answer = serving({ version: 2, text: SERVED });
    const memtrace = service.client();
    const extract = memtrace.operation("extract_facts", async (said: string) => {
      const template = memtrace.prompt("extract", { fallback: FALLBACK });
      return `${said} after ${template.length} characters`;
    });
    const answer = memtrace.operation("answer", async (asked: string) => {
      memtrace.prompt("answer", { fallback: "Be brief." });
      return `${asked} I do not know.`;
    });
    await memtrace.graph("g", async () => {
      await extract("Ada has a dog.");
      await memtrace.promptsReady();
      await extract("Ada has a cat.");
      await answer("Who is Ada?");
    });
    await memtrace.close();
    expect(collector.rejected).toEqual([]);
    expect(found()).toEqual([
      { name: "extract", text: FALLBACK, version: undefined, ops: ["extract_facts"] },
      { name: "extract", text: SERVED, version: 2, ops: ["extract_facts"] },
      { name: "answer", text: "Be brief.", version: undefined, ops: ["answer"] },
    ]);
    expect(linksOf(collector.graph(), "answer")).toContain(
      "Be brief. → Who is Ada? I do not know.",
    );
  });

  test("S90 a text requested outside is identified when it is used as an argument or in a client's call", async () => {
    const memtrace = service.client();
    const openai = observeOpenAI(memtrace, {
      chat: {
        completions: {
          create: async (_: object) => ({ choices: [{ message: { content: "Nothing." } }] }),
        },
      },
    });
    const store = memtrace.operation("store", async (told: string) => `${told.length}`);
    await memtrace.graph("g", async () => {
      const content = memtrace.prompt("system", { fallback: FALLBACK });
      await store(content);
      const messages = [
        { role: "system", content },
        { role: "user", content: "Ada has a dog." },
      ];
      await openai.chat.completions.create({ messages });
    });
    await memtrace.close();
    expect(found()).toEqual([
      { name: "system", text: FALLBACK, version: undefined, ops: ["store", "chat"] },
    ]);
  });

  test("S90 a graph that alternates between two versions records both", async () => {
    service.answer = serving(
      { version: 2, text: SERVED },
      { version: 3, text: CANDIDATE, share: 0.5 },
    );
    const memtrace = service.client();
    await memtrace.promptsReady();
    const step = memtrace.operation("step", (said: string, session: string) => {
      const text = memtrace.prompt("extract", { fallback: FALLBACK, for: session });
      return `${said}: ${text.length}`;
    });
    memtrace.graph("g", () => {
      for (let at = 0; at < 12; at++) step(`message ${at}`, `session-${at}`);
    });
    await memtrace.close();
    const versions = found().map(({ version }) => version);
    expect(versions.sort()).toEqual([2, 3]);
    const uses = findPrompts(collector.graph()).flatMap((prompt) => prompt.uses);
    expect(uses).toHaveLength(12);
  });
});
