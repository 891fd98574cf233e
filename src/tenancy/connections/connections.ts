import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { insertWhere } from "../../database/conditional-insert.ts";
import type { Database } from "../../database/database.ts";
import { ofMemberInProject, roleInProject } from "../../database/people/role-in-project.ts";
import { member } from "../../database/schema/identity.ts";
import { project } from "../../database/schema/project.ts";
import { oauthClient, oauthConnection } from "../../database/schema/teams/connections.ts";
import { projectRole } from "../../database/schema/teams/project-roles.ts";
import type {
  ConnectableProject,
  Connection,
  ConnectionScope,
} from "../../protocol/people/connections.ts";
import { permits } from "../../protocol/people/roles.ts";
import type { SignedInPerson } from "../principal.ts";
import { roleScopes } from "../roles.ts";
import { passedByProvider } from "../sso/enforcement.ts";
import type { AccessRequest } from "./access-request.ts";
import type { EndedConnection } from "./token-requests.ts";
import { newToken } from "./tokens.ts";

/** The app must exchange its code for tokens within this time. */
const CODE_MS = 60_000;
export const MAX_CONNECTIONS = 100;

interface Allowed {
  readonly request: AccessRequest;
  readonly project: string;
  readonly scopes: readonly ConnectionScope[];
}

export class Connections {
  readonly #database: Database;
  readonly #person: SignedInPerson;

  constructor(database: Database, person: SignedInPerson) {
    this.#database = database;
    this.#person = person;
  }

  /** Returns the projects that the person can read, sorted by name. */
  async projects(): Promise<ConnectableProject[]> {
    const rows = await this.#database
      .select({ id: project.id, name: project.name, role: roleInProject })
      .from(project)
      .innerJoin(member, eq(member.organizationId, project.organization))
      .leftJoin(projectRole, ofMemberInProject)
      .where(and(eq(member.userId, this.#person.id), isNull(project.deletedAt)))
      .orderBy(asc(project.name), asc(project.id));
    return rows
      .map(({ role, ...each }) => ({ ...each, scopes: roleScopes(role) }))
      .filter(({ scopes }) => scopes.includes("read"))
      .map(({ scopes, ...each }) => ({ ...each, mayWrite: permits(scopes, "label") }));
  }

  /**
   * Returns true if an organization requires the person to sign in through its identity provider,
   * but the person signed in to this browser without it. Then the person must not connect apps from
   * this browser, because an app would keep its access after the sign-in ends.
   */
  async passesProvider(): Promise<boolean> {
    const { email, signIn } = this.#person;
    const provider = sql`(select organization from sso_session where session_id = ${signIn})`;
    const [found] = await this.#database.all<{ passes: number }>(
      sql`select ${passedByProvider(sql`${email}`, provider)} as passes`,
    );
    return found?.passes === 1;
  }

  /**
   * Gives the app access and returns its code. Returns undefined if the person already has the
   * maximum number of connected apps. The caller must check the project and the scopes first.
   *
   * @param id id for the new connection
   */
  async allow(
    id: string,
    { request, project: inProject, scopes }: Allowed,
    randomBytes: (length: number) => Uint8Array,
    now: number,
  ): Promise<string | undefined> {
    const code = newToken("code", randomBytes);
    const { id: userId, signIn } = this.#person;
    const row = {
      ...{ id, client: request.client.id, userId, project: inProject, scopes },
      organizationId: sql`(select organization from project where id = ${inProject})`,
      factors: sql`(select json_group_array(kind) from session_factor where session_id = ${signIn})`,
      ssoOrganization: sql`(select organization from sso_session where session_id = ${signIn})`,
      ...{ code: code.hash, challenge: request.challenge, redirectUri: request.redirectUri },
      ...{ createdAt: now, expiresAt: now + CODE_MS },
    };
    const mayHaveMore = sql`(
      select count(*) from oauth_connection where user_id = ${userId}) < ${MAX_CONNECTIONS}`;
    const stored = await insertWhere(this.#database, oauthConnection, [row], mayHaveMore);
    return stored.meta.changes > 0 ? code.token : undefined;
  }

  /** Newest first. */
  async list(): Promise<Connection[]> {
    const rows = await this.#database
      .select({ connection: oauthConnection, app: oauthClient.name, projectName: project.name })
      .from(oauthConnection)
      .innerJoin(oauthClient, eq(oauthClient.id, oauthConnection.client))
      .innerJoin(project, eq(project.id, oauthConnection.project))
      .where(
        and(eq(oauthConnection.userId, this.#person.id), isNotNull(oauthConnection.redeemedAt)),
      )
      .orderBy(desc(oauthConnection.createdAt), oauthConnection.id);
    return rows.map(({ connection: { id, project: inProject, scopes, ...times }, ...names }) => ({
      ...{ id, project: inProject, scopes, ...names, createdAt: toTime(times.createdAt) },
      lastUsedAt: times.lastUsedAt === null ? null : toTime(times.lastUsedAt),
    }));
  }

  /** Undefined if the person has no such connection. */
  async projectOf(id: string): Promise<string | undefined> {
    const [found] = await this.#database
      .select({ project: oauthConnection.project })
      .from(oauthConnection)
      .where(this.#own(id));
    return found?.project;
  }

  /** Ends the connection, with all its tokens. */
  async remove(id: string): Promise<void> {
    await this.#database.delete(oauthConnection).where(this.#own(id));
  }

  async removeAll(): Promise<EndedConnection[]> {
    const { id, project: inProject, userId } = oauthConnection;
    return this.#database
      .delete(oauthConnection)
      .where(eq(userId, this.#person.id))
      .returning({ id, project: inProject, person: userId });
  }

  #own(id: string) {
    return and(eq(oauthConnection.userId, this.#person.id), eq(oauthConnection.id, id));
  }
}

const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
