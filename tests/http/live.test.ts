import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LIVE_CLOSE } from "../../src/protocol/live.ts";


import { graphObject } from "../workers/remains.ts";
import { newKey, newProject, newTenant, type OwnProject, send } from "../workers/tenants.ts";
import { note, sendEvents } from "../workers/traces.ts";
import { connect, Watch, watchAs } from "../workers/watch.ts";

let tenant: OwnProject;
let graph: string;
beforeEach(async () => {
  tenant = await newProject();
  graph = `graph-${crypto.randomUUID()}`;
});
const open: Watch[] = [];
afterEach(() => {
  for (const watch of open.splice(0)) watch.close();
  vi.restoreAllMocks();
});

const object = () => graphObject(tenant.project, graph);
const append = (...ids: string[]) =>
  sendEvents(
    tenant.key,
    ids.map((id) => note(graph, id)),
  );
const watching = async (query: Record<string, string> = {}, acks = true) => {
  const watch = await watchAs(tenant.key, graph, { query, acks });
  open.push(watch);
  await watch.ready();
  return watch;
};
const idsTo = (count: number, from = 0) =>
  Array.from({ length: count - from }, (_, index) => `n${from + index}`);

test("V1 who watches gets what is added from now on, in the order of acceptance, as it is stored", async () => {
  await append("a");
  const watch = await watching();
  expect(watch.messages).toEqual([{ type: "ready", cursor: watch.cursor, behind: 0 }]);
  await append("b", "c");
  await append("c", "d");
  expect(await watch.reached(3)).toEqual(["b", "c", "d"].map((id) => note(graph, id)));
  expect(watch.messages.at(-1)).toMatchObject({ behind: 0 });
});

test("V1 from the start it begins with the graph's first event, in packs or not", async () => {
  await append("a", "b");
  await object().flush();
  await append("c");
  const watch = await watching({ from: "start" });
  expect(watch.messages[0]).toMatchObject({ type: "ready", behind: 3 });
  await append("d");
  await watch.reached(4);
  expect(watch.ids).toEqual(["a", "b", "c", "d"]);
});
