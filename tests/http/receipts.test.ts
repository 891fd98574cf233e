import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ReceiptRepository } from "../../src/database/privacy/receipt-repository.ts";
import { DeletionRecord } from "../../src/protocol/api/privacy/receipts.ts";
import { database } from "../tenancy/support/browser.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { sweep } from "../workers/support/sweep.ts";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let graph: string;
let user: string;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  graph = `graph-${crypto.randomUUID()}`;
  user = `user-${crypto.randomUUID()}@example.com`;
  const named = { type: "graph", id: "named", graph, at: 0, user } as const;
  await sendEvents(tenant.key, [...forgottenDog(graph), named, failingVerdict(graph)]);
});

const hashOf = async (salt: string, id: string) => {
  const bytes = new TextEncoder().encode(`${salt}:${id}`);
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
};

const isSignedBy = async (key: string, signature: string, body: string) => {
  const jwk = { kty: "OKP", crv: "Ed25519", x: key };
  const imported = await crypto.subtle.importKey("jwk", jwk, { name: "Ed25519" }, false, [
    "verify",
  ]);
  const bytes = new Uint8Array(Buffer.from(signature, "base64url"));
  return crypto.subtle.verify({ name: "Ed25519" }, imported, bytes, new TextEncoder().encode(body));
};

const publishedKeys = async () => {
  const answer = await send("/api/receipt-keys");
  const { keys } = await answer.json<{ keys: { x: string }[] }>();
  return keys.map(({ x }) => x);
};

test("H493 the deletion of an end user gives a signed receipt of the deleted and derived records", async () => {
  const found = await attributedCase(api, graph);
  const label = { errorType: "UpdateError", op: null, link: null, reason: "" } as const;
  await api("PUT /cases/{case}/label", { params: { case: found.id }, body: label });
  const comment = { params: { case: found.id }, body: { body: "Known." } };
  await api("POST /cases/{case}/comments", comment);
  await api("POST /links", { body: { kind: "case", target: found.id } });
  const at = Date.parse(found.occurredAt);
  const [from, to] = [at - 60_000, at + 60_000].map((time) => new Date(time).toISOString());
  await api("POST /reports", { body: { ...(from && { from }), ...(to && { to }) } });
  const { receipt: id } = await api("DELETE /users/{user}", { params: { user } });
  const receipt = await api("GET /receipts/{receipt}", { params: { receipt: id } });
  const { body, signature, key, state } = receipt;
  if (body === null || signature === null || key === null) throw new Error("not signed");
  expect(state).toBe("signed");
  expect(await publishedKeys()).toContain(key);
  expect(await isSignedBy(key, signature, body)).toBe(true);
  expect(await isSignedBy(key, signature, `${body} `)).toBe(false);
  const record = DeletionRecord.parse(JSON.parse(body));
  expect(record).toMatchObject({ id, project: tenant.project, issuer: "http://memtrace.test" });
  expect(record.user).toBe(await hashOf(record.salt, user));
  expect(record.graphs).toEqual([await hashOf(record.salt, graph)]);
  expect(record.cases).toEqual([await hashOf(record.salt, found.id)]);
  expect(record.deleted).toMatchObject({
    ...{ graphs: 1, cases: 1, attributions: 1, labels: 1, comments: 1, publicLinks: 1, quotes: 1 },
  });
  expect(record.deleted.variables).toBeGreaterThan(0);
  for (const text of [user, graph, found.id]) expect(await rowsWith(text)).toEqual({});
});

test("H494 a receipt stays after its project is deleted, and no other project sees it", async () => {
  await attributedCase(api, graph);
  const { receipt } = await api("DELETE /users/{user}", { params: { user } });
  const other = clientOf((await newProject()).key);
  expect((await other("GET /receipts")).items).toEqual([]);
  const params = { receipt };
  expect((await other.response("GET /receipts/{receipt}", { params })).status).toBe(404);
  expect((await api("GET /receipts")).items.map(({ id }) => id)).toEqual([receipt]);
  await env.DB.prepare("delete from project where id = ?").bind(tenant.project).run();
  const kept = await env.DB.prepare("select signature from deletion_receipt where id = ?")
    .bind(receipt)
    .first();
  expect(kept?.signature).toEqual(expect.any(String));
});

test("H495 the sweep continues an interrupted deletion and signs its receipt", async () => {
  await attributedCase(api, graph);
  const receipts = new ReceiptRepository(database, tenant.project);
  const id = `rcp_${crypto.randomUUID()}`;
  const by = { kind: "key", id: "key_1" } as const;
  const pending = { ...(await receipts.describe([graph])), graphs: [graph], user, by };
  await receipts.begin(id, pending, Date.now() - 3_600_000);
  expect(await receipts.find(id)).toMatchObject({ state: "pending", body: null });
  await sweep(Date.now());
  expect(await receipts.find(id)).toMatchObject({ state: "signed" });
  expect(await rowsWith(graph)).toEqual({});
});
