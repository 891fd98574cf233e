import { describe, expect, test } from "vitest";
import type { Variable } from "../../src/graph/model.ts";
import { linksOf, trace, valuesOf } from "./support/traced.ts";

const SECRET = "hunter2";

/** A query builder like those of database libraries: nothing runs before it is awaited. */
class Query {
  readonly client = { config: { password: SECRET } };
  #filters: string[] = [];
  runs = 0;

  where(filter: string): this {
    this.#filters.push(filter);
    return this;
  }

  // biome-ignore lint/suspicious/noThenProperty: such query builders have this method
  then<A, B>(
    taken?: ((rows: string[]) => A | PromiseLike<A>) | null,
    refused?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.runs++;
    const rows = async () => {
      if (this.#filters.includes("broken")) throw new Error("no such column");
      return [`rows of ${this.#filters.join(" and ")}`];
    };
    return rows().then(taken, refused);
  }
}

const sent = (received: readonly { body: string }[]) => received.map(({ body }) => body).join("\n");

describe("results", () => {
  test("S16 a lazy query runs once, when the app awaits it, and its rows are the result", async () => {
    const { graph, problems, collector } = await trace(async (memtrace) => {
      const made = new Query();
      const search = memtrace.operation("search", (filter: string) => made.where(filter));
      const query = search("a question");
      await Promise.resolve();
      expect([made.runs, query instanceof Query, query.client]).toEqual([0, true, made.client]);
      expect(query.where("another filter")).toBe(query);
      expect(await query).toEqual(["rows of a question and another filter"]);
      expect(made.runs).toBe(1);
    });
    expect(linksOf(graph, "search")).toEqual([
      "a question → rows of a question and another filter",
    ]);
    expect(sent(collector.received)).not.toContain(SECRET);
    expect(problems).toEqual([]);
  });

  test("S16 an error of a query reaches the app and marks the operation", async () => {
    const { graph } = await trace(async (memtrace) => {
      const search = memtrace.operation("search", (filter: string) => new Query().where(filter));
      await expect(search("broken")).rejects.toThrow("no such column");
    });
    expect([...graph.operations.values()]).toMatchObject([
      { status: "error", error: "no such column" },
    ]);
  });

  test("S16 a frozen query and a query with an unreadable `then` stay unchanged", async () => {
    await trace(async (memtrace) => {
      const step = memtrace.operation("step", <T>(value: T) => value);
      const frozen = Object.freeze({
        // biome-ignore lint/suspicious/noThenProperty: the method makes the result a promise-like
        then: (taken: (rows: string) => void) => taken("frozen rows"),
      });
      expect(await step(frozen)).toBe("frozen rows");
      const unreadable = {
        // biome-ignore lint/suspicious/noThenProperty: the getter makes the result unreadable
        get then() {
          throw new Error("not readable");
        },
      };
      expect(step(unreadable)).toBe(unreadable);
    });
  });

  test("S17 an undescribed instance is not recorded, neither alone nor inside a list or object", async () => {
    class Client {
      readonly password = SECRET;
    }
    const { graph, collector } = await trace((memtrace) => {
      memtrace.operation("connect", (_url: string) => new Client())("some address");
      memtrace.operation("pool", (_url: string) => [new Client(), new Client()])("some address");
      memtrace.operation("wrap", (_url: string) => ({ text: "some text", db: new Client() }))("to");
      memtrace.operation("load", (_db: Client) => "all the rows")(new Client());
      memtrace.operation("fail", () => {
        throw new Client();
      });
    });
    expect(sent(collector.received)).not.toContain(SECRET);
    expect(linksOf(graph, "connect")).toEqual(["some address → nothing"]);
    expect(linksOf(graph, "wrap")).toEqual(['to → {"text":"some text","db":"[Client]"}']);
    expect(linksOf(graph, "load")).toEqual(['["[Client]"] → all the rows']);
  });

  test("S17 the SDK records an instance that `output` describes", async () => {
    class Row {
      constructor(readonly text: string) {}
    }
    const { graph } = await trace((memtrace) => {
      const output = ({ text }: Row) => ({ value: text, category: "memory_entry" });
      memtrace.operation("one", { output }, (text: string) => new Row(text))("likes tea");
      memtrace.operation("all", { output }, (_query: string) => [
        new Row("owns a cat"),
        new Row("likes rain"),
      ])("what is known?");
      memtrace.operation(
        "bare",
        { output: { category: "memory_entry" } },
        (text: string) => new Row(text),
      )("lives in Lisbon");
    });
    const entries = [...graph.variables.values()].filter(
      ({ category }: Variable) => category === "memory_entry",
    );
    expect(valuesOf(entries)).toEqual([
      "likes rain",
      "likes tea",
      "owns a cat",
      '{"text":"lives in Lisbon"}',
    ]);
  });

  test("S18 a list of more than fifty elements is one value, with links from at most fifty of them", async () => {
    const store = Array.from({ length: 1_000 }, (_, index) => ({
      text: `memory unit no. ${index}`,
    }));
    const { graph } = await trace((memtrace) => {
      for (const unit of store) memtrace.variable(unit);
      const search = memtrace.operation("search", (units: typeof store, _query: string) =>
        units.slice(3, 5),
      );
      for (let call = 0; call < 5; call++) search(store, `question no. ${call}`);
      memtrace.operation("load", (_name: string) => store.slice(1))("everything");
    });
    const links = linksOf(graph, "search");
    expect(links).toHaveLength(5 * 2 * 2);
    expect(links).toContain('question no. 4 → {"text":"memory unit no. 3"}');
    expect(links.filter((link) => link.startsWith("[") && link.includes("no. 999"))).toHaveLength(
      10,
    );
    expect(linksOf(graph, "load")).toHaveLength(51);
  });

  test("S19 the SDK encodes a large value only a few times per call, however many fields it has", async () => {
    await trace((memtrace) => {
      let reads = 0;
      const field = (index: number) => ({
        toJSON: () => {
          reads++;
          return `field no. ${index} ${"x".repeat(500)}`;
        },
      });
      const fields = Array.from({ length: 1_000 }, (_, index) => [`f${index}`, field(index)]);
      const step = memtrace.operation("step", (_given: object) => "was read");
      step(Object.fromEntries(fields));
      expect(reads / fields.length).toBeLessThanOrEqual(2);
    });
  });

  test("S62 an unnamed value is named by its operation, a count and six characters of its client's id", async () => {
    const { graph } = await trace((memtrace) => {
      const say = memtrace.operation("say", (_to: string) => "the same words");
      say("first one here");
      say("other one here");
    });
    const names = [...graph.variables.values()].map(({ name }) => name);
    expect(names.filter((name) => /^say-result-\d+-[0-9a-z]{6}$/.test(name))).toHaveLength(2);
    expect(names.filter((name) => /^say\.input-\d+-[0-9a-z]{6}$/.test(name))).toHaveLength(2);
    expect(new Set(names).size).toBe(4);
  });
});
