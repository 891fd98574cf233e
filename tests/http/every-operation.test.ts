import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { Scope } from "../../src/protocol/api/api.ts";
import {
  PROJECT_ROLES,
  type ProjectRole,
  ROLES,
  type Role,
  SCOPES,
} from "../../src/protocol/people/roles.ts";
import type { Declaration } from "../../src/protocol/routes/declaration.ts";
import { newApiKey } from "../../src/tenancy/api-key.ts";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import { leastRoleFor } from "../../src/tenancy/roles.ts";
import { ScimTokens } from "../../src/tenancy/scim/scim-tokens.ts";
import {
  database,
  joinAs,
  LINKS,
  newOrganization,
  ORIGIN,
  type Person,
} from "../tenancy/support/browser.ts";
import { requireSecondFactor } from "../tenancy/support/enforcement.ts";
import { type Asking, ask, BODIES } from "../workers/support/ask-operation.ts";
import {
  type Operation,
  operationsOf,
  readDescription,
} from "../workers/support/every-operation.ts";
import { made } from "../workers/support/made.ts";
import { oneOfEach } from "../workers/support/one-of-each.ts";
import { newKey, newTenant, type Tenant } from "../workers/support/tenants.ts";

const DECLARATIONS: Readonly<Record<string, Readonly<Record<string, Declaration>>>> =
  import.meta.glob("../../src/protocol/routes/**/*.ts", { eager: true });

const operations = operationsOf(await readDescription());
const withinProject = operations.filter((operation) => operation.scope !== undefined);

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
const FACTOR_REQUIRED = { status: 403, code: "second_factor_required" };
const NOT_FOUND = { status: 404, code: "not_found" };

let tenant: Tenant;
let stranger: Tenant;
const inOrganization: [Role, Person][] = [];
/** The role in the organization, the role in the project, and a person who has both. */
const inProject: [Role, ProjectRole, Person][] = [];
/** An admin of the tenant. Another organization of this person requires a second factor. */
let keptOut: Person;
let revoked: string;
/** The SCIM token of the tenant's directory. */
let scimToken: string;
/** One id of each kind of thing. */
let owned: Readonly<Record<string, string>>;
const keys = new Map<string, Promise<string>>();

/**
 * Returns the tenant's key with these scopes. Operations with equal scopes share a key, because a
 * project may have fewer keys than there are operations.
 */
function keyWith(scopes: readonly Scope[]): Promise<string> {
  const named = scopes.join(" ");
  const key = keys.get(named) ?? newKey(tenant.project, scopes);
  keys.set(named, key);
  return key;
}

beforeAll(async () => {
  [tenant, stranger] = [await newTenant(), await newTenant()];
  for (const role of ROLES) {
    inOrganization.push([role, await joinAs(role, tenant.owner, tenant.organization)]);
  }
  for (const of of ["admin", "guest"] as const) {
    for (const role of PROJECT_ROLES) {
      const projects = [{ project: tenant.project, role }];
      const person = await joinAs(of, tenant.owner, tenant.organization, projects);
      inProject.push([of, role, person]);
    }
  }
  keptOut = await joinAs("admin", tenant.owner, tenant.organization);
  await requireSecondFactor(await newOrganization(keptOut));
  const repository = new KeyRepository(database, tenant.project);
  const wanted = { name: "former", scopes: [...SCOPES], expiresAt: null };
  const former = await made(repository.create(wanted, 0));
  await repository.revoke(former.id, 0);
  revoked = former.key;
  const tokens = new ScimTokens(database, tenant.organization);
  scimToken = await made(tokens.create(tenant.owner.id, Date.now(), LINKS.randomBytes));
  owned = { ...(await oneOfEach(tenant)), key: former.id };
});

test("T40 the operations are the declared routes; two need a person, one an operator, one only a link", () => {
  const declared = Object.values(DECLARATIONS)
    .flatMap((room) => Object.values(room))
    .flatMap((declared) => ("contract" in Object(declared) ? [declared.contract] : []))
    .map(({ method, path }) => `${method} /v1${path}`);
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(declared.sort());
  expect(operations.filter(({ isPublic }) => isPublic).map(({ path }) => path)).toEqual([
    "/v1/shared/{token}",
  ]);
  expect(operations.filter(isOperators).map(({ path }) => path)).toEqual(["/v1/operator/status"]);
  expect(operations.length - withinProject.length).toBe(4);
});

describe.each(
  operations
    .filter(({ isPublic }) => !isPublic)
    .map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)("%s", (_, operation) => {
  test("T40 the operation refuses a request without a key or with an invalid key", async () => {
    const unknown = newApiKey((length) => crypto.getRandomValues(new Uint8Array(length))).key;
    expect(await codeOf(await ask(operation, {}))).toEqual(UNAUTHORIZED);
    for (const key of [unknown, revoked, scimToken]) {
      expect(await codeOf(await ask(operation, { key, values: owned }))).toEqual(UNAUTHORIZED);
    }
    const headers = { authorization: "Basic YTpi" };
    expect(await codeOf(await ask(operation, { headers }))).toEqual(UNAUTHORIZED);
  });

  test("T191 the operation refuses a person who lacks a required second factor", async () => {
    const query = operation.scope === undefined ? "" : `?project=${tenant.project}`;
    const answer = await ask(operation, { headers: asPerson(keptOut), values: owned, query });
    expect(await codeOf(answer)).toEqual(isOperators(operation) ? FORBIDDEN : FACTOR_REQUIRED);
  });

  test.runIf(operation.method !== "get")(
    "T43 the operation refuses a change with a cookie from any page but the product's own",
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

function isOperators({ path }: Operation): boolean {
  return path.startsWith("/v1/operator/");
}

function accessTo(operation: Operation): Asking {
  if (isOperators(operation)) return { key: env.OPERATOR_KEY ?? "" };
  if (operation.scope === undefined) return { headers: asPerson(tenant.owner) };
  return { key: tenant.key };
}

/** Returns the refusal of any operation in the API description, inside or outside a project. */
const refusalOf = async (operation: Operation, asking: Asking, body?: string) => {
  const access = accessTo(operation);
  const answer = await ask(operation, { values: owned, ...access, ...asking }, body);
  const { error } = await answer.json<{ error: { code: string; message: string } }>();
  return { status: answer.status, ...error };
};
const REFUSED = { status: 400, code: "invalid_request" };

describe.each(
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)("%s", (_, operation) => {
  const known = [...operation.query, ...(operation.scope === undefined ? [] : ["project"])];

  test("H47 the operation refuses an unknown parameter and names the known ones", async () => {
    for (const name of ["texts", "__proto__"]) {
      const message = `${name}: is not known here. Known names: ${known.join(", ") || "none"}.`;
      expect(await refusalOf(operation, { query: `?${name}=dog` })).toMatchObject({
        ...REFUSED,
        message,
      });
    }
  });

  test.runIf(known.length > 0)(
    "H47 the operation refuses a misspelled parameter with the nearest name, and an empty one",
    async () => {
      for (const name of known) {
        const misspelled = `${name}s`;
        const query = new URLSearchParams({ [misspelled]: "dog" });
        const { message } = await refusalOf(operation, { query: `?${query}` });
        if (!known.includes(misspelled)) {
          expect(message).toContain(`${misspelled}: is not known here.`);
          if (name.length > 2) expect(message).toMatch(/ Did you mean \w+\? /);
        }
        // Authentication has already refused an empty project name.
        if (name === "project") continue;
        expect(await refusalOf(operation, { query: `?${name}=` })).toMatchObject({
          ...REFUSED,
          message: `${name}: is empty. Give it a value, or leave it out.`,
        });
      }
    },
  );

  test("H47 the operation refuses a single-valued parameter that is given twice", async () => {
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
    "H49 the operation refuses an unknown field of its body at any depth",
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

test("H49 only the operations for events, spans, graph files and items read their bodies themselves", () => {
  const own = operations.filter(readsItsOwn).map(({ path }) => path);
  expect(own.toSorted()).toEqual([
    "/v1/datasets/{dataset}/items",
    "/v1/events",
    "/v1/graphs",
    "/v1/graphs/{graph}/annotations",
    "/v1/otlp/v1/traces",
  ]);
});

function readsItsOwn({ body }: Operation): boolean {
  return body.length > 0 && !body.includes("application/json");
}

/**
 * Returns copies of the value. In each copy, another one of its objects has an unknown field. Each
 * copy comes with the path of this field.
 */
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
  test("T41 the operation needs its own scope and no other", async () => {
    const others = SCOPES.filter(
      (scope) => scope !== operation.scope && !(operation.scope === "label" && scope === "write"),
    );
    const without = await keyWith(others);
    const refused = await ask(operation, { key: without, values: owned });
    expect(await codeOf(refused)).toEqual(FORBIDDEN);
    const scopes: Scope[] = operation.scope === undefined ? [] : [operation.scope];
    const answer = await ask(operation, { key: await keyWith(scopes) });
    expect(allowed(answer.status)).toBe(true);
  });

  test("T42 records of another project are not found, and no key gives access to another project", async () => {
    const query = `?project=${stranger.project}`;
    const elsewhere = await ask(operation, { key: tenant.key, values: owned, query });
    expect(await codeOf(elsewhere)).toEqual(NOT_FOUND);
    if (operation.parameters.length === 0) return;
    const foreign = await ask(operation, { key: stranger.key, values: owned });
    const missing = await ask(operation, { key: stranger.key });
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(await foreign.text())).toBe(withoutRequestId(await missing.text()));
  });

  test("T42 no list shows the records of another project", async () => {
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
    expect(await codeOf(await as(stranger.owner))).toEqual(NOT_FOUND);
    expect(await codeOf(await as(tenant.owner, ""))).toEqual({
      status: 400,
      code: "invalid_request",
    });
  });

  test("T70 the operation allows exactly the roles of its scope, in the organization and in the project", async () => {
    const least = ROLES.indexOf(leastRoleFor(operation.scope ?? "keys"));
    // A role includes all rights of the roles after it, so the roles next to the limit decide.
    const decides = (role: Role) => [least, least + 1].includes(ROLES.indexOf(role));
    const query = `?project=${tenant.project}`;
    const statusOf = async (person: Person) =>
      (await ask(operation, { headers: asPerson(person), query })).status;
    for (const [role, person] of inOrganization) {
      if (!decides(role) && role !== "guest") continue;
      const status = await statusOf(person);
      if (role === "guest") expect(`${role} ${status}`).toBe(`${role} 404`);
      else expect([role, allowed(status)]).toEqual([role, ROLES.indexOf(role) <= least]);
    }
    for (const [of, role, person] of inProject) {
      if (!decides(role)) continue;
      const may = ROLES.indexOf(role) <= least;
      expect([of, role, allowed(await statusOf(person))]).toEqual([of, role, may]);
    }
  });

  test("T45 the description has every answer that the operation gives", async () => {
    const answer = await ask(operation, { key: tenant.key });
    expect(operation.responses).toContain(String(answer.status));
  });
});

/**
 * Whether the request passed authentication and authorization. It may still fail, because ids are
 * missing.
 */
const allowed = (status: number) => ![401, 403, 429, 500].includes(status);

const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
