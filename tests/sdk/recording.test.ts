import { describe, expect, test } from "vitest";
import { MemTrace } from "../../sdk/src/index.ts";
import { MAX_GRAPH_ID_CHARS, MAX_TEXT_CHARS, MAX_VALUE_CHARS } from "../../src/protocol/limits.ts";
import { linksOf, trace } from "./support/traced.ts";

describe("recording", () => {
  test("S50 another value of a name is a new version, and the same value is the same version", async () => {
    const { graph, collector } = await trace((memtrace) => {
      for (const text of ["likes tea", "likes tea", "likes coffee"])
        memtrace.variable(text, {
          name: "unit",
          class: "fact",
          category: "memory_entry",
          comment: "a note",
        });
    });
    expect(graph.versionsOf("fact:unit").map(({ value }) => value)).toEqual([
      "likes tea",
      "likes coffee",
    ]);
    expect(graph.variables.get("fact:unit@2")).toMatchObject({
      ...{ className: "fact", category: "memory_entry", comment: "a note", session: "run" },
    });
    expect(collector.events.filter(({ type }) => type === "variable")).toHaveLength(2);
  });

  test("S51 mutate makes the next version with its lineage, and has its own operation outside of one", async () => {
    const { graph } = await trace((memtrace) => {
      const unit = memtrace.variable("likes tea", { name: "unit" });
      memtrace.mutate(memtrace.mutate(unit, "likes coffee"), "likes water", {
        operation: "correct",
      });
      memtrace.mutate("unit", "likes water");
    });
    expect(graph.versionsOf("unit").map(({ mutates }) => mutates)).toEqual([
      undefined,
      "unit@1",
      "unit@2",
    ]);
    expect(linksOf(graph, "update")).toEqual(["likes tea → likes coffee"]);
    expect(linksOf(graph, "correct")).toEqual(["likes coffee → likes water"]);
  });

  test("S51 inside an operation, the operation's inputs are also sources of the new version", async () => {
    const { graph } = await trace((memtrace) => {
      memtrace.variable("likes tea", { name: "unit" });
      memtrace.operation("update_memory", { category: "update" }, (fact: string) => {
        memtrace.mutate("unit", `likes tea. ${fact}`);
      })("owns a cat");
    });
    expect(linksOf(graph, "update_memory")).toEqual([
      "likes tea → likes tea. owns a cat",
      "owns a cat → likes tea. owns a cat",
    ]);
  });

  test("S52 a growing memory sends only the added part", async () => {
    const { graph, collector } = await trace((memtrace) => {
      let memory = "The beginning. ".repeat(2_000);
      let unit = memtrace.variable(memory, { name: "memory" });
      for (let round = 0; round < 100; round++) {
        memory += `Round ${round}. `;
        unit = memtrace.mutate(unit, memory);
      }
    });
    const versions = graph.versionsOf("memory");
    expect(versions).toHaveLength(101);
    expect(versions.at(-1)?.value.endsWith("Round 98. Round 99. ")).toBe(true);
    const sent = collector.received.reduce((sum, { body }) => sum + body.length, 0);
    expect(sent).toBeLessThan(3 * 30_000 + 100 * 1_500);
  });

  test("S53 delete links the unit to a delete marker, inside and outside of an operation", async () => {
    const { graph } = await trace((memtrace) => {
      const unit = memtrace.variable("likes tea", { name: "unit-a" });
      memtrace.variable("owns a cat", { name: "unit-b" });
      memtrace.delete(unit);
      memtrace.operation("tidy", { category: "update" }, (_reason: string) =>
        memtrace.delete("unit-b"),
      )("too old now");
    });
    expect(linksOf(graph, "delete")).toEqual(["likes tea → deleted"]);
    expect(linksOf(graph, "tidy")).toEqual(["owns a cat → deleted"]);
    const deletion = [...graph.links.values()].map(({ category }) => category);
    expect(deletion).toEqual(["deletion", "deletion"]);
  });

  test("S54 link records a relation that no function call shows", async () => {
    const { graph } = await trace((memtrace) => {
      const message = memtrace.variable("I like tea", { name: "turn-1" });
      memtrace.link(message, memtrace.variable("likes tea", { name: "unit" }), {
        ...{ operation: "import", category: "extraction", comment: "by hand" },
      });
      memtrace.operation("answer", (query: string) => {
        const prompt = memtrace.variable(`Answer: ${query}`, { class: "prompt" });
        memtrace.link(prompt, memtrace.variable("Jasmine.", { class: "reply" }));
        return "Jasmine.";
      })("which tea?");
    });
    expect(linksOf(graph, "import")).toEqual(["I like tea → likes tea"]);
    expect([...graph.links.values()][0]).toMatchObject({
      category: "extraction",
      comment: "by hand",
    });
    expect(linksOf(graph, "answer")).toEqual([
      "Answer: which tea? → Jasmine.",
      "which tea? → Answer: which tea?",
    ]);
  });

  test("S55 a verdict finds query, answer and evidence by handle, value, name or text", async () => {
    const { graph } = await trace((memtrace) => {
      const message = memtrace.variable("My dog is Rex", { name: "turn-1", category: "message" });
      const query = memtrace.variable("Dog?", { name: "q", class: "query" });
      const answer = memtrace.operation(
        "answer",
        { output: { class: "prediction" } },
        (_q: string) => "Tom",
      );
      memtrace.verdict({
        ...{ query, prediction: answer("Dog?"), expected: "Rex", score: false },
        ...{ evidence: [message, "turn-1"], reason: "wrong name", metadata: { judge: "me" } },
      });
      memtrace.verdict({
        query: "never traced",
        prediction: 7,
        expected: ["7", "seven"],
        score: 1,
      });
    });
    expect(graph.verdicts).toMatchObject([
      {
        ...{ query: "Dog?", queryId: "query:q@1", prediction: "Tom", expected: ["Rex"], score: 0 },
        ...{ evidence: ["turn-1@1", "turn-1@1"], reason: "wrong name", session: "run" },
      },
      { query: "never traced", prediction: "7", expected: ["7", "seven"], score: 1, evidence: [] },
    ]);
    expect(graph.variables.get(graph.verdicts[0]?.predictionId ?? "")?.className).toBe(
      "prediction",
    );
  });

  test("S56 a session outside a graph gets its own graph, and sessions inside a graph share it", async () => {
    const { collector } = await trace(async (_memtrace, url) => {
      const outside = new MemTrace({ apiKey: "k", url });
      outside.session({ id: "lonely", name: "talk", category: "chat" }, () =>
        outside.variable("alone here"),
      );
      outside.variable("no scope at all");
      outside.graph("shared", { user: "u", system: "s", strict: true, metadata: { a: 1 } }, () => {
        for (const id of ["one", "two"])
          outside.session({ id }, () => outside.variable(`in ${id}`));
      });
      await outside.close();
    });
    const graphs = new Set(collector.events.map(({ graph }) => graph));
    expect(graphs.size).toBe(4);
    expect(collector.graph("lonely").sessions.get("lonely")).toMatchObject({
      name: "talk",
      category: "chat",
    });
    expect([...collector.graph("shared").sessions.keys()]).toEqual(["one", "two"]);
    expect(collector.graph("shared").header).toMatchObject({
      user: "u",
      system: "s",
      strict: true,
    });
  });

  test("S57 the SDK writes values other than text as JSON, also types that JSON lacks", async () => {
    const circle: Record<string, unknown> = { kind: "circle" };
    circle.self = circle;
    const shared = { text: "twice" };
    const values: [unknown, string][] = [
      [{ n: 12n }, '{"n":"12"}'],
      [new Map([["a", new Set([1])]]), '{"a":[1]}'],
      [new Map([[1, 2]]), "[[1,2]]"],
      [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
      [circle, '{"kind":"circle","self":"[circular]"}'],
      [[shared, shared], '[{"text":"twice"},{"text":"twice"}]'],
      [new Error("broken"), '{"name":"Error","message":"broken"}'],
      [new Float32Array(3), '"[Float32Array]"'],
      [
        {
          get bad() {
            throw new Error("no");
          },
        },
        "{}",
      ],
      [undefined, "undefined"],
      [null, "null"],
    ];
    const { graph, problems } = await trace((memtrace) => {
      for (const [index, [value]] of values.entries())
        memtrace.variable(value, { name: `v${index}` });
    });
    expect([...graph.variables.values()].map(({ value }) => value)).toEqual(
      values.map(([, text]) => text),
    );
    expect(problems).toEqual([]);
  });

  test("S58 the client cuts values, texts and names over the limits, with a marker and the true length", async () => {
    const { graph, collector, problems } = await trace((memtrace) => {
      memtrace.variable("😀".repeat(MAX_VALUE_CHARS), { name: `long\n${"n".repeat(600)}` });
      memtrace.verdict({
        query: "q".repeat(40_000),
        prediction: "p",
        expected: "e",
        score: 1,
        reason: "r".repeat(40_000),
      });
    });
    const [variable] = graph.variables.values();
    expect(variable?.length).toBe(2 * MAX_VALUE_CHARS);
    expect(variable?.value.length).toBeLessThanOrEqual(MAX_VALUE_CHARS);
    expect(variable?.value).toMatch(/…\[memtrace: cut, \d+ of 1048576 characters kept\]$/);
    expect(variable?.value.isWellFormed()).toBe(true);
    expect(graph.verdicts[0]?.query.length).toBeLessThanOrEqual(MAX_TEXT_CHARS);
    expect(collector.rejected).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("S34 a verdict without an expected answer has an empty list of them", async () => {
    const { graph, problems } = await trace((memtrace) => {
      memtrace.verdict({ query: "why?", prediction: "so", score: 1 });
      memtrace.verdict({ query: "why?", prediction: "so", score: 1, expected: "so" });
      memtrace.verdict({ query: "why?", prediction: "so", score: 1, expected: ["so", "just so"] });
    });
    expect(graph.verdicts.map(({ expected }) => expected)).toEqual([[], ["so"], ["so", "just so"]]);
    expect(problems).toEqual([]);
  });

  test("S35 the SDK cuts graph ids at 256 characters and names at 512, and never splits a surrogate pair", async () => {
    const wide = `x${"😀".repeat(300)}`;
    const { collector, problems } = await trace(async (memtrace, url) => {
      const other = new MemTrace({ apiKey: "k", url });
      other.graph(wide, () => other.variable("in a graph", { name: wide }));
      other.graph("half \ud83d.", () => other.variable("in another", { name: "v" }));
      other.session({ id: wide }, () => other.variable("in a session", { name: "v" }));
      await other.flush();
      memtrace.variable("in the test's own graph");
    });
    expect(collector.rejected).toEqual([]);
    expect(problems).toEqual([]);
    const graphs = [...new Set(collector.events.map(({ graph }) => graph))];
    const cut = `x${"😀".repeat(127)}`;
    expect(graphs.sort()).toEqual(["half  .", "test", cut]);
    expect(cut).toHaveLength(MAX_GRAPH_ID_CHARS - 1);
    const [variable] = collector.graph(cut).variables.values();
    expect(variable?.name).toBe(`x${"😀".repeat(255)}`);
  });

  test("S59 without a key, everything runs as if untraced, with one warning", async () => {
    const codes: string[] = [];
    const memtrace = new MemTrace({
      ...{ apiKey: "", onError: ({ code }) => codes.push(code) },
      fetch: () => expect.unreachable("nothing may be sent"),
    });
    const fn = (text: string) => text;
    expect(memtrace.operation("fn", fn)).toBe(fn);
    const result = memtrace.graph("g", () =>
      memtrace.session({}, () => {
        const handle = memtrace.variable("value", { name: "v" });
        memtrace.link(handle, memtrace.mutate(handle, "other"));
        memtrace.delete(handle);
        memtrace.verdict({ query: handle, prediction: "a", expected: "b", score: 0 });
        return memtrace.find("value") ?? "ran";
      }),
    );
    expect(result).toBe("ran");
    await memtrace.close();
    expect([memtrace.enabled, codes]).toEqual([false, ["off"]]);
  });

  test("S60 a description that throws loses only the record", async () => {
    const { problems } = await trace((memtrace) => {
      const describe = (): never => {
        throw new Error("bad description");
      };
      const inputs = memtrace.operation("a", { input: describe }, (text: string) => `${text}!`);
      const outputs = memtrace.operation("b", { output: describe }, (text: string) => `${text}?`);
      expect([inputs("hello there"), outputs("hello there")]).toEqual([
        "hello there!",
        "hello there?",
      ]);
    });
    expect(problems.map(({ code }) => code)).toEqual(["internal", "internal"]);
  });

  test("S61 the app changes, deletes and cites another process's value by name or variable id", async () => {
    const { graph, problems } = await trace(async (memtrace, url) => {
      const elsewhere = new MemTrace({ apiKey: "k", url });
      elsewhere.graph("test", () => {
        elsewhere.variable("likes tea", { name: "unit-a" });
        elsewhere.variable("owns a cat", { name: "unit-b" });
        elsewhere.variable("I like tea", { name: "turn-1", category: "message" });
      });
      await elsewhere.close();
      memtrace.mutate("unit-a", "likes coffee");
      memtrace.delete("unit-b");
      memtrace.verdict({
        query: "q",
        prediction: "p",
        expected: "e",
        score: 0,
        evidence: ["turn-1@1"],
      });
    });
    expect(graph.versionsOf("unit-a").map(({ value }) => value)).toEqual([
      "likes tea",
      "likes coffee",
    ]);
    const [deleted] = graph.versionsOf("unit-b").slice(-1);
    expect(graph.linksFrom(deleted?.id ?? "").map(({ category }) => category)).toEqual([
      "deletion",
    ]);
    expect(graph.verdicts[0]?.evidence).toEqual(["turn-1@1"]);
    expect(problems).toEqual([]);
  });

  test("P36 a key of metadata called __proto__ is recorded as data", async () => {
    const metadata = JSON.parse('{"__proto__":{"a":1},"b":2}');
    const { graph } = await trace((memtrace) => {
      memtrace.variable("kept", { name: "v", metadata });
    });
    expect(JSON.stringify(graph.variables.get("v@1")?.metadata)).toBe(JSON.stringify(metadata));
  });

  test("S58 the SDK replaces metadata over the limit by a marker", async () => {
    const { graph, collector } = await trace((memtrace) => {
      memtrace.variable("kept as it is", { name: "v", metadata: { big: "x".repeat(100_000) } });
      memtrace.variable("kept as well", { name: "w", metadata: { small: [1n] } });
    });
    expect(graph.variables.get("v@1")?.metadata).toEqual({
      "memtrace:cut": expect.stringMatching(/^\{"big":"x+…\[memtrace: cut, 920 of 100010 /),
    });
    expect(graph.variables.get("w@1")?.metadata).toEqual({ small: ["1"] });
    expect(collector.received.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(5_000);
  });
});
