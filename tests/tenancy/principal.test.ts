import { beforeAll, expect, test } from "vitest";
import type { KeyWithSecret } from "../../src/protocol/api/api.ts";
import type { Project } from "../../src/protocol/api/teams/project.ts";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import { resolvePrincipal } from "../../src/tenancy/principal.ts";
import { createProject } from "../../src/tenancy/projects.ts";
import { made } from "../workers/support/made.ts";
import {
  database,
  joinAs,
  newOrganization,
  type Person,
  signedIn,
  signUp,
} from "./support/browser.ts";

const NOW = Date.parse("2026-03-04T05:06:07.000Z");

interface Tenant {
  readonly owner: Person;
  readonly organization: string;
  readonly project: Project;
  readonly key: KeyWithSecret;
}

const newTenant = async (): Promise<Tenant> => {
  const owner = await signUp("Ada");
  const organization = await newOrganization(owner);
  const wanted = { organization, name: "Agent" };
  const created = await createProject(database, owner.id, wanted, "DB", NOW);
  if (!created.ok) throw new Error(created.fault);
  const project = created.value;
  const keys = new KeyRepository(database, project.id);
  const key = await made(keys.create({ name: "CI", scopes: ["ingest"], expiresAt: null }, NOW));
  return { owner, organization, project, key };
};

let tenant: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  [tenant, stranger] = [await newTenant(), await newTenant()];
});

interface Asking {
  readonly authorization?: string;
  readonly person?: Person;
  readonly project?: string;
}

const resolve = async ({ authorization, person, project }: Asking) => {
  const work: Promise<unknown>[] = [];
  const resolution = await resolvePrincipal(
    database,
    {
      authorization: authorization ?? null,
      person: () => signedIn(person?.browser.headers ?? new Headers()),
      projectParam: project ?? null,
      requiresVerification: false,
    },
    NOW,
    (promise) => work.push(promise),
  );
  await Promise.all(work);
  return resolution;
};

const failure = (fault: string) => ({ ok: false, fault });

test("T11 a bearer key gives access to its project", async () => {
  const principal = {
    kind: "key",
    id: tenant.key.id,
    name: "CI",
    project: tenant.project.id,
    scopes: ["ingest"],
    creator: null,
    expiresAt: null,
  };
  for (const scheme of ["Bearer", "bearer"])
    expect(await resolve({ authorization: `${scheme} ${tenant.key.key}` })).toEqual({
      ok: true,
      value: principal,
    });
  const named = { authorization: `Bearer ${tenant.key.key}`, project: tenant.project.id };
  expect(await resolve(named)).toEqual({ ok: true, value: principal });
});

test("T11 a key that names another project is refused", async () => {
  const authorization = `Bearer ${tenant.key.key}`;
  for (const project of [stranger.project.id, "prj_none", ""])
    expect(await resolve({ authorization, project })).toEqual(failure("unknown_project"));
});

test("T11 a request with a bad Authorization header fails, even with a valid session cookie", async () => {
  const session = { person: tenant.owner, project: tenant.project.id };
  for (const authorization of ["", "Basic YTpi", "Bearer", tenant.key.key])
    expect(await resolve({ authorization, ...session })).toEqual(failure("not_a_bearer_key"));
  expect(await resolve({ authorization: "Bearer x", ...session })).toEqual(
    failure("malformed_key"),
  );
});

test("T12 a person names a project and has their role's scopes in it", async () => {
  const { owner, organization, project } = tenant;
  expect(await resolve({ person: owner, project: project.id })).toEqual({
    ok: true,
    value: {
      kind: "person",
      id: owner.id,
      name: "Ada",
      signIn: expect.any(String),
      project: project.id,
      creator: owner.id,
      scopes: ["ingest", "read", "label", "write", "admin", "keys"],
    },
  });
  const viewer = await joinAs("viewer", owner, organization);
  expect(await resolve({ person: viewer, project: project.id })).toMatchObject({
    value: { kind: "person", id: viewer.id, scopes: ["read"] },
  });
});

test("T12 another organization's project gets the same answer as an unknown project", async () => {
  for (const project of [stranger.project.id, "prj_none", ""])
    expect(await resolve({ person: tenant.owner, project })).toEqual(failure("unknown_project"));
});

test("T12 a request without a sign-in or without a project is refused", async () => {
  expect(await resolve({ project: tenant.project.id })).toEqual(failure("no_credentials"));
  expect(await resolve({ person: tenant.owner })).toEqual(failure("project_not_named"));
});
