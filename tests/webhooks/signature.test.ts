import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import {
  newSecret,
  sign,
  TIMESTAMP_TOLERANCE_SECONDS,
  verify,
} from "../../src/webhooks/signature.ts";
import { webHmac } from "./support/web-hmac.ts";

const secretOf = (byte: number) => newSecret((length) => new Uint8Array(length).fill(byte));
const SECRET = secretOf(1);
const OTHER_SECRET = secretOf(2);
const NOW = Math.floor(Date.now() / 1_000);

const headersOf = async (secrets: string[], id: string, at: number, body: string) => ({
  id,
  timestamp: String(at),
  signature: await sign(secrets, id, at, body, webHmac),
});

describe("webhook signatures", () => {
  test("W7 the reference library accepts every signed body", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        async (body, bytes) => {
          const secret = `whsec_${Buffer.from(bytes).toString("base64")}`;
          const signature = await sign([secret], "msg_1", NOW, body, webHmac);
          const headers = {
            "webhook-id": "msg_1",
            "webhook-timestamp": String(NOW),
            "webhook-signature": signature,
          };
          expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        },
      ),
    );
  });

  test("W7 the service's own verifier accepts signatures of the reference library", async () => {
    const signature = new Webhook(SECRET).sign("msg_1", new Date(NOW * 1_000), "{}");
    const headers = { id: "msg_1", timestamp: String(NOW), signature };
    expect(await verify(SECRET, headers, "{}", NOW, webHmac)).toEqual({ ok: true });
  });

  test("W8 during a rotation, receivers with the old or the new secret accept a message", async () => {
    const headers = await headersOf([SECRET, OTHER_SECRET], "msg_1", NOW, "{}");
    expect(headers.signature.split(" ")).toHaveLength(2);
    for (const secret of [SECRET, OTHER_SECRET]) {
      expect(await verify(secret, headers, "{}", NOW, webHmac)).toEqual({ ok: true });
      const sent = {
        "webhook-id": headers.id,
        "webhook-timestamp": headers.timestamp,
        "webhook-signature": headers.signature,
      };
      expect(new Webhook(secret).verify("{}", sent)).toEqual({});
    }
  });

  test("W9 a changed body, id, time or secret is refused", async () => {
    const headers = await headersOf([SECRET], "msg_1", NOW, '{"a":1}');
    const wrong = { ok: false, reason: "wrong-signature" };
    const check = (secret: string, given: typeof headers, body: string) =>
      verify(secret, given, body, NOW, webHmac);
    expect(await check(SECRET, headers, '{"a":2}')).toEqual(wrong);
    expect(await check(SECRET, { ...headers, id: "msg_2" }, '{"a":1}')).toEqual(wrong);
    expect(await check(SECRET, { ...headers, timestamp: String(NOW - 1) }, '{"a":1}')).toEqual(
      wrong,
    );
    expect(await check(OTHER_SECRET, headers, '{"a":1}')).toEqual(wrong);
    expect(await check(SECRET, { ...headers, signature: "v1,AAAA" }, '{"a":1}')).toEqual(wrong);
    expect(await check(SECRET, headers, '{"a":1}')).toEqual({ ok: true });
  });

  test("W9 a signature becomes invalid if text moves between id, timestamp and body", async () => {
    const headers = await headersOf([SECRET], "msg_1", NOW, "{}");
    const moved = { ...headers, id: `msg_1.${NOW}` };
    const verdict = await verify(SECRET, moved, "{}", NOW, webHmac);
    expect(verdict).toEqual({ ok: false, reason: "wrong-signature" });
    await expect(sign([SECRET], "msg.1", NOW, "{}", webHmac)).rejects.toThrow(RangeError);
  });

  test("W9 a timestamp is accepted if it differs by at most five minutes in either direction", async () => {
    const headers = await headersOf([SECRET], "msg_1", NOW, "{}");
    const at = (seconds: number) => verify(SECRET, headers, "{}", seconds, webHmac);
    const outside = { ok: false, reason: "outside-tolerance" };
    expect(await at(NOW + TIMESTAMP_TOLERANCE_SECONDS)).toEqual({ ok: true });
    expect(await at(NOW - TIMESTAMP_TOLERANCE_SECONDS)).toEqual({ ok: true });
    expect(await at(NOW + TIMESTAMP_TOLERANCE_SECONDS + 1)).toEqual(outside);
    expect(await at(NOW - TIMESTAMP_TOLERANCE_SECONDS - 1)).toEqual(outside);
    expect(await verify(SECRET, { ...headers, timestamp: "now" }, "{}", NOW, webHmac)).toEqual(
      outside,
    );
  });

  test.each(["id", "timestamp", "signature"])(
    "W9 a message without %s is refused",
    async (name) => {
      const headers = await headersOf([SECRET], "msg_1", NOW, "{}");
      const verdict = await verify(SECRET, { ...headers, [name]: null }, "{}", NOW, webHmac);
      expect(verdict).toEqual({ ok: false, reason: "missing-header" });
    },
  );

  test("W10 a new secret is whsec_ followed by 32 bytes in base64", () => {
    expect(Buffer.from(SECRET.replace("whsec_", ""), "base64")).toHaveLength(32);
    expect(SECRET).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
  });

  test.each([
    `whsec_${Buffer.alloc(23).toString("base64")}`,
    `whsec_${Buffer.alloc(65).toString("base64")}`,
    Buffer.alloc(32).toString("base64"),
    "whsec_not base64!",
    "",
  ])("W10 the service signs nothing with the secret %j", async (secret) => {
    await expect(sign([secret], "msg_1", NOW, "{}", webHmac)).rejects.toThrow(RangeError);
  });
});
