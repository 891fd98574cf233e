import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { trace } from "./support/traced.ts";

const TEXT = fc.string({ unit: "binary", maxLength: 300 });

describe("properties", () => {
  test("S52 after any change of a value, the graph has exactly the new value", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(TEXT, fc.nat(200), TEXT), { minLength: 1, maxLength: 8 }),
        async (edits) => {
          const texts: string[] = [];
          const { graph } = await trace((memtrace) => {
            let text = "The memory at its start, long enough to be spliced. ".repeat(4);
            let unit = memtrace.variable(text, { name: "unit" });
            texts.push(text);
            for (const [insert, at, tail] of edits) {
              text = text.slice(0, at) + insert + text.slice(at + tail.length);
              unit = memtrace.mutate(unit, text);
              if (text !== texts.at(-1)) texts.push(text);
            }
          });
          expect(graph.versionsOf("unit").map(({ value }) => value)).toEqual(texts);
          expect(graph.pending).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("S31 a function with any arguments runs as if untraced, and the service accepts every event", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.anything({
            withBigInt: true,
            withDate: true,
            withMap: true,
            withSet: true,
            withTypedArray: true,
            withNullPrototype: true,
          }),
          { maxLength: 4 },
        ),
        async (values) => {
          const { collector, problems } = await trace((memtrace) => {
            const echo = memtrace.operation("echo", (...given: unknown[]) => given);
            const first = memtrace.operation("first", (given: unknown) => given);
            const result = echo(...values);
            expect(result).toHaveLength(values.length);
            for (const [index, value] of values.entries()) {
              expect(Object.is(result[index], value)).toBe(true);
              expect(Object.is(first(value), value)).toBe(true);
            }
          });
          expect([collector.rejected, problems]).toEqual([[], []]);
          const graph = collector.graph("test");
          for (const { from, to } of graph.links.values()) expect(from).not.toBe(to);
          expect(graph.pending).toEqual([]);
          const linksIn = ({ links }: EvolutionGraph) =>
            [...links.values()].map(({ id, op, from, to }) => [id, op, from, to]);
          const replayed = buildGraph("test", collector.events.toReversed());
          expect(linksIn(replayed)).toEqual(linksIn(graph));
        },
      ),
      { numRuns: 60 },
    );
  });
});
