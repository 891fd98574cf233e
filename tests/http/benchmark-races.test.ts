/** Requests about one benchmark at the same time. */
import { beforeEach, expect, test } from "vitest";
import { FrozenBenchmarks } from "../../src/database/benchmarks/frozen-benchmarks.ts";
import { database } from "../tenancy/support/browser.ts";
import { benchmarksOf } from "../workers/support/benchmarks-of.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let frozen: FrozenBenchmarks;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  frozen = new FrozenBenchmarks(database, tenant.project);
});
const { label, labelled, draftOf, freeze, casesIn, exported } = benchmarksOf(() => tenant);

const RESPONSE = { errorType: "ResponseError", op: "op-answer" } as const;
const EARLY = { final_error_type: "ExtractionError", final_op_id: "op-extract" };

/** Returns the state of the graph that the last freeze stored. */
async function storedState(benchmark: string, graph: string) {
  const found = (await frozen.graphs(benchmark)).find((each) => each.graph === graph);
  if (found === undefined) throw new Error(`${graph} is not stored`);
  return found;
}

test("H425 a request whose freeze was undone stores nothing and does not end the next freeze", async () => {
  const { id } = await labelled("slow");
  const made = await draftOf([id]);
  await freeze(made.id);
  const state = await storedState(made.id, "slow");
  const again = await api("POST /benchmarks/{benchmark}/versions", {
    params: { benchmark: made.id },
  });
  const now = Date.now() + 1;
  await frozen.begin(again.id, now);
  await frozen.undo(again.id);
  await frozen.store(again.id, state, [{ case: id, annotation: EARLY }], now);
  expect(await frozen.graphs(again.id)).toEqual([]);
  await label(id, RESPONSE);
  expect(await casesIn(again.id)).toMatchObject([{ errorType: "ResponseError" }]);
  await frozen.begin(again.id, now);
  const card =
    made.card ??
    (await api("GET /benchmarks/{benchmark}", { params: { benchmark: made.id } })).card;
  if (card === null) throw new Error("no card");
  await frozen.end(again.id, card, now);
  const params = { benchmark: again.id };
  expect(await api("GET /benchmarks/{benchmark}", { params })).toMatchObject({ state: "freezing" });
});

test("H425 a case that was labelled during a freeze request waits for the next request", async () => {
  const { id } = await labelled("slow");
  const made = await draftOf([id]);
  await freeze(made.id);
  const state = await storedState(made.id, "slow");
  const params = { benchmark: made.id };
  const again = await api("POST /benchmarks/{benchmark}/versions", { params });
  const asOf = Date.now();
  await frozen.begin(again.id, asOf);
  await label(id, RESPONSE);
  await frozen.store(again.id, state, [{ case: id, annotation: EARLY }], asOf);
  expect([...(await frozen.waiting(again.id)).keys()]).toEqual(["slow"]);
  expect(await freeze(again.id)).toMatchObject({ state: "frozen", cases: 1 });
  expect(await casesIn(again.id)).toMatchObject([{ errorType: "ResponseError" }]);
});

test("H425 if two requests freeze at once, each graph has one state and its own file", async () => {
  const [one, other] = [await labelled("one"), await labelled("other")];
  const made = await draftOf([one.id, other.id]);
  await freeze(made.id);
  const state = await storedState(made.id, "one");
  const sameFile = { ...(await storedState(made.id, "other")), file: state.file.toUpperCase() };
  const params = { benchmark: made.id };
  const again = await api("POST /benchmarks/{benchmark}/versions", { params });
  const asOf = Date.now() + 1;
  await frozen.begin(again.id, asOf);
  const ofOther = [{ case: other.id, annotation: EARLY }];
  await frozen.store(again.id, sameFile, ofOther, asOf);
  const ofOne = [{ case: one.id, annotation: EARLY }];
  await frozen.store(again.id, state, ofOne, asOf);
  await frozen.store(again.id, { ...state, revision: state.revision + 1 }, ofOne, asOf);
  await frozen.store(again.id, { ...sameFile, revision: sameFile.revision + 1 }, ofOther, asOf);
  expect(await frozen.graphs(again.id)).toMatchObject([{ graph: "other" }]);
  expect([...(await frozen.waiting(again.id)).keys()]).toEqual(["one"]);
  await freeze(again.id);
  expect((await exported(again.id)).size).toBe(3);
});

test("H426 benchmarks of one name that are created at once get different version numbers", async () => {
  const create = () => api("POST /benchmarks", { body: { name: "at once", split: "dev" } });
  const made = await Promise.all(Array.from({ length: 12 }, create));
  const versions = made.map(({ version }) => version).sort((a, b) => a - b);
  expect(versions).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
});
