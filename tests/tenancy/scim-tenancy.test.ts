/** Which resources a token of one organization reaches, over every route of SCIM. */
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { scim } from "../../src/http/routes/scim/scim.ts";
import { SCOPES } from "../../src/protocol/people/roles.ts";
import { createProject } from "../../src/tenancy/projects.ts";
import { newKey, send } from "../workers/support/tenants.ts";
import { database, ORIGIN } from "./support/browser.ts";
import { GROUP, newDirectory, PATCH, tokenOf, USER } from "./support/directory.ts";
import { type Company, SsoWorld } from "./support/sso-world.ts";

let world: SsoWorld;
beforeAll(() => {
  world = new SsoWorld();
});
afterAll(() => {
  vi.restoreAllMocks();
});

test("T180 another organization's people and groups are not found, and its domains are refused", async () => {
  const [mine, theirs] = [await newDirectory(world), await newDirectory(world)];
  const { id } = await theirs.directory.createUser(theirs.company.address("grace"));
  const group = await theirs.directory.json("POST", "/Groups", {
    ...{ schemas: [GROUP], displayName: "Group", members: [{ value: id }] },
  });
  const body = { schemas: [USER], userName: mine.company.address("x") };
  const patch = { schemas: [PATCH], Operations: [{ op: "replace", value: { active: false } }] };
  for (const path of [`/Users/${id}`, `/Groups/${group.id}`]) {
    expect((await mine.directory.ask("GET", path)).status).toBe(404);
    expect((await mine.directory.ask("PUT", path, { ...body, displayName: "x" })).status).toBe(404);
    expect((await mine.directory.ask("PATCH", path, patch)).status).toBe(404);
    expect((await mine.directory.ask("DELETE", path)).status).toBe(404);
  }
  const list = await mine.directory.ask("GET", "/Users");
  expect(await list.text()).not.toContain(id);
  const foreign = { schemas: [GROUP], displayName: "Mine", members: [{ value: id }] };
  expect((await mine.directory.ask("POST", "/Groups", foreign)).status).toBe(400);
  for (const email of [theirs.company.address("eve"), "eve@gmail.com"]) {
    const answer = await mine.directory.ask("POST", "/Users", { schemas: [USER], userName: email });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("no verified domain");
  }
  const change = { group: group.id, role: "admin" };
  expect((await mine.company.ask("set-group-role", change)).status).toBe(404);
});

interface ScimRoute {
  readonly method: string;
  readonly path: string;
}

/** Every route that SCIM declares, so that a test cannot miss a new one. */
const ROUTES: readonly ScimRoute[] = [
  ...new Map(
    scim.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => [`${method} ${path}`, { method, path }]),
  ).values(),
];

const CHANGES = new Set(["POST", "PUT", "PATCH"]);

/** Returns a body that the route accepts. */
function bodyFor({ method, path }: ScimRoute, company: Company): object {
  if (method === "PATCH") {
    const Operations = [{ op: "replace", value: { externalId: "x" } }];
    return { schemas: [PATCH], Operations };
  }
  if (path.startsWith("/Groups")) return { schemas: [GROUP], displayName: "Group", members: [] };
  return { schemas: [USER], userName: company.address("new") };
}

let mine: Awaited<ReturnType<typeof newDirectory>>;
let theirs: Awaited<ReturnType<typeof newDirectory>>;
/** Ids of a person and a group of the other organization. */
let foreign: { readonly Users: string; readonly Groups: string };
/** A token of the person's own organization. */
let token: string;
let secrets: { readonly name: string; readonly authorization: string }[];
beforeAll(async () => {
  [mine, theirs] = [await newDirectory(world), await newDirectory(world)];
  const { id } = await theirs.directory.createUser(theirs.company.address("grace"));
  const group = await theirs.directory.json("POST", "/Groups", {
    ...{ schemas: [GROUP], displayName: "Theirs", members: [{ value: id }] },
  });
  foreign = { Users: id, Groups: group.id };
  const wanted = { organization: mine.company.organization, name: "Agent" };
  const created = await createProject(database, mine.company.owner.id, wanted, "DB", Date.now());
  if (!created.ok) throw new Error(created.fault);
  const ended = await tokenOf(mine.company);
  const [newest] = (await mine.company.settings()).tokens.filter(({ hint }) =>
    ended.endsWith(hint.slice(-4)),
  );
  await mine.company.change("revoke-scim-token", { id: newest?.id });
  token = await tokenOf(mine.company);
  secrets = [
    { name: "none", authorization: "" },
    {
      name: "a project key with every scope",
      authorization: await newKey(created.value.id, SCOPES),
    },
    { name: "the operators' key", authorization: env.OPERATOR_KEY ?? "" },
    { name: "a revoked token", authorization: ended },
    { name: "a cut token", authorization: token.slice(0, -1) },
  ].map(({ name, authorization }) => ({ name, authorization: `Bearer ${authorization}` }));
});

const sent = (route: ScimRoute, headers: HeadersInit, id: string): Promise<Response> => {
  const given = new Headers(headers);
  given.set("content-type", "application/scim+json");
  const body = CHANGES.has(route.method)
    ? { body: JSON.stringify(bodyFor(route, mine.company)) }
    : {};
  const path = `/scim/v2${route.path.replace(":id", id)}`;
  return send(path, { method: route.method, headers: given, ...body });
};

const idFor = ({ path }: ScimRoute): string =>
  path.startsWith("/Groups") ? foreign.Groups : foreign.Users;

test("T198 the matrix lists every route of people, groups and the description", () => {
  expect(ROUTES).toHaveLength(17);
});

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s",
  (_, route) => {
    test("T198 a request without a token, with an ended token or with another kind of secret is refused", async () => {
      for (const { name, authorization } of secrets) {
        const answer = await sent(route, { authorization }, idFor(route));
        expect([name, answer.status]).toEqual([name, 401]);
      }
      const { headers } = mine.company.owner.browser;
      headers.set("origin", ORIGIN);
      expect((await sent(route, headers, idFor(route))).status).toBe(401);
    });

    test.runIf(/^\/(Users|Groups)\/:id$/.test(route.path))(
      "T198 another organization's id gets the same answer as an unknown id",
      async () => {
        const authorization = `Bearer ${token}`;
        const [there, missing] = [
          await sent(route, { authorization }, idFor(route)),
          await sent(route, { authorization }, "none"),
        ];
        expect([there.status, missing.status]).toEqual([404, 404]);
        const text = (await there.text()).replaceAll(idFor(route), "none");
        expect(text).toBe(await missing.text());
      },
    );

    test.runIf(route.method === "GET" && /^\/(Users|Groups)$/.test(route.path))(
      "T198 the list shows nothing of another organization, whatever the filter",
      async () => {
        const authorization = `Bearer ${token}`;
        const filter = encodeURIComponent(`id eq "${idFor(route)}"`);
        for (const query of ["", `?filter=${filter}`, "?startIndex=1&count=200"]) {
          const listed = { ...route, path: `${route.path}${query}` };
          const answer = await sent(listed, { authorization }, "none");
          expect(answer.status).toBe(200);
          expect(await answer.text()).not.toContain(idFor(route));
        }
      },
    );
  },
);
