import * as fc from "fast-check";
import { expect, test } from "vitest";
import { unclear } from "../faults/support/clear-answer.ts";
import { malformedBatches } from "../faults/support/malformed-batches.ts";
import { newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { forgottenDog, sendBody, sendEvents } from "../workers/support/traces.ts";

const GRAPH = "g";
const RUNS = 1_000;
/** A project may send 1,000 requests in ten seconds. */
const RUNS_PER_PROJECT = 400;

interface Watched extends OwnProject {
  readonly before: string;
}

/** Everything that the project can read of what it sent. */
async function stateOf({ key }: OwnProject): Promise<string> {
  const read = async (path: string) => {
    const answer = await send(path, { headers: { authorization: `Bearer ${key}` } });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  return `${await read(`/v1/graphs/${GRAPH}/export`)}\n${await read("/v1/graphs")}`;
}

async function newWatched(): Promise<Watched> {
  const own = await newProject();
  await sendEvents(own.key, forgottenDog(GRAPH));
  return { ...own, before: await stateOf(own) };
}

test.each([
  ["a seed of its own", 20_261_121],
  ["a new seed", undefined],
])(
  "P16 no malformed batch breaks the service or changes a graph; the answer gives place and remedy (%s)",
  async (_, seed) => {
    let watched = await newWatched();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(malformedBatches(GRAPH), async (batch) => {
        if (++runs % RUNS_PER_PROJECT === 0) {
          expect(await stateOf(watched)).toBe(watched.before);
          watched = await newWatched();
        }
        const { fault, body, headers } = batch;
        const answer = await sendBody(watched.key, body, { headers });
        const problem = unclear(batch, answer.status, await answer.text());
        if (problem !== undefined) throw new Error(`${fault} ${problem}`);
      }),
      { numRuns: RUNS, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
    );
    expect(await stateOf(watched)).toBe(watched.before);
  },
  120_000,
);
