import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RECEIPT_VERSION } from "../../src/protocol/api/privacy/receipt-version.ts";
import type { DeletionRecord } from "../../src/protocol/api/privacy/receipts.ts";
import { memtrace } from "./support/memtrace.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const KEY = `${publicKey.export({ format: "jwk" }).x}`;
const hash = (id: string) => createHash("sha256").update(`salt:${id}`).digest("hex");

const RECORD: DeletionRecord = {
  ...{ version: RECEIPT_VERSION, id: "rcp_1", issuer: "http://127.0.0.1:9", project: "prj_1" },
  requestedAt: "2026-03-04T10:00:00.000Z",
  deletedAt: "2026-03-04T10:00:01.000Z",
  ...{ by: { kind: "key", id: "key_1" }, salt: "salt", user: hash("ada") },
  ...{ graphs: [hash("g")], cases: [] },
  deleted: {
    ...{ graphs: 1, sessions: 2, operations: 3, variables: 4, links: 5, units: 6, cases: 0 },
    ...{ attributions: 0, labels: 0, comments: 0, quotes: 0, deliveries: 0, publicLinks: 0 },
  },
};

const folder = mkdtempSync(join(tmpdir(), "memtrace-verify-"));
function receiptFile(body: string, signed = body): string {
  const signature = sign(null, Buffer.from(signed), privateKey).toString("base64url");
  const receipt = { id: "rcp_1", state: "signed", createdAt: RECORD.requestedAt };
  const file = join(
    folder,
    `${createHash("sha256")
      .update(body + signed)
      .digest("hex")}.json`,
  );
  writeFileSync(file, JSON.stringify({ ...receipt, body, signature, key: KEY }));
  return file;
}
const BODY = JSON.stringify(RECORD);

test("H493 memtrace verify accepts a valid receipt and prints what was deleted", async () => {
  const { code, out } = await memtrace([
    "verify",
    receiptFile(BODY),
    "--key",
    KEY,
    "--user",
    "ada",
  ]);
  expect(code).toBe(0);
  expect(out).toContain("The signature is valid.");
  expect(out).toMatch(/variables +4/);
});

test("H493 memtrace verify refuses a changed receipt, another key and another end user", async () => {
  const changed = receiptFile(BODY.replace('"graphs":1', '"graphs":9'), BODY);
  const file = receiptFile(BODY);
  for (const [args, message] of [
    [[changed, "--key", KEY], "The receipt was changed."],
    [[file, "--key", "another"], "does not publish"],
    [[file, "--key", KEY, "--user", "bob"], "another end user"],
    [[file], "publishes no keys"],
    [[join(folder, "none.json")], "cannot be read"],
  ] as const) {
    const { code, err } = await memtrace(["verify", ...args]);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  }
});
