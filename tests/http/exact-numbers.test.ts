import { beforeEach, expect, test } from "vitest";
import { newProject, type OwnProject, send } from "../workers/support/tenants.ts";

let tenant: OwnProject;
beforeEach(async () => {
  tenant = await newProject();
});

const post = (path: string, body: string) =>
  send(path, { method: "POST", headers: { authorization: `Bearer ${tenant.key}` }, body });
const exportOf = async (graph: string) => {
  const headers = { authorization: `Bearer ${tenant.key}` };
  return (await send(`/v1/graphs/${graph}/export`, { headers })).text();
};

const NUMBERS =
  '{"tweet":1187412931827364563,"list":[-12345678901234567890,0.25],"huge":1e400,"many":1' +
  `${"0".repeat(400)}}`;

/**
 * Returns a file with these metadata on every record and on the graph. `more` is JSON for further
 * fields of `data`.
 */
const fileOf = (metadata: string, more = "") => {
  const common =
    `"created_at":"2026-03-04 05:06:07.123","filename":"a.py","lineno":1,"metadata":${metadata},` +
    '"trigger_point":"a.py:1","graph_id":"g","user_id":null,"project_id":null,"comment":null,"session_id":"s"';
  const node = (name: string) =>
    `{${common},"name":"${name}","version":1,"value":"${name}","category":"variable","class_name":null,` +
    `"full_name":"${name}","node_id":"${name}@1","full_node_id":"${name}@1","weight":98765432109876543210}`;
  return (
    `{"graph_id":"g","user_id":null,"project_id":null,"storage_path":null,"strict":false,` +
    `"driver_type":"in_memory","created_at":"2026-03-04 05:06:07.123","metadata":${metadata},"data":{` +
    `${more}"nodes":[${node("a")},${node("b")}],"edges":[{${common},"edge_id":"e","op_id":"o","category":"operation",` +
    '"source_full_node_id":"a@1","target_full_node_id":"b@1"}],' +
    `"operations":[{${common},"op_id":"o","op_name":"o","category":"operation"}],` +
    `"sessions":[{${common},"session_name":null,"category":"session"}]}}`
  );
};

test("P18 whole numbers of any length in a file keep all their digits, wherever they are", async () => {
  const file = fileOf(NUMBERS, '"counter":11111111111111111111,');
  const imported = await post("/v1/graphs", file);
  expect([imported.status, await imported.json()]).toMatchObject([201, { cut: 0 }]);
  const text = await exportOf("g");
  expect(text.split(NUMBERS)).toHaveLength(file.split(NUMBERS).length);
  expect(text.split('"weight":98765432109876543210')).toHaveLength(3);
  expect(text).toContain('"counter":11111111111111111111');
});

test("P18 whole numbers in events of every type keep all their digits, in stored or changed events", async () => {
  const event = (type: string, at: string, more: string) =>
    `{"type":"${type}","id":"${type} ${at.length}","graph":"g","at":${at},"metadata":${NUMBERS},${more}}`;
  const lines = ["1772600767000", '"2026-03-04T05:06:07+01:00"'].flatMap((at) => [
    event("graph", at, '"strict":false'),
    event("session", at, '"session":"s"'),
    event("operation", at, `"op":"o ${at.length}","name":"o"`),
    event("variable", at, `"ref":"r ${at.length}","name":"n ${at.length}","value":"v"`),
  ]);
  const taken = await post("/v1/events", lines.join("\n"));
  expect(await taken.json()).toMatchObject({ accepted: 8, rejected: [], cut: [] });
  const text = await exportOf("g");
  // The graph, its session, two operations and two values contain the numbers.
  expect(text.split(NUMBERS)).toHaveLength(1 + 6);
});

test("P19 NaN and Infinity in a file become null and are counted, and texts with these words stay", async () => {
  const metadata = (score: string) => `{"score":${score},"note":"NaN, \\"Infinity\\\\"}`;
  const imported = await post("/v1/graphs", fileOf(metadata("-Infinity").replace("0", "NaN")));
  expect([imported.status, await imported.json()]).toMatchObject([201, { cut: 6 }]);
  const text = await exportOf("g");
  expect(text.split(metadata("null"))).toHaveLength(1 + 6);
});

test("P19 an event with NaN is refused, and the error says what to write", async () => {
  const answer = await post(
    "/v1/events",
    '{"type":"graph","id":"1","graph":"g","at":1,"metadata":{"score":NaN}}',
  );
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining("write null"),
  ]);
});

test.each([
  ["/v1/events", fileOf("{}"), 202, "/v1/graphs"],
  ["/v1/events", JSON.stringify(JSON.parse(fileOf("{}")), null, 2), 400, "/v1/graphs"],
  ["/v1/graphs", '{"type":"graph","id":"1","graph":"g","at":1}', 422, "/v1/events"],
  ["/v1/graphs", '{"type":"graph","id":"1"}\n{"type":"graph","id":"2"}\n', 422, "/v1/events"],
  ["/v1/graphs", '[{"type":"variable"}]', 422, "/v1/events"],
  ["/v1/graphs", '{"data":{}}', 422, "graph_id: must be text"],
  ["/v1/graphs", '{"graph_id":7,"data":{}}', 422, "graph_id: must be text"],
])(
  "H48 a body sent to %s that belongs to another address is refused with that address (%#)",
  async (path, body, status, said) => {
    const answer = await post(path, body);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(said)]);
  },
);

test("P36 a metadata key called __proto__ is stored as data, in events, files and spans", async () => {
  const metadata = '{"__proto__":{"a":1},"b":2}';
  const event = (type: string, more: string) =>
    `{"type":"${type}","id":"${type}","graph":"keys","at":1,"metadata":${metadata},${more}}`;
  const events = [
    event("session", '"session":"s"'),
    event("operation", '"op":"o","name":"o","session":"s"'),
    event("variable", '"ref":"r","name":"n","value":"x","session":"s"'),
  ];
  for (const body of [events.join("\n"), `[${events.join(",")}]`]) {
    expect((await post("/v1/events", body)).status).toBe(202);
    expect((await exportOf("keys")).split(metadata).length).toBe(4);
  }
  expect((await post("/v1/graphs", fileOf(metadata))).status).toBe(201);
  expect((await exportOf("g")).split(metadata)).toHaveLength(
    fileOf(metadata).split(metadata).length,
  );
});
