import { gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import type { Label } from "../../src/protocol/api/annotation/labels.ts";
import { MAX_VALUE_CHARS } from "../../src/protocol/limits.ts";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { forgottenDog, note, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});

const importText = (text: BodyInit, headers: Record<string, string> = {}) =>
  send("/v1/graphs", {
    method: "POST",
    headers: { authorization: `Bearer ${tenant.key}`, ...headers },
    body: text,
  });

const importFile = async (file: unknown) => {
  const answer = await importText(JSON.stringify(file));
  expect(answer.status).toBe(201);
  return answer.json();
};

const param = (graph: string) => ({ params: { graph } });

type Records = { [field: string]: unknown }[];
interface GraphFile {
  readonly graph_id: string;
  readonly data: {
    readonly nodes: Records;
    readonly edges: Records;
    readonly annotations?: Records;
  };
}

const exported = async (graph: string, query: { labels?: "true" } = {}): Promise<GraphFile> =>
  JSON.parse(
    await (await api.response("GET /graphs/{graph}/export", { ...param(graph), query })).text(),
  );

/** Exports the small trace with an annotation in the form of MemTraceBench. */
const annotatedFile = async () => {
  await sendEvents(tenant.key, forgottenDog("source"));
  const file = await exported("source");
  const annotation = {
    query_id: "query:q1@1",
    query: "What is the name of the dog?",
    golden_answers: "Rex",
    prediction_id: "prediction:a1@1",
    prediction: "I do not know the name of the dog.",
    source_evidence_ids: ["message:m1@1"],
    final_error_type: "ExtractionError",
    final_op_id: "op-extract",
    final_edge_id: "l1",
    reason: "The dog was never written down.",
    annotator: { name: "someone", agreed: true },
  };
  return {
    ...{ ...file, graph_id: "imported", note: "a field of its own" },
    data: { ...file.data, annotations: [annotation], statistics: { turns: 3 } },
  };
};

test("H20 an export gives back every field that an import stored", async () => {
  const file = await annotatedFile();
  expect(await importFile(file)).toMatchObject({
    graph: "imported",
    events: 15,
    duplicates: 0,
    cut: 0,
  });
  expect(await exported("imported")).toEqual(file);
});

test("H21 the annotations of a file become cases with labels only once", async () => {
  const file = await annotatedFile();
  expect(await importFile(file)).toMatchObject({ cases: 1 });
  const found = await until(async () => {
    const query = { graph: "imported", state: "done" } as const;
    return (await api("GET /cases", { query })).items[0];
  });
  expect(found).toMatchObject({ origin: "import", op: "op-extract", agreement: true });
  expect(await importFile(file)).toMatchObject({ cases: 0 });
  const reexported = await exported("imported");
  expect(await importFile(reexported)).toMatchObject({ cases: 0 });
  expect((await api("GET /cases")).items).toHaveLength(1);
});

test("C11 a label's reason of any length is cut, and the case is stored", async () => {
  const file = await annotatedFile();
  const [annotation] = file.data.annotations;
  const annotations = [{ ...annotation, reason: "界".repeat(800_000) }];
  expect(await importFile({ ...file, data: { ...file.data, annotations } })).toMatchObject({
    cases: 1,
  });
  const [found] = (await api("GET /cases", { query: {} })).items;
  const { label } = await api("GET /cases/{case}", { params: { case: found?.id ?? "" } });
  expect(label?.reason).toMatch(/^界+…\[memtrace: cut, \d+ of 800000 characters kept\]$/);
});

test("H20 an id that would make a case's row too large is refused, and nothing is stored", async () => {
  const text = JSON.stringify(await annotatedFile()).replaceAll("m1", "m".repeat(700_000));
  const answer = await importText(text);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("longer than 512 characters");
  expect((await api("GET /graphs")).items.map(({ id }) => id)).toEqual(["source"]);
});

test("C13 an export has annotations of labelled cases in place of the imported ones", async () => {
  const file = await annotatedFile();
  await importFile(file);
  const [found] = (await api("GET /cases", { query: {} })).items;
  const opened = await api.response("POST /cases", {
    body: { graph: "imported", query: "Whose dog is it?", prediction: "Nobody's.", expected: [] },
  });
  const ids = [found?.id ?? "", (await opened.json()).id];
  const also = [{ errorType: "UpdateError", op: null } as const];
  const label = {
    errorType: "JudgeError",
    op: null,
    link: null,
    reason: "It is right.",
    also,
  } as const;
  for (const id of ids) await api("PUT /cases/{case}/label", { params: { case: id }, body: label });
  // The label differs from that in the file, so a person must decide.
  const disputed = await exported("imported", { labels: "true" });
  expect(disputed.data.annotations?.[0]).toEqual(file.data.annotations[0]);
  const decided = { params: { case: ids[0] ?? "" }, body: { seen: 2, label } };
  await api("PUT /cases/{case}/adjudication", decided);

  const truth = {
    final_error_type: "LLMAsAJudgeError",
    final_op_id: null,
    final_edge_id: null,
    reason: "It is right.",
    also: ["UpdateError"],
    blame: { LLMAsAJudgeError: [null], UpdateError: [null] },
  };
  const [brought] = file.data.annotations;
  const labelled = await exported("imported", { labels: "true" });
  expect(labelled.data.annotations).toEqual([
    { ...brought, ...truth },
    expect.objectContaining({ query: "Whose dog is it?", golden_answers: [], ...truth }),
  ]);
  expect((await exported("imported")).data.annotations).toEqual([brought]);

  const other = await newProject();
  api = clientOf(other.key);
  tenant = other;
  expect(await importFile(labelled)).toMatchObject({ cases: 2 });
  const [again] = (await api("GET /cases")).items;
  const params = { case: again?.id ?? "" };
  expect((await api("GET /cases/{case}", { params })).label).toEqual(label);
});

test("H330 in a labelled export, a label replaces all causes of an imported annotation", async () => {
  const file = await annotatedFile();
  const [first] = file.data.annotations;
  const causes = {
    ...{ final_error_type: "UpdateError", final_op_id: "op-extract", sub_kind: "overwritten" },
    ...{ also: ["ExtractionError"], alt_types: ["RetrievalError"] },
    blame: { UpdateError: ["op-extract", "op-search"], ExtractionError: ["op-extract"] },
  };
  const annotations = [{ ...first, ...causes }];
  await importFile({ ...file, data: { ...file.data, annotations } });
  const [found] = (await api("GET /cases")).items;
  const label: Label = {
    ...{ errorType: "UpdateError", op: "op-search", link: null, reason: "Decided.", also: [] },
    expected: ["Max"],
  };
  const params = { case: found?.id ?? "" };
  await api("PUT /cases/{case}/adjudication", { params, body: { seen: 1, label } });
  const [written] = (await exported("imported", { labels: "true" })).data.annotations ?? [];
  expect(written).toEqual({
    ...{ ...first, final_error_type: "UpdateError", final_op_id: "op-search" },
    ...{ final_edge_id: null, reason: "Decided." },
    ...{ golden_answers: ["Max"], golden_answers_id: null, corrected_golden_answers: ["Max"] },
  });
});

test("H22 a repeated import changes nothing, and a later export adds only new records", async () => {
  const file = await annotatedFile();
  const { data } = file;
  const earlier = { ...file, data: { ...data, edges: data.edges.slice(0, -1) } };
  expect(await importFile(earlier)).not.toHaveProperty("repeated");
  const before = await exported("imported");
  expect(await importFile(earlier)).toMatchObject({ events: 14, repeated: true });
  expect(await exported("imported")).toEqual(before);
  const later = await importFile(file);
  expect(later).toMatchObject({ events: 15, duplicates: 13 });
  expect(later).not.toHaveProperty("repeated");
  expect((await exported("imported")).data.edges).toEqual(data.edges);
});

test("H23 a damaged file is refused with the place, and nothing of it is stored", async () => {
  const file = await annotatedFile();
  const { data } = file;
  const damages: [string, unknown][] = [
    [
      "data.edges[1].op_id",
      {
        ...file,
        data: {
          ...data,
          edges: data.edges.map((edge, at) => (at === 1 ? { ...edge, op_id: "gone" } : edge)),
        },
      },
    ],
    [
      "data.annotations[0].final_op_id",
      {
        ...file,
        data: {
          ...data,
          annotations: data.annotations.map((one) => ({ ...one, final_op_id: "gone" })),
        },
      },
    ],
    ["data.nodes", { ...file, data: { ...data, nodes: null } }],
    ["graph_id", { ...file, graph_id: "g".repeat(257) }],
    ["the file", []],
  ];
  for (const [place, damaged] of damages) {
    const answer = await importText(JSON.stringify(damaged));
    expect(answer.status).toBe(422);
    const { error } = await answer.json<{ error: { code: string; message: string } }>();
    expect(error.code).toBe("damaged_graph");
    expect(error.message).toMatch(new RegExp(`^${place.replaceAll(/[[\].]/g, "\\$&")}: `));
  }
  expect((await api.response("GET /graphs/{graph}", param("imported"))).status).toBe(404);
  const broken = await importText(JSON.stringify(file).slice(0, -1));
  expect(broken.status).toBe(400);
  expect(await broken.text()).toContain("Line 1, column");
});

test("H24 an import may be compressed; a value over the limit is cut and counted", async () => {
  const file = await annotatedFile();
  const long = "x".repeat(MAX_VALUE_CHARS + 1);
  const nodes = file.data.nodes.map((node) => ({ ...node, value: long }));
  const text = JSON.stringify({ ...file, data: { ...file.data, nodes } });
  const answer = await importText(gzipSync(text), { "content-encoding": "gzip" });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ events: 15, cut: 5 });
  const view = await api.response("GET /graphs/{graph}/variables/{variable}", {
    params: { graph: "imported", variable: "message:m1@1" },
  });
  const variable = await view.json();
  expect(variable.length).toBe(MAX_VALUE_CHARS + 1);
  expect(variable.value).toMatch(/characters kept\]$/);
});

test("H25 a value of half a million characters is returned whole", async () => {
  const value = "0123456789".repeat(50_000);
  await sendEvents(tenant.key, [note("g", "a", value)]);
  const view = await api.response("GET /graphs/{graph}/variables/{variable}", {
    params: { graph: "g", variable: "a@1" },
  });
  expect(await view.json()).toMatchObject({ length: value.length, value });
});

test("H26 an operation is shown with its inputs, outputs, values and links", async () => {
  await sendEvents(tenant.key, forgottenDog("g/1"));
  const view = await api.response("GET /graphs/{graph}/operations/{operation}", {
    params: { graph: "g/1", operation: "op-search" },
  });
  expect(await view.json()).toMatchObject({
    ...{ id: "op-search", name: "search", session: "s1" },
    ...{ inputs: ["query:q1@1", "memory:u1@1"], intermediates: [], outputs: ["retrieved:r1@1"] },
    variables: [{ id: "query:q1@1" }, { value: "Works as a baker." }, { className: "retrieved" }],
    links: [
      { from: "query:q1@1", to: "retrieved:r1@1" },
      { from: "memory:u1@1", to: "retrieved:r1@1" },
    ],
  });
});

test("H27 figures and reads include all acknowledged events without a wait", async () => {
  await sendEvents(tenant.key, forgottenDog("g"));
  const answer = await api.response("GET /graphs/{graph}", param("g"));
  expect(await answer.json()).toMatchObject({
    ...{ id: "g", user: "ada", system: "mem0" },
    ...{ sessions: 1, operations: 3, variables: 5, links: 5, cases: 0 },
  });
  await sendEvents(tenant.key, [note("g", "late")]);
  const view = await api.response("GET /graphs/{graph}/variables/{variable}", {
    params: { graph: "g", variable: "late@1" },
  });
  expect(view.status).toBe(200);
});

test("H28 graphs are listed in pages, most recently changed first", async () => {
  const names = ["a", "b", "c"];
  for (const graph of names) {
    await sendEvents(tenant.key, [note(graph, "n")]);
    await api("GET /graphs/{graph}", param(graph));
  }
  const first = await api("GET /graphs", { query: { limit: "2" } });
  const cursor = first.next ?? "";
  const second = await api("GET /graphs", { query: { limit: "2", cursor } });
  expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual(names);
  expect(second.next).toBeNull();
  const times = [...first.items, ...second.items].map(({ updatedAt }) => updatedAt);
  expect(times).toEqual([...times].sort().reverse());
});
