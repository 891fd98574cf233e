import { describe, expect, test } from "vitest";
import { linksOf, trace } from "./support/traced.ts";

describe("objects with ids", () => {
  test("S15 an object with an id is the same unit when loaded again, and another text is its next version", async () => {
    const { graph } = await trace((memtrace) => {
      const row = (text: string, score: number) => ({ id: "3f2a-77b1", text, score });
      memtrace.operation("add", (text: string) => row(text, 0))("likes green tea");
      const search = memtrace.operation("search", (_query: string) => [
        row("likes green tea", 0.7),
      ]);
      const change = memtrace.operation("change", (_unit: unknown, text: string) => row(text, 0));
      change(search("what does she drink?")[0], "likes black tea");
      memtrace.operation(
        "remove",
        { category: "deletion" },
        (_id: string) => undefined,
      )("3f2a-77b1");
    });
    expect(
      graph.versionsOf("3f2a-77b1").map(({ value, mutates }) => [JSON.parse(value).text, mutates]),
    ).toEqual([
      ["likes green tea", undefined],
      ["likes black tea", "3f2a-77b1@1"],
    ]);
    const [removal] = linksOf(graph, "remove");
    expect(removal).toMatch(/likes black tea.* → deleted/);
    expect(linksOf(graph, "search")[0]).toMatch(/^what does she drink\? → .*likes green tea/);
  });

  test("S15 a unit with an id is its own unit even if it was made from a known text", async () => {
    const { graph } = await trace((memtrace) => {
      memtrace.variable("likes green tea", { category: "message" });
      const create = memtrace.operation(
        "create",
        { output: { category: "memory_entry" } },
        (text: string) => ({ id: "memory-unit-6", topic: "tea", text }),
      );
      create("likes green tea");
    });
    const [unit] = graph.versionsOf("memory-unit-6");
    expect(unit).toMatchObject({ category: "memory_entry" });
    expect(linksOf(graph, "create")).toEqual([`likes green tea → ${unit?.value}`]);
  });
});
