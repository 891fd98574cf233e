import { and, eq, isNull, sql } from "drizzle-orm";
import { insertWithin } from "../database/conditional-insert.ts";
import type { Database } from "../database/database.ts";
import { withoutLostNames } from "../database/insights/redact-reports.ts";
import { ofMemberInProject, roleInProject } from "../database/people/role-in-project.ts";
import { member } from "../database/schema/identity.ts";
import { endpoint, project } from "../database/schema/project.ts";
import { projectRole } from "../database/schema/teams/project-roles.ts";
import type { Scope } from "../protocol/api/api.ts";
import type { CreateProject, Project, UpdateProject } from "../protocol/api/teams/project.ts";
import { MAX_PROJECTS } from "../protocol/limits.ts";
import { failure, type Result, success } from "../protocol/result.ts";
import { base62 } from "./base62.ts";
import { forgetKeys } from "./keys.ts";
import { roleScopes } from "./roles.ts";
import { lacksFactor, type SignedIn } from "./sign-in/second-factor/required-factor.ts";

const ID_BYTES = 12;

export class ProjectRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Null if the project no longer exists. */
  async get(): Promise<Project | null> {
    const [row] = await this.#database.select().from(project).where(this.#own());
    return row ? toProject(row) : null;
  }

  /** Returns the changed project. Null if it no longer exists. */
  async update(update: UpdateProject): Promise<Project | null> {
    const { name, reportSchedule, reportFilter, reportAfter, reportAfterFilter } = update;
    const { retentionDays, openCorrections } = update;
    const reports = { reportSchedule, reportFilter, reportAfter, reportAfterFilter };
    const changes = { name, ...reports, retentionDays, openCorrections };
    if (Object.values(changes).every((value) => value === undefined)) return this.get();
    const hasFilter = reportFilter !== undefined || reportAfterFilter !== undefined;
    const recounted = reportAfter !== undefined || reportAfterFilter !== undefined;
    await this.#database.batch([
      this.#database
        .update(project)
        .set({ ...changes, ...(recounted ? { reportAfterCountAt: 0 } : {}) })
        .where(this.#own()),
      // A graph can be deleted between the check of the filter and this statement. If the filter
      // names such a graph, remove the name from the filter.
      ...(hasFilter ? [withoutLostNames(this.#database, this.#project)] : []),
    ]);
    return this.get();
  }

  /**
   * Starts the deletion, which the sweeper completes. From now on, people do not see the project,
   * its keys do not work, and it sends no webhooks.
   */
  async delete(now: number): Promise<void> {
    await this.#database.batch([
      this.#database
        .update(project)
        .set({ deletedAt: sql`coalesce(${project.deletedAt}, ${now})` })
        .where(eq(project.id, this.#project)),
      this.#database
        .update(endpoint)
        .set({ state: "disabled", disabledReason: "The project was deleted." })
        .where(eq(endpoint.project, this.#project)),
    ]);
    forgetKeys(this.#project);
  }

  #own() {
    return and(eq(project.id, this.#project), isNull(project.deletedAt));
  }
}

/** The projects that the person can see, in all organizations, sorted by name. */
export const projectsOf = async (database: Database, userId: string): Promise<Project[]> => {
  const rows = await database
    .select({ project })
    .from(project)
    .innerJoin(member, eq(member.organizationId, project.organization))
    .leftJoin(projectRole, ofMemberInProject)
    .where(
      and(eq(member.userId, userId), isNull(project.deletedAt), sql`${roleInProject} <> 'guest'`),
    )
    .orderBy(project.name, project.id);
  return rows.map((row) => toProject(row.project));
};

export type ProjectCreation = Result<
  Project,
  /** `unknown_organization`: it does not exist, or the person is not a member. */
  "unknown_organization" | "not_allowed" | "too_many"
>;

/**
 * Only owners and admins of the organization can do this.
 * @param packDatabase binding of the database for the project's packs
 */
export const createProject = async (
  database: Database,
  userId: string,
  wanted: CreateProject,
  packDatabase: string,
  now: number,
): Promise<ProjectCreation> => {
  const [membership] = await database
    .select({ role: member.role })
    .from(member)
    .where(and(eq(member.userId, userId), eq(member.organizationId, wanted.organization)));
  if (!membership) return failure("unknown_organization");
  if (!roleScopes(membership.role).includes("admin")) return failure("not_allowed");
  const row = {
    id: `prj_${base62(crypto.getRandomValues(new Uint8Array(ID_BYTES)))}`,
    organization: wanted.organization,
    name: wanted.name,
    ...{ reportSchedule: "weekly" as const, reportFilter: {} },
    ...{ reportAfter: null, reportAfterFilter: {}, reportAfterCountAt: 0 },
    retentionDays: null,
    ...{ openCorrections: true, packDatabase, createdAt: now, firstEventAt: null, deletedAt: null },
    ...{ previousPackDatabase: null, packDatabaseSince: null, coldSearch: null },
  };
  const held = sql`
    select count(*) from project
    where organization = ${wanted.organization} and deleted_at is null`;
  const isStored = await insertWithin(database, project, row, { held, limit: MAX_PROJECTS });
  return isStored ? success(toProject(row)) : failure("too_many");
};

export interface PersonAccess {
  readonly scopes: readonly Scope[];
  /**
   * Whether any of the person's organizations requires a second factor that the person has not
   * given in this browser.
   */
  readonly lacksFactor: boolean;
}

/** Null if the project does not exist, or the person has no access. */
export const personAccess = async (
  database: Database,
  person: SignedIn,
  projectId: string,
): Promise<PersonAccess | null> => {
  const [found] = await database
    .select({ role: roleInProject, lacksFactor: lacksFactor(person) })
    .from(project)
    .innerJoin(member, eq(member.organizationId, project.organization))
    .leftJoin(projectRole, ofMemberInProject)
    .where(and(eq(project.id, projectId), isNull(project.deletedAt), eq(member.userId, person.id)));
  if (found === undefined || found.role === "guest") return null;
  return { scopes: roleScopes(found.role), lacksFactor: found.lacksFactor === 1 };
};

const toProject = (row: typeof project.$inferSelect): Project => ({
  id: row.id,
  organization: row.organization,
  name: row.name,
  createdAt: new Date(row.createdAt).toISOString(),
  reportSchedule: row.reportSchedule,
  reportFilter: row.reportFilter,
  reportAfter: row.reportAfter,
  reportAfterFilter: row.reportAfterFilter,
  retentionDays: row.retentionDays,
  openCorrections: row.openCorrections,
});
