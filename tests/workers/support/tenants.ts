/**
 * Tenants for tests, and ways to access them: a typed client by key, plain requests, a signed-in
 * person.
 */
import { exports } from "cloudflare:workers";
import { organization as organizationTable } from "../../../src/database/schema/identity.ts";
import { project as projectTable } from "../../../src/database/schema/project.ts";
import type { Scope } from "../../../src/protocol/api/api.ts";
import { SCOPES } from "../../../src/protocol/people/roles.ts";
import {
  type Answer,
  type Asked,
  type Input,
  type Route,
  clientOf as routeClient,
} from "../../../src/protocol/routes/client.ts";
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

/** Creates a project without a person who signed up for it, which takes a test no time. */
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
  if (!created.ok) throw new Error(created.fault);
  const project = created.value.id;
  const key = await newKey(project, SCOPES);
  return { owner, organization, project, key };
}

export async function newKey(project: string, scopes: readonly Scope[]): Promise<string> {
  const keys = new KeyRepository(database, project);
  const wanted = { name: "tests", scopes: [...scopes], expiresAt: null };
  return (await made(keys.create(wanted, Date.now()))).key;
}

/** Sends a request to the Worker; `path` begins with a slash. */
export async function send(path: string, request: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request(`${ORIGIN}${path}`, { redirect: "manual", ...request }));
}

/** An answer whose body is not read yet. */
export interface Unread<R extends Route> extends Response {
  json<T = Answer<R>>(): Promise<T>;
}
type Responses = <R extends Route>(
  route: R,
  ...input: Record<never, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>]
) => Promise<Unread<R>>;

/** Makes the client of a program with this key. */
export function clientOf(key: string) {
  return clientWith(() => new Headers({ authorization: `Bearer ${key}` }));
}

/**
 * Makes a client whose requests start from these headers. A call reads the answer, and throws if
 * the service refuses. `response` returns any answer unread.
 * @param project sent with each request of a person, whose session may reach several projects
 */
function clientWith(newHeaders: () => Headers, project?: string) {
  const respond = ({ method, path, body }: Asked) => {
    const headers = newHeaders();
    if (body !== undefined) headers.set("content-type", "application/json");
    const address =
      project === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}project=${project}`;
    return send(address, {
      ...{ method, headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const client = routeClient(async (asked) => {
    const answer = await respond(asked);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${asked.method} ${asked.path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  });
  // `response` takes the same inputs; only the answers differ.
  return Object.assign(client, { response: routeClient(respond) as unknown as Responses });
}

/** Makes a client like `clientOf`, with the person's cookie instead of a key. */
export function clientAs({ browser }: Person, project: string) {
  const newHeaders = () => {
    const { headers } = browser;
    headers.set("origin", ORIGIN);
    return headers;
  };
  return clientWith(newHeaders, project);
}
