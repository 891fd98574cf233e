/** Tokens, service descriptions, failures and the audit log of SCIM. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { send } from "../workers/support/tenants.ts";
import {
  Directory,
  ERROR,
  GROUP,
  newDirectory,
  type Resource,
  tokenOf,
  USER,
} from "./support/directory.ts";
import { SsoWorld } from "./support/sso-world.ts";

let world: SsoWorld;
beforeAll(() => {
  world = new SsoWorld();
});
afterAll(() => {
  vi.restoreAllMocks();
});

test("T174 a token is shown once, stored as a hash, and refused after its revocation", async () => {
  const company = await world.newCompany();
  const token = await tokenOf(company);
  const directory = new Directory(token);
  expect((await directory.ask("GET", "/Users")).status).toBe(200);
  const settings = await company.settings();
  expect(JSON.stringify(settings)).not.toContain(token);
  expect(settings.tokens[0]?.lastUsedAt).not.toBeNull();
  await tokenOf(company);
  expect((await company.ask("create-scim-token")).status).toBe(409);
  await company.change("revoke-scim-token", { id: settings.tokens[0]?.id });
  expect((await directory.ask("GET", "/Users")).status).toBe(401);
  for (const authorization of ["", "Bearer x", `Bearer ${token}x`, `Basic ${token}`]) {
    const answer = await send("/scim/v2/Users", { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ schemas: [ERROR], status: "401" });
  }
});

test("T179 the service describes itself, and failures have the SCIM format", async () => {
  const { directory } = await newDirectory(world);
  expect(await directory.json("GET", "/ServiceProviderConfig")).toMatchObject({
    ...{ patch: { supported: true }, bulk: { supported: false }, filter: { supported: true } },
  });
  const types = await directory.json<{ Resources: Resource[] }>("GET", "/ResourceTypes");
  expect(types.Resources.map(({ id }) => id)).toEqual(["User", "Group"]);
  const schemas = await directory.json<{ Resources: Resource[] }>("GET", "/Schemas");
  expect(schemas.Resources.map(({ id }) => id)).toEqual([USER, GROUP]);
  expect(await directory.json("GET", `/Schemas/${USER}`)).toMatchObject({ id: USER });
  const failures: [string, string, object | undefined, number][] = [
    ["GET", "/Users/none", undefined, 404],
    ["GET", "/Nothing", undefined, 404],
    ["POST", "/Users", { schemas: [USER] }, 400],
    ["POST", "/Users", { schemas: [USER], userName: "no address" }, 400],
    ["POST", "/Groups", { schemas: [GROUP], displayName: "x", members: [{ value: "y" }] }, 400],
  ];
  for (const [method, path, body, status] of failures) {
    const answer = await directory.ask(method, path, body);
    expect(answer.headers.get("content-type")).toContain("application/scim+json");
    expect(await answer.json()).toMatchObject({ schemas: [ERROR], status: `${status}` });
  }
  const headers = { authorization: "Bearer x", "content-type": "text/plain" };
  expect((await send("/scim/v2/Users", { method: "POST", headers, body: "{" })).status).toBe(401);
});

test("T181 the audit log names the directory's token and the change", async () => {
  const { company, directory } = await newDirectory(world);
  const { id } = await directory.createUser(company.address("grace"));
  await directory.patch(`/Users/${id}`, { op: "replace", value: { active: false } });
  await directory.ask("DELETE", "/Users/none");
  await directory.ask("DELETE", `/Users/${id}`);
  const actions = ["scim.create_user", "scim.update_user", "scim.delete_user"];
  const logged = await company.logged(...actions);
  expect(logged.map(({ action, target }) => [action, target]).reverse()).toEqual(
    actions.map((action) => [action, id]),
  );
});
