/** At each limit, parallel requests: as many as have room succeed, the others learn the remedy. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { MAX_DATASET_ITEMS } from "../../src/protocol/api/experiments.ts";
import {
  MAX_DATASETS,
  MAX_EXPERIMENTS,
  MAX_INVITATIONS,
  MAX_MEMBERS,
  MAX_OWNED_ORGANIZATIONS,
  MAX_PROJECTS,
  MAX_PROMPT_VERSIONS,
  MAX_PROMPTS,
  MAX_TEST_EVENTS_PER_HOUR,
  MAX_WEBHOOK_ENDPOINTS,
} from "../../src/protocol/limits.ts";
import { ORIGIN, type Person, signUp } from "../tenancy/support/browser.ts";
import { clientOf, newProject, newTenant, send } from "../workers/support/tenants.ts";

/** Requests at once, of which this many have room. */
const AT_ONCE = 6;
const ROOM = 2;

/** Runs the statement once for each number from 1 to `rows`, as `n`. */
const fill = async (rows: number, into: string, columns: string, ...values: unknown[]) => {
  const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows})`;
  await env.DB.prepare(`insert into ${into} ${numbers} select ${columns} from numbers`)
    .bind(...values)
    .run();
};

const expectRoomForTwo = async (
  create: (turn: number) => Promise<Response>,
  remedy: string,
): Promise<void> => {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, turn) => create(turn)));
  const refused = answers.filter(({ status }) => status === 409);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(ROOM);
  expect(refused).toHaveLength(AT_ONCE - ROOM);
  for (const answer of refused) {
    const { error } = await answer.json<{ error: { code: string; message: string } }>();
    expect(error).toMatchObject({ code: "conflict", message: expect.stringContaining(remedy) });
  }
};

const postAs = (key: string, path: string, body: unknown) =>
  send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const postBy = ({ browser }: Person, path: string, body: unknown) => {
  const { headers } = browser;
  headers.set("origin", ORIGIN);
  headers.set("content-type", "application/json");
  return send(path, { method: "POST", headers, body: JSON.stringify(body) });
};

const newDataset = async (key: string) =>
  (await clientOf(key).datasets.$post({ json: { name: "questions" } })).json();

test("T57 datasets of a project", async () => {
  const { project, key } = await newProject();
  const columns = "'ds_' || ?1 || n, ?1, 'filled ' || n, 0";
  await fill(MAX_DATASETS - ROOM, "dataset (id, project, name, created_at)", columns, project);
  await expectRoomForTwo(
    (turn) => postAs(key, "/v1/datasets", { name: `new ${turn}` }),
    `The limit of ${MAX_DATASETS} datasets is reached. Delete one first.`,
  );
});

test("T57 Y4 items of a dataset: those without room are rejected by their place", async () => {
  const { project, key } = await newProject();
  const { id } = await newDataset(key);
  await fill(
    MAX_DATASET_ITEMS - 5,
    "dataset_item (project, dataset, id, place, question, expected, metadata)",
    "?, ?, 'filled ' || n, n, 'q', '[]', '{}'",
    ...[project, id],
  );
  const answers = await Promise.all(
    Array.from({ length: 4 }, async (_, turn) => {
      const items = ["a", "b", "c"].map((name) => ({ question: `${name}${turn}`, expected: [] }));
      const answer = await postAs(key, `/v1/datasets/${id}/items`, items);
      return answer.json<{ added: number; joined: number; rejected: { message: string }[] }>();
    }),
  );
  expect(answers.map(({ added }) => added).reduce((sum, added) => sum + added)).toBe(5);
  const rejected = answers.flatMap((answer) => answer.rejected);
  expect(rejected).toHaveLength(4 * 3 - 5);
  for (const { message } of rejected) expect(message).toContain("Make another dataset");
  for (const { added, joined, rejected: without } of answers) {
    expect([added + without.length, joined]).toEqual([3, 0]);
  }
  const shown = await clientOf(key).datasets[":dataset"].$get({ param: { dataset: id } });
  expect((await shown.json()).items).toBe(MAX_DATASET_ITEMS);
});

test("T57 experiments of a project", async () => {
  const { project, key } = await newProject();
  const { id } = await newDataset(key);
  await fill(
    MAX_EXPERIMENTS - ROOM,
    "experiment (id, project, dataset, name, state, items, created_at)",
    "'exp_' || ?1 || n, ?1, ?2, 'filled', 'done', 0, 0",
    ...[project, id],
  );
  await expectRoomForTwo(
    () => postAs(key, "/v1/experiments", { dataset: id }),
    `The limit of ${MAX_EXPERIMENTS} experiments is reached. Delete`,
  );
});

test("T57 prompts of a project", async () => {
  const { project, key } = await newProject();
  const columns = "'prompt_' || ?1 || n, ?1, 'filled ' || n, 0";
  await fill(MAX_PROMPTS - ROOM, "prompt (id, project, name, created_at)", columns, project);
  await expectRoomForTwo(
    (turn) => postAs(key, "/v1/prompts", { name: `new ${turn}`, text: "Extract facts." }),
    "Delete a prompt first.",
  );
});

test("T57 versions of a prompt", async () => {
  const { project, key } = await newProject();
  const write = (text: string) => postAs(key, "/v1/prompts", { name: "extract", text });
  const { prompt } = await (await write("first")).json<{ prompt: string }>();
  await fill(
    MAX_PROMPT_VERSIONS - 1 - ROOM,
    "prompt_version (project, prompt, number, hash, text, origin, created_at)",
    "?, ?, n + 1, 'hash ' || n, 'text', 'written', 0",
    ...[project, prompt],
  );
  await expectRoomForTwo((turn) => write(`new ${turn}`), "Delete a prompt first.");
  expect((await write("first")).status).toBe(201);
});

test("T57 webhook endpoints of a project", async () => {
  const { project, key } = await newProject();
  await fill(
    MAX_WEBHOOK_ENDPOINTS - ROOM,
    "endpoint (id, project, url, description, events, state, secret, created_at)",
    "'ep_' || ?1 || n, ?1, 'https://hooks.example.com/', '', '[]', 'disabled', '', 0",
    project,
  );
  await expectRoomForTwo(
    () => postAs(key, "/v1/webhooks", { url: "https://hooks.example.com/" }),
    `The limit of ${MAX_WEBHOOK_ENDPOINTS} endpoints is reached. Delete one first.`,
  );
});

test("T57 test events of a project within an hour", async () => {
  const { project, key } = await newProject();
  const api = clientOf(key);
  const url = "https://hooks.example.com/";
  const { id } = await (await api.webhooks.$post({ json: { url } })).json();
  await api.webhooks[":endpoint"].$patch({ param: { endpoint: id }, json: { state: "disabled" } });
  const anHourAgo = Date.now() - 3_600_000;
  const sent = (at: number) =>
    fill(
      MAX_TEST_EVENTS_PER_HOUR - ROOM,
      "delivery (id, project, endpoint, event, payload, state, attempts, created_at)",
      "'msg_' || ?1 || ?3 || n, ?1, ?2, 'test', '{}', 'delivered', '[]', ?3",
      ...[project, id, at],
    );
  await sent(anHourAgo);
  await sent(anHourAgo + 600_000);
  await expectRoomForTwo(
    () => postAs(key, `/v1/webhooks/${id}/test`, {}),
    `The limit of ${MAX_TEST_EVENTS_PER_HOUR} test events of the last hour is reached. Wait`,
  );
});

test("T57 projects of an organization; a deleted one makes room", async () => {
  const { owner, organization, project } = await newTenant();
  await fill(
    MAX_PROJECTS - 1 - ROOM,
    "project (id, organization, name, created_at)",
    "'prj_' || ?1 || n, ?1, 'filled', 0",
    organization,
  );
  const create = () => postBy(owner, "/v1/projects", { organization, name: "new" });
  await expectRoomForTwo(
    create,
    `The limit of ${MAX_PROJECTS} projects in the organization is reached. Delete one first.`,
  );
  await env.DB.prepare("update project set deleted_at = 1 where id = ?").bind(project).run();
  expect((await create()).status).toBe(201);
});

test("T57 organizations that a person owns", async () => {
  const { owner } = await newTenant();
  const filled = MAX_OWNED_ORGANIZATIONS - 1 - ROOM;
  const organization = "organization (id, name, slug, created_at)";
  await fill(filled, organization, "'org_' || ? || n, 'filled', ? || n, 0", owner.id, owner.id);
  const member = "member (id, organization_id, user_id, role, created_at)";
  await fill(filled, member, "?1 || n, 'org_' || ?1 || n, ?1, 'owner', 0", owner.id);
  await expectRoomForTwo(
    () =>
      postBy(owner, "/api/auth/organization/create", { name: "New", slug: crypto.randomUUID() }),
    `You own ${MAX_OWNED_ORGANIZATIONS} organizations, the limit for one person.`,
  );
});

test("T57 open invitations of an organization; a second one of an address needs no room", async () => {
  const { owner, organization } = await newTenant();
  await fill(
    MAX_INVITATIONS - ROOM,
    "invitation (id, organization_id, email, role, expires_at, created_at, inviter_id)",
    "?1 || n, ?1, n || '@filled.example', 'viewer', ?2, 0, ?3",
    ...[organization, Date.now() + 3_600_000, owner.id],
  );
  const invite = (email: string) =>
    postBy(owner, "/api/auth/organization/invite-member", {
      ...{ organizationId: organization, email, role: "viewer" },
    });
  await expectRoomForTwo(
    (turn) => invite(`ada${turn}@new.example`),
    `The organization has ${MAX_INVITATIONS} open invitations, the limit for one organization.`,
  );
  expect((await invite("1@filled.example")).status).toBe(200);
});

test("T57 members of an organization", async () => {
  const { owner, organization } = await newTenant();
  const invited = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const person = await signUp("Ada");
      const answer = await postBy(owner, "/api/auth/organization/invite-member", {
        ...{ organizationId: organization, email: person.email, role: "viewer" },
      });
      return { person, ...(await answer.json<{ id: string }>()) };
    }),
  );
  const filled = MAX_MEMBERS - 1 - ROOM;
  const user = "user (id, name, email, created_at, updated_at)";
  await fill(filled, user, "?1 || n, 'filled', ?1 || n || '@filled.example', 0, 0", organization);
  const member = "member (id, organization_id, user_id, role, created_at)";
  await fill(filled, member, "?1 || n, ?1, ?1 || n, 'viewer', 0", organization);
  const accept = (turn: number) => {
    const { person = owner, id = "" } = invited[turn] ?? {};
    return postBy(person, "/api/auth/organization/accept-invitation", { invitationId: id });
  };
  await expectRoomForTwo(
    accept,
    `The organization has ${MAX_MEMBERS} members, the limit for one organization.`,
  );
});
