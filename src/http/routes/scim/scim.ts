/** SCIM 2.0 (RFC 7643 and 7644) under `/scim/v2`: an organization's directory provisions people. */
import type { Context } from "hono";
import { ScimError } from "../../../tenancy/scim/scim-error.ts";
import { GROUP_FILTERS } from "../../../tenancy/scim/scim-groups.ts";
import {
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

scim.get("/Users", async (c) => {
  const { start, count, filter } = givenPage(c.req.query());
  const wanted = filter === undefined ? undefined : equalFilter(filter, USER_FILTERS);
  return scimList(c, await usersOf(c).list(wanted, start, count), start);
});
scim.post("/Users", recordScim("scim.create_user"), async (c) =>
  scimJson(c, await usersOf(c).create(givenUser(await scimBody(c))), 201),
);
scim.get("/Users/:id", async (c) => scimJson(c, shown(c, await usersOf(c).get(c.req.param("id")))));
scim.put("/Users/:id", recordScim("scim.update_user"), async (c) => {
  const users = usersOf(c);
  const { id, active } = await users.get(c.req.param("id"));
  // A replacement that says nothing of it must not let a deactivated person in again.
  const wanted = givenUser({ active, ...Object(await scimBody(c)) });
  return scimJson(c, await users.replace(id, wanted));
});
scim.patch("/Users/:id", recordScim("scim.update_user"), async (c) => {
  const users = usersOf(c);
  const { groups: _, ...resource } = await users.get(c.req.param("id"));
  const wanted = givenUser(patched(resource, await scimBody(c)));
  return scimJson(c, await users.replace(resource.id, wanted));
});
scim.delete("/Users/:id", recordScim("scim.delete_user"), async (c) => {
  await usersOf(c).remove(c.req.param("id"));
  return c.body(null, 204);
});

scim.get("/Groups", async (c) => {
  const { start, count, filter } = givenPage(c.req.query());
  const wanted = filter === undefined ? undefined : equalFilter(filter, GROUP_FILTERS);
  return scimList(c, await groupsOf(c).list(wanted, start, count), start);
});
scim.post("/Groups", recordScim("scim.create_group"), async (c) =>
  scimJson(c, await groupsOf(c).create(givenGroup(await scimBody(c))), 201),
);
scim.get("/Groups/:id", async (c) =>
  scimJson(c, shown(c, await groupsOf(c).get(c.req.param("id")))),
);
scim.put("/Groups/:id", recordScim("scim.update_group"), async (c) =>
  scimJson(c, await groupsOf(c).replace(c.req.param("id"), givenGroup(await scimBody(c)))),
);
scim.patch("/Groups/:id", recordScim("scim.update_group"), async (c) => {
  const groups = groupsOf(c);
  const resource = await groups.get(c.req.param("id"));
  const members = resource.members.map(({ value }) => ({ value }));
  const wanted = givenGroup(patched({ ...resource, members }, await scimBody(c)));
  return scimJson(c, await groups.replace(resource.id, wanted));
});
scim.delete("/Groups/:id", recordScim("scim.delete_group"), async (c) => {
  await groupsOf(c).remove(c.req.param("id"));
  return c.body(null, 204);
});

scim.all("*", (c) => {
  throw new ScimError(404, `There is no ${c.req.method} ${c.req.path}.`);
});

function named<T extends { readonly id: string }>(items: readonly T[], id: string): T {
  const found = items.find((item) => item.id === id);
  if (found === undefined) throw new ScimError(404, `There is no ${id}.`);
  return found;
}
