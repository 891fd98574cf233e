import { expect, test } from "vitest";
import type { Project } from "../../src/protocol/api/teams/project.ts";
import { createProject, ProjectRepository, projectsOf } from "../../src/tenancy/projects.ts";
import { roleScopes } from "../../src/tenancy/roles.ts";
import {
  database,
  joinAs,
  newOrganization,
  type Person,
  scopesIn,
  signUp,
} from "./support/browser.ts";

const NOW = Date.parse("2026-03-04T05:06:07.000Z");

const newProject = async (person: Person, organization: string, name = "Agent") => {
  const created = await createProject(database, person.id, { organization, name }, "DB", NOW);
  if (!created.ok) throw new Error(created.fault);
  return created.value;
};

const ownerWithProject = async (name = "Agent") => {
  const owner = await signUp("owner");
  const organization = await newOrganization(owner);
  return { owner, organization, project: await newProject(owner, organization, name) };
};

const names = (projects: Project[]) => projects.map((project) => project.name);

test("T8 each role has its scopes", async () => {
  const { owner, organization, project } = await ownerWithProject();
  const scopesOf = async (role: string) =>
    scopesIn((await joinAs(role, owner, organization)).id, project.id);
  const all = ["ingest", "read", "label", "write", "admin", "keys"];
  expect(await scopesIn(owner.id, project.id)).toEqual(all);
  expect(await scopesOf("admin")).toEqual(all);
  expect(await scopesOf("member")).toEqual(["ingest", "read", "label", "write"]);
  expect(await scopesOf("annotator")).toEqual(["read", "label"]);
  expect(await scopesOf("viewer")).toEqual(["read"]);
});

test("T8 a text that is not exactly one role grants nothing", () => {
  for (const role of [
    ...["", "guest", "Owner", "OWNER", " owner", "owner ", "owner\n", "constructor", "__proto__"],
    ...["viewer,member", "admin,owner", "owner,owner", "owner,", ",owner", "admin, owner"],
  ])
    expect(roleScopes(role)).toEqual([]);
});

test("T9 owners and admins create projects; members and viewers cannot", async () => {
  const { owner, organization } = await ownerWithProject();
  const create = async (role: string) => {
    const person = await joinAs(role, owner, organization);
    return createProject(database, person.id, { organization, name: "New" }, "DB", NOW);
  };
  expect(await create("admin")).toMatchObject({
    ok: true,
    value: { organization, name: "New", createdAt: "2026-03-04T05:06:07.000Z" },
  });
  for (const role of ["member", "viewer"])
    expect(await create(role)).toEqual({ ok: false, fault: "not_allowed" });
});

test("T9 a person who is no member gets the same answers as if the organization did not exist", async () => {
  const { organization } = await ownerWithProject();
  const { owner: stranger } = await ownerWithProject();
  for (const id of [organization, "no-such-organization"])
    expect(
      await createProject(database, stranger.id, { organization: id, name: "N" }, "DB", NOW),
    ).toEqual({ ok: false, fault: "unknown_organization" });
});

test("T10 a person sees exactly the projects of their organizations, ordered by name", async () => {
  const { owner, organization } = await ownerWithProject("B");
  await ownerWithProject("Foreign");
  await newProject(owner, organization, "A");
  const second = await newOrganization(owner);
  await newProject(owner, second, "C");
  expect(names(await projectsOf(database, owner.id))).toEqual(["A", "B", "C"]);
  const viewer = await joinAs("viewer", owner, second);
  expect(names(await projectsOf(database, viewer.id))).toEqual(["C"]);
  expect(await projectsOf(database, (await signUp("stranger")).id)).toEqual([]);
});

test("T10 a person who left an organization no longer sees its projects", async () => {
  const { owner, organization, project } = await ownerWithProject();
  const { id, browser } = await joinAs("admin", owner, organization);
  expect(await scopesIn(id, project.id)).not.toBeNull();
  await browser.post("/organization/leave", { organizationId: organization });
  expect(await scopesIn(id, project.id)).toBeNull();
  expect(await projectsOf(database, id)).toEqual([]);
});

test("T12 another organization's project gives no scopes, like an unknown project", async () => {
  const { project } = await ownerWithProject();
  const { owner: stranger } = await ownerWithProject();
  expect(await scopesIn(stranger.id, project.id)).toBeNull();
  expect(await scopesIn(stranger.id, "prj_none")).toBeNull();
});

test("T7 a repository reads and changes its own project only", async () => {
  const { owner, organization, project } = await ownerWithProject();
  const sibling = await newProject(owner, organization, "Sibling");
  const repository = new ProjectRepository(database, project.id);
  expect(await repository.get()).toEqual(project);
  const changed = { ...project, name: "Renamed", reportSchedule: "daily" };
  expect(await repository.update({ name: "Renamed", reportSchedule: "daily" })).toEqual(changed);
  expect(await repository.update({})).toEqual(changed);
  expect(await repository.update({ reportSchedule: "off" })).toMatchObject({ name: "Renamed" });
  expect(await new ProjectRepository(database, sibling.id).get()).toEqual(sibling);
});

test("T7 a project that does not exist is null", async () => {
  const repository = new ProjectRepository(database, "prj_none");
  expect(await repository.get()).toBeNull();
  expect(await repository.update({ name: "New" })).toBeNull();
});
