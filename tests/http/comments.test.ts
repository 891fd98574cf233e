import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { comment, mention } from "../../src/database/schema/annotation/comments.ts";
import { user } from "../../src/database/schema/identity.ts";
import {
  MAX_COMMENT_CHARS,
  MAX_COMMENTS,
  MAX_MENTIONS,
  MAX_UNREAD,
} from "../../src/protocol/limits.ts";
import { database, joinAs, type Person } from "../tenancy/support/browser.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { clientAs, clientOf, newKey, newTenant, type Tenant } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";

type Api = ReturnType<typeof clientOf>;

let tenant: Tenant;
let people: { readonly [Name in "ada" | "bo" | "cy" | "vi"]: Person };
let as: { readonly [Name in "ada" | "bo" | "cy" | "vi" | "key"]: Api };

beforeAll(async () => {
  tenant = await newTenant();
  const join = async (role: string, name: string) => {
    const person = await joinAs(role, tenant.owner, tenant.organization);
    await database.update(user).set({ name }).where(eq(user.id, person.id));
    return person;
  };
  people = {
    ada: tenant.owner,
    bo: await join("member", "Bo"),
    cy: await join("member", "Cy Young"),
    vi: await join("viewer", "Vi"),
  };
  const client = (person: Person) => clientAs(person, tenant.project);
  as = {
    ...{ ada: client(people.ada), bo: client(people.bo), cy: client(people.cy) },
    ...{ vi: client(people.vi), key: clientOf(tenant.key) },
  };
});

let graph: string;
let params: { readonly case: string };
beforeEach(async () => {
  graph = `graph-${crypto.randomUUID()}`;
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  params = { case: (await attributedCase(as.key, graph)).id };
});

const write = (api: Api, body: string) =>
  api("POST /cases/{case}/comments", { params, body: { body } });
const listed = async () =>
  (await as.vi("GET /cases/{case}/comments", { params })).items.map(({ body }) => body);
const unread = async (api: Api) => (await api("GET /mentions")).unread;
const refusal = async (answer: Promise<Response>) => {
  const read = await answer;
  const { error } = await read.json<{ error: { code: string; message: string } }>();
  return `${read.status} ${error.message}`;
};

test("H180 people and keys comment on a case, and every reader of the project can read the comments", async () => {
  const first = await write(as.bo, "  The dog is\nnamed <b>Rex</b>. \n ");
  expect(first).toMatchObject({
    ...{ case: params.case, finding: null, mentions: [], editedAt: null },
    author: { kind: "person", id: people.bo.id, name: "Bo" },
    body: "The dog is\nnamed <b>Rex</b>.",
  });
  const byKey = await write(as.key, "Replayed: refuted.");
  expect(byKey.author).toMatchObject({ kind: "key", name: "tests" });
  expect(await listed()).toEqual([byKey.body, first.body]);
  const page = await as.vi("GET /cases/{case}/comments", { params, query: { limit: 1 } });
  expect(page.items).toEqual([byKey]);
  const query = { limit: 1, cursor: page.next ?? "" };
  const rest = await as.vi("GET /cases/{case}/comments", { params, query });
  expect(rest).toEqual({ items: [first], next: null });
});

test("H180 a finding has comments too, and a viewer cannot write any", async () => {
  const [found] = (await as.vi("GET /findings")).items;
  const ofFinding = { finding: found?.id ?? "" };
  const body = { body: "Known since May." };
  const route = "POST /findings/{finding}/comments";
  const written = await as.bo(route, { params: ofFinding, body });
  expect(written).toMatchObject({ case: null, ...ofFinding, ...body });
  const { items } = await as.vi("GET /findings/{finding}/comments", { params: ofFinding });
  expect(items).toEqual([written]);
  expect(await refusal(as.vi.response(route, { params: ofFinding, body }))).toContain("403");
  const onCase = as.vi.response("POST /cases/{case}/comments", { params, body });
  expect(await refusal(onCase)).toContain("Your role in the project lacks the scope label");
});

test("H181 a comment must not be empty or too long, and its case must have room", async () => {
  const send = (body: string) =>
    refusal(as.bo.response("POST /cases/{case}/comments", { params, body: { body } }));
  expect(await send(" \n ")).toContain("400 body:");
  expect(await send("x".repeat(MAX_COMMENT_CHARS + 1))).toContain(`${MAX_COMMENT_CHARS}`);
  expect((await write(as.bo, "x".repeat(MAX_COMMENT_CHARS))).body).toHaveLength(MAX_COMMENT_CHARS);
  const row = { project: tenant.project, case: params.case, authorKind: "key", body: "x" } as const;
  for (let count = 0; count < MAX_COMMENTS - 1; count += 9) {
    const rows = Array.from({ length: Math.min(9, MAX_COMMENTS - 1 - count) }, () => ({
      ...{ ...row, id: crypto.randomUUID(), createdAt: 0 },
    }));
    await database.insert(comment).values(rows);
  }
  const full = `409 The limit of ${MAX_COMMENTS} comments on one case is reached. Delete some first.`;
  expect(await send("One more.")).toBe(full);
});

test("H287 a comment that is sent again under its own id stays one comment with one mention", async () => {
  const before = await unread(as.vi);
  const body = { id: "draft-1", body: "@Vi, is this right?" };
  const once = (api: Api, sent = body) =>
    api.response("POST /cases/{case}/comments", { params, body: sent });
  const [first, second] = await Promise.all([once(as.bo), once(as.bo)]);
  const third = await once(as.bo);
  const { id } = await first.json();
  for (const answer of [second, third]) {
    expect(answer.status).toBe(201);
    expect((await answer.json()).id).toBe(id);
  }
  expect(await listed()).toEqual([body.body]);
  expect(await unread(as.vi)).toBe(before + 1);
  const other = { ...body, body: "@Cy Young, or this?" };
  const forCy = await unread(as.cy);
  expect(await refusal(once(as.bo, other))).toContain(
    "409 id: another comment of yours has this id",
  );
  expect(await unread(as.cy)).toBe(forCy);
  // The same id from another author makes another comment.
  expect((await (await once(as.key, other)).json()).id).not.toBe(id);
  const edited = { params: { comment: id }, body: { body: "It is right." } };
  await as.bo("PATCH /comments/{comment}", edited);
  expect((await (await once(as.bo)).json()).body).toBe("It is right.");
});

test("H182 authors edit and delete their own comments, and admins delete any", async () => {
  const { id } = await write(as.bo, "The dog is named Max.");
  const own = { params: { comment: id } };
  const edit = (api: Api) =>
    api.response("PATCH /comments/{comment}", { ...own, body: { body: "It is named Rex." } });
  const remove = (api: Api) => api.response("DELETE /comments/{comment}", own);
  for (const api of [as.ada, as.cy, as.key]) {
    expect(await refusal(edit(api))).toContain("403 Only its author may edit a comment.");
  }
  const edited = await (await edit(as.bo)).json();
  expect(edited.body).toBe("It is named Rex.");
  expect(Date.parse(edited.editedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(edited.createdAt));
  expect(await refusal(remove(as.cy))).toContain("403 Only its author, or somebody");
  expect(await refusal(remove(clientOf(await newKey(tenant.project, ["write"]))))).toContain("403");
  expect((await remove(as.ada)).status).toBe(204);
  expect(await refusal(remove(as.bo))).toContain("404");
  const mine = await write(as.cy, "Mine.");
  const params2 = { params: { comment: mine.id } };
  expect((await as.cy.response("DELETE /comments/{comment}", params2)).status).toBe(204);
  expect(await listed()).toEqual([]);
});

test("H183 a name or e-mail address after @ mentions the member, and the longest name counts", async () => {
  const email = people.vi.email.toUpperCase();
  const text = `@bo, @Cy Young and @${email}; not @Boris, @nobody or ada@bo.`;
  expect((await write(as.ada, text)).mentions).toEqual(
    expect.arrayContaining([
      { person: people.bo.id, name: "Bo", text: "@bo" },
      { person: people.cy.id, name: "Cy Young", text: "@Cy Young" },
      { person: people.vi.id, name: "Vi", text: `@${email}` },
    ]),
  );
  const stranger = await newTenant();
  expect((await write(as.ada, `@${stranger.owner.email}`)).mentions).toEqual([]);
});

test("H183 a name of several members is refused, and the error gives an e-mail address to use", async () => {
  const twin = await joinAs("member", tenant.owner, tenant.organization);
  await database.update(user).set({ name: "Bo" }).where(eq(user.id, twin.id));
  const body = { body: "Ask @Bo about it." };
  const sent = as.ada.response("POST /cases/{case}/comments", { params, body });
  expect(await refusal(sent)).toMatch(
    /400 body: several members are called Bo\. Mention one by e-mail address, such as @member@\S+\.$/,
  );
  expect((await write(as.ada, `Ask @${twin.email}.`)).mentions[0]?.person).toBe(twin.id);
  const byKey = as.key.response("POST /cases/{case}/comments", { params, body });
  const withoutAddress = "400 body: several members are called Bo. Mention one by e-mail address.";
  expect(await refusal(byKey)).toBe(withoutAddress);
  await database.update(user).set({ name: "Twin" }).where(eq(user.id, twin.id));
});

test("H285 a member whose name is another member's e-mail address does not get that member's mentions", async () => {
  const rival = await joinAs("member", tenant.owner, tenant.organization);
  for (const name of [people.vi.email, `${people.vi.email} please`]) {
    await database.update(user).set({ name }).where(eq(user.id, rival.id));
    const { mentions } = await write(as.ada, `@${people.vi.email} please look.`);
    expect(mentions.map(({ person }) => person)).toEqual([people.vi.id]);
  }
  await database.update(user).set({ name: "Rival" }).where(eq(user.id, rival.id));
});

test(`H183 one comment mentions at most ${MAX_MENTIONS} people`, async () => {
  const crowd = await newTenant();
  const rows = Array.from({ length: MAX_MENTIONS + 1 }, (_, index) => `n${index}-end`);
  for (const name of rows) {
    const person = await joinAs("viewer", crowd.owner, crowd.organization);
    await database.update(user).set({ name }).where(eq(user.id, person.id));
  }
  const found = `crowd-${crypto.randomUUID()}`;
  await sendEvents(crowd.key, [...forgottenDog(found), failingVerdict(found)]);
  const api = clientAs(crowd.owner, crowd.project);
  const place = { case: (await attributedCase(api, found)).id };
  const body = { body: rows.map((name) => `@${name}`).join(" ") };
  const sent = api.response("POST /cases/{case}/comments", { params: place, body });
  expect(await refusal(sent)).toContain(`mentions more than ${MAX_MENTIONS} people`);
});

test("H184 a person lists the comments of others that mention them, and marks them as read", async () => {
  const before = await unread(as.vi);
  const { id } = await write(as.bo, "@Vi, is this right?");
  await write(as.bo, "A note to myself: @Bo.");
  const page = await as.vi("GET /mentions");
  expect(page.unread).toBe(before + 1);
  expect(page.items[0]).toMatchObject({ comment: { id, ...params }, seenAt: null });
  expect(page.items[0]?.about).toBe((await as.vi("GET /cases/{case}", { params })).query);
  expect((await as.bo("GET /mentions")).items.map((item) => item.comment.case)).not.toContain(
    params.case,
  );
  const body = { comments: [id, "cmt_unknown"] };
  // Another person cannot mark Vi's mention as seen.
  await as.cy("POST /mentions/seen", { body });
  expect(await unread(as.vi)).toBe(before + 1);
  await as.vi("POST /mentions/seen", { body });
  expect(await unread(as.vi)).toBe(before);
  expect((await as.vi("GET /mentions")).items[0]?.seenAt).not.toBeNull();
  const byKey = "400 Mentions belong to people, and a key has none. Sign in.";
  expect(await refusal(as.key.response("GET /mentions"))).toBe(byKey);
  expect(await refusal(as.key.response("POST /mentions/seen", { body }))).toBe(byKey);
});

test("H289 unread mentions are counted up to a maximum", async () => {
  const { id: about } = await write(as.bo, "Many ask.");
  const rows = Array.from({ length: MAX_UNREAD + 5 }, () => crypto.randomUUID());
  for (let at = 0; at < rows.length; at += 10) {
    const ids = rows.slice(at, at + 10);
    await database.insert(comment).values(
      ids.map((id) => ({
        ...{ id, project: tenant.project, case: params.case, authorKind: "key" as const },
        ...{ body: "@Vi", createdAt: 0 },
      })),
    );
    await database.insert(mention).values(
      ids.map((id) => ({
        ...{
          comment: id,
          person: people.vi.id,
          project: tenant.project,
          text: "@Vi",
          createdAt: 0,
        },
      })),
    );
  }
  expect(await unread(as.vi)).toBe(MAX_UNREAD);
  const plan = await env.DB.prepare(
    "explain query plan select comment from mention where person = ? and project = ? and seen_at is null limit 100",
  )
    .bind(people.vi.id, tenant.project)
    .all<{ detail: string }>();
  expect(plan.results.map(({ detail }) => detail).join()).toContain("mention_unread");
  for (const id of [about, ...rows]) await database.delete(comment).where(eq(comment.id, id));
});

test("H184 an edit adds and drops mentions, and does not change which mentions are read", async () => {
  const { id } = await write(as.bo, "@Vi and @Cy Young");
  await as.vi("POST /mentions/seen", { body: { comments: [id] } });
  const [forVi, forCy, forAda] = [await unread(as.vi), await unread(as.cy), await unread(as.ada)];
  const body = { body: "@vi and @Ada" };
  const edited = await as.bo("PATCH /comments/{comment}", { params: { comment: id }, body });
  expect(edited.mentions.map(({ text }) => text).sort()).toEqual(["@Ada", "@vi"]);
  expect(await unread(as.vi)).toBe(forVi);
  expect(await unread(as.cy)).toBe(forCy - 1);
  expect(await unread(as.ada)).toBe(forAda + 1);
});

test("H185 a former member's comments stay without the name", async () => {
  const person = await joinAs("member", tenant.owner, tenant.organization);
  await database.update(user).set({ name: "Gone Girl" }).where(eq(user.id, person.id));
  await write(clientAs(person, tenant.project), "I will leave.");
  await write(as.bo, "@Gone Girl leaves.");
  const { browser } = tenant.owner;
  const organizationId = tenant.organization;
  const removed = { organizationId, memberIdOrEmail: person.email };
  expect((await browser.post("/organization/remove-member", removed)).status).toBe(200);
  const { items } = await as.vi("GET /cases/{case}/comments", { params });
  expect(items[1]).toMatchObject({
    body: "I will leave.",
    author: { kind: "person", id: person.id, name: null },
  });
  expect(items[0]?.mentions).toEqual([{ person: person.id, name: null, text: "@Gone Girl" }]);
});

test("H186 comments are deleted with the case's graph, also if its end user is deleted", async () => {
  const marked = `quoted ${crypto.randomUUID()}`;
  const named = { type: "graph", id: "named", graph, at: 0, user: `user of ${graph}` } as const;
  await sendEvents(tenant.key, [named]);
  await write(as.bo, `${marked} @Vi`);
  expect(Object.keys(await rowsWith(marked))).toEqual(["comment"]);
  const before = await unread(as.vi);
  const user = { user: `user of ${graph}` };
  await as.key("GET /graphs/{graph}", { params: { graph } });
  await as.key("DELETE /users/{user}", { params: user });
  expect(await rowsWith(marked)).toEqual({});
  expect(await unread(as.vi)).toBe(before - 1);
});
