import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunkEnds } from "../../src/event-store/pack/content-chunks.ts";
import { decodeIds, encodeIds } from "../../src/event-store/pack/id-list.ts";
import { decodePack, encodePack } from "../../src/event-store/pack/pack-codec.ts";
import { GraphReader, linesOf } from "../../src/event-store/pack/packed-graph.ts";
import {
  decodeHashes,
  encodeHashes,
  REACHED_PACKS,
  RecentChunks,
} from "../../src/event-store/pack/recent-chunks.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { describeGraph } from "../graph/describe-graph.ts";
import { anyEvents, GRAPH, variable } from "../graph/recorded.ts";

/** A pack of format 1, as it was written: gzip of `{"format":1,"events":[…]}`. */
const FORMAT_1 =
  "H4sIAAAAAAAAA22Puw7CMAxF/+XOWQqbfwUxuNQtEU0cuaaAqv47CuLRgc0P+ZzrBb1aYgc1ATJL9gl0WOCPIiDMbJHbURAQu9oTI2AwLmcQBgS8T016EOoyc6qXGQEzj9da99Emxxq+WC1i7FHzh6t0/8PdBWgB4f7D3ix6TXNil0HtAcK1dPyaJXHu2Bm04AI6NMd14xxjvnx0Y/PHtt/YetP0/scVhLYqNSXJXkNw9AnrcX0CTmUQUT4BAAA=";

const TEXT = "The spare key is kept under the blue flowerpot. ".repeat(6);
/** Two packs of format 2, as they were written; the second takes from the first. */
const FORMAT_2 = [
  "ArkAAACiNwCAQAlzKn/6S+kwyg4ACnx5qim1iPUo/X+S884lsIeXueauh5blJzo7Rn5T7I7qPx6LfZOfMnxhs5ksltlKfOZur5+oUIaLuSldrQQjqt0ROpPhPKTeQ9yOOA1RQueSjF0eJyL0AVQrxIyaOBmDDNWzU5bdPu/My3wTUoCi9+41XKxsbU9tpZKvMhGWZv/TGXFsnCI6YoQzyXPKnSmOZ89T80wfvYwMT4rJ6rgDKjwZ8LhplQ2rASIpAIBA/5ub1uOxiw6CuMyOLUIfiqBEawjRDQ7Yywoso5jfFtM9xs4U4Rruchij1W5c9nMONBvOPsAI4cLKr7LenteBkQILlb4ubN+evNfUooUToFF56lYOLq4F",
  "AhYBAAAiTACAQAlzKn/6SxRlC8MMAPzvr/2sRYku8AKV2rlvf1RhUaRGYZs3tm3LAuMfhHruzP3atuSX6V8sE9P3za9Ym6ZKlNW9+JU7rKoJwWBMt2WhrO8FGnryy7GZKgZgE7GeSwXxZPXnGEvE5IYV4urn1knE8aRXOEz2Prxfw2pEXG+T2/3atUVcPNTsX1ie7Hhk1yPrgdI6stBwUehYBkQ/7dYzL345aoUTOzFGSogaVgAXsPwv9vfbhCgYzByOU65Vphybi6PknGOxX/aKD9fntp2s1uwh656ryNyOMIw2SzHgl/l6dnPt9OQbKp1+jDPi3oSMvmacEP46+ezmc6zlRd+oiJtYHBYborGe+4HXQBtQo//3f8ADEHsiY29tbWVudCI6ImtlZXBzIMOpIn1BeyJzb3VyY2UiOnsiZmlsZSI6Im1haW4ucHkiLCJsaW5lIjozfX0D",
];
/** The same as packs of format 3. */
const FORMAT_3 = [
  "AxcAAAD4AAAAIAEQWyJoIiwicyIsInYxIiwidjIiXQOiPgCAWLbc7r2whPjR860q2yqtKoLyGMngTd0mNNDMMj3/UWF8ARMcUX93hYQoiW1tNu/dTf4q8sF2ROERbJ6fKMoyDxjWNXHpzzPQxLfRAZQ1wjd6zubnc3+9gGxCwmQZCOeHAoQ8JrHK96iJ23GSOBEZCI8bKmqW2E/efjoLeF44C+TegwDRv2g4F4pd59XbV+Gq28FttzN7zEvm/0PBqnI8vWlEq+0Ih8f8fMFO3LNxOp179BkwZMS4JoSeMFWzSjKn7yG4ovos21v/eOW/iDlTpvQYM2LQ+NO1X39FjWVELVEj+gv9RrayYEtEoeFAgSpO09UVAyIpAIBA/5ub1uOxiw6CuMyOLUIfiqBEawjRDQ7Yywoso5jfFtM9xs4U4Rruchij1W5c9nMONBvOPsAI4cLKr7LenteBkQILlb4ubN+evNfUooUToFF56lYOLq4F",
  "AxsAAACOAQAAYAEQWyJvIiwidjMiLCJ2NCIsImwiLCJ3Il0DgmkAgFhpzjuB4/Sefh2qJUj/uWpBZJGisHPRth68WWIB5QPArfvwXMzKLxWGYRiWFdixr94wvQCPnzL/RuQHyQR1Qgyzf0Hd6+UZE++J/XgXCjWME4JYQO6nVXMgDhsQewpi6pkHVBpZELvOAfG1im3iPZxnq2kEcQJxBGCvj88+vNNtZ8x8t1T0/ePtdbdfD7UQG8RzOSA8e1jNrNUsz9Szr26nCqmjNgYxjqx3Cac+ncNRUcmyzVziOF4vmP4yBTY4h0ts1T+HuV5x3K6moX2Yz0vX1K6GhvSRqMzDePqSq8wwubvGcQxrog5npR068pWyTjww6nKoSOamg44pqkG3GHwhfB7DNIYZo67SakPq2RFiPw22J05Z6kh96dLSMWHKjDkLlp7ohxVz2i6tpXW0CW3aoJm5GRltTjvKji1pK7ounaVzs0fH8TkSMRs3nbNil3n3AybM6eiY0tGGKN1y8Lz/EzWNprlVI2oe1Nzrk6q8CZFMKi2qqo8GkmJUooaolBRvVdTIjTRrRQHAAxB7ImNvbW1lbnQiOiJrZWVwcyDDqSJ9QXsic291cmNlIjp7ImZpbGUiOiJtYWluLnB5IiwibGluZSI6M319Aw==",
];
/** What they hold. */
const IN_EARLIER: TraceEvent[][] = [
  [
    { type: "graph", id: "h", graph: "g", at: 1, user: "u", system: "s" },
    { type: "session", id: "s", graph: "g", at: 2, session: "s", name: "first" },
    {
      ...{ type: "variable", id: "v1", graph: "g", at: 3, ref: "v1", session: "s" },
      ...{ name: "note", value: TEXT, category: "message" },
    },
    {
      ...{ type: "variable", id: "v2", graph: "g", at: 4, ref: "v2", name: "half" },
      ...{ value: "half a pair \ud800", metadata: { n: 1.5 } },
    },
  ],
  [
    {
      ...{ type: "operation", id: "o", graph: "g", at: 5, seq: 1, op: "o", name: "store" },
      ...{ comment: "keeps é", status: "ok" },
    },
    {
      ...{ type: "variable", id: "v3", graph: "g", at: 6, ref: "v3", name: "note" },
      ...{ splice: { of: "v1", at: 0, remove: 3, insert: "A" }, mutates: "v1" },
    },
    { type: "variable", id: "v4", graph: "g", at: 7, ref: "v4", name: "copy", value: TEXT },
    {
      ...{ type: "link", id: "l", graph: "g", at: 8, op: "o", from: "v1", to: "v4" },
      source: { file: "main.py", line: 3 },
    },
    {
      ...{ type: "verdict", id: "w", graph: "g", at: 9, query: "q", prediction: "p" },
      ...{ expected: ["x"], score: 0.5, evidence: ["v1"] },
    },
  ],
];

const asLines = (events: readonly TraceEvent[]): string[] =>
  events.map((event) => JSON.stringify(event));

const stored = (packs: readonly (readonly TraceEvent[])[]): Uint8Array[] => {
  const chunks = new RecentChunks();
  return packs.map((events) => {
    const { body, hashes } = encodePack(asLines(events), chunks);
    chunks.add(decodeHashes(encodeHashes(hashes)));
    return body;
  });
};

const opened = (bodies: readonly Uint8Array[]) => {
  const reader = new GraphReader();
  for (const body of bodies) reader.add(body);
  return reader.graph(GRAPH);
};

const split = <T>(items: readonly T[], cuts: readonly number[]): T[][] => {
  const at = [0, ...cuts.map((cut) => cut % (items.length + 1)), items.length].sort(
    (a, b) => a - b,
  );
  return at.slice(1).map((end, i) => items.slice(at[i], end));
};

/** Texts that share long parts, of every width of character, half surrogate pairs included. */
const longText = fc
  .array(fc.constantFrom("plain words ", "漢字 ", "é", "\u{1f600}", "\ud800", "\ufeff", "line\n"), {
    maxLength: 6,
  })
  .chain((parts) => fc.nat(900).map((times) => parts.join("").repeat(times)));

/** As the SDK gives them, as other clients do, and as hardly anybody does. */
const anyId = fc.oneof(
  fc.tuple(fc.maxSafeNat(), fc.constantFrom("-a1", "-b2", "-")).map((parts) => parts.join("")),
  fc.constantFrom(
    "0-a1",
    "00-a1",
    "007-a1",
    "12",
    "-12",
    "12a-1",
    "1e3-x",
    "999999999999999999-a1",
  ),
  fc.uuid(),
  fc.string({ unit: "binary" }),
);

describe("packs", () => {
  test("D35 ids read back as they were, whatever they look like", () => {
    fc.assert(
      fc.property(fc.array(anyId), (ids) => {
        expect(decodeIds(encodeIds(ids))).toEqual(ids);
      }),
    );
  });

  test("D35 an id as the SDK gives them takes about two bytes", () => {
    const ids = Array.from({ length: 5_000 }, (_, i) => `${i + (i % 7) * 3}-15f41qr1hordc`);
    expect(encodeIds(ids).length).toBeLessThan(2 * ids.length);
  });

  test("D20 what packs hold reads back as the events and the graph that went in", () => {
    fc.assert(
      fc.property(anyEvents, fc.array(fc.nat(), { maxLength: 4 }), (events, cuts) => {
        const parts = split(events, cuts);
        const bodies = stored(parts);
        parts.forEach((part, i) => {
          const lines = linesOf(bodies.slice(0, i + 1));
          expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(part)));
        });
        const graph = opened(bodies);
        if (events.length === 0) expect(graph).toBeUndefined();
        else
          expect(graph && describeGraph(graph)).toEqual(describeGraph(buildGraph(GRAPH, events)));
      }),
    );
  });

  test("D21 a value comes back as it was, whatever its characters, wherever its chunks lie", () => {
    fc.assert(
      fc.property(fc.array(longText, { maxLength: 30 }), fc.nat(), (values, seed) => {
        const events = values.map((value, i) => variable(`r${i}`, `n${i}`, { at: i, value }));
        const graph = opened(stored(split(events, [seed, seed * 7, seed * 13])));
        expect([...(graph?.variables.values() ?? [])].map(({ value }) => value)).toEqual(values);
      }),
      { numRuns: 40 },
    );
  });

  test("D22 a text that grows costs what it grew by", () => {
    const line = (i: number) => `entry ${i}: ${(i * 2_654_435_761) % 4_294_967_296} was noted\n`;
    const growing = Array.from({ length: 400 }, (_, i) =>
      Array.from({ length: i + 1 }, (_, j) => line(j)).join(""),
    );
    const packs = growing.map((value, i) => [variable(`r${i}`, "memory", { at: i, value })]);
    const bytes = (bodies: readonly Uint8Array[]) =>
      bodies.reduce((sum, body) => sum + body.length, 0);
    const all = stored(packs);
    const perPack = bytes(all.slice(200)) / 200;
    expect(growing.at(-1)?.length).toBeGreaterThan(12_000);
    expect(perPack).toBeLessThan(1_600);
    expect([...(opened(all)?.variables.values() ?? [])].map(({ value }) => value)).toEqual(growing);
  });

  test("D23 a pack is read with the sixteen before it, and none that is older", () => {
    const value = "a memory that stays as it is. ".repeat(400);
    const packs = Array.from({ length: 60 }, (_, i) => [
      variable(`r${i}`, `n${i}`, { at: i, value: i % 3 === 0 ? value : `other ${i}` }),
    ]);
    const bodies = stored(packs);
    bodies.forEach((_, i) => {
      const lines = linesOf(bodies.slice(Math.max(0, i - REACHED_PACKS), i + 1));
      expect(lines.map((line) => JSON.parse(line))).toEqual(packs[i]);
    });
  });

  test.each([
    ["2", FORMAT_2],
    ["3", FORMAT_3],
  ])("D24 packs of format %s stay readable, and later packs take chunks from them", (_, packs) => {
    const bodies = packs.map((body) => Buffer.from(body, "base64"));
    bodies.forEach((_, i) => {
      const lines = linesOf(bodies.slice(0, i + 1));
      expect(lines.map((line) => JSON.parse(line))).toEqual(IN_EARLIER[i]);
    });
    // What a graph object remembers of those packs; chunks are cut and numbered as they were.
    const chunks = new RecentChunks();
    for (const events of IN_EARLIER) chunks.add(encodePack(asLines(events), chunks).hashes);
    const later = variable("v5", "again", { at: 10, value: TEXT });
    const pack = encodePack(asLines([later]), chunks);
    expect(pack.hashes).toEqual([]);
    const graph = opened([...bodies, pack.body]);
    const expected = buildGraph(GRAPH, [...IN_EARLIER.flat(), later]);
    expect(graph && describeGraph(graph)).toEqual(describeGraph(expected));
  });

  test("D24 a pack of format 1 stays readable, alone and before packs of later formats", () => {
    const old = Buffer.from(FORMAT_1, "base64");
    const [later] = stored([[variable("later", "n", { at: 9, value: "later" })]]);
    const before = linesOf([old]).map((line): TraceEvent => JSON.parse(line));
    expect(before.length).toBeGreaterThan(1);
    const graph = opened([old, ...(later ? [later] : [])]);
    const expected = buildGraph(GRAPH, [
      ...before,
      variable("later", "n", { at: 9, value: "later" }),
    ]);
    expect(graph && describeGraph(graph)).toEqual(describeGraph(expected));
  });

  test("D25 a pack of a format that is not known is refused", () => {
    expect(() => decodePack(Uint8Array.of(9, 0, 0, 0, 0))).toThrow("unknown pack format 9");
  });

  test("D26 chunks cover a text and end between its characters", () => {
    const encoder = new TextEncoder();
    fc.assert(
      fc.property(longText, (text) => {
        const bytes = encoder.encode(text.toWellFormed());
        const ends = chunkEnds(bytes);
        expect(ends.at(-1) ?? 0).toBe(bytes.length);
        for (const end of ends) expect(((bytes[end] ?? 0) & 0xc0) === 0x80).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test("D27 where a text changes, only the chunks around the change are others", () => {
    const encoder = new TextEncoder();
    const lines = Array.from({ length: 4_000 }, (_, i) => `${i}: ${(i * 2_654_435_761) >>> 0}\n`);
    const chunksOf = (text: string) => {
      const bytes = encoder.encode(text);
      return chunkEnds(bytes).map((end, i, ends) => bytes.slice(ends[i - 1] ?? 0, end).join());
    };
    const before = new Set(chunksOf(lines.join("")));
    fc.assert(
      fc.property(fc.nat(lines.length - 1), fc.string({ maxLength: 50 }), (at, insert) => {
        const after = chunksOf(lines.toSpliced(at, 1, insert).join(""));
        expect(after.filter((chunk) => !before.has(chunk)).length).toBeLessThanOrEqual(6);
      }),
    );
  });
});
