import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { DeliveryAttempt } from "../../src/protocol/api/webhook-endpoints.ts";
import type { DeliveryDeps, DeliveryRequest, DeliveryTask } from "../../src/webhooks/deliver.ts";
import { attemptDelivery } from "../../src/webhooks/deliver.ts";
import { newSecret } from "../../src/webhooks/signature.ts";
import { webHmac } from "./support/web-hmac.ts";

const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const SECRET = newSecret((length) => new Uint8Array(length).fill(7));
const TASK: DeliveryTask = {
  id: "dlv_1",
  url: "https://example.com/hook",
  payload: '{"type":"test"}',
  receiver: { kind: "endpoint", secrets: [SECRET] },
  attemptsMade: 0,
  isFailing: false,
};

interface Sent {
  readonly url: string;
  readonly request: DeliveryRequest<AbortSignal>;
}

/** Makes a receiver that answers every request with `answer`, after 40 ms of the injected clock. */
function receiver(answer: () => Response | Error) {
  const sent: Sent[] = [];
  let clock = NOW;
  const deps: DeliveryDeps<AbortSignal> = {
    fetch: async (url, request) => {
      sent.push({ url, request });
      clock += 40;
      const result = answer();
      if (result instanceof Error) throw result;
      return result;
    },
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    now: () => clock,
    hmac: webHmac,
    random: () => 0,
    policy: { development: false, ownHosts: [] },
  };
  return { sent, deps };
}

const answering = (
  status: number,
  headers: Record<string, string> = {},
  body: string | null = null,
) => receiver(() => new Response(body, { status, headers }));

describe("attempt of a delivery", () => {
  test("W7 the reference library accepts a sent webhook, which has the declared headers", async () => {
    const { sent, deps } = answering(204);
    await attemptDelivery(TASK, deps);
    const request = sent[0]?.request;
    expect(sent).toHaveLength(1);
    expect(request).toMatchObject({ method: "POST", redirect: "manual", body: TASK.payload });
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": expect.stringContaining("MemTrace"),
      "webhook-id": "dlv_1",
      "webhook-timestamp": String(NOW / 1_000),
    });
    expect(new Webhook(SECRET).verify(TASK.payload, request?.headers ?? {})).toEqual({
      type: "test",
    });
  });

  test.each([200, 201, 204, 299])("W12 the answer %i means received", async (status) => {
    const result = await attemptDelivery(TASK, answering(status).deps);
    expect(result).toEqual({
      kind: "delivered",
      attempt: { at: new Date(NOW).toISOString(), status, milliseconds: 40, error: null },
      nextAttemptAt: null,
    });
    expect(DeliveryAttempt.safeParse(result.attempt).success).toBe(true);
  });

  test.each([301, 302, 303, 304, 307, 308])(
    "W12 the redirect %i is not followed and fails",
    async (status) => {
      const { sent, deps } = answering(status, { location: "https://example.com/other" });
      const result = await attemptDelivery(TASK, deps);
      expect(result.kind).toBe("retry");
      expect(result.attempt.error).toContain("redirects are not followed");
      expect(sent).toHaveLength(1);
    },
  );

  test.each([400, 401, 404, 408, 429, 500, 502, 503, 504])(
    "W12 after the answer %i, the delivery is retried",
    async (status) => {
      const result = await attemptDelivery(TASK, answering(status).deps);
      expect(result).toMatchObject({
        kind: "retry",
        attempt: { status },
        nextAttemptAt: NOW + 40 + 5_000,
      });
    },
  );

  test("W11 a delivery ends if its last attempt fails", async () => {
    const ninth = await attemptDelivery({ ...TASK, attemptsMade: 8 }, answering(500).deps);
    const tenth = await attemptDelivery({ ...TASK, attemptsMade: 9 }, answering(500).deps);
    expect(ninth.kind).toBe("retry");
    expect(tenth).toMatchObject({ kind: "exhausted", nextAttemptAt: null });
  });

  test("W11 a receiver's Retry-After postpones the next attempt", async () => {
    const result = await attemptDelivery(TASK, answering(429, { "retry-after": "600" }).deps);
    expect(result.nextAttemptAt).toBe(NOW + 40 + 600_000);
  });

  test.each([0, 9])(
    "W13 the answer 410 ends the delivery after %i attempts",
    async (attemptsMade) => {
      const result = await attemptDelivery({ ...TASK, attemptsMade }, answering(410).deps);
      expect(result).toMatchObject({ kind: "gone", attempt: { status: 410 }, nextAttemptAt: null });
    },
  );

  test.each(["https://127.1/hook", "https://[::ffff:a00:1]/", "http://example.com/", "nonsense"])(
    "W14 the service does not contact %s, and the delivery ends",
    async (url) => {
      const { sent, deps } = answering(200);
      const result = await attemptDelivery({ ...TASK, url }, deps);
      expect(sent).toEqual([]);
      expect(result).toMatchObject({ kind: "exhausted", attempt: { status: null } });
      expect(result.attempt.error).toMatch(/\.$/);
    },
  );

  test("W14 the service contacts the address in its checked spelling", async () => {
    const { sent, deps } = answering(200);
    await attemptDelivery({ ...TASK, url: " https://EXAMPLE.com:443/a\n/b " }, deps);
    expect(sent[0]?.url).toBe("https://example.com/a/b");
  });

  test("W15 an attempt without an answer in time is retried", async () => {
    const late = receiver(() => new DOMException("internal detail", "TimeoutError"));
    const result = await attemptDelivery(TASK, late.deps);
    expect(result.kind).toBe("retry");
    expect(result.attempt).toMatchObject({ status: null, error: "No answer within 15 seconds." });
  });

  test.each([
    [true, 0, 5],
    [true, 1, 15],
    [false, 0, 15],
  ])(
    "W20 if the endpoint's failing state is %s and %i attempts were made, the timeout is %i seconds",
    async (isFailing, attemptsMade, seconds) => {
      const late = receiver(() => new DOMException("internal detail", "TimeoutError"));
      const result = await attemptDelivery({ ...TASK, isFailing, attemptsMade }, late.deps);
      expect(result.attempt.error).toBe(`No answer within ${seconds} seconds.`);
    },
  );

  test("W15 the error message of a failed connection is not stored", async () => {
    const broken = receiver(() => new TypeError("connect ECONNREFUSED 10.1.2.3:443"));
    const result = await attemptDelivery(TASK, broken.deps);
    expect(result.kind).toBe("retry");
    expect(JSON.stringify(result)).not.toContain("10.1.2.3");
    expect(result.attempt.status).toBeNull();
  });

  test("W16 the service stores no body, headers or status text of the answer", async () => {
    const telling = receiver(
      () =>
        new Response("SECRET-BODY", {
          status: 500,
          statusText: "SECRET-TEXT",
          headers: { "x-inner": "SECRET-HEADER" },
        }),
    );
    const result = await attemptDelivery(TASK, telling.deps);
    expect(JSON.stringify(result)).not.toContain("SECRET");
  });

  test("W16 the service does not read an endless body, and tolerates a body that cannot be cancelled", async () => {
    const endless = receiver(
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(1_024)),
            cancel: () => Promise.reject(new Error("stuck")),
          }),
        ),
    );
    const result = await attemptDelivery(TASK, endless.deps);
    expect(result.kind).toBe("delivered");
  });

  test("W19 a later attempt keeps the id and has its own timestamp and signature", async () => {
    const { sent, deps } = answering(500);
    await attemptDelivery(TASK, deps);
    const later = { ...deps, now: () => NOW + 5_000 };
    await attemptDelivery({ ...TASK, attemptsMade: 1 }, later);
    const [first, second] = sent.map(({ request }) => request.headers);
    expect(second?.["webhook-id"]).toBe(first?.["webhook-id"]);
    expect(second?.["webhook-timestamp"]).toBe(String(NOW / 1_000 + 5));
    expect(second?.["webhook-signature"]).not.toBe(first?.["webhook-signature"]);
  });
});
