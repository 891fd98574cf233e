import fc from "fast-check";
import { expect, test } from "vitest";
import { networkOf } from "../../src/tenancy/network.ts";
import { send } from "../workers/support/tenants.ts";
import { ORIGIN, PASSWORD, signUp } from "./support/browser.ts";

/** Of SIGN_IN_RATE in wrangler.toml. */
const ATTEMPTS = 30;

const post = async (path: string, address: string, body: unknown) => {
  const headers = {
    "content-type": "application/json",
    origin: ORIGIN,
    "cf-connecting-ip": address,
  };
  return (await send(`/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) }))
    .status;
};

const group = () => Math.floor(Math.random() * 65_536).toString(16);
const newNetwork = () => `2001:${group()}:${group()}:${group()}`;
const newEmail = () => `ada@${crypto.randomUUID()}.example`;

test("T58 one network is one IPv4 address, however it is written, or one /64", () => {
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

test("T58 the addresses of one /64 share their attempts", async () => {
  const network = newNetwork();
  const answers: number[] = [];
  for (let turn = 0; turn <= ATTEMPTS; turn++) {
    const signIn = { email: newEmail(), password: "a wrong password" };
    answers.push(await post("/sign-in/email", `${network}::${turn.toString(16)}`, signIn));
  }
  expect(answers.slice(0, ATTEMPTS)).toEqual(Array(ATTEMPTS).fill(401));
  expect(answers.at(-1)).toBe(429);
});

test("T58 many networks share the attempts at one account, and do not keep its owner out at home", async () => {
  const home = `${newNetwork()}::1`;
  const { email } = await signUp("Ada");
  expect(await post("/sign-in/email", home, { email, password: PASSWORD })).toBe(200);
  const guess = { email: email.toUpperCase(), password: "a wrong password" };
  const answers: number[] = [];
  for (let turn = 0; turn <= ATTEMPTS; turn++) {
    answers.push(await post("/sign-in/email", `${newNetwork()}::1`, guess));
  }
  expect(answers.at(-1)).toBe(429);
  expect(await post("/sign-in/email", home, { email, password: PASSWORD })).toBe(200);
});

test("T58 sign-ups of one e-mail domain share their attempts", async () => {
  const domain = `${crypto.randomUUID()}.example`;
  const answers: number[] = [];
  for (let turn = 0; turn <= ATTEMPTS; turn++) {
    const person = { name: "Ada", email: `ada${turn}@${domain}`, password: PASSWORD };
    answers.push(await post("/sign-up/email", `${newNetwork()}::1`, person));
  }
  expect(answers.slice(0, ATTEMPTS)).toEqual(Array(ATTEMPTS).fill(200));
  expect(answers.at(-1)).toBe(429);
});
