/**
 * A company's directory. It sends the requests that Okta and Entra send, from their published
 * examples.
 */
import { and, eq } from "drizzle-orm";
import { member, user } from "../../../src/database/schema/identity.ts";
import { send } from "../../workers/support/tenants.ts";
import { database } from "./browser.ts";
import type { Company, SsoWorld } from "./sso-world.ts";

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
export const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
export const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

export interface Resource {
  readonly id: string;
  readonly active: boolean;
  readonly userName: string;
  readonly emails: readonly { readonly value: string }[];
  readonly members: readonly { readonly value: string }[];
}

/** A directory that speaks SCIM with the company's token. */
export class Directory {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  ask(method: string, path: string, body?: object): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      "content-type": "application/scim+json",
    };
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    return send(`/scim/v2${path}`, { method, headers, ...given });
  }

  async json<T = Resource>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.ask(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json<T>();
  }

  /** Creates a person as Okta does. */
  createUser(email: string, more: object = {}): Promise<Resource> {
    return this.json("POST", "/Users", {
      ...{ schemas: [USER], userName: email, name: { givenName: "Grace", familyName: "Hopper" } },
      emails: [{ primary: true, value: email, type: "work" }],
      ...{ displayName: "Grace Hopper", locale: "en-US", externalId: email, groups: [] },
      ...{ password: "1mz050nq", active: true, ...more },
    });
  }

  patch(path: string, ...Operations: readonly object[]): Promise<Response> {
    return this.ask("PATCH", path, { schemas: [PATCH], Operations });
  }
}

export async function tokenOf(company: Company): Promise<string> {
  const answer = await company.ask("create-scim-token");
  return (await answer.json<{ token: string }>()).token;
}

export async function newDirectory(world: SsoWorld) {
  const company = await world.newCompany();
  return { company, directory: new Directory(await tokenOf(company)) };
}

/** Returns the person's role in the company; undefined for a person who is no member. */
export async function roleOf(company: Company, email: string): Promise<string | undefined> {
  const [row] = await database
    .select({ role: member.role })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(user.email, email), eq(member.organizationId, company.organization)));
  return row?.role;
}
