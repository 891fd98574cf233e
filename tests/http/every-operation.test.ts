import { beforeAll, describe, expect, test } from "vitest";
import { JobRepository } from "../../src/database/jobs/job-repository.ts";
import { SCOPES, type Scope } from "../../src/protocol/api/api.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import type { Declaration } from "../../src/protocol/routes/declaration.ts";
import { newApiKey } from "../../src/tenancy/api-key.ts";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import { database, joinAs, ORIGIN, type Person } from "../tenancy/support/browser.ts";
import {
  type Operation,
  operationsOf,
  pathOf,
  readDescription,
} from "../workers/support/every-operation.ts";
import { made } from "../workers/support/made.ts";
import { openProposal } from "../workers/support/open-proposal.ts";
import { clientOf, newKey, newTenant, send, type Tenant } from "../workers/support/tenants.ts";
import { REPLAY_FACTS, tellReplay } from "../workers/support/told-replay.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const DECLARATIONS: Readonly<Record<string, Readonly<Record<string, Declaration>>>> =
  import.meta.glob("../../src/protocol/routes/**/*.ts", { eager: true });

const operations = operationsOf(await readDescription());
const withinProject = operations.filter((operation) => operation.scope !== undefined);

/** A valid body for every operation that validates one. */
const BODIES: Readonly<Record<string, unknown>> = {
  "post /v1/projects": { organization: "org", name: "P" },
  "post /v1/cases": { graph: "unknown", query: "q", prediction: "p" },
  "put /v1/cases/{case}/label": { errorType: "UpdateError", op: null, link: null, reason: "" },
  "put /v1/cases/{case}/adjudication": { seen: 0, label: { errorType: "UpdateError", op: null } },
  "post /v1/cases/{case}/replays": REPLAY_FACTS,
  "post /v1/cases/{case}/comments": { body: "The dog is named Rex." },
  "post /v1/findings/{finding}/comments": { body: "Known since May." },
  "patch /v1/comments/{comment}": { body: "The dog is named Max." },
  "post /v1/queues": {
    ...{ name: "Weekly", people: ["unknown"], perItem: 1, isBlind: true },
    cases: { state: "done", sample: { size: 1, seed: "" } },
  },
  "patch /v1/queues/{queue}": { name: "Monthly" },
  "post /v1/queues/{queue}/cases": { cases: ["unknown"], sample: { size: 1 } },
  "post /v1/queues/{queue}/items/{case}/skip": { reason: "No evidence." },
  "post /v1/mentions/seen": { comments: ["unknown"] },
  "post /v1/reports": {},
  "patch /v1/findings/{finding}": { state: "acknowledged" },
  "post /v1/proposals": {},
  "post /v1/proposals/{proposal}/accept": {},
  "post /v1/proposals/{proposal}/reject": { reason: "No." },
  "post /v1/benchmarks": { name: "hard ones", from: {} },
  "post /v1/benchmarks/{benchmark}/cases": {},
  "post /v1/datasets": { name: "questions" },
  "post /v1/datasets/{dataset}/cases": {},
  "post /v1/experiments": { dataset: "unknown" },
  "post /v1/experiments/{experiment}/results": { results: [{ item: "unknown" }] },
  "post /v1/prompts": { name: "written", text: "Extract facts." },
  "put /v1/prompts/{prompt}/serving": { active: 1, candidate: { version: 2, share: 0.5 } },
  "post /v1/views": { name: "Lost in retrieval", filter: { errorType: "RetrievalError" } },
  "post /v1/links": { kind: "case", target: "unknown" },
  "post /v1/webhooks": { url: "https://hooks.example.com/" },
  "patch /v1/webhooks/{endpoint}": { description: "mine now" },
  "post /v1/keys": { name: "K", scopes: ["keys"] },
  "patch /v1/project": {},
  "put /v1/project/model": { endpoints: [{ url: "https://models.example.com/v1", model: "m" }] },
};

/** The query that an operation needs. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "delete /v1/cases/{case}/adjudication": { seen: "0" },
};

interface Asking {
  readonly key?: string;
  readonly headers?: HeadersInit;
  readonly values?: Readonly<Record<string, string>>;
  readonly query?: string;
}

const ask = async (
  operation: Operation,
  { key, headers, values = {}, query = "" }: Asking,
  body = JSON.stringify(BODIES[`${operation.method} ${operation.path}`]),
) => {
  const all = new Headers(headers);
  if (key !== undefined) all.set("authorization", `Bearer ${key}`);
  if (body !== undefined) all.set("content-type", "application/json");
  const method = operation.method.toUpperCase();
  const sent = body === undefined ? {} : { body };
  const asked = new URLSearchParams(query);
  for (const [name, value] of Object.entries(
    QUERIES[`${operation.method} ${operation.path}`] ?? {},
  ))
    if (!asked.has(name)) asked.set(name, value);
  const search = asked.size === 0 ? "" : `?${asked}`;
  return send(pathOf(operation, values) + search, { method, headers: all, ...sent });
};

const asPerson = (person: Person, origin: string | null = ORIGIN): Headers => {
  const { headers } = person.browser;
  if (origin !== null) headers.set("origin", origin);
  return headers;
};

const codeOf = async (answer: Response) => {
  const { error } = await answer.json<{ error: { code: string; message: string } }>();
  return { status: answer.status, code: error.code };
};

const UNAUTHORIZED = { status: 401, code: "unauthorized" };
const FORBIDDEN = { status: 403, code: "forbidden" };
const NOT_FOUND = { status: 404, code: "not_found" };

let tenant: Tenant;
let stranger: Tenant;
let viewer: Person;
let member: Person;
let admin: Person;
let revoked: string;
/** One of each thing that has an id. */
let owned: Readonly<Record<string, string>>;
const keys = new Map<string, Promise<string>>();

/** One key of the tenant for each set of scopes: a project holds fewer keys than there are operations. */
function keyWith(scopes: readonly Scope[]): Promise<string> {
  const named = scopes.join(" ");
  const key = keys.get(named) ?? newKey(tenant.project, scopes);
  keys.set(named, key);
  return key;
}

beforeAll(async () => {
  [tenant, stranger] = [await newTenant(), await newTenant()];
  viewer = await joinAs("viewer", tenant.owner, tenant.organization);
  member = await joinAs("member", tenant.owner, tenant.organization);
  admin = await joinAs("admin", tenant.owner, tenant.organization);
  const repository = new KeyRepository(database, tenant.project);
  const wanted = { name: "former", scopes: [...SCOPES], expiresAt: null };
  const former = await made(repository.create(wanted, 0));
  await repository.revoke(former.id, 0);
  revoked = former.key;
  owned = { ...(await seed(tenant)), key: former.id };
});

async function seed({ key, project, owner }: Tenant): Promise<Record<string, string>> {
  const api = clientOf(key);
  const graph = `graph of ${crypto.randomUUID()}`;
  const user = `user of ${graph}`;
  const named: TraceEvent = { type: "graph", id: "named", graph, at: 0, user };
  const right = { query: "Who?", prediction: "Ada", score: 1, evidence: [] };
  const { queryRef: _, predictionRef: __, ...judged } = Object(failingVerdict(graph, "right"));
  const passing: TraceEvent = { ...judged, ...right };
  await sendEvents(key, [...forgottenDog(graph), named, failingVerdict(graph), passing]);
  await api("GET /graphs/{graph}", { params: { graph } });
  const found = await until(async () => (await api("GET /cases")).items[0]);
  const replay = await tellReplay(key, found);
  const report = await api("POST /reports", { body: {} });
  const dataset = await api("POST /datasets", { body: { name: graph } });
  const ofDataset = { dataset: dataset.id };
  await api("POST /datasets/{dataset}/cases", { params: ofDataset, body: {} });
  const items = await api.response("GET /datasets/{dataset}/items", { params: ofDataset });
  const [item] = (await items.json()).items;
  const [answer] = await until(async () => {
    const { items } = await api("GET /answers", { query: { judged: "right" } });
    return items.length > 0 ? items : undefined;
  });
  const benchmark = await api("POST /benchmarks", { body: { name: graph, from: {} } });
  const experiment = await api("POST /experiments", { body: ofDataset });
  const prompt = { name: graph, text: "Extract facts." };
  const written = await api("POST /prompts", { body: prompt });
  const url = "https://hooks.example.com/";
  const endpoint = await api("POST /webhooks", { body: { url } });
  const params = { endpoint: endpoint.id };
  // Disabled, so that nothing leaves the test.
  await api("PATCH /webhooks/{endpoint}", { params, body: { state: "disabled" } });
  const filter = { opName: graph };
  const view = await api("POST /views", { body: { name: graph, filter } });
  const link = await api("POST /links", { body: { kind: "case", target: found.id } });
  const delivery = await api("POST /webhooks/{endpoint}/test", { params });
  const proposal = await openProposal(project, key);
  const [finding] = (await api("GET /findings")).items;
  const queue = await api("POST /queues", {
    body: { name: graph, people: [owner.id], cases: { graph } },
  });
  const comment = await api("POST /cases/{case}/comments", {
    ...{ params: { case: found.id }, body: { body: "The dog is named Rex." } },
  });
  const jobs = new JobRepository(database, project);
  const input = { report: report.id, systems: [] };
  const job = await jobs.create({ id: `job_${graph}`, kind: "report", input }, 0);
  const ids = {
    graph,
    answer: answer?.id ?? "",
    benchmark: benchmark.id,
    finding: finding?.id ?? "",
    job: job?.id ?? "",
    proposal,
    ...{ view: view.id, link: link.id },
    user,
    operation: "op-extract",
    variable: "message:m1@1",
    case: found.id,
    replay: replay.id,
    comment: comment.id,
    queue: queue.id,
    ...{ prompt: written.prompt, version: `${written.number}` },
    ...{ ...ofDataset, item: item?.id ?? "", experiment: experiment.id, against: experiment.id },
  };
  return { ...ids, report: report.id, endpoint: endpoint.id, delivery: delivery.id };
}

test("T40 the list of operations is every declared route, two are a person's, and one is for anyone with a link", () => {
  const declared = Object.values(DECLARATIONS)
    .flatMap((room) => Object.values(room))
    .flatMap((declared) => ("contract" in Object(declared) ? [declared.contract] : []))
    .map(({ method, path }) => `${method} /v1${path}`);
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(declared.sort());
  expect(operations.filter(({ isPublic }) => isPublic).map(({ path }) => path)).toEqual([
    "/v1/shared/{token}",
  ]);
  expect(operations.length - withinProject.length).toBe(3);
});

describe.each(
  operations
    .filter(({ isPublic }) => !isPublic)
    .map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)("%s", (_, operation) => {
  test("T40 refuses who sends no key or no valid one", async () => {
    const unknown = newApiKey((length) => crypto.getRandomValues(new Uint8Array(length))).key;
    expect(await codeOf(await ask(operation, {}))).toEqual(UNAUTHORIZED);
    for (const key of ["mt_live_x", tenant.key.slice(0, -1), unknown, revoked]) {
      expect(await codeOf(await ask(operation, { key, values: owned }))).toEqual(UNAUTHORIZED);
    }
    const headers = { authorization: "Basic YTpi" };
    expect(await codeOf(await ask(operation, { headers }))).toEqual(UNAUTHORIZED);
  });

  test.runIf(operation.method !== "get")(
    "T43 refuses a change with a cookie from any page but its own",
    async () => {
      for (const origin of ["https://evil.example", "null", null]) {
        const answer = await ask(operation, {
          headers: asPerson(tenant.owner, origin),
          query: `?project=${tenant.project}`,
        });
        expect(await codeOf(answer)).toEqual(FORBIDDEN);
      }
    },
  );
});

/** Of an operation of the description, also of those that are not within a project. */
const refusalOf = async (operation: Operation, asking: Asking, body?: string) => {
  const isPersonal = operation.scope === undefined;
  const headers = isPersonal ? asPerson(tenant.owner) : new Headers();
  const access = isPersonal ? { headers } : { headers, key: tenant.key };
  const answer = await ask(operation, { values: owned, ...access, ...asking }, body);
  const { error } = await answer.json<{ error: { code: string; message: string } }>();
  return { status: answer.status, ...error };
};
const REFUSED = { status: 400, code: "invalid_request" };

describe.each(
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)("%s", (_, operation) => {
  const known = [...operation.query, ...(operation.scope === undefined ? [] : ["project"])];

  test("H47 refuses a parameter that it does not know, and names those that it knows", async () => {
    for (const name of ["texts", "__proto__", "constructor"]) {
      const message = `${name}: is not known here. Known are: ${known.join(", ") || "none"}.`;
      expect(await refusalOf(operation, { query: `?${name}=dog` })).toMatchObject({
        ...REFUSED,
        message,
      });
    }
  });

  test.runIf(known.length > 0)(
    "H47 refuses a parameter that is misspelled, with the name that was meant, or empty",
    async () => {
      for (const name of known) {
        const misspelled = `${name}s`;
        const query = new URLSearchParams({ [misspelled]: "dog" });
        const { message } = await refusalOf(operation, { query: `?${query}` });
        if (!known.includes(misspelled)) {
          expect(message).toContain(`${misspelled}: is not known here.`);
          if (name.length > 2) expect(message).toMatch(/ Did you mean \w+\? /);
        }
        // An empty project is none, which authentication has refused already.
        if (name === "project") continue;
        expect(await refusalOf(operation, { query: `?${name}=` })).toMatchObject({
          ...REFUSED,
          message: `${name}: is empty. Give it a value, or leave it out.`,
        });
      }
    },
  );

  test("H47 refuses a parameter that is given twice where one is taken", async () => {
    const taken = operation.several;
    for (const name of known.filter((each) => !taken.includes(each))) {
      const value = name === "project" ? tenant.project : "dog";
      const query = `?${name}=${value}&${name}=${value}`;
      expect(await refusalOf(operation, { query })).toMatchObject({
        ...REFUSED,
        message: `${name}: is given 2 times and takes one value. Give it once.`,
      });
    }
  });

  const sample = BODIES[`${operation.method} ${operation.path}`] ?? {};
  test.runIf(operation.method !== "get" && !readsItsOwn(operation))(
    "H49 refuses a field of its body that it does not know, however deep",
    async () => {
      for (const [place, body] of withUnknownField(sample)) {
        const refusal = await refusalOf(operation, {}, JSON.stringify(body));
        expect(refusal).toMatchObject(REFUSED);
        expect(refusal.message).toContain(`${place}: is not known here.`);
        expect(refusal.message).toContain("Nothing was changed.");
      }
    },
  );
});

test("H49 only events, spans, graph files and items are read by their operations themselves", () => {
  const own = operations.filter(readsItsOwn).map(({ path }) => path);
  expect(own.toSorted()).toEqual([
    "/v1/datasets/{dataset}/items",
    "/v1/events",
    "/v1/graphs",
    "/v1/otlp/v1/traces",
  ]);
});

function readsItsOwn({ body }: Operation): boolean {
  return body.length > 0 && !body.includes("application/json");
}

/** The value with one more field in each of its objects in turn, and where that field is. */
function withUnknownField(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, field]) =>
    withUnknownField(field).map(([place, changed]): [string, unknown] => {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      return [`${name}.${place}`, Object.assign(copy, { [name]: changed })];
    }),
  );
  return Array.isArray(value) ? inner : [["sytems", { ...value, sytems: "dog" }], ...inner];
}

describe.each(
  withinProject.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)("%s", (_, operation) => {
  test("T41 needs its scope and no other", async () => {
    const others = SCOPES.filter((scope) => scope !== operation.scope);
    const without = await keyWith(others);
    const refused = await ask(operation, { key: without, values: owned });
    expect(await codeOf(refused)).toEqual(FORBIDDEN);
    const scopes: Scope[] = operation.scope === undefined ? [] : [operation.scope];
    const answer = await ask(operation, { key: await keyWith(scopes) });
    expect(allowed(answer.status)).toBe(true);
  });

  test("T42 another project's things do not exist, and no key speaks for another project", async () => {
    const query = `?project=${stranger.project}`;
    const elsewhere = await ask(operation, { key: tenant.key, values: owned, query });
    expect(await codeOf(elsewhere)).toEqual(NOT_FOUND);
    if (operation.parameters.length === 0) return;
    const foreign = await ask(operation, { key: stranger.key, values: owned });
    const missing = await ask(operation, { key: stranger.key });
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(await foreign.text())).toBe(withoutRequestId(await missing.text()));
  });

  test("T42 what others own is in no list", async () => {
    const answer = await ask(operation, { key: stranger.key, values: owned });
    const text = await answer.text();
    const { version: _number, ...named } = owned;
    const ids = Object.values(named).filter(
      (id) => !operation.path.includes("{") && text.includes(id),
    );
    expect(ids).toEqual([]);
  });

  test("T44 a person names the project and has their role's scopes in it", async () => {
    const project = `?project=${tenant.project}`;
    const as = async (person: Person, query = project) =>
      ask(operation, { headers: asPerson(person), query });
    expect(allowed((await as(tenant.owner)).status)).toBe(true);
    const roles = [
      [viewer, ["read"]],
      [member, ["ingest", "read", "write"]],
      [admin, SCOPES],
    ] as const;
    for (const [person, scopes] of roles) {
      const may = scopes.some((scope) => scope === operation.scope);
      expect(allowed((await as(person)).status)).toBe(may);
    }
    expect(await codeOf(await as(stranger.owner))).toEqual(NOT_FOUND);
    expect(await codeOf(await as(tenant.owner, ""))).toEqual({
      status: 400,
      code: "invalid_request",
    });
  });

  test("T45 its possible answers are described", async () => {
    const answer = await ask(operation, { key: tenant.key });
    expect(operation.responses).toContain(String(answer.status));
  });
});

/** Past authentication and authorization; without ids, what follows may still fail. */
const allowed = (status: number) => ![401, 403, 429, 500].includes(status);

const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
