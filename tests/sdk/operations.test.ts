import { describe, expect, test } from "vitest";
import { linksOf, trace, valuesOf } from "./support/traced.ts";

interface Unit {
  id: string;
  text: string;
}

describe("operations", () => {
  test("S1 a call becomes an operation with its input, its result, times and status", async () => {
    const { graph, problems, collector } = await trace((memtrace) => {
      const shout = memtrace.operation("shout", { category: "extraction" }, (text: string) =>
        text.toUpperCase(),
      );
      expect(shout("hello there")).toBe("HELLO THERE");
    });
    const [operation] = graph.operations.values();
    expect(operation).toMatchObject({
      name: "shout",
      category: "extraction",
      session: "run",
      status: "ok",
    });
    expect(operation?.endedAt).toBeGreaterThanOrEqual(operation?.startedAt ?? Number.NaN);
    expect(linksOf(graph, "shout")).toEqual(["hello there → HELLO THERE"]);
    expect([problems, collector.rejected, graph.pending, graph.warnings]).toEqual([[], [], [], []]);
  });

  test("S2 a wrapped function keeps its type, this, name and length", async () => {
    await trace((memtrace) => {
      class Greeter {
        word = "Good morning";
        greet = memtrace.operation(
          "greet",
          function (this: Greeter, name: string, _loud?: boolean) {
            return `${this.word}, ${name}`;
          },
        );
      }
      const greeter = new Greeter();
      const greeting: string = greeter.greet("Maya");
      expect(greeting).toBe("Good morning, Maya");
      const { name, length, note } = memtrace.operation(
        "f",
        Object.assign(function named(_a: number) {}, { note: "a property" }),
      );
      expect([name, length, note]).toEqual(["named", 1, "a property"]);
    });
  });

  test("S3 results of async functions and generators are recorded when they arrive", async () => {
    const { graph } = await trace(async (memtrace) => {
      const later = memtrace.operation("later", async (text: string) => `${text} later`);
      const stream = memtrace.operation("stream", async function* (text: string) {
        for (const word of text.split(" ")) yield `<${word}>`;
      });
      const pieces: string[] = [];
      for await (const piece of stream(await later("once upon"))) pieces.push(piece);
      expect(pieces).toEqual(["<once>", "<upon>", "<later>"]);
      const count = memtrace.operation("count", function* (text: string) {
        yield text.length;
      });
      expect([...count("once upon later")]).toEqual([15]);
    });
    expect(linksOf(graph, "later")).toEqual(["once upon → once upon later"]);
    expect(linksOf(graph, "stream")).toEqual(["once upon later → <once><upon><later>"]);
    expect(linksOf(graph, "count")).toEqual(["once upon later → [15]"]);
  });

  test("S3 a generator that the app ends early records the values that it yielded", async () => {
    const { graph } = await trace((memtrace) => {
      const stream = memtrace.operation("stream", function* (_seed: string) {
        yield "first part";
        yield "second part";
      });
      for (const _ of stream("some seed")) break;
    });
    expect(linksOf(graph, "stream")).toEqual(["some seed → first part"]);
  });

  test("S4 an error reaches the caller unchanged and marks the operation", async () => {
    const failure = new TypeError("no such unit");
    const { graph } = await trace(async (memtrace) => {
      const sync = memtrace.operation("sync", (_id: string) => {
        throw failure;
      });
      const later = memtrace.operation("later", async (_id: string) => {
        throw failure;
      });
      expect(() => sync("unit-1 of many")).toThrow(failure);
      await expect(later("unit-1 of many")).rejects.toBe(failure);
    });
    expect([...graph.operations.values()]).toMatchObject([
      { name: "sync", status: "error", error: "no such unit" },
      { name: "later", status: "error", error: "no such unit" },
    ]);
  });

  test("S5 an object that one operation returns and the next takes as input is one variable", async () => {
    const { graph } = await trace((memtrace) => {
      const make = memtrace.operation("make", (text: string): Unit => ({ id: "a", text }));
      const read = memtrace.operation("read", (unit: Unit) => `read ${unit.text}`);
      read(make("likes tea"));
    });
    const unit = '{"id":"a","text":"likes tea"}';
    expect(linksOf(graph, "make")).toEqual([`likes tea → ${unit}`]);
    expect(linksOf(graph, "read")).toEqual([`${unit} → read likes tea`]);
    expect(graph.variables.size).toBe(3);
  });

  test("S6 a text or an object's copy is identified by content, and a quoted sentence links to its object", async () => {
    const { graph } = await trace((memtrace) => {
      const message = { role: "user", content: "I like green tea" };
      memtrace.variable(message, { name: "turn-1", category: "message" });
      const extract = memtrace.operation("extract", (text: string) => ({ fact: `fact: ${text}` }));
      const store = memtrace.operation("store", (fact: { fact: string }) => `${fact.fact}, stored`);
      store(structuredClone(extract(message.content)));
    });
    expect(linksOf(graph, "extract")[0]).toMatch(/^{"role":"user".* → {"fact"/);
    expect(linksOf(graph, "store")).toEqual([
      '{"fact":"fact: I like green tea"} → fact: I like green tea, stored',
    ]);
    expect(graph.variables.size).toBe(3);
  });

  test("S6 short texts that are equal by chance are separate values", async () => {
    const { graph } = await trace((memtrace) => {
      memtrace.operation("first", (_text: string) => "yes")("is it raining?");
      memtrace.operation("second", (text: string) => `${text}!`)("yes");
    });
    expect(valuesOf(graph.variables.values())).toEqual(["is it raining?", "yes", "yes", "yes!"]);
  });

  test("S7 a list is recorded as its elements, so links lead from a retrieval through the units to the answer", async () => {
    const { graph } = await trace((memtrace) => {
      const store: Unit[] = [];
      const add = memtrace.operation("add", (text: string) => {
        const unit = { id: `unit-${store.length}`, text };
        store.push(unit);
        memtrace.variable(unit.text, { name: unit.id, category: "memory_entry" });
        return unit.id;
      });
      const search = memtrace.operation(
        "search",
        { output: (unit) => ({ name: unit.id, value: unit.text, category: "memory_entry" }) },
        (_query: string, limit: number): Unit[] =>
          store.slice(0, limit).map((unit) => ({ ...unit })),
      );
      const answer = memtrace.operation(
        "answer",
        (query: string, units: Unit[]) => `${query} ${units.length}`,
      );
      for (const text of ["likes green tea", "has a cat called Tom", "lives in Lisbon"]) add(text);
      answer("what does she drink?", search("what does she drink?", 2));
    });
    expect(linksOf(graph, "add")).toContain("likes green tea → likes green tea");
    expect(linksOf(graph, "search")).toEqual([
      "what does she drink? → has a cat called Tom",
      "what does she drink? → likes green tea",
    ]);
    expect(linksOf(graph, "answer")).toEqual([
      "has a cat called Tom → what does she drink? 2",
      "likes green tea → what does she drink? 2",
      "what does she drink? → what does she drink? 2",
    ]);
    expect(graph.versionsOf("unit-0")).toHaveLength(1);
    const search = [...graph.operations.values()].find(({ name }) => name === "search");
    expect(search?.metadata).toEqual({ settings: [2] });
  });

  test("S7 the app uses a list's facts one by one, and an object of known values stands for them", async () => {
    const { graph } = await trace((memtrace) => {
      const extract = memtrace.operation("extract", (text: string) => text.split(" and "));
      const keep = memtrace.operation("keep", (fact: string) => `kept ${fact}`);
      const merge = memtrace.operation("merge", (given: { facts: string[]; limit: number }) =>
        given.facts.join("; "),
      );
      const facts = extract("likes tea and owns a cat");
      for (const fact of facts) keep(fact);
      merge({ facts, limit: 3 });
    });
    expect(linksOf(graph, "extract")).toEqual([
      "likes tea and owns a cat → likes tea",
      "likes tea and owns a cat → owns a cat",
    ]);
    expect(linksOf(graph, "keep")).toEqual([
      "likes tea → kept likes tea",
      "owns a cat → kept owns a cat",
    ]);
    expect(linksOf(graph, "merge")).toEqual([
      "likes tea → likes tea; owns a cat",
      "owns a cat → likes tea; owns a cat",
    ]);
  });

  test("S7 rows that a library wraps and scores link to the units by id or text", async () => {
    const { graph } = await trace((memtrace) => {
      memtrace.variable("likes green tea", { name: "unit-1", category: "memory_entry" });
      memtrace.variable("owns a cat called Tom", { name: "unit-2", category: "memory_entry" });
      const search = memtrace.operation("search", (_query: string) => ({
        results: [
          { id: "unit-1", memory: "likes green tea", score: 0.9 },
          { id: "another-id", memory: "owns a cat called Tom", score: 0.4 },
        ],
      }));
      const answer = memtrace.operation(
        "answer",
        ({ results }: ReturnType<typeof search>) => `${results.length} rows read`,
      );
      answer(search("what does she drink?"));
    });
    expect(linksOf(graph, "search")).toEqual([
      "what does she drink? → likes green tea",
      "what does she drink? → owns a cat called Tom",
    ]);
    expect(linksOf(graph, "answer")).toEqual([
      "likes green tea → 2 rows read",
      "owns a cat called Tom → 2 rows read",
    ]);
  });

  test("S8 an operation that only selects among its inputs makes a new list, so no value links to itself", async () => {
    const { graph } = await trace((memtrace) => {
      const units = ["likes green tea", "owns a cat called Tom", "lives in Lisbon"];
      for (const [index, text] of units.entries())
        memtrace.variable(text, { name: `unit-${index}` });
      const rerank = memtrace.operation("rerank", (list: string[]) => list.slice(1));
      const answer = memtrace.operation(
        "answer",
        (list: string[]) => `answered from ${list.length}`,
      );
      answer(rerank(units));
    });
    const selected = '["owns a cat called Tom","lives in Lisbon"]';
    expect(linksOf(graph, "rerank")).toEqual([
      `likes green tea → ${selected}`,
      `lives in Lisbon → ${selected}`,
      `owns a cat called Tom → ${selected}`,
    ]);
    expect(linksOf(graph, "answer")).toEqual([`${selected} → answered from 2`]);
  });

  test("S9 an equal text that an operation returns again is a new value", async () => {
    const { graph } = await trace((memtrace) => {
      const answer = memtrace.operation("answer", (_query: string) => "I do not know that.");
      answer("where does she live?");
      answer("what does she drink?");
    });
    expect(
      valuesOf(graph.variables.values()).filter((value) => value.startsWith("I")),
    ).toHaveLength(2);
  });

  test("S9 an answer that quotes a unit verbatim is a value of its own", async () => {
    const { graph } = await trace((memtrace) => {
      memtrace.variable("likes green tea", { name: "unit-1", category: "memory_entry" });
      const answer = memtrace.operation("answer", (_query: string, units: string[]) => units[0]);
      answer("what does she drink?", ["likes green tea"]);
    });
    const [quoted] = [...graph.variables.values()].filter(({ name }) => name.startsWith("answer-"));
    expect(graph.linksTo(quoted?.id ?? "").map(({ from }) => from)).toContain("unit-1@1");
    expect(quoted?.value).toBe("likes green tea");
  });

  test("S10 links lead from the outer inputs to the inner prompt, and from its reply to the outer result", async () => {
    const { graph } = await trace(async (memtrace) => {
      const model = memtrace.operation("model", async (prompt: string) => `reply to ${prompt}`);
      const extract = memtrace.operation("extract", async (message: string) => {
        const reply = await model(`Facts in: ${message}`);
        return [reply.slice(0, 20)];
      });
      const turn = memtrace.operation("turn", async (message: string) => extract(message));
      await turn("I like tea");
    });
    expect(linksOf(graph, "model")).toEqual([
      "Facts in: I like tea → reply to Facts in: I like tea",
    ]);
    expect(linksOf(graph, "extract")).toEqual([
      "I like tea → Facts in: I like tea",
      "I like tea → reply to Facts in: I",
      "reply to Facts in: I like tea → reply to Facts in: I",
    ]);
    expect(linksOf(graph, "turn")).toEqual([]);
  });

  test("S11 an operation without a result ends in a marker, a deletion in a delete marker", async () => {
    const { graph } = await trace((memtrace) => {
      memtrace.variable("likes green tea", { name: "unit-1", category: "memory_entry" });
      memtrace.operation("forget", { category: "deletion" }, (_id: string) => {})("unit-1");
      memtrace.operation("extract", (_text: string): string[] => [])("nothing to see");
    });
    expect(linksOf(graph, "forget")).toEqual(["likes green tea → deleted"]);
    expect([...graph.variables.values()].find(({ value }) => value === "deleted")).toMatchObject({
      className: "delete_marker",
      category: "marker",
    });
    expect(linksOf(graph, "extract")).toEqual(["nothing to see → []"]);
  });

  test("S12 an object that an operation changes in place gets a new version with its lineage", async () => {
    const { graph } = await trace((memtrace) => {
      const profile: Record<string, string> = { city: "Porto" };
      memtrace.variable(profile, { name: "profile", category: "memory_entry" });
      const move = memtrace.operation("move", (target: Record<string, string>, city: string) => {
        target.city = city;
      });
      move(profile, "Lisbon, Portugal");
    });
    expect(graph.versionsOf("profile").map(({ value, mutates }) => [value, mutates])).toEqual([
      ['{"city":"Porto"}', undefined],
      ['{"city":"Lisbon, Portugal"}', "profile@1"],
    ]);
    expect(linksOf(graph, "move")).toEqual([
      'Lisbon, Portugal → {"city":"Lisbon, Portugal"}',
      '{"city":"Porto"} → {"city":"Lisbon, Portugal"}',
    ]);
  });

  test("S13 each concurrent call is its own operation", async () => {
    const { graph } = await trace(async (memtrace) => {
      const inner = memtrace.operation("inner", async (text: string) => `${text}, done`);
      const outer = memtrace.operation("outer", async (text: string) => {
        await Promise.resolve();
        return inner(`${text} prompt`);
      });
      await Promise.all(["alpha text", "beta text", "gamma text"].map((text) => outer(text)));
    });
    expect(linksOf(graph, "outer")).toEqual([
      "alpha text → alpha text prompt",
      "beta text → beta text prompt",
      "gamma text → gamma text prompt",
    ]);
    const inside = [...graph.operations.values()].filter(({ name }) => name === "inner");
    expect(new Set(inside.map(({ metadata }) => metadata?.inside)).size).toBe(3);
  });

  test("S14 functions, client objects and arguments that `input` leaves out are no inputs", async () => {
    class Database {
      readonly password = "secret of the database";
    }
    const { graph } = await trace((memtrace) => {
      const add = memtrace.operation(
        "add",
        {
          input: (value) =>
            typeof value === "string" && value.startsWith("sk-") ? null : { category: "fact" },
        },
        (_db: Database, _key: string, fact: string, done: () => void) => {
          done();
          return `stored ${fact}`;
        },
      );
      add(new Database(), "sk-123456789", "likes green tea", () => undefined);
    });
    expect(valuesOf(graph.variables.values())).toEqual([
      "likes green tea",
      "stored likes green tea",
    ]);
  });
});
