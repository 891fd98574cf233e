/** SCIM 2.0 (RFC 7643, 7644) under `/scim/v2`: an organization's directory provisions people. */
import type { Context } from "hono";
import { ScimError } from "../../../tenancy/scim/scim-error.ts";
import { GROUP_FILTERS } from "../../../tenancy/scim/scim-groups.ts";
import {
  type EqualFilter,
  equalFilter,
  givenGroup,
  givenPage,
  givenUser,
  patched,
} from "../../../tenancy/scim/scim-input.ts";
import { authenticateScim } from "../../../tenancy/scim/scim-tokens.ts";
import { USER_FILTERS } from "../../../tenancy/scim/scim-users.ts";
import type { HttpEnv } from "../../context.ts";
import { router } from "../../route.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./discovery.ts";
import { recordScim, scimBody, scimFailure, scimJson, scimList, shown } from "./scim-answers.ts";

export const scim = router();

scim.onError(scimFailure);

scim.use(async (c, next) => {
  const services = c.get("services");
  const authorization = c.req.header("authorization");
  const caller = await authenticateScim(services.links.database, authorization, services.now());
  if (caller === undefined) {
    throw new ScimError(401, "Send the organization's SCIM token as `Authorization: Bearer …`.");
  }
  if (!(await services.mayCallScim(caller.organization))) {
    throw new ScimError(429, "The directory sends too many requests. Wait ten seconds.");
  }
  c.set("directory", caller);
  await next();
});

const usersOf = (c: Context<HttpEnv>) =>
  c.get("services").scimUsers(c.get("directory").organization);
const groupsOf = (c: Context<HttpEnv>) =>
  c.get("services").scimGroups(c.get("directory").organization);

scim.get("/ServiceProviderConfig", (c) =>
  scimJson(c, serviceProviderConfig(c.get("services").publicUrl)),
);
scim.get("/ResourceTypes", (c) => {
  const items = resourceTypes(c.get("services").publicUrl);
  return scimList(c, { total: items.length, items }, 1);
});
scim.get("/ResourceTypes/:id", (c) =>
  scimJson(c, named(resourceTypes(c.get("services").publicUrl), c.req.param("id"))),
);
scim.get("/Schemas", (c) => {
  const items = schemas(c.get("services").publicUrl);
  return scimList(c, { total: items.length, items }, 1);
});
scim.get("/Schemas/:id", (c) =>
  scimJson(c, named(schemas(c.get("services").publicUrl), c.req.param("id"))),
);

interface Resources<Given, Resource> {
  list(
    filter: EqualFilter | undefined,
    start: number,
    most: number,
  ): Promise<{ readonly total: number; readonly items: readonly Resource[] }>;
  get(id: string): Promise<Resource>;
  create(given: Given): Promise<Resource>;
  replace(id: string, given: Given): Promise<Resource>;
  remove(id: string): Promise<void>;
}

interface Kind<Given, Resource> {
  readonly path: "/Users" | "/Groups";
  /** The resource's name in audit log actions. */
  readonly name: "user" | "group";
  readonly filters: readonly string[];
  readonly of: (c: Context<HttpEnv>) => Resources<Given, Resource>;
  readonly created: (body: unknown) => Given;
  readonly replaced: (before: Resource, body: unknown) => Given;
  readonly patched: (before: Resource, body: unknown) => Given;
}

offer({
  ...{ path: "/Users", name: "user", filters: USER_FILTERS, of: usersOf, created: givenUser },
  // If a PUT request omits `active`, a deactivated person must stay deactivated.
  replaced: ({ active }, body) => givenUser({ active, ...Object(body) }),
  patched: ({ groups: _, ...before }, body) => givenUser(patched(before, body)),
});

offer({
  ...{ path: "/Groups", name: "group", filters: GROUP_FILTERS, of: groupsOf, created: givenGroup },
  replaced: (_, body) => givenGroup(body),
  patched: (before, body) => {
    const members = before.members.map(({ value }) => ({ value }));
    return givenGroup(patched({ ...before, members }, body));
  },
});

function offer<Given, Resource extends { readonly id: string }>(kind: Kind<Given, Resource>): void {
  const { path, name, filters, of, created } = kind;
  const one = `${path}/:id` as const;
  scim.get(path, async (c) => {
    const { start, count, filter } = givenPage(c.req.query());
    const wanted = filter === undefined ? undefined : equalFilter(filter, filters);
    return scimList(c, await of(c).list(wanted, start, count), start);
  });
  scim.post(path, recordScim(`scim.create_${name}`), async (c) =>
    scimJson(c, await of(c).create(created(await scimBody(c))), 201),
  );
  scim.get(one, async (c) => scimJson(c, shown(c, await of(c).get(c.req.param("id")))));
  for (const [method, wanted] of [
    ["put", kind.replaced],
    ["patch", kind.patched],
  ] as const) {
    scim[method](one, recordScim(`scim.update_${name}`), async (c) => {
      const before = await of(c).get(c.req.param("id"));
      return scimJson(c, await of(c).replace(before.id, wanted(before, await scimBody(c))));
    });
  }
  scim.delete(one, recordScim(`scim.delete_${name}`), async (c) => {
    await of(c).remove(c.req.param("id"));
    return c.body(null, 204);
  });
}

scim.all("*", (c) => {
  throw new ScimError(404, `There is no ${c.req.method} ${c.req.path}.`);
});

function named<T extends { readonly id: string }>(items: readonly T[], id: string): T {
  const found = items.find((item) => item.id === id);
  if (found === undefined) throw new ScimError(404, `There is no ${id}.`);
  return found;
}
