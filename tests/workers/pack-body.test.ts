import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import { encodePack } from "../../src/event-store/pack/pack-codec.ts";
import { database } from "../tenancy/support/browser.ts";
import { packedEvents } from "./support/packed-events.ts";
import { newProject } from "./support/tenants.ts";
import { note } from "./support/traces.ts";

const GRAPH = "g";

test.each([
  { what: "a small one", chars: 20, least: 0 },
  {
    what: "one that as text would be longer than the database takes",
    chars: 900_000,
    least: 1_500_000,
  },
])("D36 the database returns a pack unchanged: $what", async ({ chars, least }) => {
  const { project } = await newProject();
  const repository = new GraphRepository(database, project);
  const text = noise(chars);
  const events = [
    note(GRAPH, "a", text.slice(chars / 2)),
    note(GRAPH, "b", text.slice(0, chars / 2)),
  ];
  const lines = events.map((event) => JSON.stringify(event));
  const { body } = encodePack(lines);
  expect(body.length).toBeGreaterThan(least);
  const counts = { variable: 1 };
  const pack = {
    ...{ sequence: 0, last: 0, body, opensCase: false, hasVerdict: false, counts },
    ...{ users: [], named: {} },
  };
  await repository.storePack(GRAPH, pack, 1);
  const rows = env.DB.prepare(
    "select hex(substr(body, 1, 100)) as begin, length(body) as length from pack where project = ?",
  ).bind(project);
  const begin = Buffer.from(body.subarray(0, 100)).toString("hex").toUpperCase();
  expect((await rows.all()).results).toEqual([{ begin, length: body.length }]);
  expect((await repository.packAt(GRAPH, 0))?.lines).toEqual(lines);
  expect(await packedEvents(repository, GRAPH)).toEqual(events);
});

/** Returns characters that take nearly two bytes each, even when compressed. */
function noise(chars: number): string {
  let state = 0x9e3779b9 | 0;
  let text = "";
  for (let i = 0; i < chars; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    text += String.fromCharCode(0x4e00 + ((state >>> 0) % 20_000));
  }
  return text;
}
