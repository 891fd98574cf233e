import { env } from "cloudflare:workers";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { readBatch } from "../../src/protocol/events/batch.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { exported } from "../graph/support/exported.ts";
import { anyEvents, GRAPH } from "../graph/support/recorded.ts";
import { crashObject } from "../workers/support/crash-object.ts";
import { newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { sendBody } from "../workers/support/traces.ts";

/** Each run makes about twenty requests. */
const RUNS = { numRuns: 20, endOnFailure: true };

/** The events that the service accepts, from which the graph is built. */
function admitted(events: readonly TraceEvent[]): TraceEvent[] {
  const read = readBatch(JSON.stringify(events));
  if (!read.ok) throw new Error(read.fault.kind);
  return read.value.events.map(({ event }) => event);
}

const takenEvents = anyEvents.map(admitted).filter((events) => events.length > 0);

interface Part {
  readonly id: string;
  readonly events: readonly TraceEvent[];
  readonly form: "lines" | "array" | "gzip";
}

/** A request, and what happens to the graph's Durable Object after it. */
interface Step {
  readonly part: Part;
  readonly after: "nothing" | "crash" | "flush";
}

/** All events, each once, in batches of one event up to all events. */
const partsOf = (events: readonly TraceEvent[], client: string): fc.Arbitrary<Part[]> =>
  fc
    .record({
      ends: fc.uniqueArray(fc.integer({ min: 1, max: Math.max(1, events.length - 1) })),
      form: fc.constantFrom("lines" as const, "array" as const, "gzip" as const),
    })
    .map(({ ends, form }) => {
      const places = [0, ...ends.toSorted((a, b) => a - b), events.length];
      return places.flatMap((start, index) => {
        const part = events.slice(start, places[index + 1] ?? start);
        return part.length === 0 ? [] : [{ id: `${client}-${index}`, events: part, form }];
      });
    });

/** The batches in any order; some appear twice. */
const arrivalOf = (parts: readonly Part[]): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      fc.shuffledSubarray([...parts], { minLength: parts.length }),
      fc.subarray([...parts]),
      fc.array(fc.constantFrom("nothing", "nothing", "crash", "flush"), {
        minLength: parts.length * 2,
        maxLength: parts.length * 2,
      }),
    )
    .map(([first, again, fates]) =>
      [...first, ...again].map((part, at) => ({ part, after: fates[at] as Step["after"] })),
    );

const shuffled = (events: readonly TraceEvent[]) =>
  fc.shuffledSubarray([...events], { minLength: events.length });

async function sendStep({ key, project }: OwnProject, { part, after }: Step): Promise<void> {
  const lines = part.events.map((event) => JSON.stringify(event));
  const text = part.form === "array" ? `[${lines.join(",\n")}]` : lines.join("\n");
  const headers: Record<string, string> =
    part.form === "gzip" ? { "content-encoding": "gzip" } : {};
  const body = part.form === "gzip" ? gzipSync(text) : text;
  const answer = await sendBody(key, body, { batch: part.id, headers });
  expect([answer.status, await answer.json()]).toMatchObject([202, { rejected: [] }]);
  const stub = env.GRAPHS.getByName(`${project}:${GRAPH}`);
  if (after === "crash") await crashObject(stub);
  if (after === "flush") await stub.flush();
}

const authorized = ({ key }: OwnProject) => ({ headers: { authorization: `Bearer ${key}` } });

/** Expects that the service's export equals the export of a graph built from the events. */
async function expectGraphOf(own: OwnProject, events: readonly TraceEvent[]): Promise<void> {
  const answer = await send(`/v1/graphs/${GRAPH}/export`, authorized(own));
  expect(answer.status).toBe(200);
  const expected = buildGraph(GRAPH, events);
  expect(await answer.json()).toEqual(exported(expected));
  const figures = await (await send(`/v1/graphs/${GRAPH}`, authorized(own))).json();
  const count = (type: TraceEvent["type"]) =>
    new Set(events.flatMap((event) => (event.type === type ? event.id : []))).size;
  expect(figures).toMatchObject({ variables: count("variable"), operations: count("operation") });
}

test("G1 the graph is the same however one client's batches are split, ordered, repeated and packed", async () => {
  const arrival = takenEvents.chain((events) =>
    fc.record({
      events: fc.constant(events),
      steps: shuffled(events)
        .chain((mixed) => partsOf(mixed, "a"))
        .chain(arrivalOf),
    }),
  );
  await fc.assert(
    fc.asyncProperty(arrival, async ({ events, steps }) => {
      const own = await newProject();
      for (const step of steps) await sendStep(own, step);
      await expectGraphOf(own, events);
    }),
    RUNS,
  );
});

test("G1 clients that record one graph at the same time get the same graph, in any order", async () => {
  const clients = takenEvents.chain((events) =>
    fc.tuple(shuffled(events), fc.nat(events.length)).chain(([mixed, share]) =>
      fc.record({
        events: fc.constant(events),
        // Both clients send the events that the two parts share.
        one: partsOf(mixed.slice(0, share + 2), "a").chain(arrivalOf),
        other: partsOf(mixed.slice(share), "b").chain(arrivalOf),
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(clients, async ({ events, one, other }) => {
      const own = await newProject();
      const record = async (steps: readonly Step[]) => {
        for (const { part } of steps) await sendStep(own, { part, after: "nothing" });
      };
      await Promise.all([record(one), record(other)]);
      await expectGraphOf(own, events);
    }),
    RUNS,
  );
});
