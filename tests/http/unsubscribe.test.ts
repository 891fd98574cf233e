import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { member, user } from "../../src/database/schema/identity.ts";
import { database, joinAs } from "../tenancy/support/browser.ts";
import { lettersTo } from "../workers/support/outbox.ts";
import { clientOf, newTenant, send, type Tenant } from "../workers/support/tenants.ts";
import { until } from "../workers/support/until.ts";

let tenant: Tenant;
let api: ReturnType<typeof clientOf>;
let address: string;
let channel: string;
beforeEach(async () => {
  tenant = await newTenant();
  api = clientOf(tenant.key);
  address = tenant.owner.email;
  await database.update(user).set({ emailVerified: true }).where(eq(user.email, address));
  const created = await api("POST /channels", {
    body: { kind: "email", name: "Team", recipients: [address] },
  });
  channel = created.id;
});

const tested = async () => {
  const params = { channel };
  const { id } = await api("POST /channels/{channel}/test", { params });
  return until(async () => {
    const found = await api("GET /deliveries/{delivery}", { params: { delivery: id } });
    return found.attempts.length > 0 ? found : undefined;
  });
};

const alertsTo = async (to: string) => (await lettersTo(to)).filter(({ kind }) => kind === "alert");

const change = (method: string, token: string) =>
  send(`/api/unsubscribe?token=${token}`, { method, ...(method === "POST" && ONE_CLICK) });
/** The form in which mail programs send the request. */
const ONE_CLICK = {
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: "List-Unsubscribe=One-Click",
};

const tokenOf = async () => {
  const [letter] = await alertsTo(address);
  const token = letter?.unsubscribe?.split("token=")[1];
  if (token === undefined) throw new Error("the letter has no link");
  return token;
};

test("W92 an alert e-mail has an unsubscribe link in text, HTML and header, which ends the channel's e-mails", async () => {
  expect((await tested()).state).toBe("delivered");
  const token = await tokenOf();
  const answer = await change("POST", token);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { address, channel: "Team", isSubscribed: false },
  ]);
  expect((await api("GET /channels")).items[0]?.unsubscribed).toEqual([address]);
  const failed = await tested();
  expect(failed).toMatchObject({ state: "failed" });
  expect(failed.attempts[0]?.error).toContain("unsubscribed");
  expect(await alertsTo(address)).toHaveLength(1);
  expect((await change("DELETE", token)).status).toBe(200);
  expect((await tested()).state).toBe("delivered");
  expect((await api("GET /channels")).items[0]?.unsubscribed).toEqual([]);
});

test("W93 opening the link changes nothing, and any other text is an invalid link", async () => {
  await tested();
  const token = await tokenOf();
  await (await change("GET", token)).text();
  expect((await api("GET /channels")).items[0]?.unsubscribed).toEqual([]);
  for (const wrong of ["", "x", `${token}x`, "v1.AAAA"]) {
    expect((await change("POST", wrong)).status).toBe(404);
  }
  await api("DELETE /channels/{channel}", { params: { channel } });
  expect((await change("POST", token)).status).toBe(404);
});

test("W94 a person who left gets no more e-mails", async () => {
  const person = await joinAs("member", tenant.owner, tenant.organization);
  await database.update(user).set({ emailVerified: true }).where(eq(user.id, person.id));
  const recipients = [address, person.email];
  await api("PATCH /channels/{channel}", { params: { channel }, body: { recipients } });
  await tested();
  expect(await alertsTo(person.email)).toHaveLength(1);
  await database.delete(member).where(eq(member.userId, person.id));
  await tested();
  expect(await alertsTo(person.email)).toHaveLength(1);
  expect(await alertsTo(address)).toHaveLength(2);
});
