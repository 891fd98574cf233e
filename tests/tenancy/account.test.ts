import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { LetterRepository } from "../../src/database/mail/letter-repository.ts";
import {
  account,
  member,
  organization,
  session,
  user,
} from "../../src/database/schema/identity.ts";
import { auditEntry } from "../../src/database/schema/teams/audit.ts";
import { letter } from "../../src/database/schema/teams/mail.ts";
import { send } from "../workers/support/tenants.ts";
import {
  database,
  joinAs,
  newOrganization,
  PASSWORD,
  type Person,
  signUp,
} from "./support/browser.ts";

const remove = ({ browser, email }: Person, more: object = { password: PASSWORD }) =>
  browser.post("/account/delete", { email, ...more });
const exists = async ({ id }: Person) =>
  (await database.select().from(user).where(eq(user.id, id))).length === 1;

test("T153 an export holds what the service stores about the person, except secrets", async () => {
  const person = await signUp("Ada");
  const other = await signUp("Eve");
  const organizationId = await newOrganization(person);
  const answer = await person.browser.get("/account/export");
  expect(answer.headers.get("content-disposition")).toContain("memtrace-account.json");
  const text = await answer.text();
  const exported = JSON.parse(text);
  expect(exported).toMatchObject({
    person: { name: "Ada", email: person.email },
    waysToSignIn: [{ provider: "credential" }],
    memberships: [{ organization: "Acme", role: "owner" }],
    ...{ sessions: [{}], cut: [] },
  });
  const [stored] = await database.select().from(account).where(eq(account.userId, person.id));
  const [signIn] = await database.select().from(session).where(eq(session.userId, person.id));
  for (const secret of [stored?.password, signIn?.token, other.email]) {
    expect(secret?.length).toBeGreaterThan(10);
    expect(text).not.toContain(secret);
  }
  expect((await send("/api/auth/account/export")).status).toBe(401);
  const log = await database
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.organization, organizationId));
  expect(log.map(({ action }) => action)).toContain("account.export");
});

test("T154 the deletion of an account needs the password and the address, and deletes all personal data", async () => {
  const owner = await signUp("Olga");
  const organizationId = await newOrganization(owner);
  const person = await joinAs("member", owner, organizationId);
  expect((await remove(person, {})).status).toBe(400);
  expect((await remove(person, { password: "not the password" })).status).toBe(400);
  expect((await remove({ ...person, email: owner.email })).status).toBe(400);
  expect(await exists(person)).toBe(true);
  expect((await remove(person)).status).toBe(200);
  expect(await exists(person)).toBe(false);
  expect((await person.browser.get("/list-sessions")).status).toBe(401);
  for (const { table, column } of [
    { table: session, column: session.userId },
    { table: account, column: account.userId },
    { table: member, column: member.userId },
  ]) {
    expect(await database.select().from(table).where(eq(column, person.id))).toEqual([]);
  }
  const letters = await database.select().from(letter).where(eq(letter.address, person.email));
  expect(letters.map(({ kind }) => kind)).toEqual(["account_deleted"]);
  const log = await database
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.organization, organizationId));
  expect(log.filter(({ action }) => action === "account.delete")).toHaveLength(1);
});

test("T197 an e-mail says what was deleted, and names the organization that was deleted with the account", async () => {
  const person = await signUp("Ada");
  const organizationId = await newOrganization(person);
  await database
    .update(organization)
    .set({ name: "Ada & evil.example" })
    .where(eq(organization.id, organizationId));
  const owner = await signUp("Olga");
  await joinAs("member", owner, await newOrganization(owner));
  await joinAs("owner", person, organizationId).then((second) => remove(second));
  expect((await remove(person)).status).toBe(200);
  const letters = await database.select().from(letter).where(eq(letter.address, person.email));
  expect(letters.map(({ kind }) => kind)).toEqual(["account_deleted"]);
  const [told] = letters;
  expect(told?.text).toContain("memberships");
  // The name must not become a link.
  expect(told?.text).toContain("The organization “Ada & evil.\u2060example” was deleted too");
  expect(told?.text).not.toContain("Acme");
  await database
    .update(letter)
    .set({ state: "sent", createdAt: Date.now() - 31 * 86_400_000 })
    .where(eq(letter.address, person.email));
  await new LetterRepository(database).deleteEnded(Date.now(), 10_000);
  expect(await database.select().from(letter).where(eq(letter.address, person.email))).toEqual([]);
});

test("T155 the account of an organization's last owner is kept, and the answer says what to do", async () => {
  const owner = await signUp("Olga");
  const organizationId = await newOrganization(owner);
  const second = await joinAs("member", owner, organizationId);
  const refused = await remove(owner);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("transfer the ownership");
  expect(await exists(owner)).toBe(true);
  expect((await owner.browser.get("/list-sessions")).status).toBe(200);
  const listed = await owner.browser.get(
    `/organization/list-members?organizationId=${organizationId}`,
  );
  const { members } = await listed.json<{ members: { id: string; userId: string }[] }>();
  const memberId = members.find(({ userId }) => userId === second.id)?.id;
  await owner.browser.post("/organization/hand-over", { organizationId, memberId });
  expect((await remove(owner)).status).toBe(200);
  // No other person belongs to the organization now.
  expect((await remove(second)).status).toBe(200);
  const left = await database
    .select()
    .from(organization)
    .where(eq(organization.id, organizationId));
  expect(left).toEqual([]);
});

test("T155 an owner without other members keeps the account while the organization has projects", async () => {
  const owner = await signUp("Olga");
  const id = await newOrganization(owner);
  const headers = owner.browser.headers;
  headers.set("content-type", "application/json");
  headers.set("origin", "http://memtrace.test");
  const body = JSON.stringify({ organization: id, name: "Shop" });
  expect((await send("/v1/projects", { method: "POST", headers, body })).status).toBe(201);
  const refused = await remove(owner);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("has projects");
  expect(await exists(owner)).toBe(true);
});

test("T156 a person without a password proves their identity by a recent sign-in", async () => {
  const person = await signUp("Ada");
  await database
    .update(account)
    .set({ providerId: "oidc", accountId: person.id, password: null })
    .where(eq(account.userId, person.id));
  const old = new Date(Date.now() - 11 * 60_000);
  await database.update(session).set({ createdAt: old }).where(eq(session.userId, person.id));
  const refused = await remove(person, {});
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("sign in again");
  const ways = await (await person.browser.get("/ways-to-sign-in")).json<{
    providers: { id: string }[];
  }>();
  expect(ways).toMatchObject({ hasPassword: false, providers: [{ provider: "oidc" }] });
  const unlink = () => person.browser.post("/unlink-provider", { id: ways.providers[0]?.id });
  expect((await unlink()).status).toBe(409);
  await database
    .update(session)
    .set({ createdAt: new Date() })
    .where(eq(session.userId, person.id));
  // This is the only sign-in method of the person.
  expect(await (await unlink()).text()).toContain("only sign-in method");
  expect((await remove(person, {})).status).toBe(200);
});
