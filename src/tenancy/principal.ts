/**
 * Finds out who sent a request, and for which project. A key belongs to one project. If a person
 * sends the request, it must name one of the person's projects.
 */

import type { Database } from "../database/database.ts";
import type { Scope } from "../protocol/api/api.ts";
import { failure, type Result, success } from "../protocol/result.ts";
import type { ConnectionAccess } from "./connections/connection-access.ts";
import { authenticateKey, type KeyFailure } from "./keys.ts";
import { personAccess } from "./projects.ts";

export interface Principal {
  readonly kind: "key" | "person";
  /** Id of the key or the person. */
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly scopes: readonly Scope[];
  /**
   * Id of the person who signed in or who created the key. This person is responsible for the
   * request.
   */
  readonly creator: string | null;
  /** Only for keys: the time in ISO 8601, or null if the key does not expire. */
  readonly expiresAt?: string | null;
  /** Id of a person's sign-in. A connected app has no sign-in. */
  readonly signIn?: string;
  /** The connected app that acts for the person. */
  readonly connection?: { readonly id: string; readonly app: string };
}

export interface SignedInPerson {
  readonly id: string;
  readonly signIn: string;
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
}

export type PrincipalFailure =
  | KeyFailure
  /** The request has neither a key nor a valid sign-in cookie. */
  | "no_credentials"
  /** The `Authorization` header is not `Bearer <key>`. */
  | "not_a_bearer_key"
  /** The installation requires a confirmed e-mail address, and the person's is not confirmed. */
  | "unverified"
  /** An organization requires a second factor, and the person has given none in this browser. */
  | "factor_missing"
  /** The request of a person does not name a project. */
  | "project_not_named"
  /** An app's access token is wrong or has expired, or its connection has ended. */
  | "ended_connection"
  /** The project does not exist, or the key or person has no access to it. */
  | "unknown_project";

export type PrincipalResolution = Result<Principal, PrincipalFailure>;

interface Credentials {
  /** The `Authorization` header. If present, cookies are ignored. */
  readonly authorization: string | null;
  /** The person whom the cookies identify. Called only without an `Authorization` header. */
  readonly person: () => Promise<SignedInPerson | null>;
  /** The query parameter `project`. A key can name only its own project. */
  readonly projectParam: string | null;
  readonly requiresVerification: boolean;
}

export const resolvePrincipal = async (
  database: Database,
  { authorization, person, projectParam, requiresVerification }: Credentials,
  now: number,
  background: (work: Promise<unknown>) => void,
): Promise<PrincipalResolution> => {
  if (authorization === null) {
    const found = await person();
    if (found !== null && requiresVerification && !found.isVerified) return failure("unverified");
    return personPrincipal(database, found, projectParam);
  }
  const presented = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (presented === undefined) return failure("not_a_bearer_key");
  const answer = await authenticateKey(database, presented, now, background);
  if (!answer.ok) return answer;
  if (projectParam !== null && projectParam !== answer.value.project)
    return failure("unknown_project");
  return success({ kind: "key", ...answer.value });
};

const personPrincipal = async (
  database: Database,
  person: SignedInPerson | null,
  project: string | null,
): Promise<PrincipalResolution> => {
  if (!person) return failure("no_credentials");
  if (project === null) return failure("project_not_named");
  const access = await personAccess(database, person, project);
  if (!access) return failure("unknown_project");
  if (access.lacksFactor) return failure("factor_missing");
  return success({
    kind: "person",
    id: person.id,
    creator: person.id,
    name: person.name,
    signIn: person.signIn,
    project,
    scopes: access.scopes,
  });
};

/** A connected app acts for a person, with the scopes that the person gave to it. */
export const connectionPrincipal = (
  access: ConnectionAccess | undefined,
  projectParam: string | null,
): PrincipalResolution => {
  if (access === undefined) return failure("ended_connection");
  const { id, app, person, personName, project, scopes } = access;
  if (projectParam !== null && projectParam !== project) return failure("unknown_project");
  return success({
    ...{ kind: "person", id: person, creator: person, name: personName, project, scopes },
    connection: { id, app },
  });
};
