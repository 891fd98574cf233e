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
import { atOnce } from "../../src/graph/in-turns.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { describeGraph } from "../graph/support/describe-graph.ts";
import { anyEvents, GRAPH, variable } from "../graph/support/recorded.ts";

const _TEXT = "The spare key is kept under the blue flowerpot. ".repeat(6);
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
  for (const body of bodies) atOnce(reader.add(body));
  return atOnce(reader.graph(GRAPH));
};

const split = <T>(items: readonly T[], cuts: readonly number[]): T[][] => {
  const at = [0, ...cuts.map((cut) => cut % (items.length + 1)), items.length].sort(
    (a, b) => a - b,
  );
  return at.slice(1).map((end, i) => items.slice(at[i], end));
};

/** Texts with long common parts, with characters of every width, including half surrogate pairs. */
const longText = fc
  .array(fc.constantFrom("plain words ", "漢字 ", "é", "\u{1f600}", "\ud800", "\ufeff", "line\n"), {
    maxLength: 6,
  })
  .chain((parts) => fc.nat(900).map((times) => parts.join("").repeat(times)));

/** Ids in the form of the SDK, in the form of other clients, and in rare forms. */
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
  test("D35 ids of any form are read back unchanged", () => {
    fc.assert(
      fc.property(fc.array(anyId), (ids) => {
        expect(decodeIds(encodeIds(ids))).toEqual(ids);
      }),
    );
  });

  test("D35 an id of the SDK takes about two bytes", () => {
    const ids = Array.from({ length: 5_000 }, (_, i) => `${i + (i % 7) * 3}-15f41qr1hordc`);
    expect(encodeIds(ids).length).toBeLessThan(2 * ids.length);
  });

  test("D20 packs are read back as the same events and the same graph", () => {
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

  test("D21 a value of any characters is read back unchanged, wherever its chunks are", () => {
    fc.assert(
      fc.property(fc.array(longText, { maxLength: 30 }), fc.nat(), (values, seed) => {
        const events = values.map((value, i) => variable(`r${i}`, `n${i}`, { at: i, value }));
        const graph = opened(stored(split(events, [seed, seed * 7, seed * 13])));
        expect([...(graph?.variables.values() ?? [])].map(({ value }) => value)).toEqual(values);
      }),
      { numRuns: 40 },
    );
  });

  test("D22 a growing text takes only the space of its added text", () => {
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

  test("D23 to read a pack, the service needs the sixteen packs before it and no older pack", () => {
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

  test("D25 a pack of an unknown format is refused", () => {
    expect(() => decodePack(Uint8Array.of(9, 0, 0, 0, 0))).toThrow("unknown pack format 9");
  });

  test("D26 chunks together are the whole text and end between characters", () => {
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

  test("D27 a change of a text changes only the chunks around it", () => {
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
