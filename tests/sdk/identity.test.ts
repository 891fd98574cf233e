import { describe, expect, test } from "vitest";
import { byContent, byObject, firstOf, instancesOf } from "../../sdk/src/record/identity.ts";
import { changing } from "../../sdk/src/record/in-place.ts";
import { linksOf, trace } from "./support/traced.ts";

class Entry {
  constructor(
    readonly key: string,
    public text: string,
    readonly runId = "run-1",
  ) {}
}

class Pinned extends Entry {}

const entries = instancesOf(Entry, ({ key }) => ({
  name: key,
  value: ({ text }: Entry) => text,
  category: "memory_entry",
}));

describe("identity", () => {
  test("S63 the client describes values by type, subclasses included, and the call's own description wins", async () => {
    const options = { describe: firstOf(entries, () => ({ category: "other" })) };
    const { graph, problems } = await trace((memtrace) => {
      const [first, second] = [new Entry("unit-a", "likes tea"), new Pinned("unit-b", "has a cat")];
      memtrace.variable(first);
      memtrace.variable(second, { name: "pinned", category: "rule" });
      memtrace.operation("search", (_query: string) => [second, first])("what is known?");
    }, options);
    const shown = [...graph.variables.values()].map(({ name, value, category }) => [
      name.replace(/-\d+-\w+$/, ""),
      value,
      category,
    ]);
    expect(shown).toEqual([
      ["unit-a", "likes tea", "memory_entry"],
      ["pinned", "has a cat", "rule"],
      ["search.input", "what is known?", "other"],
      ["unit-b", "has a cat", "memory_entry"],
    ]);
    expect(problems).toEqual([]);
  });

  test("S63 equal values are one by content, and changes are versions by object identity", async () => {
    const queue: string[] = [];
    const { graph } = await trace((memtrace) => {
      for (const value of [
        { a: 1, b: "x" },
        { a: 1, b: "x" },
        { a: 2, b: "x" },
      ])
        memtrace.variable(value, { name: byContent });
      for (const word of ["one", "two"]) {
        queue.push(word);
        memtrace.variable(queue, { name: byObject });
      }
      memtrace.variable([...queue], { name: byObject });
    });
    const versions = [...graph.variables.values()].map(({ name, version, value }) => [
      name.split(":")[0],
      version,
      value,
    ]);
    expect(versions).toEqual([
      ["Object", 1, '{"a":1,"b":"x"}'],
      ["Object", 1, '{"a":2,"b":"x"}'],
      ["Array", 1, '["one"]'],
      ["Array", 2, '["one","two"]'],
      ["Array", 1, '["one","two"]'],
    ]);
  });

  test("S64 a `value` that is a function also records later changes of the object, and nothing else of it", async () => {
    const entry = { key: "k", text: "likes tea", seen: 1 };
    const { graph } = await trace((memtrace) => {
      memtrace.variable(entry, { name: "unit", value: ({ text }: typeof entry) => text });
      const touch = memtrace.operation("touch", (given: typeof entry, text: string) => {
        given.seen++;
        given.text = text;
      });
      touch(entry, "likes tea");
      touch(entry, "likes green tea");
    });
    expect(graph.versionsOf("unit").map(({ value }) => value)).toEqual([
      "likes tea",
      "likes green tea",
    ]);
  });

  test("S65 recording a handle again returns it, and a reference is the latest version of its name", async () => {
    const { graph } = await trace((memtrace) => {
      const handle = memtrace.variable("likes green tea", { name: "unit" });
      expect(memtrace.variable(handle)).toBe(handle);
      const row = { key: "unit" };
      expect(memtrace.variable(row, { name: "unit", reference: true })).toBe(handle);
      memtrace.operation(
        "read",
        { input: () => ({ name: "unit", reference: true }) },
        (_row: object) => "it was read",
      )({ key: "unit" });
      memtrace.variable("still unknown", { name: "other", reference: true });
    });
    expect(graph.versionsOf("unit")).toHaveLength(1);
    expect(graph.versionsOf("other")).toHaveLength(1);
    expect(linksOf(graph, "read")).toEqual(["likes green tea → it was read"]);
  });

  test("S69 a change within `changing` is the next version, with its lineage and inputs", async () => {
    const { graph, problems } = await trace(async (memtrace) => {
      const queue: string[] = [];
      expect(changing(memtrace, queue, () => queue.push("hello"))).toBe(1);
      await changing(
        memtrace,
        queue,
        async () => {
          await Promise.resolve();
          queue.push("a new message");
        },
        {
          inputs: ["a new message"],
          operation: "append",
          category: "queue_update",
          comment: "by turn",
        },
      );
    });
    expect([...graph.variables.values()].map(({ value }) => value)).toEqual([
      "[]",
      '["hello"]',
      "a new message",
      '["hello","a new message"]',
    ]);
    expect(linksOf(graph, "append")).toEqual([
      '["hello"] → ["hello","a new message"]',
      'a new message → ["hello","a new message"]',
    ]);
    const append = [...graph.links.values()].slice(1);
    expect(append.map(({ category, comment }) => [category, comment])).toEqual([
      ["queue_update", "by turn"],
      ["queue_update", "by turn"],
    ]);
    expect(problems).toEqual([]);
  });

  test("S69 the SDK records nothing if the function of `changing` throws or rejects", async () => {
    const { graph } = await trace(async (memtrace) => {
      const broken = new Error("full");
      const fails = () => {
        throw broken;
      };
      expect(() => changing(memtrace, [], fails)).toThrow(broken);
      await expect(changing(memtrace, [], async () => fails())).rejects.toBe(broken);
    });
    expect([graph.variables.size, graph.operations.size]).toEqual([0, 0]);
  });

  test("S76 in a strict graph, the SDK reports a change without `mutate`, and the graph warns of it", async () => {
    const { collector, problems } = await trace((memtrace) => {
      memtrace.graph("strict", { strict: true }, () => {
        const unit = memtrace.variable("likes tea", { name: "unit" });
        memtrace.mutate(unit, "likes green tea");
        memtrace.variable("likes coffee", { name: "unit" });
      });
      memtrace.variable("likes tea", { name: "unit" });
      memtrace.variable("likes coffee", { name: "unit" });
    });
    expect(problems).toMatchObject([
      { code: "undeclared", message: "unit changed without `mutate`" },
    ]);
    expect(collector.graph("strict").warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["undeclared-change", "unit@3"],
    ]);
  });
});
