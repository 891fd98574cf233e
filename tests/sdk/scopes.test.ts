import { describe, expect, test } from "vitest";
import type { Problem, TraceEvent } from "../../sdk/src/index.ts";
import { MemTrace } from "../../sdk/src/index.ts";
import { judging } from "../../sdk/src/record/judge.ts";
import { here } from "../../sdk/src/record/source.ts";
import { linksOf, trace } from "./support/traced.ts";

describe("scopes", () => {
  test("S66 attributes enter the metadata of all events in their scope; inner ones win and end with their scope", async () => {
    const { graph, collector } = await trace((memtrace) => {
      memtrace.propagate({ tenant: "t", level: "outer" }, () => {
        memtrace.session({ id: "inside", metadata: { own: 1 } }, () => {
          const step = memtrace.operation("step", { metadata: { level: "own" } }, (text: string) =>
            memtrace.propagate({ level: "inner" }, () => memtrace.variable(`${text}, read`).text),
          );
          step("some text");
        });
        memtrace.graph("other", { metadata: { kept: true } }, () => memtrace.variable("elsewhere"));
      });
      memtrace.variable("outside of it", { name: "outside" });
    });
    const metadata = (records: Iterable<{ metadata?: unknown }>) =>
      [...records].map((record) => record.metadata);
    expect(graph.sessions.get("inside")?.metadata).toEqual({ own: 1, tenant: "t", level: "outer" });
    expect(metadata(graph.operations.values())).toEqual([{ tenant: "t", level: "outer" }]);
    expect(metadata(graph.links.values())).toEqual([{ tenant: "t", level: "outer" }]);
    expect(metadata(graph.variables.values())).toEqual([
      { tenant: "t", level: "outer" },
      { tenant: "t", level: "inner" },
      undefined,
    ]);
    const other = collector.graph("other");
    expect(other.header.metadata).toEqual({ kept: true, tenant: "t", level: "outer" });
    expect(metadata(other.variables.values())).toEqual([{ tenant: "t", level: "outer" }]);
  });

  test("S66 attributes apply before a graph is opened, and metadata of a graph or session does not spread", async () => {
    const { collector } = await trace(async (_memtrace, url) => {
      const other = new MemTrace({ apiKey: "k", url });
      other.propagate({ run: 1 }, () => {
        expect(other.current()).toBeUndefined();
        other.session({ id: "own", metadata: { only: "here" } }, () => other.variable("in it"));
        other.variable("in the client's own session");
      });
      const turn = { no: 1 };
      other.propagate({ turn }, () => {
        turn.no = 2;
        other.variable("as it was when the scope began");
      });
      await other.close();
    });
    const told = collector.events.flatMap((event) =>
      event.type === "variable" ? [event.metadata] : [],
    );
    expect(told).toEqual([{ run: 1 }, { run: 1 }, { turn: { no: 1 } }]);
  });

  test("S67 a call with `reuse` belongs to the running operation, or is its own operation if none runs", async () => {
    const { graph } = await trace((memtrace) => {
      const parse = memtrace.operation(
        "parse",
        { reuse: true, category: "parsing" },
        (reply: string) => `parsed ${reply}`,
      );
      const extract = memtrace.operation("extract", { category: "extraction" }, (text: string) =>
        parse(`reply to ${text}`),
      );
      extract("I like tea");
      parse("another reply");
    });
    expect([...graph.operations.values()].map(({ name }) => name)).toEqual(["extract", "parse"]);
    expect(linksOf(graph, "extract")).toEqual([
      "I like tea → reply to I like tea",
      "reply to I like tea → parsed reply to I like tea",
    ]);
    const categories = [...graph.links.values()].map(({ category }) => category);
    expect(categories.sort()).toEqual(["extraction", "parsing", "parsing"]);
  });

  test("S68 a link has its own category, comment and metadata, or else those of its operation", async () => {
    const { graph } = await trace((memtrace) => {
      memtrace.operation("build", { category: "prompting", comment: "the whole prompt" }, () => {
        memtrace.link(["a template", "a question"], ["a prompt", "a log line"]);
        memtrace.link("a prompt", "an answer", {
          ...{ category: "generation", comment: "by the model", metadata: { tokens: 7 } },
        });
      })();
    });
    expect(graph.operations.size).toBe(1);
    expect(
      [...graph.links.values()].map(({ from, to, category, comment, metadata }) => [
        [from, to].map((id) => graph.variables.get(id)?.value).join(" → "),
        category,
        comment,
        metadata,
      ]),
    ).toEqual([
      ["a template → a prompt", "prompting", "the whole prompt", undefined],
      ["a question → a prompt", "prompting", "the whole prompt", undefined],
      ["a template → a log line", "prompting", "the whole prompt", undefined],
      ["a question → a log line", "prompting", "the whole prompt", undefined],
      ["a prompt → an answer", "generation", "by the model", { tokens: 7 }],
    ]);
  });

  test("S68 with an operation name, a link, change or deletion gets its own operation, even inside another", async () => {
    const { graph } = await trace((memtrace) => {
      memtrace.variable("likes tea", { name: "unit" });
      memtrace.operation("turn", (text: string) => {
        memtrace.mutate("unit", `likes tea, ${text}`, { operation: "merge" });
        memtrace.delete("unit", { operation: "expire", metadata: { days: 30 } });
      })("says the user");
    });
    expect(linksOf(graph, "merge")).toEqual(["likes tea → likes tea, says the user"]);
    expect(linksOf(graph, "expire")).toEqual(["likes tea, says the user → deleted"]);
    const inner = [...graph.operations.values()].filter(({ name }) => name !== "turn");
    expect(inner.map(({ metadata }) => Boolean(metadata?.inside))).toEqual([true, true]);
    expect([...graph.links.values()].at(-1)?.metadata).toEqual({ days: 30 });
    expect(graph.pending).toEqual([]);
  });

  test("S77 each call of a judge reports a verdict with a reason, and a failed call reports none", async () => {
    const { graph, problems } = await trace(async (memtrace) => {
      const exact = judging(
        memtrace,
        (answer: { query: string; prediction: string; expected: string }) =>
          answer.prediction.includes(answer.expected),
      );
      expect(exact({ query: "Cat?", prediction: "Tom, I think", expected: "Tom" })).toBe(true);
      const model = judging(memtrace, async ({ query }: { query: string; prediction: string }) => {
        if (query === "broken") throw new Error("no model");
        return { score: 0.2, reason: "names the dog", metadata: { model: "small" } };
      });
      expect(await model({ query: "Cat?", prediction: "Rex" })).toMatchObject({ score: 0.2 });
      await expect(model({ query: "broken", prediction: "Rex" })).rejects.toThrow("no model");
    });
    expect(graph.verdicts).toMatchObject([
      { query: "Cat?", prediction: "Tom, I think", expected: ["Tom"], score: 1 },
      { prediction: "Rex", score: 0.2, reason: "names the dog", metadata: { model: "small" } },
    ]);
    expect(graph.verdicts).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  test("S46 tracing can be switched off and on, and nothing is traced while it is off", async () => {
    const { graph } = await trace((memtrace) => {
      const step = memtrace.operation("step", (text: string) => `${text}!`);
      memtrace.enabled = false;
      expect(step("while it is off")).toBe("while it is off!");
      memtrace.variable("while it is off", { name: "v" });
      memtrace.enabled = true;
      step("while it is on");
    });
    expect(linksOf(graph, "step")).toEqual(["while it is on → while it is on!"]);
    expect(graph.variables.size).toBe(2);
  });

  test("S38 the SDK traces nothing of a graph outside the sample, and everything of other graphs", async () => {
    const problems: Problem[] = [];
    const seen: string[] = [];
    const { collector } = await trace(async (_memtrace, url) => {
      const sampled = new MemTrace({
        ...{ apiKey: "k", url, onError: (problem) => problems.push(problem) },
        sample: (graph) => graph.startsWith("yes"),
        mask: (event: TraceEvent) => {
          seen.push(event.graph);
          return event;
        },
      });
      const step = sampled.operation("step", (text: string) => `${text}!`);
      sampled.graph("no-1", () => {
        sampled.session({ id: "s" }, () => step("not recorded"));
        sampled.verdict({ query: "q", prediction: "p", score: 0 });
        expect(sampled.variable("nothing").ref).toBe("");
        sampled.graph("yes-1", () => step("recorded"));
      });
      sampled.session({ id: "no-2" }, () => step("not recorded"));
      sampled.session({ id: "yes-2" }, () => step("recorded"));
      await sampled.close();
    });
    const graphs = new Set(collector.events.map(({ graph }) => graph));
    expect([...graphs].sort()).toEqual(["test", "yes-1", "yes-2"]);
    expect(new Set(seen)).toEqual(new Set(["yes-1", "yes-2"]));
    expect(problems).toEqual([]);
  });

  test("S85 an operation records the file and the line in which the app called `here`", async () => {
    const { graph } = await trace((memtrace) => {
      const step = memtrace.operation("step", { source: here() }, (text: string) => `${text}!`);
      step("some text here");
    });
    const [operation] = graph.operations.values();
    expect(operation?.source?.file).toMatch(/scopes\.test\.ts/);
    expect(operation?.source?.line).toBeGreaterThan(100);
  });
});
