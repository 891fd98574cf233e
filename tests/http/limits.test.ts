/**
 * Parallel requests at each limit. As many succeed as there is room for. The service refuses the
 * others, and its message says what to do.
 */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { MAX_DATASET_ITEMS } from "../../src/protocol/api/experiments.ts";
import {
  MAX_DATASETS,
  MAX_EXPERIMENTS,
  MAX_INVITATIONS,
  MAX_MEMBERS,
  MAX_OPENED_CASES,
  MAX_OWNED_ORGANIZATIONS,
  MAX_PROJECTS,
  MAX_PROMPT_VERSIONS,
  MAX_PROMPTS,
  MAX_REPLAYS_OF_CASE,
  MAX_REPORTS_PER_HOUR,
  MAX_TEST_EVENTS_PER_HOUR,
  MAX_WEBHOOK_ENDPOINTS,
} from "../../src/protocol/limits.ts";
import { newOrganization, ORIGIN, type Person, signUp } from "../tenancy/support/browser.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { clientOf, newProject, newTenant, send } from "../workers/support/tenants.ts";
import { REPLAY_FACTS } from "../workers/support/told-replay.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";

/** Number of parallel requests, and how many of them fit below the limit. */
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
  await expectRefusals(answers, remedy);
};

const expectRefusals = async (answers: readonly Response[], remedy: string): Promise<void> => {
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
  clientOf(key)("POST /datasets", { body: { name: "questions" } });

test("T57 a project has a limited number of datasets", async () => {
  const { project, key } = await newProject();
  const columns = "'ds_' || ?1 || n, ?1, 'filled ' || n, 0";
  await fill(MAX_DATASETS - ROOM, "dataset (id, project, name, created_at)", columns, project);
  await expectRoomForTwo(
    (turn) => postAs(key, "/v1/datasets", { name: `new ${turn}` }),
    `The limit of ${MAX_DATASETS} datasets is reached. Delete one first.`,
  );
});

test("T57 Y4 a dataset has a limited number of items, and rejects further ones by their position", async () => {
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
  const shown = await clientOf(key).response("GET /datasets/{dataset}", {
    params: { dataset: id },
  });
  expect((await shown.json()).items).toBe(MAX_DATASET_ITEMS);
});

test("T57 a project has a limited number of experiments", async () => {
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

test("T57 a project has a limited number of prompts", async () => {
  const { project, key } = await newProject();
  const columns = "'prompt_' || ?1 || n, ?1, 'filled ' || n, 0";
  await fill(MAX_PROMPTS - ROOM, "prompt (id, project, name, created_at)", columns, project);
  await expectRoomForTwo(
    (turn) => postAs(key, "/v1/prompts", { name: `new ${turn}`, text: "Extract facts." }),
    "Delete a prompt first.",
  );
});

test("T57 a prompt has a limited number of versions", async () => {
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

test("T57 a project has a limited number of webhook endpoints", async () => {
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

test("T57 a project sends a limited number of test events in an hour", async () => {
  const { project, key } = await newProject();
  const api = clientOf(key);
  const url = "https://hooks.example.com/";
  const { id } = await api("POST /webhooks", { body: { url } });
  await api("PATCH /webhooks/{endpoint}", {
    params: { endpoint: id },
    body: { state: "disabled" },
  });
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

test("T57 a project requests a limited number of reports in an hour", async () => {
  const { project, key } = await newProject();
  const anHourAgo = Date.now() - 3_600_000;
  const made = (rows: number, trigger: string, at: number) =>
    fill(
      rows,
      'report (id, project, "start", "end", "trigger", headline, body, created_at)',
      "'rep_' || ?1 || ?2 || ?3 || n, ?1, 0, n, ?2, '', '{}', ?3",
      ...[project, trigger, at],
    );
  await made(MAX_REPORTS_PER_HOUR, "request", anHourAgo);
  await made(MAX_REPORTS_PER_HOUR, "schedule", anHourAgo + 600_000);
  await made(MAX_REPORTS_PER_HOUR - ROOM, "request", anHourAgo + 600_000);
  await expectRoomForTwo(
    () => postAs(key, "/v1/reports", {}),
    `The limit of ${MAX_REPORTS_PER_HOUR} reports of the last hour is reached. Wait`,
  );
});

test("T57 requests open a limited number of cases of a graph, and a known case needs no room", async () => {
  const { project, key } = await newProject();
  await sendEvents(key, forgottenDog("g"));
  const opened = (rows: number, origin: string, graph: string) =>
    fill(
      rows,
      "failed_case (id, project, graph, origin, query, expected, prediction, evidence, occurred_at, created_at, state, state_at)",
      "?1 || ?2 || ?3 || n, ?1, ?2, ?3, 'q', '[]', 'a', '[]', 0, 0, 'failed', 0",
      ...[project, graph, origin],
    );
  await opened(MAX_OPENED_CASES, "verdict", "g");
  await opened(MAX_OPENED_CASES, "api", "other");
  await opened(MAX_OPENED_CASES - ROOM, "api", "g");
  const open = (turn: number) => {
    const wrong = { graph: "g", query: `Question ${turn}`, prediction: "No.", expected: ["Yes"] };
    return postAs(key, "/v1/cases", wrong);
  };
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, turn) => open(turn)));
  await expectRefusals(answers, `The limit of ${MAX_OPENED_CASES} cases`);
  const known = answers.findIndex(({ ok }) => ok);
  expect((await open(known)).status).toBe(201);
});

test("T57 a case has a limited number of replays, and a refused one marks nothing", async () => {
  const { project, key } = await newProject();
  await sendEvents(key, [...forgottenDog("g"), failingVerdict("g")]);
  const { id, op, errorType } = await attributedCase(clientOf(key), "g");
  const told = (rows: number, from: number) =>
    fill(
      rows,
      'replay (id, project, "case", graph, outcome, reason, facts, created_at)',
      "?1 || ?2 || (n + ?3), ?1, ?2, 'g', 'inconclusive', '', '{}', 0",
      ...[project, id, from],
    );
  const tell = (facts = {}) =>
    postAs(key, `/v1/cases/${id}/replays`, { ...REPLAY_FACTS, op, errorType, ...facts });
  await told(MAX_REPLAYS_OF_CASE - ROOM, 0);
  const notRun = { needed: ["Nothing ran."] };
  await expectRoomForTwo(() => tell(notRun), `The limit of ${MAX_REPLAYS_OF_CASE} replays`);
  expect((await tell()).status).toBe(409);
  const shown = await clientOf(key).response("GET /cases/{case}", { params: { case: id } });
  expect((await shown.json()).proof).toBe("inconclusive");
});

test("T57 an organization has a limited number of projects, and a deleted one makes room", async () => {
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

/** Makes the person own so many organizations that there is room for two more. */
const ownMany = async ({ id }: Person, owned: number) => {
  const filled = MAX_OWNED_ORGANIZATIONS - owned - ROOM;
  const organization = "organization (id, name, slug, created_at)";
  await fill(filled, organization, "'org_' || ?1 || n, 'filled', ?1 || n, 0", id);
  const member = "member (id, organization_id, user_id, role, created_at)";
  await fill(filled, member, "?1 || n, 'org_' || ?1 || n, ?1, 'owner', 0", id);
};

test("T57 a person can own a limited number of organizations, counting new ones", async () => {
  const { owner } = await newTenant();
  await ownMany(owner, 1);
  await expectRoomForTwo(
    () =>
      postBy(owner, "/api/auth/organization/create", { name: "New", slug: crypto.randomUUID() }),
    `You own ${MAX_OWNED_ORGANIZATIONS} organizations, the limit for one person.`,
  );
});

/** Makes as many organizations of one person as the parallel requests hand over. */
const manyToHandOver = async () => {
  const from = await signUp("Ada");
  const organizations: string[] = [];
  while (organizations.length < AT_ONCE) organizations.push(await newOrganization(from));
  return { from, organizations };
};

test("T57 a person can own a limited number of organizations, counting those handed over by a role", async () => {
  const { from, organizations } = await manyToHandOver();
  const to = await signUp("Grace");
  await ownMany(to, 0);
  for (const organizationId of organizations) {
    await env.DB.prepare(
      "insert into member (id, organization_id, user_id, role, created_at) values (?1, ?1, ?2, 'admin', 0)",
    )
      .bind(organizationId, to.id)
      .run();
  }
  const make = (turn: number, role: string) =>
    postBy(from, "/api/auth/organization/update-member-role", {
      ...{ organizationId: organizations[turn], memberId: organizations[turn], role },
    });
  const answers = await Promise.all(organizations.map((_, turn) => make(turn, "owner")));
  await expectRefusals(answers, `This member owns ${MAX_OWNED_ORGANIZATIONS} organizations`);
  const [given, refused] = [true, false].map((ok) => answers.findIndex((each) => each.ok === ok));
  expect((await make(given ?? -1, "owner")).status).toBe(200);
  expect((await make(refused ?? -1, "viewer")).status).toBe(200);
});

test("T57 a person can own a limited number of organizations, counting those handed over by an invitation", async () => {
  const { from, organizations } = await manyToHandOver();
  const to = await signUp("Grace");
  await ownMany(to, 0);
  const invited = await Promise.all(
    organizations.map(async (organizationId) => {
      const answer = await postBy(from, "/api/auth/organization/invite-member", {
        ...{ organizationId, email: to.email, role: "owner" },
      });
      return answer.json<{ id: string }>();
    }),
  );
  await expectRoomForTwo(
    (turn) =>
      postBy(to, "/api/auth/organization/accept-invitation", {
        invitationId: invited[turn]?.id,
      }),
    `You own ${MAX_OWNED_ORGANIZATIONS} organizations, the limit for one person.`,
  );
});

test("T57 an organization has a limited number of open invitations; a second one to an address needs no room", async () => {
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

test("T57 an organization has a limited number of members", async () => {
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
