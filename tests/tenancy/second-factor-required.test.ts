import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { passkey, sessionFactor } from "../../src/database/schema/teams/sign-in.ts";
import { organizationSignIn, ssoSession } from "../../src/database/schema/teams/sso.ts";
import type { CreateKey } from "../../src/protocol/api/api.ts";
import { PEOPLE_ENDPOINTS } from "../../src/protocol/people.ts";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import { createProject } from "../../src/tenancy/projects.ts";
import { made } from "../workers/support/made.ts";
import { codeOf } from "./support/authenticator.ts";
import {
  appOf,
  Browser,
  database,
  joinAs,
  newOrganization,
  ORIGIN,
  PASSWORD,
  type Person,
  signedIn,
  signUp,
} from "./support/browser.ts";
import { enforceOwnSignIn, requireSecondFactor } from "./support/enforcement.ts";
import { Company } from "./support/sso-world.ts";

/** The app runs in the isolate of the test, so that the test can stop its clock. */
const app = appOf(ORIGIN, { ENVIRONMENT: "development" });

function stopClock() {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return { pass: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000) };
}

async function newTeam() {
  const owner = await signUp("Ada", new Browser(app));
  const organization = await newOrganization(owner);
  const wanted = { organization, name: "Agent" };
  const created = await createProject(database, owner.id, wanted, "DB", Date.now());
  if (!created.ok) throw new Error(created.fault);
  return { owner, organization, project: created.value.id };
}

async function setUpApp({ browser }: { browser: Browser }): Promise<string> {
  const answer = await browser.post("/second-factor/set-up", { password: PASSWORD });
  const { key } = await answer.json<{ key: string }>();
  const confirmed = await browser.post("/second-factor/confirm", { code: codeOf(key) });
  expect(confirmed.status).toBe(200);
  return key;
}

/** Signs in with the password, and with a code if the service requires one. */
async function signInAgain({ email }: Person, code?: string, browser = new Browser(app)) {
  const answer = await browser.post("/sign-in/email", { email, password: PASSWORD });
  const { needsCode } = await answer.json<{ needsCode: boolean }>();
  if (needsCode && code !== undefined) {
    const given = { code, trustBrowser: true };
    expect((await browser.post("/sign-in/second-factor", given)).status).toBe(200);
  }
  return browser;
}

const requireIt = (by: Browser, organizationId: string, isRequired = true) =>
  by.post("/organization/require-second-factor", { organizationId, isRequired });

/** Returns the status of a page of the project, or the code of the refusal. */
async function entering(browser: Browser, project: string): Promise<string> {
  const answer = await browser.open(`/v1/whoami?project=${project}`);
  if (answer.ok) return `${answer.status}`;
  const { error } = await answer.json<{ error: { code: string } }>();
  return `${answer.status} ${error.code}`;
}
const KEPT_OUT = "403 second_factor_required";

const signInOf = async (browser: Browser) => (await signedIn(browser.headers))?.signIn ?? "";

test("T190 only owners and admins with a second factor of their own can require one", async () => {
  const { owner, organization } = await newTeam();
  const company = new Company(owner, organization, "unused.example");
  const [admin, member] = [
    await joinAs("admin", owner, organization),
    await joinAs("member", owner, organization),
  ];
  for (const { browser } of [owner, admin]) {
    const refused = await requireIt(browser, organization);
    expect([refused.status, await refused.text()]).toEqual([
      ...[409, expect.stringContaining("would lock yourself out")],
    ]);
  }
  await setUpApp(member);
  expect((await requireIt(member.browser, organization)).status).toBe(403);
  expect((await company.settings()).requiresSecondFactor).toBe(false);
  await setUpApp(admin);
  expect((await requireIt(admin.browser, organization)).status).toBe(200);
  await setUpApp(owner);
  expect((await company.settings()).requiresSecondFactor).toBe(true);
  expect((await requireIt(owner.browser, organization, false)).status).toBe(200);
  const logged = await company.logged("second_factor.require");
  const changes = logged.flatMap((entry) => entry.changes.filter(({ to }) => to !== undefined));
  expect(changes).toHaveLength(2);
  expect(changes).toContainEqual({ field: "isRequired", from: "false", to: "true" });
  expect(changes).toContainEqual({ field: "isRequired", from: "true", to: "false" });
});

test("T191 a member without a required second factor reaches only their account, even in an open session", async () => {
  const { owner, organization, project } = await newTeam();
  const member = await joinAs("member", owner, organization);
  const own = await newOrganization(member);
  expect(await entering(member.browser, project)).toBe("200");
  await setUpApp(owner);
  await requireIt(owner.browser, organization);
  expect(await entering(owner.browser, project)).toBe("200");
  expect(await entering(member.browser, project)).toBe(KEPT_OUT);
  expect(await entering(await signInAgain(member), project)).toBe(KEPT_OUT);
  const refused = await member.browser.open("/v1/projects");
  expect([refused.status, await refused.text()]).toEqual([
    ...[403, expect.stringContaining("set up an authenticator app or add a passkey")],
  ]);
  for (const endpoint of Object.keys(PEOPLE_ENDPOINTS)) {
    const [method, path = ""] = endpoint.split(" ");
    if (!path.startsWith("/organization/") || /\/(list|leave)$/.test(path)) continue;
    const answer =
      method === "POST"
        ? await member.browser.post(path, { organizationId: own })
        : await member.browser.get(`${path}?organizationId=${own}`);
    expect([path, answer.status, await answer.text()]).toEqual([
      ...[path, 403, expect.stringContaining("second_factor_required")],
    ]);
  }
  for (const path of ["/get-session", "/second-factor", "/passkeys", "/list-sessions"]) {
    expect((await member.browser.get(path)).status).toBe(200);
  }
  const shown = async () => (await member.browser.get("/second-factor")).json();
  expect(await shown()).toMatchObject({
    since: null,
    requiredBy: [{ id: organization, name: "Acme" }],
  });
  await setUpApp(member);
  expect(await shown()).toMatchObject({ requiredBy: [] });
  expect(await entering(member.browser, project)).toBe("200");
});

test("T191 a member may leave the organization that requires a second factor", async () => {
  const { owner, organization } = await newTeam();
  const member = await joinAs("member", owner, organization);
  await requireSecondFactor(organization);
  expect((await member.browser.open("/v1/projects")).status).toBe(403);
  const left = await member.browser.post("/organization/leave", { organizationId: organization });
  expect(left.status).toBe(200);
  expect((await member.browser.open("/v1/projects")).status).toBe(200);
});

test("T192 a code counts in the browser that gave it or is trusted, even after a new password", async () => {
  const clock = stopClock();
  const { owner, organization, project } = await newTeam();
  await requireSecondFactor(organization);
  const before = await signInAgain(owner);
  const key = await setUpApp(owner);
  expect(await entering(owner.browser, project)).toBe("200");
  expect(await entering(before, project)).toBe(KEPT_OUT);
  clock.pass(30);
  const browser = await signInAgain(owner, codeOf(key));
  expect(await entering(browser, project)).toBe("200");
  await browser.post("/sign-out", {});
  await signInAgain(owner, undefined, browser);
  expect(await entering(browser, project)).toBe("200");
  const change = { currentPassword: PASSWORD, newPassword: PASSWORD, revokeOtherSessions: true };
  const earlier = await signInOf(browser);
  expect((await browser.post("/change-password", change)).status).toBe(200);
  expect(await signInOf(browser)).not.toBe(earlier);
  expect(await entering(browser, project)).toBe("200");
  await browser.post("/second-factor/switch-off", { password: PASSWORD });
  expect(await entering(browser, project)).toBe(KEPT_OUT);
});

test("T192 a passkey counts in the browser that used it, until the person removes the last one", async () => {
  const { owner, organization, project } = await newTeam();
  await requireSecondFactor(organization);
  const id = crypto.randomUUID();
  const row = { id, userId: owner.id, name: "Phone", publicKey: "k", counter: 0, createdAt: 1 };
  await database.insert(passkey).values({ ...row, transports: [] });
  // A sign-in with the password does not use the passkey.
  expect(await entering(owner.browser, project)).toBe(KEPT_OUT);
  const sessionId = await signInOf(owner.browser);
  await database.insert(sessionFactor).values({ sessionId, kind: "passkey" });
  expect(await entering(owner.browser, project)).toBe("200");
  await owner.browser.post("/passkeys/remove", { id, password: PASSWORD });
  expect(await entering(owner.browser, project)).toBe(KEPT_OUT);
});

test("T192 a sign-in at the organization's own enforced provider counts; one at another provider does not", async () => {
  const { owner, organization, project } = await newTeam();
  await requireSecondFactor(organization);
  const sessionId = await signInOf(owner.browser);
  const other = await enforceOwnSignIn(await signUp("Grace"), `${crypto.randomUUID()}.example`);
  await database.insert(ssoSession).values({ sessionId, organization: other });
  expect(await entering(owner.browser, project)).toBe(KEPT_OUT);
  await database
    .update(ssoSession)
    .set({ organization })
    .where(eq(ssoSession.sessionId, sessionId));
  // Single sign-on is not enforced yet, so people may still sign in with a password.
  expect(await entering(owner.browser, project)).toBe(KEPT_OUT);
  await database
    .update(organizationSignIn)
    .set({ isEnforced: true })
    .where(eq(organizationSignIn.organization, organization));
  expect(await entering(owner.browser, project)).toBe("200");
});

test("T193 keys keep working even if their maker lacks a second factor", async () => {
  const { owner, organization, project } = await newTeam();
  const keys = new KeyRepository(database, project);
  const wanted: CreateKey = { name: "one", scopes: ["read"], expiresAt: null };
  const { key } = await made(keys.create({ ...wanted, creator: owner.id }, Date.now()));
  await requireSecondFactor(organization);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await app(new Request(`${ORIGIN}/v1/whoami`, { headers }));
  expect(answer.status).toBe(200);
});
