import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSealing } from "../../src/tenancy/sealing.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");
const sealing = createSealing(KEY, "webhook-secret");

test("T20 a sealed text can be opened again", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
      expect(await sealing.open(await sealing.seal(text))).toEqual({ ok: true, value: text });
    }),
  );
});

test("T20 two seals of one text differ, and neither contains the text", async () => {
  const [one, other] = [await sealing.seal("whsec_abc"), await sealing.seal("whsec_abc")];
  expect(one).not.toBe(other);
  expect(Buffer.from(one.slice("v1.".length), "base64").toString("latin1")).not.toContain("whsec");
});

test("T20 a sealed text with any one character changed does not open", async () => {
  const sealed = await sealing.seal("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  const character = fc.constantFrom(
    ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=.-",
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(sealed.length - 1), character, async (at, replacement) => {
      fc.pre(sealed.charAt(at) !== replacement);
      const opened = await sealing.open(sealed.slice(0, at) + replacement + sealed.slice(at + 1));
      expect(opened.ok).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("T20 a shortened sealed text does not open", async () => {
  const sealed = await sealing.seal("text");
  for (let length = 0; length < sealed.length; length++)
    expect((await sealing.open(sealed.slice(0, length))).ok).toBe(false);
});

test("T20 a sealed text does not open with another key, purpose or version", async () => {
  const sealed = await sealing.seal("text");
  const otherKey = createSealing(Buffer.alloc(32, 8).toString("base64"), "webhook-secret");
  const otherPurpose = createSealing(KEY, "model-key");
  expect(await otherKey.open(sealed)).toEqual({ ok: false, fault: "damaged" });
  expect(await otherPurpose.open(sealed)).toEqual({ ok: false, fault: "damaged" });
  expect(await sealing.open(sealed.replace("v1.", "v2."))).toEqual({
    ok: false,
    fault: "unknown_version",
  });
});

test("T21 a missing or wrong key is refused, and the error says what to do", () => {
  const remedy = /openssl rand -base64 32/;
  for (const key of [undefined, "", "not base64!", Buffer.alloc(16).toString("base64")])
    expect(() => createSealing(key, "webhook-secret")).toThrow(remedy);
  expect(() => createSealing(Buffer.alloc(31).toString("base64"), "webhook-secret")).toThrow(
    "31 bytes instead of 32",
  );
});
