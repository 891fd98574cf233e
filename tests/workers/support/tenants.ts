/** Tenants to test with, and the ways in: a typed client by key, plain requests, a signed-in person. */
import { exports } from "cloudflare:workers";
import { hc } from "hono/client";
import { organization as organizationTable } from "../../../src/database/schema/identity.ts";
import { project as projectTable } from "../../../src/database/schema/project.ts";
import type { Api } from "../../../src/http/app.ts";
import { SCOPES, type Scope } from "../../../src/protocol/api/api.ts";
import { KeyRepository } from "../../../src/tenancy/keys.ts";
import { createProject } from "../../../src/tenancy/projects.ts";
import {
  database,
  newOrganization,
  ORIGIN,
  type Person,
  signUp,
} from "../../tenancy/support/browser.ts";
import { made } from "./made.ts";

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof import("../../../workers/app.ts");
    }
  }
}

export interface OwnProject {
  readonly project: string;
  /** A key with every scope. */
  readonly key: string;
}

export interface Tenant extends OwnProject {
  readonly owner: Person;
  readonly organization: string;
}

/** A project that no person has signed up for, which costs a test nothing. */
export async function newProject(): Promise<OwnProject> {
  const id = crypto.randomUUID();
  const createdAt = new Date();
  await database.insert(organizationTable).values({ id, name: "Acme", slug: id, createdAt });
  const row = { id: `prj_${id}`, organization: id, name: "Agent", createdAt: createdAt.getTime() };
  await database.insert(projectTable).values(row);
  return { project: row.id, key: await newKey(row.id, SCOPES) };
}

export async function newTenant(): Promise<Tenant> {
  const owner = await signUp("Ada");
  const organization = await newOrganization(owner);
  const created = await createProject(
    database,
    owner.id,
    { organization, name: "Agent" },
    "DB",
    Date.now(),
  );
  if (!created.ok) throw new Error(created.reason);
  const project = created.project.id;
  const key = await newKey(project, SCOPES);
  return { owner, organization, project, key };
}

export async function newKey(project: string, scopes: readonly Scope[]): Promise<string> {
  const keys = new KeyRepository(database, project);
  const wanted = { name: "tests", scopes: [...scopes], expiresAt: null };
  return (await made(keys.create(wanted, Date.now()))).key;
}

/** A request to the Worker; `path` begins with a slash. */
export async function send(path: string, request: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request(`${ORIGIN}${path}`, { redirect: "manual", ...request }));
}

/** The typed client of a program with this key. */
export function clientOf(key: string) {
  return hc<Api>(ORIGIN, {
    headers: { authorization: `Bearer ${key}` },
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      exports.default.fetch(new Request(input, init)),
  }).v1;
}
