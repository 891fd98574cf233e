import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { member, signInAttempt, signInDevice } from "../../src/database/schema/identity.ts";
import { auditEntry } from "../../src/database/schema/teams/audit.ts";
import { letter } from "../../src/database/schema/teams/mail.ts";
import { recoveryCode, secondFactor } from "../../src/database/schema/teams/sign-in.ts";
import { until } from "../workers/support/until.ts";
import { codeOf } from "./support/authenticator.ts";
import {
  appOf,
  Browser,
  database,
  newOrganization,
  ORIGIN,
  PASSWORD,
  type Person,
  signedIn,
  signUp,
} from "./support/browser.ts";
import { enforceOwnSignIn } from "./support/enforcement.ts";

/** The app runs in the isolate of the test, so that the test can stop its clock. */
const app = appOf(ORIGIN, { ENVIRONMENT: "development" });
const newBrowser = () => new Browser(app);

/** Stops the clock, so that a code does not change between two lines; `pass` advances the clock. */
function stopClock() {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return { pass: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000) };
}

const post = async <T>({ browser }: { browser: Browser }, path: string, body: unknown) => {
  const answer = await browser.post(path, body);
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
  return answer.json<T>();
};

/** Makes a person with an authenticator app. The clock has moved to the next code. */
async function withApp() {
  const clock = stopClock();
  const person = await signUp("Ada", newBrowser());
  const { key } = await post<{ key: string }>(person, "/second-factor/set-up", {
    password: PASSWORD,
  });
  const { codes } = await post<{ codes: string[] }>(person, "/second-factor/confirm", {
    code: codeOf(key),
  });
  clock.pass(30);
  return { person, key, codes, clock };
}

async function withPassword({ email }: Person, browser = newBrowser()) {
  const answer = await post<{ needsCode: boolean }>({ browser }, "/sign-in/email", {
    ...{ email, password: PASSWORD },
  });
  return { browser, ...answer };
}
const enter = (browser: Browser, code: string, more: object = {}) =>
  browser.post("/sign-in/second-factor", { code, ...more });
const isIn = async (browser: Browser) => (await signedIn(browser.headers)) !== null;

test("T144 the codes equal those of RFC 6238", () => {
  const key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect([59, 1_111_111_109, 20_000_000_000].map((at) => codeOf(key, at * 1_000))).toEqual([
    ...["287082", "081804", "353130"],
  ]);
});

test("T144 after its first right code an app is on, and a password alone signs nobody in", async () => {
  const clock = stopClock();
  const person = await signUp("Ada", newBrowser());
  expect((await person.browser.post("/second-factor/set-up", {})).status).toBe(400);
  const wrong = { password: "not the password" };
  expect((await person.browser.post("/second-factor/set-up", wrong)).status).toBe(400);
  const { key, address } = await post<{ key: string; address: string }>(
    person,
    "/second-factor/set-up",
    { password: PASSWORD },
  );
  expect(new URL(address).searchParams.get("secret")).toBe(key);
  expect((await withPassword(person)).needsCode).toBe(false);
  expect((await person.browser.post("/second-factor/confirm", { code: "000" })).status).toBe(400);
  await post(person, "/second-factor/confirm", { code: codeOf(key) });
  clock.pass(30);
  const { browser, needsCode } = await withPassword(person);
  expect(needsCode).toBe(true);
  expect(await isIn(browser)).toBe(false);
  expect((await enter(browser, codeOf(key))).status).toBe(200);
  expect(await isIn(browser)).toBe(true);
  const again = await person.browser.post("/second-factor/set-up", { password: PASSWORD });
  expect(again.status).toBe(409);
});

test("T183 despite an enforced provider, an owner signs in with password and code; a member does not", async () => {
  const { person, key, clock } = await withApp();
  const domain = person.email.split("@")[1] ?? "";
  const organization = await enforceOwnSignIn(person, domain);
  const owner = await withPassword(person);
  expect(owner.needsCode).toBe(true);
  expect((await enter(owner.browser, codeOf(key))).status).toBe(200);
  expect(await isIn(owner.browser)).toBe(true);
  const logged = await database
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.organization, organization));
  expect(logged.filter(({ action }) => action === "sign_in.without_sso")).toHaveLength(1);
  await database
    .update(member)
    .set({ role: "member" })
    .where(eq(member.organizationId, organization));
  clock.pass(30);
  const refused = await withPassword(person);
  const answer = await enter(refused.browser, codeOf(key));
  expect([answer.status, await answer.text()]).toEqual([
    ...[403, expect.stringContaining("Sign in with SSO")],
  ]);
  expect(await isIn(refused.browser)).toBe(false);
});

test("T145 a code is accepted once, near its time, and only for the sign-in that asked", async () => {
  const { person, key, clock } = await withApp();
  const [first, second] = [await withPassword(person), await withPassword(person)];
  const code = codeOf(key);
  expect((await enter(first.browser, code)).status).toBe(200);
  expect((await enter(second.browser, code)).status).toBe(401);
  // Turn the clock back further than the clocks of workers differ. The limit on attempts must not
  // make a person wait until the earlier attempt's time.
  clock.pass(-61);
  expect((await enter(second.browser, codeOf(key))).status).toBe(401);
  clock.pass(150);
  expect((await enter(second.browser, codeOf(key, Date.now() - 90_000))).status).toBe(401);
  expect((await enter(newBrowser(), codeOf(key))).status).toBe(401);
  expect((await enter(second.browser, codeOf(key))).status).toBe(200);
  // The time step of this code was used, so the code is refused.
  clock.pass(30);
  expect((await enter(second.browser, codeOf(key))).status).toBe(401);
  const late = await withPassword(person);
  clock.pass(601);
  expect((await enter(late.browser, codeOf(key))).status).toBe(401);
});

test("T146 after wrong codes the next attempt must wait, whatever its network", async () => {
  const { person, key, clock } = await withApp();
  const { browser } = await withPassword(person);
  for (let tried = 0; tried < 5; tried++) expect((await enter(browser, "000000")).status).toBe(401);
  const other = await withPassword(person);
  const answers = [await enter(browser, "000000"), await enter(other.browser, "000000")];
  expect(answers.map(({ status }) => status)).toContain(429);
  const refused = await enter(other.browser, codeOf(key));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  clock.pass(60);
  expect((await enter(other.browser, codeOf(key))).status).toBe(200);
  const left = await database
    .select()
    .from(signInAttempt)
    .where(eq(signInAttempt.email, `second-factor:${person.id}`));
  expect(left).toEqual([]);
});

test("T147 a recovery code signs in once, in any spelling; new codes replace all old ones", async () => {
  const { person, codes } = await withApp();
  expect(new Set(codes).size).toBe(10);
  const [one = "", two = "", three = ""] = codes;
  const recover = async (code: string) =>
    (await enter((await withPassword(person)).browser, code, { isRecovery: true })).status;
  expect(await recover(one.toLowerCase().replaceAll("-", " "))).toBe(200);
  expect(await recover(one)).toBe(401);
  expect((await Promise.all([recover(two), recover(two)])).sort()).toEqual([200, 401]);
  const shown = await (await person.browser.get("/second-factor")).json();
  expect(shown).toMatchObject({ recoveryCodes: 8 });
  const renewed = await post<{ codes: string[] }>(person, "/second-factor/renew-codes", {
    password: PASSWORD,
  });
  expect(await recover(three)).toBe(401);
  expect(await recover(renewed.codes[0] ?? "")).toBe(200);
});

test("T148 a trusted browser needs no code for 30 days, unless the password changes", async () => {
  const { person, key, clock } = await withApp();
  const { browser } = await withPassword(person);
  await enter(browser, codeOf(key), { trustBrowser: true });
  expect((await withPassword(person, browser)).needsCode).toBe(false);
  expect((await withPassword(person)).needsCode).toBe(true);
  const change = { currentPassword: PASSWORD, newPassword: PASSWORD, revokeOtherSessions: false };
  await post(person, "/change-password", change);
  expect((await withPassword(person, browser)).needsCode).toBe(true);
  clock.pass(30);
  await enter(browser, codeOf(key), { trustBrowser: true });
  const [row] = await database
    .select()
    .from(signInDevice)
    .where(eq(signInDevice.userId, person.id))
    .orderBy(signInDevice.trustedUntil)
    .then((rows) => rows.filter(({ trustedUntil }) => trustedUntil !== null));
  expect((row?.trustedUntil?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(30 * 86_400_000);
  clock.pass(30 * 86_400 + 1);
  expect((await withPassword(person, browser)).needsCode).toBe(true);
});

test("T149 the database stores no plain key of an app and no plain recovery code", async () => {
  const { person, key, codes } = await withApp();
  const [row] = await database
    .select()
    .from(secondFactor)
    .where(eq(secondFactor.userId, person.id));
  expect(row?.secret).toMatch(/^v1\./);
  expect(JSON.stringify(row)).not.toContain(key);
  const stored = await database
    .select()
    .from(recoveryCode)
    .where(eq(recoveryCode.userId, person.id));
  for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code.slice(0, 9));
  const { results } = await env.DB.prepare(
    "select sql from sqlite_master where name = 'second_factor'",
  ).all();
  expect(results).toHaveLength(1);
});

test("T150 switching off needs the password; an e-mail and the audit log report on and off", async () => {
  const { person, key, clock } = await withApp();
  const organization = await newOrganization(person);
  expect((await person.browser.post("/second-factor/switch-off", {})).status).toBe(400);
  expect((await withPassword(person)).needsCode).toBe(true);
  await post(person, "/second-factor/switch-off", { password: PASSWORD });
  expect((await withPassword(person)).needsCode).toBe(false);
  const off = await person.browser.post("/second-factor/switch-off", { password: PASSWORD });
  expect(off.status).toBe(409);
  const letters = await database
    .select({ subject: letter.subject, kind: letter.kind })
    .from(letter)
    .where(eq(letter.address, person.email));
  expect(
    letters
      .filter(({ kind }) => kind === "second_factor")
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual(["Two-factor sign-in is off", "Two-factor sign-in is on"]);

  clock.pass(30);
  const set = await post<{ key: string }>(person, "/second-factor/set-up", { password: PASSWORD });
  expect(set.key).not.toBe(key);
  await post(person, "/second-factor/confirm", { code: codeOf(set.key) });
  const failing = await withPassword(person);
  await enter(failing.browser, "000000");
  clock.pass(30);
  await enter(failing.browser, codeOf(set.key));
  const entries = await until(async () => {
    const rows = await database
      .select({ action: auditEntry.action, changes: auditEntry.changes })
      .from(auditEntry)
      .where(eq(auditEntry.organization, organization));
    return rows.some(({ action }) => action === "sign_in.fail") ? rows : undefined;
  });
  const told = (action: string) => entries.filter((entry) => entry.action === action);
  expect(told("second_factor.switch_off")).toHaveLength(1);
  expect(told("second_factor.switch_on")).toHaveLength(1);
  expect(told("sign_in.fail")[0]?.changes).toEqual([{ field: "method", to: "app code" }]);
  expect(told("sign_in.succeed").map(({ changes }) => changes)).toContainEqual([
    { field: "method", to: "password and app code" },
  ]);
});
