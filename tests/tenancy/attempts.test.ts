import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  claimAttempt,
  FORGET_AFTER_MS,
  forgetAttempts,
  recordSuccess,
  signUpAllowed,
} from "../../src/tenancy/sign-in/attempts.ts";
import { networkOf } from "../../src/tenancy/sign-in/network.ts";
import { send } from "../workers/support/tenants.ts";
import { database, ORIGIN, PASSWORD, signUp } from "./support/browser.ts";

/** The limit of SIGN_IN_RATE in wrangler.toml. */
const ATTEMPTS = 30;
const WINDOW_MS = 60_000;

const ask = (path: string, address: string, body: unknown) => {
  const headers = {
    "content-type": "application/json",
    origin: ORIGIN,
    "cf-connecting-ip": address,
  };
  return send(`/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) });
};
const post = async (path: string, address: string, body: unknown) =>
  (await ask(path, address, body)).status;
const signIn = (address: string, body: unknown) => ask("/sign-in/email", address, body);

const group = () => Math.floor(Math.random() * 65_536).toString(16);
const newNetwork = () => `2001:${group()}:${group()}:${group()}`;
const newEmail = () => `ada@${crypto.randomUUID()}.example`;

test("T58 a network is one IPv4 address in any spelling, or one /64 prefix", () => {
  const v4 = "203.0.113.7";
  for (const same of [
    "::ffff:203.0.113.7",
    "::ffff:cb00:7107",
    "64:ff9b::cb00:7107",
    "2002:cb00:7107:1::1",
  ]) {
    expect(networkOf(same)).toBe(networkOf(v4));
  }
  expect(networkOf("203.0.113.8")).not.toBe(networkOf(v4));
  const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
  const text = (...groups: number[][]) =>
    groups
      .flat()
      .map((one) => one.toString(16))
      .join(":");
  fc.assert(
    fc.property(half, half, half, (network, host, other) => {
      const front = [0x2a01, ...network.slice(1)];
      expect(networkOf(text(front, host))).toBe(networkOf(text(front, other)));
      const next = front.with(3, ((front[3] ?? 0) + 1) % 0x10000);
      expect(networkOf(text(next, host))).not.toBe(networkOf(text(front, host)));
    }),
  );
  for (const odd of ["", "unknown", "1.2.3", "x:y", "::1::"])
    expect(typeof networkOf(odd)).toBe("string");
});

/**
 * Repeats the attempts if a new minute began meanwhile, because the limit counts per minute of the
 * clock.
 */
const inOneWindow = async (attempt: () => (turn: number) => Promise<number>): Promise<number[]> => {
  const windowNow = () => Math.floor(Date.now() / WINDOW_MS);
  const window = windowNow();
  const next = attempt();
  const answers: number[] = [];
  for (let turn = 0; turn <= ATTEMPTS; turn++) answers.push(await next(turn));
  return windowNow() === window ? answers : inOneWindow(attempt);
};

test("T58 the addresses of one /64 share their attempts", async () => {
  const answers = await inOneWindow(() => {
    const network = newNetwork();
    return (turn) => {
      const signIn = { email: newEmail(), password: "a wrong password" };
      return post("/sign-in/email", `${network}::${turn.toString(16)}`, signIn);
    };
  });
  expect(answers.slice(0, ATTEMPTS)).toEqual(Array(ATTEMPTS).fill(401));
  expect(answers.at(-1)).toBe(429);
});

const SECOND = 1_000;
const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

/** Makes an attempt to sign in to one account, from a network that is new for the account. */
const claimFromAnywhere = (email: string, now: number) =>
  claimAttempt(database, { address: `${newNetwork()}::1`, email }, now);

const successFrom = (email: string) => ({
  ...{ address: `${newNetwork()}::1`, email },
  device: { hash: crypto.randomUUID(), name: "unknown", forgotUrl: "" },
});

test("T62 after five attempts, each further attempt doubles the wait, up to an hour; a success ends it", async () => {
  const email = newEmail();
  let now = START;
  const waits: number[] = [];
  for (let free = 0; free < 5; free++) {
    expect(await claimFromAnywhere(email, now)).toEqual({ ok: true });
  }
  for (let further = 0; further < 11; further++) {
    const refused = await claimFromAnywhere(email, now);
    const waitMs = refused.ok ? 0 : refused.waitMs;
    waits.push(waitMs / SECOND);
    now += waitMs;
    const early = await claimFromAnywhere(email.toUpperCase(), now - 1);
    expect(early).toEqual({ ok: false, waitMs: 1 });
    expect(await claimFromAnywhere(email, now)).toEqual({ ok: true });
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]);
  await recordSuccess(database, successFrom(email), now);
  for (let free = 0; free < 5; free++) {
    expect(await claimFromAnywhere(email, now)).toEqual({ ok: true });
  }
  expect(await claimFromAnywhere(email, now)).toMatchObject({ ok: false });
});

test("T62 the waits limit the attempts, whatever the order of attempts, successes and times", async () => {
  const step = fc.record({
    kind: fc.constantFrom("attempt", "attempt", "attempt", "success"),
    after: fc.constantFrom(0, 1, 10 * SECOND, 60 * SECOND, HOUR, FORGET_AFTER_MS),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const email = newEmail();
      let now = START;
      let failures = 0;
      let last = START;
      for (const { kind, after } of steps) {
        now += after;
        if (kind === "success") {
          await recordSuccess(database, successFrom(email), now);
          failures = 0;
          continue;
        }
        if (now - last >= FORGET_AFTER_MS) failures = 0;
        const wait = failures < 5 ? 0 : Math.min(HOUR, 15 * SECOND * 2 ** (failures - 5));
        const isAllowed = now >= last + wait;
        const claim = await claimFromAnywhere(email, now);
        expect(claim).toEqual(isAllowed ? { ok: true } : { ok: false, waitMs: last + wait - now });
        if (!isAllowed) continue;
        failures += 1;
        last = now;
      }
    }),
    { numRuns: 30 },
  );
});

test("T62 if attempts are parallel, only those that need no wait are allowed", async () => {
  const email = newEmail();
  const claims = await Promise.all(
    Array.from({ length: 40 }, () => claimFromAnywhere(email, START)),
  );
  expect(claims.filter(({ ok }) => ok)).toHaveLength(5);
});

test("T62 attempts from a network that the account signed in from never wait, even after sign-out", async () => {
  const home = `${newNetwork()}::1`;
  const { email, browser } = await signUp("Ada");
  expect(await post("/sign-in/email", home, { email, password: PASSWORD })).toBe(200);
  await browser.post("/sign-out", {});
  const guess = { email: email.toUpperCase(), password: "a wrong password" };
  const answers: number[] = [];
  for (let turn = 0; turn < 6; turn++) {
    answers.push(await post("/sign-in/email", `${newNetwork()}::1`, guess));
  }
  expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  const right = { email, password: PASSWORD };
  expect(await post("/sign-in/email", `${newNetwork()}::1`, right)).toBe(429);
  expect(await post("/sign-in/email", home, guess)).toBe(401);
  expect(await post("/sign-in/email", home, right)).toBe(200);
  expect(await post("/sign-in/email", `${newNetwork()}::1`, right)).toBe(200);
});

test("T62 an address without an account gets the same answers as one with an account", async () => {
  // Stop the clock, so that both addresses must wait for the same time, however long the attempts
  // take.
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  onTestFinished(() => clock.mockRestore());
  const { email } = await signUp("Ada");
  const answersTo = async (address: string) => {
    const answers: unknown[] = [];
    for (let turn = 0; turn < 7; turn++) {
      const answer = await signIn(`${newNetwork()}::1`, {
        email: address,
        password: "wrong words",
      });
      const { error } = await answer.json<{ error: { code: string; message: string } }>();
      const { code, message } = error;
      answers.push({
        code,
        message,
        status: answer.status,
        wait: answer.headers.get("retry-after"),
      });
    }
    return answers;
  };
  const [known, unknown] = [await answersTo(email), await answersTo(newEmail())];
  expect(unknown).toEqual(known);
  expect(known.at(-1)).toMatchObject({ status: 429, code: "rate_limited" });
});

test("T62 attempts are deleted a day after the last one", async () => {
  const [old, recent] = [newEmail(), newEmail()];
  for (let free = 0; free < 5; free++) {
    await claimFromAnywhere(old, START);
    await claimFromAnywhere(recent, START + 1);
  }
  await forgetAttempts(database, START + FORGET_AFTER_MS);
  expect(await claimFromAnywhere(old, START)).toEqual({ ok: true });
  expect(await claimFromAnywhere(recent, START + 1)).toMatchObject({ ok: false });
});

const joining = (domain: string, network: string) =>
  post("/sign-up/email", `${network}::1`, {
    ...{ name: "Ada", password: PASSWORD },
    email: `${crypto.randomUUID()}@${domain}`,
  });

test("T58 a network that floods an e-mail domain is limited, and other networks may still use the domain", async () => {
  const answers = await inOneWindow(() => {
    const domain = `${crypto.randomUUID()}.example`;
    const flooding = newNetwork();
    return async (turn) => {
      if (turn === ATTEMPTS) return joining(domain, newNetwork());
      if (turn < ATTEMPTS - 1) return joining(domain, flooding);
      for (let more = 0; more < 10; more++) await joining(domain, flooding);
      return joining(domain, flooding);
    };
  });
  const held = [...Array(ATTEMPTS - 1).fill(200), 429];
  expect(answers).toEqual([...held, 200]);
});

test("T58 if the limit of an e-mail domain is reached, each network may still sign up a few times", async () => {
  const counted = new Map<string, number>();
  const upTo = (limit: number) => async (key: string) => {
    const count = (counted.get(key) ?? 0) + 1;
    counted.set(key, count);
    return count <= limit;
  };
  const counters = { attempts: upTo(30), ofDomain: upTo(5) };
  const networks = Array.from({ length: 40 }, newNetwork);
  for (const network of networks.slice(0, 30))
    await signUpAllowed({ address: `${network}::1`, email: "a@shared.example" }, counters);
  const last = { address: `${networks.at(-1)}::1`, email: "a@shared.example" };
  const admitted = [];
  for (let turn = 0; turn < 8; turn++) admitted.push(await signUpAllowed(last, counters));
  expect(admitted).toEqual([true, true, true, true, true, false, false, false]);
});
