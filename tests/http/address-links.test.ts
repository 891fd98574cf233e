import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { user } from "../../src/database/schema/identity.ts";
import { addressLink, letter } from "../../src/database/schema/teams/mail.ts";
import {
  forgetAddressLinks,
  requestPasswordReset,
  sendVerification,
} from "../../src/tenancy/sign-in/address-links.ts";
import {
  appOf,
  Browser,
  database,
  joinAs,
  LINKS,
  newOrganization,
  ORIGIN,
  PASSWORD,
  type Person,
  signedIn,
  signUp,
} from "../tenancy/support/browser.ts";
import { lettersTo, sentLetter, tokenIn } from "../workers/support/outbox.ts";

const HOUR = 3_600_000;
const NEW_PASSWORD = "four quiet words walk";

const statusOf = async (answer: Promise<Response>) => (await answer).status;
const personOf = async ({ browser }: Person) => signedIn(browser.headers);

/** Returns the token of a new reset letter to the address. */
async function resetToken(browser: Browser, email: string): Promise<string> {
  expect(await statusOf(browser.post("/request-password-reset", { email }))).toBe(200);
  return tokenIn(await sentLetter(email, "password_reset"));
}

const reset = (token: string, newPassword = NEW_PASSWORD) =>
  new Browser().post("/reset-password", { token, newPassword });

test("T125 a reset request gets the same answer and writes the same rows with and without an account", async () => {
  const { email } = await signUp("Ada");
  const nobody = `nobody@${crypto.randomUUID()}.example`;
  const workOf = async (address: string) => {
    const before = await rows(address);
    const answer = await new Browser().post("/request-password-reset", { email: address });
    const after = await rows(address);
    return {
      answer: [answer.status, await answer.text(), [...answer.headers.keys()].sort()],
      written: after.map((count, i) => count - (before[i] ?? 0)),
    };
  };
  const known = await workOf(email.toUpperCase());
  expect(known.written).toEqual([1, 1]);
  expect(await workOf(nobody)).toEqual(known);
  expect((await lettersTo(nobody)).map(({ state, text }) => [state, text])).toEqual([
    ["dropped", null],
  ]);
});

async function rows(asked: string): Promise<number[]> {
  const address = asked.toLowerCase();
  const links = await database.select().from(addressLink).where(eq(addressLink.address, address));
  return [links.length, (await lettersTo(address)).filter(isReset).length];
}
const isReset = ({ kind }: { kind: string }) => kind === "password_reset";

test("T125 an address gets at most five e-mails an hour, and all their links work", async () => {
  const { email } = await signUp("Ada");
  const nobody = `nobody@${crypto.randomUUID()}.example`;
  for (const address of [email, nobody]) {
    for (let asked = 0; asked < 7; asked++) {
      const answer = new Browser().post("/request-password-reset", { email: address });
      expect(await statusOf(answer)).toBe(200);
    }
    expect((await lettersTo(address)).filter(isReset)).toHaveLength(5);
  }
  const later = { ...LINKS, now: () => Date.now() + HOUR };
  await requestPasswordReset(later, email);
  expect((await lettersTo(email)).filter(isReset)).toHaveLength(6);
});

test("T125 one network can request only a limited number of e-mails", async () => {
  const browser = new Browser();
  const statuses: number[] = [];
  for (let asked = 0; asked < 40; asked++) {
    const email = `x@${crypto.randomUUID()}.example`;
    statuses.push(await statusOf(browser.post("/request-password-reset", { email })));
  }
  expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});

test("T126 a reset sets the password once, ends every sign-in and informs the person", async () => {
  const person = await signUp("Ada");
  const second = await person.signInAgain();
  const [first, other] = [
    await resetToken(new Browser(), person.email),
    await resetToken(new Browser(), person.email),
  ];
  const answers = await Promise.all([reset(first), reset(first)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await statusOf(reset(other))).toBe(404);
  expect(await personOf(person)).toBeNull();
  expect(await personOf(second)).toBeNull();
  const signIn = (password: string) =>
    statusOf(new Browser().post("/sign-in/email", { email: person.email, password }));
  expect(await signIn(PASSWORD)).toBe(401);
  expect(await signIn(NEW_PASSWORD)).toBe(200);
  await sentLetter(person.email, "password_changed");
  const [row] = await database.select().from(user).where(eq(user.id, person.id));
  expect(row?.emailVerified).toBe(true);
});

test("T126 a reset ends the waits after wrong passwords", async () => {
  const { email } = await signUp("Ada");
  const wrong = () => new Browser().post("/sign-in/email", { email, password: "wrong" });
  for (let tried = 0; tried < 6; tried++) await wrong();
  expect(await statusOf(wrong())).toBe(429);
  expect(await statusOf(reset(await resetToken(new Browser(), email)))).toBe(200);
  const password = NEW_PASSWORD;
  expect(await statusOf(new Browser().post("/sign-in/email", { email, password }))).toBe(200);
});

test("T126 an expired, altered or foreign token resets nothing, and a guessable password is refused", async () => {
  const person = await signUp("Ada");
  const token = await resetToken(new Browser(), person.email);
  expect(await statusOf(reset(token, "password123"))).toBe(400);
  expect(await statusOf(reset(`${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`))).toBe(
    404,
  );
  expect(await statusOf(reset(""))).toBe(400);
  await person.browser.post("/send-verification-email", {});
  const verification = tokenIn(await sentLetter(person.email, "verification"));
  expect(await statusOf(reset(verification))).toBe(404);
  const verify = new Browser().post("/verify-email", { token });
  expect(await statusOf(verify)).toBe(404);
  await database.update(addressLink).set({ expiresAt: Date.now() - 1 });
  expect(await statusOf(reset(token))).toBe(404);
  expect(await personOf(person)).not.toBeNull();
});

test("T124 the database stores no token of an e-mailed link", async () => {
  const { email } = await signUp("Ada");
  const token = await resetToken(new Browser(), email);
  const held = JSON.stringify(await database.select().from(addressLink));
  expect(held).not.toContain(token);
  expect((await lettersTo(email)).find(isReset)?.text).toContain(`/reset-password#${token}`);
});

test("T127 sign-up sends an e-mail whose link confirms the address once", async () => {
  const email = `ada@${crypto.randomUUID()}.example`;
  const browser = new Browser();
  await browser.post("/sign-up/email", { name: "Ada", email, password: PASSWORD });
  const token = tokenIn(await sentLetter(email, "verification"));
  await browser.post("/sign-in/email", { email, password: PASSWORD });
  const isVerified = async () => (await signedIn(browser.headers))?.isVerified;
  expect(await isVerified()).toBe(false);
  const verify = () => new Browser().post("/verify-email", { token });
  expect(await (await verify()).json()).toEqual({ email });
  expect(await isVerified()).toBe(true);
  expect(await statusOf(verify())).toBe(404);
  expect(await statusOf(browser.post("/send-verification-email", {}))).toBe(409);
});

test("T127 a link for an earlier address of the account confirms nothing", async () => {
  const person = await signUp("Ada");
  await person.browser.post("/send-verification-email", {});
  const token = tokenIn(await sentLetter(person.email, "verification"));
  const email = `eve@${crypto.randomUUID()}.example`;
  await database.update(user).set({ email }).where(eq(user.id, person.id));
  expect(await statusOf(new Browser().post("/verify-email", { token }))).toBe(404);
  expect((await personOf(person))?.isVerified).toBe(false);
});

test("T135 sign-up with a known address informs its owner, and writes as many rows as a new one", async () => {
  const { email } = await signUp("Ada");
  const before = await lettersTo(email);
  const again = { name: "Eve", email, password: NEW_PASSWORD };
  expect(await statusOf(new Browser().post("/sign-up/email", again))).toBe(200);
  const told = await sentLetter(email, "already_registered");
  expect(told.text).not.toContain("mta_");
  expect(await lettersTo(email)).toHaveLength(before.length + 1);
  expect(
    await statusOf(new Browser().post("/sign-in/email", { email, password: NEW_PASSWORD })),
  ).toBe(401);
});

test("T127 if confirmation is required, a person without a confirmed address uses no project", async () => {
  const site = "https://memtrace.example";
  const mail = { MAIL_FROM: "m@memtrace.example", MAIL_API_URL: "https://mail.example/emails" };
  const required = { EMAIL_VERIFICATION: "required" };
  const browserOf = (changes: object) => new Browser(appOf(site, changes), site);
  const strict = browserOf({ ...mail, ...required });
  const { id, email } = await signUp("Ada", strict);
  expect(await statusOf(strict.get("/get-session"))).toBe(200);
  const create = { name: "Acme", slug: crypto.randomUUID() };
  const refused = await strict.post("/organization/create", create);
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining("Confirm your e-mail address first"),
  ]);
  const fetchOf = appOf(site, { ...mail, ...required });
  for (const path of ["/v1/projects", "/v1/cases?project=x"]) {
    const asked = new Request(`${site}${path}`, { headers: strict.headers });
    expect((await fetchOf(asked)).status).toBe(403);
  }
  expect(await (await strict.get("/mail-settings")).json()).toEqual({
    ...{ sendsMail: true, requiresVerification: true },
  });
  await database.update(user).set({ emailVerified: true }).where(eq(user.id, id));
  expect(await statusOf(strict.post("/organization/create", create))).toBe(200);
  // If the installation sends no e-mail, EMAIL_VERIFICATION=required has no effect.
  const without = browserOf(required);
  await database.update(user).set({ emailVerified: false }).where(eq(user.id, id));
  await without.post("/sign-in/email", { email, password: PASSWORD });
  expect(await statusOf(without.get("/organization/list"))).toBe(200);
});

test("T133 an installation without e-mail says so for every address", async () => {
  const site = "https://memtrace.example";
  const browser = new Browser(appOf(site, { MAIL_FROM: "" }), site);
  const { email } = await signUp("Ada");
  for (const address of [email, "nobody@acme.example"]) {
    const answer = await browser.post("/request-password-reset", { email: address });
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining("sends no e-mail"),
    ]);
  }
  expect(await (await browser.get("/mail-settings")).json()).toEqual({
    ...{ sendsMail: false, requiresVerification: false },
  });
});

const change = (person: Person, newEmail: string, currentPassword = PASSWORD) =>
  person.browser.post("/change-email", { newEmail, currentPassword });

test("T128 a change of the address needs the password and the new address, and informs the old one", async () => {
  const person = await signUp("Ada");
  const newEmail = `new@${crypto.randomUUID()}.example`;
  const old = await resetToken(new Browser(), person.email);
  expect(await statusOf(change(person, newEmail, "wrong"))).toBe(400);
  expect(await statusOf(change(person, person.email))).toBe(400);
  expect(await statusOf(change(person, newEmail.toUpperCase()))).toBe(200);
  expect((await personOf(person))?.email).toBe(person.email);
  const token = tokenIn(await sentLetter(newEmail, "address_change"));
  const confirm = () => new Browser().post("/verify-email", { token });
  const answers = await Promise.all([confirm(), confirm()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await personOf(person)).toMatchObject({ email: newEmail, isVerified: true });
  expect((await sentLetter(person.email, "address_changed")).text).toContain(newEmail);
  expect(
    (await lettersTo(person.email)).filter(({ kind }) => kind === "address_changed"),
  ).toHaveLength(1);
  expect(await statusOf(reset(old))).toBe(404);
});

test("T128 a change to another account's address gets the same answer, but has no effect", async () => {
  const [person, other] = [await signUp("Ada"), await signUp("Eve")];
  const free = `free@${crypto.randomUUID()}.example`;
  const bodies = await Promise.all([
    (await change(person, other.email)).text(),
    (await change(person, free)).text(),
  ]);
  expect(bodies[0]).toBe(bodies[1]);
  const token = tokenIn(await sentLetter(other.email, "address_change"));
  expect(await statusOf(new Browser().post("/verify-email", { token }))).toBe(404);
  expect((await personOf(person))?.email).toBe(person.email);
  expect((await personOf(other))?.email).toBe(other.email);
  expect((await lettersTo(person.email)).some(({ kind }) => kind === "address_changed")).toBe(
    false,
  );
});

test("T128 a person can request a limited number of changes, whatever the addresses", async () => {
  const person = await signUp("Ada");
  const statuses: number[] = [];
  for (let asked = 0; asked < 6; asked++) {
    statuses.push(await statusOf(change(person, `x@${crypto.randomUUID()}.example`)));
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test("T129 a sign-in from a new browser and network is reported; the first sign-in and others are not", async () => {
  const email = `ada@${crypto.randomUUID()}.example`;
  const home = new Browser();
  await home.post("/sign-up/email", { name: "Ada", email, password: PASSWORD });
  const signIn = (browser: Browser) =>
    statusOf(browser.post("/sign-in/email", { email, password: PASSWORD }));
  const told = async () => (await lettersTo(email)).filter(({ kind }) => kind === "new_device");
  expect(await signIn(home)).toBe(200);
  expect(await signIn(home)).toBe(200);
  expect(await told()).toHaveLength(0);
  // The same browser in another network is still known by its permanent cookie.
  const away = new Browser();
  const cookie = /memtrace\.device=([^;]+)/.exec(home.headers.get("cookie") ?? "")?.[1] ?? "";
  away.setCookie("memtrace.device", cookie);
  expect(await signIn(away)).toBe(200);
  expect(await told()).toHaveLength(0);
  expect(await signIn(new Browser())).toBe(200);
  expect(await told()).toHaveLength(1);
  expect((await sentLetter(email, "new_device")).text).toMatch(/Network: 2001:/);
  const wrong = new Browser().post("/sign-in/email", { email, password: "wrong" });
  expect(await statusOf(wrong)).toBe(401);
  expect(await told()).toHaveLength(1);
});

test("T130 an invitation is sent to its address, and the list shows its state", async () => {
  const owner = await signUp("Ada");
  const organizationId = await newOrganization(owner);
  const email = `new@${crypto.randomUUID()}.example`;
  const invite = { organizationId, email, role: "member" };
  const answer = await owner.browser.post("/organization/invite-member", invite);
  const { id } = await answer.json<{ id: string }>();
  const told = await sentLetter(email, "invitation");
  expect(told.text).toContain(`${ORIGIN}/join/${organizationId}/${id}`);
  const list = await owner.browser.get(
    `/organization/list-invitations?organizationId=${organizationId}`,
  );
  expect(await list.json()).toMatchObject([{ id, letter: "sent" }]);
});

test("T130 a refused invitation sends nothing, and an ended one drops its waiting e-mail", async () => {
  const owner = await signUp("Ada");
  const organizationId = await newOrganization(owner);
  const member = await joinAs("member", owner, organizationId);
  const email = `new@${crypto.randomUUID()}.example`;
  const invite = (by: Person) =>
    by.browser.post("/organization/invite-member", { organizationId, email, role: "member" });
  expect(await statusOf(invite(member))).toBe(403);
  expect(await lettersTo(email)).toHaveLength(0);
  const { id } = await (await invite(owner)).json<{ id: string }>();
  await sentLetter(email, "invitation");
  const waiting = { state: "queued", nextAttemptAt: Date.now() + HOUR } as const;
  await database.update(letter).set(waiting).where(eq(letter.address, email));
  await owner.browser.post("/organization/cancel-invitation", { invitationId: id });
  expect((await lettersTo(email)).map(({ state }) => state)).toEqual(["dropped"]);
});

test("T130 one address gets five invitations a day; further ones are links without an e-mail", async () => {
  const owner = await signUp("Ada");
  const organizationId = await newOrganization(owner);
  const email = `new@${crypto.randomUUID()}.example`;
  for (let sent = 0; sent < 7; sent++) {
    const invite = { organizationId, email, role: "member" };
    expect(await statusOf(owner.browser.post("/organization/invite-member", invite))).toBe(200);
  }
  expect(await lettersTo(email)).toHaveLength(5);
  const list = await owner.browser.get(
    `/organization/list-invitations?organizationId=${organizationId}`,
  );
  expect(await list.json()).toMatchObject([{ email, letter: null }]);
});

test("H341 the sweep deletes expired links, and keeps the others", async () => {
  const person = await signUp("Ada");
  const signed = await personOf(person);
  if (signed === null) throw new Error("Nobody is signed in.");
  await sendVerification({ ...LINKS, now: () => Date.now() - 48 * HOUR }, signed);
  await sendVerification(LINKS, signed);
  const mine = () => database.select().from(addressLink).where(eq(addressLink.userId, person.id));
  const before = (await mine()).length;
  await forgetAddressLinks(database, Date.now());
  expect((await mine()).length).toBe(before - 1);
});
