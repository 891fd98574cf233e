/** One object that several clients trace at the same time. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { MemTrace, type Problem } from "../../sdk/src/index.ts";
import { instrument } from "../../sdk/src/integrations/instrument.ts";
import { type Collector, startCollector } from "./support/collector.ts";

let collector: Collector;
let problems: Problem[];
beforeEach(async () => {
  collector = await startCollector();
  problems = [];
});
afterEach(() => collector.close());

const newClient = () =>
  new MemTrace({
    apiKey: "k",
    url: collector.url,
    onError: (problem) => problems.push(problem),
  });

class Memory {
  readonly #units: string[] = [];
  async add(text: string): Promise<string> {
    await null;
    return this.note(text);
  }
  note(text: string): string {
    this.#units.push(text);
    return `noted: ${text}`;
  }
}
const METHODS = { add: {}, note: {} };
const valuesIn = (graph: string) =>
  [...collector.graph(graph).variables.values()].map(({ value }) => value).sort();

test("S111 each client whose graph contains a call records the call, however many clients there are", async () => {
  const memory = new Memory();
  const [staging, live] = [newClient(), newClient()];
  for (const client of [staging, live, staging]) instrument(client, memory, METHODS);
  await staging.graph("staging alone", () => memory.add("only for staging"));
  await live.graph("live alone", () => memory.add("only for live"));
  await staging.graph("both, staging", () =>
    live.graph("both, live", () => memory.add("for both of them")),
  );
  await Promise.all([staging.close(), live.close()]);

  expect(valuesIn("staging alone")).toEqual(["noted: only for staging", "only for staging"]);
  expect(valuesIn("live alone")).toEqual(["noted: only for live", "only for live"]);
  for (const graph of ["both, staging", "both, live"]) {
    expect(valuesIn(graph)).toEqual(["for both of them", "noted: for both of them"]);
    const { operations } = collector.graph(graph);
    expect([...operations.values()].map(({ name }) => name).sort()).toEqual(["add", "note"]);
  }
  expect(problems).toEqual([]);
});

test("S111 outside all graphs, a single client records a call, several record none and report this", async () => {
  const memory = new Memory();
  const first = newClient();
  instrument(first, memory, METHODS);
  await memory.add("said to the first one");
  const second = newClient();
  instrument(second, memory, METHODS);
  expect(await memory.add("said to nobody at all")).toBe("noted: said to nobody at all");
  expect(problems[0]?.message).toContain("several clients");
  await first.close();
  await memory.add("said to the second one");
  await second.close();

  const values = collector.events.flatMap((event) =>
    event.type === "variable" ? [`${event.graph === undefined} ${event.value}`] : [],
  );
  expect(values.filter((value) => value.includes("nobody"))).toEqual([]);
  const graphOf = (text: string) =>
    collector.events.find((event) => event.type === "variable" && event.value === text)?.graph;
  expect(graphOf("said to the first one")).toBeDefined();
  expect(graphOf("said to the second one")).toBeDefined();
  expect(graphOf("said to the first one")).not.toBe(graphOf("said to the second one"));
});
