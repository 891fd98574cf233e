/** Who asks, and for which project: a key speaks for its own, a person names one of theirs. */

import type { Database } from "../database/database.ts";
import type { Scope } from "../protocol/api/api.ts";
import { authenticateKey, type KeyFailure } from "./keys.ts";
import { membershipScopes } from "./projects.ts";

export interface Principal {
  readonly kind: "key" | "person";
  /** Of the key or the person. */
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly scopes: readonly Scope[];
  /** Id of the person whose doing counts as theirs: who signed in, or who made the key. */
  readonly creator: string | null;
  /** ISO 8601; null where it does not expire. Of a key. */
  readonly expiresAt?: string | null;
  /** The sign-in of a person; it ends when they sign out. */
  readonly signIn?: string;
}

export interface SignedInPerson {
  readonly id: string;
  readonly signIn: string;
  readonly name: string;
  readonly email: string;
}

export type PrincipalFailure =
  | KeyFailure
  /** Neither a key nor a valid sign-in cookie. */
  | "no_credentials"
  /** `Authorization` is there, but not `Bearer <key>`. */
  | "not_a_bearer_key"
  /** A person must say which project. */
  | "project_not_named"
  /** Does not exist, or not for this key or person. */
  | "unknown_project";

export type PrincipalResolution =
  | { readonly ok: true; readonly principal: Principal }
  | { readonly ok: false; readonly reason: PrincipalFailure };

interface Credentials {
  /** The `Authorization` header; where present, cookies are not looked at. */
  readonly authorization: string | null;
  /** Who the request's cookies sign in. Called only without `Authorization`. */
  readonly person: () => Promise<SignedInPerson | null>;
  /** The `project` query parameter; a key may name only its own. */
  readonly projectParam: string | null;
}

export const resolvePrincipal = async (
  database: Database,
  { authorization, person, projectParam }: Credentials,
  now: number,
  background: (work: Promise<unknown>) => void,
): Promise<PrincipalResolution> => {
  if (authorization === null) return personPrincipal(database, await person(), projectParam);
  const presented = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (presented === undefined) return { ok: false, reason: "not_a_bearer_key" };
  const answer = await authenticateKey(database, presented, now, background);
  if (!answer.ok) return answer;
  if (projectParam !== null && projectParam !== answer.key.project)
    return { ok: false, reason: "unknown_project" };
  return { ok: true, principal: { kind: "key", ...answer.key } };
};

const personPrincipal = async (
  database: Database,
  person: SignedInPerson | null,
  project: string | null,
): Promise<PrincipalResolution> => {
  if (!person) return { ok: false, reason: "no_credentials" };
  if (project === null) return { ok: false, reason: "project_not_named" };
  const scopes = await membershipScopes(database, person.id, project);
  if (!scopes) return { ok: false, reason: "unknown_project" };
  return {
    ok: true,
    principal: {
      kind: "person",
      id: person.id,
      creator: person.id,
      name: person.name,
      signIn: person.signIn,
      project,
      scopes,
    },
  };
};
