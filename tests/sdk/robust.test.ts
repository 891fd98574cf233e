import { describe, expect, test } from "vitest";
import { maskTexts } from "../../sdk/src/deliver/mask.ts";
import { DeliveryError, MemTrace } from "../../sdk/src/index.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import { MAX_VALUE_CHARS } from "../../src/protocol/limits.ts";
import { startCollector } from "./support/collector.ts";
import { linksOf, trace, valuesOf } from "./support/traced.ts";

const fail = (): never => {
  throw new Error("it cannot be had");
};

describe("failures while recording", () => {
  test("S94 the SDK records nothing of a graph that cannot be opened, in no other graph either", async () => {
    const { collector, problems } = await trace(
      (memtrace) => {
        memtrace.graph("refused", () => memtrace.variable("of the refused graph"));
        const metadata = Object.defineProperty({}, "odd", { get: fail, enumerable: true });
        memtrace.graph("odd", { metadata }, () => memtrace.variable("of the odd graph"));
        for (const id of [undefined, null, ""]) {
          const run = () => memtrace.variable("of a graph without a name");
          expect(memtrace.graph(id as string, run)).toBeDefined();
        }
        memtrace.variable("of the test");
      },
      { sample: (graph) => (graph === "refused" ? fail() : true) },
    );
    const recorded = collector.events.flatMap((event) =>
      event.type === "variable" ? [[event.graph, event.value]] : [],
    );
    expect(recorded.filter(([graph]) => graph !== "odd")).toEqual([["test", "of the test"]]);
    expect(problems.length).toBeGreaterThan(3);
  });

  test("S94 a client that is switched on inside a graph records nothing in another graph", async () => {
    const { collector } = await trace((memtrace) => {
      memtrace.enabled = false;
      memtrace.graph("late", () => {
        memtrace.enabled = true;
        memtrace.variable("recorded late");
      });
      memtrace.variable("of the test");
    });
    const of = collector.events.flatMap((event) => (event.type === "variable" ? event.value : []));
    expect(of).toEqual(["of the test"]);
  });

  test("S29 the app gets its result even if the SDK cannot read it", async () => {
    const strict = new Proxy({}, { get: fail, getPrototypeOf: fail, ownKeys: fail });
    const tagged = Object.defineProperty({}, Symbol.toStringTag, { get: fail });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const { problems } = await trace((memtrace) => {
      const give = memtrace.operation("give", (_step: string, value: unknown) => value);
      for (const value of [strict, tagged, proxy]) expect(give("a step", value)).toBe(value);
    });
    for (const { code } of problems) expect(code).toBe("internal");
  });

  test("S29 a proxy that answers everything with itself is a normal result", async () => {
    const answering: unknown = new Proxy(() => answering, { get: () => answering });
    // biome-ignore lint/suspicious/noThenProperty: the odd result that the test is about
    const odd = Object.defineProperties({}, { then: { value: fail }, constructor: { get: fail } });
    await trace((memtrace) => {
      const give = memtrace.operation("give", (_step: string, value: unknown) => value);
      for (const value of [answering, odd]) expect(give("a step", value)).toBe(value);
    });
  });

  test("S114 a value whose parts refer to each other is recorded up to a limit", async () => {
    const parts: Record<string, unknown>[] = Array.from({ length: 40 }, () => ({}));
    for (const part of parts) for (const [at, other] of parts.entries()) part[`p${at}`] = other;
    const { collector } = await trace((memtrace) => memtrace.variable(parts[0]));
    const [value = ""] = collector.events.flatMap((event) =>
      event.type === "variable" ? (event.value ?? []) : [],
    );
    expect(value).toMatch(/memtrace: cut, \d+ of \d+ characters kept/);
    expect(value.length).toBeLessThanOrEqual(MAX_VALUE_CHARS);
  });

  test.each([
    ["objects", (number: number) => ({ number })],
    ["null", () => null],
  ])("S115 of a generator that yields %s, the SDK keeps a limited number", async (_, made) => {
    const { collector } = await trace((memtrace) => {
      const count = memtrace.operation("count", function* (to: number) {
        for (let i = 0; i < to; i++) yield made(i);
      });
      expect([...count(20_000)]).toHaveLength(20_000);
    });
    const recorded = collector.events.flatMap((event) =>
      event.type === "variable" ? (event.value ?? []) : [],
    );
    const lists = recorded.flatMap((value) => (value.startsWith("[") ? [JSON.parse(value)] : []));
    expect(Math.max(...lists.map((list) => list.length))).toBe(10_000);
  });

  test("S116 a waitUntil that throws loses no event", async () => {
    const { collector } = await trace((memtrace) => memtrace.variable("kept"), {
      waitUntil: fail,
    });
    expect(JSON.stringify(collector.events)).toContain('"kept"');
  });

  test("S117 a clock that returns no number leaves the time of the previous event", async () => {
    const right = Date.parse("2026-05-01T00:00:00Z");
    let calls = 0;
    const { collector } = await trace(
      (memtrace) => {
        for (let i = 0; i < 8; i++) memtrace.variable(`value ${i}`);
      },
      { now: () => (calls++ === 3 ? Number.NaN : right) },
    );
    expect(new Set(collector.events.map((event) => event.at))).toEqual(new Set([right]));
  });

  test("S60 a description that throws loses only its value", async () => {
    const { graph, problems } = await trace((memtrace) => {
      const rows = [{ text: " likes tea " }, { text: null }, { text: "owns a cat" }];
      const search = memtrace.operation(
        "search",
        { output: (row: { text: string | null }) => ({ value: (row.text as string).trim() }) },
        (_query: string) => rows as { text: string | null }[],
      ) as (query: string) => unknown;
      expect(search("what is known?")).toBe(rows);
    });
    expect(linksOf(graph, "search")).toEqual([
      "what is known? → likes tea",
      "what is known? → owns a cat",
    ]);
    expect(problems.map(({ code }) => code)).toEqual(["internal"]);
  });

  test("S95 an unreadable attribute loses only itself", async () => {
    const { graph, collector } = await trace((memtrace) => {
      const request = Object.defineProperty({}, "body", { get: fail, enumerable: true });
      memtrace.propagate({ request, tenant: "acme" }, () => memtrace.variable("kept"));
    });
    expect([...graph.variables.values()].map(({ value }) => value)).toEqual(["kept"]);
    expect([...graph.variables.values()][0]?.metadata).toMatchObject({ tenant: "acme" });
    expect(collector.rejected).toEqual([]);
  });

  test("S55 without a score there is no verdict, and null is neither an answer nor evidence", async () => {
    const { graph, problems } = await trace((memtrace) => {
      for (const score of [null, undefined])
        memtrace.verdict({ query: "q", prediction: "p", expected: "e", score: score as never });
      memtrace.verdict({ query: "q2", prediction: "p", expected: null as never, score: 0 });
    });
    expect(graph.verdicts.map(({ query, expected }) => [query, expected])).toEqual([["q2", []]]);
    expect(problems).toHaveLength(2);
  });

  test("S61 a change of another process's value keeps its inputs, its role and its position", async () => {
    const { graph, problems } = await trace(async (memtrace, url) => {
      const elsewhere = new MemTrace({ apiKey: "k", url });
      elsewhere.graph("test", () => {
        for (const name of ["a", "b", "c"])
          elsewhere.variable(`${name} as it was`, {
            name,
            class: "fact",
            category: "memory_entry",
          });
      });
      await elsewhere.close();
      const said = memtrace.variable("a is other now", { category: "message" });
      memtrace.mutate("fact:a", "a as it is", { inputs: [said] });
      memtrace.mutate("fact:b@1", "b as it is", { inputs: [said] });
      memtrace.delete("fact:c@1");
    });
    const now = storeAt(graph, Number.POSITIVE_INFINITY);
    expect(valuesOf(now.values())).toEqual(["a as it is", "b as it is"]);
    expect(linksOf(graph, "update")).toEqual([
      "a is other now → a as it is",
      "a is other now → b as it is",
    ]);
    expect(problems).toEqual([]);
  });
});

/** Only the deadline of a flush has this length, so that a test can choose when it fires. */
const DEADLINE_MS = 987_654;

describe("foreign services and masks", () => {
  test.each([
    ["a page", () => new Response("<!doctype html><title>Sign in</title>")],
    ["nothing", () => new Response(null, { status: 204 })],
    ["other JSON", () => Response.json({ ok: true })],
  ])(
    "S96 an answer that is %s delivers nothing, and the report gives the remedy",
    async (_, answer) => {
      const problems: string[] = [];
      let endFlush: (() => void) | undefined;
      const memtrace = new MemTrace({
        ...{ apiKey: "k", url: "http://127.0.0.1:9", fetch: async () => answer() },
        onError: ({ code, message }) => {
          problems.push(`${code}: ${message}`);
          endFlush?.();
        },
        timers: {
          setTimeout: (callback: () => void, milliseconds: number) => {
            if (milliseconds === DEADLINE_MS) endFlush = callback;
          },
          clearTimeout: () => undefined,
        },
      });
      memtrace.graph("g", () => memtrace.variable("never stored"));
      const flushed = memtrace.flush({ timeoutMs: DEADLINE_MS });
      await expect(flushed).rejects.toBeInstanceOf(DeliveryError);
      expect(problems[0]).toMatch(/^retrying: .*MEMTRACE_URL/);
    },
  );

  test("S37 a failing mask causes no unhandled rejection", async () => {
    const collector = await startCollector();
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    let count = 0;
    const memtrace = new MemTrace({
      ...{ apiKey: "k", url: collector.url, onError: () => undefined },
      mask: (event) => {
        count++;
        if (count === 2) return Promise.reject(new Error("later"));
        if (count === 4) throw new Error("at once");
        return event;
      },
    });
    memtrace.graph("g", () => {
      for (const text of ["one value", "two values", "three values"]) memtrace.variable(text);
    });
    await memtrace.flush();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    await collector.close();
    expect(unhandled).toEqual([]);
    expect(collector.events.filter(({ type }) => type === "variable")).toHaveLength(3);
  });

  test("S37 the mask also changes a text that is cited as evidence", async () => {
    const { collector } = await trace(
      (memtrace) =>
        memtrace.verdict({
          ...{ query: "q", prediction: "p", expected: "e", score: 0 },
          evidence: ["My card number is 4111-1111"],
        }),
      { mask: maskTexts(() => "***") },
    );
    expect(collector.received.map(({ body }) => body).join("")).not.toContain("4111");
  });
});
