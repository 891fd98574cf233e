/** The providers are scripted functions that replace `fetch` and the e-mail binding. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SendOutcome } from "../../src/mail/letter.ts";
import { emailBinding } from "../../src/mail/providers/email-binding.ts";
import { httpProvider, outcomeOf } from "../../src/mail/providers/http-provider.ts";
import { LETTER_LIFE_MS, nextLetterAttempt } from "../../src/mail/retry-schedule.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const NOW = Date.UTC(2026, 0, 1);
const LETTER = {
  ...{ id: "ltr_1", to: "ada@acme.example", subject: "Hello" },
  ...{ text: "Hello", html: "<p>Hello</p>", unsubscribe: null },
};

function attemptTimes(jitter: number, waitSeconds = 0): number[] {
  const times = [NOW];
  for (;;) {
    const made = { count: times.length, firstAt: NOW };
    const next = nextLetterAttempt(made, times.at(-1) ?? NOW, jitter, waitSeconds);
    if (next === null) return times;
    times.push(next);
  }
}

test("T122 without jitter, nine attempts are 20 s to 10 h apart and end after 20.7 h", () => {
  const times = attemptTimes(0);
  const waits = times.slice(1).map((time, i) => (time - (times[i] ?? 0)) / SECOND);
  expect(waits).toEqual([20, 120, 600, 1_800, 3_600, 10_800, 21_600, 36_000]);
  expect(((times.at(-1) ?? 0) - NOW) / HOUR).toBeCloseTo(20.7, 1);
});

test("T122 no attempt comes after the provider forgets the key, whatever Retry-After says", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.integer({ min: 0, max: 200_000 }),
      (jitter, waitSeconds) => {
        const times = attemptTimes(jitter, waitSeconds);
        expect((times.at(-1) ?? 0) - NOW).toBeLessThanOrEqual(LETTER_LIFE_MS);
        for (const [i, time] of times.slice(1).entries()) {
          expect(time - (times[i] ?? 0)).toBeGreaterThanOrEqual(waitSeconds * SECOND);
        }
      },
    ),
  );
});

const answers: readonly (readonly [number, string, SendOutcome["kind"]])[] = [
  [200, '{"id":"x"}', "sent"],
  [202, "", "sent"],
  [302, "", "retry"],
  [400, '{"message":"The `to` field is invalid."}', "bounced"],
  [400, '{"message":"The `from` domain is not verified; recipients are fine"}', "retry"],
  [400, '{"message":"subject is too long"}', "refused"],
  [401, '{"message":"API key is invalid"}', "retry"],
  [403, '{"message":"You can only send to your own address"}', "retry"],
  [404, "", "retry"],
  [409, '{"name":"invalid_idempotent_request"}', "sent"],
  [409, '{"name":"concurrent_idempotent_requests"}', "retry"],
  [413, "", "refused"],
  [422, '{"message":"Recipient is on the suppression list"}', "bounced"],
  [422, '{"message":"Invalid `from` field."}', "retry"],
  [429, "", "retry"],
  [500, "", "retry"],
  [503, "", "retry"],
];
test.each(answers)("T123 the answer %i %s means %s", (status, body, kind) => {
  expect(outcomeOf(status, body, null).kind).toBe(kind);
});

test("T123 the service follows a Retry-After in seconds or as a date, up to six hours", () => {
  const past = "Fri, 02 Jan 2026 08:00:00 GMT";
  const future = "Fri, 02 Jan 2099 08:00:00 GMT";
  const waits = ["30", "999999", "soon", "-1", past, future].map((after) =>
    outcomeOf(429, "", after),
  );
  expect(waits.map((each) => ("waitSeconds" in each ? each.waitSeconds : null))).toEqual([
    30, 21_600, 0, 0, 0, 21_600,
  ]);
});

test("T121 the request uses the e-mail's id as its idempotency key and follows no redirect", async () => {
  const sent: { url: string; request: { headers: object; body: string; redirect: string } }[] = [];
  const mailer = httpProvider({
    ...{ url: "https://mail.example/emails", key: "secret", from: "MemTrace <m@acme.example>" },
    fetch: async (url, request) => {
      sent.push({ url, request });
      return { status: 200, headers: { get: () => null }, text: async () => "{}" };
    },
    timeout: () => null,
  });
  expect(await mailer.send(LETTER)).toEqual({ kind: "sent", status: 200 });
  expect(sent).toMatchObject([
    {
      url: "https://mail.example/emails",
      request: {
        redirect: "manual",
        headers: { authorization: "Bearer secret", "idempotency-key": "ltr_1" },
      },
    },
  ]);
  expect(JSON.parse(sent[0]?.request.body ?? "")).toEqual({
    ...{ from: "MemTrace <m@acme.example>", to: ["ada@acme.example"] },
    ...{ subject: "Hello", text: "Hello", html: "<p>Hello</p>" },
  });
});

test("T123 the service retries after a broken connection, and does not store the message", async () => {
  const mailer = httpProvider({
    ...{ url: "https://mail.example/emails", key: "secret", from: "m@acme.example" },
    fetch: async () => {
      throw new Error("connect ECONNREFUSED 10.0.0.1:443");
    },
    timeout: () => null,
  });
  const outcome = await mailer.send(LETTER);
  expect(outcome).toMatchObject({ kind: "retry", isOutage: true });
  expect(JSON.stringify(outcome)).not.toContain("10.0.0.1");
});

const codes: readonly (readonly [string, SendOutcome["kind"]])[] = [
  ["E_RECIPIENT_SUPPRESSED", "bounced"],
  ["E_VALIDATION_ERROR", "refused"],
  ["E_SENDER_NOT_VERIFIED", "retry"],
  ["E_RATE_LIMIT_EXCEEDED", "retry"],
  ["E_INTERNAL_SERVER_ERROR", "retry"],
  ["something else: ada@acme.example", "retry"],
];
test.each(codes)("T123 the binding's code %s means %s", async (code, kind) => {
  const binding = {
    send: async () => {
      throw Object.assign(new Error("for ada@acme.example"), { code });
    },
  };
  const outcome = await emailBinding({ binding, from: "m@acme.example" }).send(LETTER);
  expect(outcome.kind).toBe(kind);
  expect(JSON.stringify(outcome)).not.toContain("ada@");
});

test("T121 the binding gets the sender's name and address as separate fields", async () => {
  const sent: unknown[] = [];
  const binding = { send: async (message: unknown) => void sent.push(message) };
  const mailer = emailBinding({ binding, from: "MemTrace <m@acme.example>" });
  expect(await mailer.send(LETTER)).toEqual({ kind: "sent", status: null });
  expect(sent).toMatchObject([
    { from: { name: "MemTrace", email: "m@acme.example" }, to: LETTER.to, text: "Hello" },
  ]);
});

test("M31 the providers get the one-click unsubscribe link of an alert e-mail as headers", async () => {
  const bodies: string[] = [];
  const answer = { status: 200, headers: { get: () => null }, text: async () => "" };
  const provider = httpProvider({
    ...{ url: "https://mail.example/emails", key: "secret", from: "m@acme.example" },
    fetch: async (_, { body }) => {
      bodies.push(body);
      return answer;
    },
    timeout: () => null,
  });
  const messages: unknown[] = [];
  const binding = emailBinding({
    ...{ from: "m@acme.example", binding: { send: async (message) => messages.push(message) } },
  });
  const unsubscribe = "https://memtrace.example/api/unsubscribe?token=x";
  for (const mailer of [provider, binding]) {
    await mailer.send({ ...LETTER, unsubscribe });
    await mailer.send(LETTER);
  }
  const headers = {
    "List-Unsubscribe": `<${unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  for (const [first, second] of [bodies.map((body) => JSON.parse(body)), messages]) {
    expect(first).toMatchObject({ headers });
    expect(second).not.toHaveProperty("headers");
  }
});
