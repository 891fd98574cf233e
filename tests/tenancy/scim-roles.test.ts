/** Groups of SCIM, and the roles that they give. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { user } from "../../src/database/schema/identity.ts";
import { database, joinAs, signedIn } from "./support/browser.ts";
import { GROUP, newDirectory, type Resource, roleOf } from "./support/directory.ts";
import { SsoWorld } from "./support/sso-world.ts";

let world: SsoWorld;
beforeAll(() => {
  world = new SsoWorld();
});
afterAll(() => {
  vi.restoreAllMocks();
});

test("T177 a person gets the highest role that an admin chose for one of the person's groups", async () => {
  const { company, directory } = await newDirectory(world);
  const email = company.address("grace");
  const { id } = await directory.createUser(email);
  const group = async (displayName: string) =>
    (await directory.json("POST", "/Groups", { schemas: [GROUP], displayName, members: [] })).id;
  const [admins, viewers] = [await group("Admins"), await group("Viewers")];
  await company.change("set-group-role", { group: admins, role: "admin" });
  await company.change("set-group-role", { group: viewers, role: "viewer" });
  const add = { op: "Add", path: "members", value: [{ value: id }] };
  await directory.patch(`/Groups/${viewers}`, add);
  expect(await roleOf(company, email)).toBe("viewer");
  await directory.patch(`/Groups/${admins}`, add);
  expect(await roleOf(company, email)).toBe("admin");
  expect(await directory.json("GET", `/Users/${id}`)).toMatchObject({
    groups: [{ display: "Admins" }, { display: "Viewers" }],
  });
  await directory.patch(`/Groups/${admins}`, { op: "remove", path: `members[value eq "${id}"]` });
  expect(await roleOf(company, email)).toBe("viewer");
  await directory.patch(`/Groups/${viewers}`, {
    op: "Remove",
    path: "members",
    value: [{ value: id }],
  });
  expect(await roleOf(company, email)).toBe("member");
  await directory.json("PUT", `/Groups/${admins}`, {
    ...{ schemas: [GROUP], displayName: "Admins", members: [{ value: id }] },
  });
  expect(await roleOf(company, email)).toBe("admin");
  expect((await directory.ask("DELETE", `/Groups/${admins}`)).status).toBe(204);
  expect(await roleOf(company, email)).toBe("member");
  const renamed = await directory.patch(`/Groups/${viewers}`, {
    ...{ op: "replace", value: { displayName: "Readers" } },
  });
  expect(await renamed.json()).toMatchObject({ displayName: "Readers" });
  const found = await directory.json<{ Resources: Resource[] }>(
    "GET",
    `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "readers"')}`,
  );
  expect(found.Resources).toHaveLength(1);
  expect(found.Resources[0]).not.toHaveProperty("members");
});

test("T178 the last owner stays, and a directory cannot change the account or role of an owner", async () => {
  const { company, directory } = await newDirectory(world);
  const email = company.address("ada");
  const owner = eq(user.id, company.owner.id);
  await database.update(user).set({ email, emailVerified: true }).where(owner);
  const { id } = await directory.createUser(email);
  const off = { op: "replace", value: { active: false } };
  for (const answer of [
    await directory.patch(`/Users/${id}`, off),
    await directory.ask("DELETE", `/Users/${id}`),
  ]) {
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("last owner") });
  }
  expect(await signedIn(company.owner.browser.headers)).not.toBeNull();
  const moved = company.address("eve");
  await directory.patch(`/Users/${id}`, {
    op: "replace",
    path: 'emails[type eq "work"].value',
    value: moved,
  });
  expect((await database.select().from(user).where(owner))[0]?.email).toBe(email);
  const group = await directory.json("POST", "/Groups", {
    ...{ schemas: [GROUP], displayName: "Viewers", members: [{ value: id }] },
  });
  await company.change("set-group-role", { group: group.id, role: "viewer" });
  expect(await roleOf(company, email)).toBe("owner");
  await joinAs("owner", company.owner, company.organization);
  expect((await directory.patch(`/Users/${id}`, off)).status).toBe(200);
});
