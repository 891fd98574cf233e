import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSecret, sign } from "../../src/webhooks/signature.ts";
import { webHmac } from "./support/web-hmac.ts";

const GUIDE = new URL("../../docs/webhooks.md", import.meta.url);
const NOW = Date.UTC(2026, 0, 1);
const BODY = '{"type":"test","data":{"query":"¿Dónde? 🌻"}}';
const [SECRET, OLD] = [7, 8].map((byte) =>
  newSecret((length) => new Uint8Array(length).fill(byte)),
);

type Verify = (
  secrets: readonly string[],
  headers: Record<string, string>,
  body: string,
  now: number,
) => boolean;

let folder: string;
let isFromMemTrace: Verify;
beforeAll(async () => {
  const [, code] = /```js\n([\s\S]+?)```/.exec(await readFile(GUIDE, "utf8")) ?? [];
  folder = await mkdtemp(join(tmpdir(), "guide-"));
  const file = join(folder, "receiver.mjs");
  await writeFile(file, code ?? "");
  ({ isFromMemTrace } = await import(pathToFileURL(file).href));
});
afterAll(() => rm(folder, { recursive: true }));

const headers = async (secrets: readonly string[], at = NOW) => ({
  ...{ "webhook-id": "msg_1", "webhook-timestamp": `${at / 1_000}` },
  "webhook-signature": await sign(secrets, "msg_1", at / 1_000, BODY, webHmac),
});

test("W82 the guide's receiver accepts the service's signatures, also during a rotation", async () => {
  const own = [SECRET ?? ""];
  expect(isFromMemTrace(own, await headers(own), BODY, NOW)).toBe(true);
  const both = await headers([SECRET ?? "", OLD ?? ""]);
  expect(isFromMemTrace([OLD ?? ""], both, BODY, NOW)).toBe(true);
  expect(isFromMemTrace([OLD ?? "", SECRET ?? ""], await headers(own), BODY, NOW)).toBe(true);
});

test("W82 the guide's receiver refuses a changed body, id or time, and another secret", async () => {
  const own = [SECRET ?? ""];
  const right = await headers(own);
  expect(isFromMemTrace(own, right, `${BODY} `, NOW)).toBe(false);
  expect(isFromMemTrace(own, { ...right, "webhook-id": "msg_2" }, BODY, NOW)).toBe(false);
  expect(isFromMemTrace(own, right, BODY, NOW + 301_000)).toBe(false);
  expect(isFromMemTrace(own, { ...right, "webhook-timestamp": "" }, BODY, NOW)).toBe(false);
  expect(isFromMemTrace([OLD ?? ""], right, BODY, NOW)).toBe(false);
  expect(isFromMemTrace(own, {}, BODY, NOW)).toBe(false);
});
