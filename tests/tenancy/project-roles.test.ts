import { expect, test } from "vitest";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import { projectsOf } from "../../src/tenancy/projects.ts";
import { mayStillRead } from "../../src/tenancy/watchers.ts";
import { made } from "../workers/support/made.ts";
import { newTenant, type Tenant } from "../workers/support/tenants.ts";
import {
  database,
  joinByInvitation,
  type Person,
  scopesIn,
  signedIn,
  signUp,
} from "./support/browser.ts";

type Listed = {
  members: { id: string; userId: string; role: string; projects: unknown[] }[];
};

const membersAs = async (person: Person, organizationId: string) => {
  const asked = `/organization/list-members?organizationId=${organizationId}`;
  return (await (await person.browser.get(asked)).json<Listed>()).members;
};
const memberId = async ({ owner, organization }: Tenant, person: Person) => {
  const found = (await membersAs(owner, organization)).find(({ userId }) => userId === person.id);
  if (found === undefined) throw new Error("Nobody of that id is a member.");
  return found.id;
};
const setRole = async (
  by: Person,
  tenant: Tenant,
  person: Person,
  role: string | null,
  project = tenant.project,
) =>
  by.browser.post("/organization/set-project-role", {
    organizationId: tenant.organization,
    memberId: await memberId(tenant, person),
    ...{ project, role },
  });
const handOver = async (tenant: Tenant, to: Person, by: Person = tenant.owner) =>
  by.browser.post("/organization/hand-over", {
    organizationId: tenant.organization,
    memberId: await memberId(tenant, to),
  });
const rolesIn = async (tenant: Tenant, by: Person = tenant.owner) =>
  (await membersAs(by, tenant.organization)).map(({ role }) => role).toSorted();

test("T71 a guest sees only the projects in which they have a role, and no other member", async () => {
  const tenant = await newTenant();
  const guest = await joinByInvitation("guest", tenant.owner, tenant.organization);
  expect(await projectsOf(database, guest.id)).toEqual([]);
  expect(await scopesIn(guest.id, tenant.project)).toBeNull();
  expect((await setRole(tenant.owner, tenant, guest, "annotator")).status).toBe(200);
  expect((await projectsOf(database, guest.id)).map(({ id }) => id)).toEqual([tenant.project]);
  expect(await scopesIn(guest.id, tenant.project)).toEqual(["read", "label"]);
  const seen = await membersAs(guest, tenant.organization);
  expect(seen.map(({ userId }) => userId)).toEqual([guest.id]);
  expect(seen[0]?.projects).toEqual([{ project: tenant.project, role: "annotator" }]);
});

test("T71 a role in a project replaces the organization role there until it ends", async () => {
  const tenant = await newTenant();
  const person = await joinByInvitation("member", tenant.owner, tenant.organization);
  await setRole(tenant.owner, tenant, person, "viewer");
  expect(await scopesIn(person.id, tenant.project)).toEqual(["read"]);
  await setRole(tenant.owner, tenant, person, "admin");
  expect(await scopesIn(person.id, tenant.project)).toContain("admin");
  await setRole(tenant.owner, tenant, person, null);
  expect(await scopesIn(person.id, tenant.project)).toContain("write");
  expect(await scopesIn(person.id, tenant.project)).not.toContain("admin");
});

test("T72 only owners and admins of the organization set roles in the organization's projects", async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const person = await joinByInvitation("member", tenant.owner, tenant.organization);
  const admin = await joinByInvitation("guest", tenant.owner, tenant.organization, [
    { project: tenant.project, role: "admin" },
  ]);
  expect((await setRole(admin, tenant, person, "viewer")).status).toBe(403);
  expect((await setRole(person, tenant, person, "admin")).status).toBe(403);
  expect((await setRole(other.owner, tenant, person, "viewer")).status).toBe(404);
  expect((await setRole(tenant.owner, tenant, person, "viewer", other.project)).status).toBe(404);
  expect((await setRole(tenant.owner, tenant, person, "owner")).status).toBe(400);
  expect((await setRole(tenant.owner, tenant, tenant.owner, "viewer")).status).toBe(409);
  expect(await scopesIn(person.id, tenant.project)).toContain("write");
});

test("T72 a lower role in a project revokes the project's keys with more scopes", async () => {
  const tenant = await newTenant();
  const person = await joinByInvitation("admin", tenant.owner, tenant.organization);
  const keys = new KeyRepository(database, tenant.project);
  const key = await made(
    keys.create(
      { name: "mine", scopes: ["read", "write"], expiresAt: null, creator: person.id },
      Date.now(),
    ),
  );
  const isRevoked = async () =>
    (await keys.list(undefined, 50)).items.find(({ id }) => id === key.id)?.revokedAt !== null;
  await setRole(tenant.owner, tenant, person, "member");
  expect(await isRevoked()).toBe(false);
  await setRole(tenant.owner, tenant, person, "viewer");
  expect(await isRevoked()).toBe(true);
});

test("T73 an open live connection ends if the person loses the role that allowed it", async () => {
  const tenant = await newTenant();
  const guest = await joinByInvitation("guest", tenant.owner, tenant.organization, [
    { project: tenant.project, role: "viewer" },
  ]);
  const signIn = (await signedIn(guest.browser.headers))?.signIn ?? "";
  const watcher = { kind: "person", id: guest.id, signIn } as const;
  expect(await mayStillRead(database, tenant.project, watcher, Date.now())).toBe(true);
  await setRole(tenant.owner, tenant, guest, null);
  expect(await mayStillRead(database, tenant.project, watcher, Date.now())).toBe(false);
});

test("T74 an invitation gives roles only in projects of its own organization", async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const projects = [{ project: other.project, role: "viewer" }];
  const answer = await tenant.owner.browser.post("/organization/invite-member", {
    ...{ organizationId: tenant.organization, email: "x@y.example", role: "guest", projects },
  });
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("the organization has no such project");
});

test("T74 an invitation that names a project twice is refused", async () => {
  const tenant = await newTenant();
  const projects = ["viewer", "admin"].map((role) => ({ project: tenant.project, role }));
  const answer = await tenant.owner.browser.post("/organization/invite-member", {
    ...{ organizationId: tenant.organization, email: "x@y.example", role: "guest", projects },
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("names a project twice");
});

test("T75 an owner transfers the ownership and becomes admin in one step", async () => {
  const tenant = await newTenant();
  const heir = await joinByInvitation("viewer", tenant.owner, tenant.organization, [
    { project: tenant.project, role: "viewer" },
  ]);
  expect((await handOver(tenant, heir)).status).toBe(200);
  expect(await rolesIn(tenant, heir)).toEqual(["admin", "owner"]);
  expect(await scopesIn(heir.id, tenant.project)).toContain("admin");
  expect((await handOver(tenant, tenant.owner, tenant.owner)).status).toBe(403);
});

test("T75 only an owner can transfer the ownership, and only to another member", async () => {
  const tenant = await newTenant();
  const admin = await joinByInvitation("admin", tenant.owner, tenant.organization);
  const stranger = await signUp("stranger");
  expect((await handOver(tenant, admin, admin)).status).toBe(403);
  expect((await handOver(tenant, admin, stranger)).status).toBe(404);
  expect((await handOver(tenant, tenant.owner)).status).toBe(403);
  expect(await rolesIn(tenant)).toEqual(["admin", "owner"]);
});

test("T75 if two transfers are simultaneous, only one succeeds and an owner remains", async () => {
  const tenant = await newTenant();
  const heirs = [
    await joinByInvitation("member", tenant.owner, tenant.organization),
    await joinByInvitation("member", tenant.owner, tenant.organization),
  ];
  const ids = await Promise.all(heirs.map((heir) => memberId(tenant, heir)));
  const answers = await Promise.all(
    ids.map((id) =>
      tenant.owner.browser.post("/organization/hand-over", {
        ...{ organizationId: tenant.organization, memberId: id },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(await rolesIn(tenant)).toEqual(["admin", "member", "owner"]);
});
