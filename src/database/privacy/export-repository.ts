import { and, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { ExportFile, OrganizationExport } from "../../protocol/api/privacy/exports.ts";
import { insertWithin } from "../conditional-insert.ts";
import type { Database } from "../database.ts";
import { member, organization, user } from "../schema/identity.ts";
import { organizationExport } from "../schema/privacy.ts";
import { graph, project } from "../schema/project.ts";

export type StoredExport = typeof organizationExport.$inferSelect;

/**
 * Maximum number of unexpired exports of an organization. Few are enough: an export stores only the
 * list of its files, and each download makes the file from the current data.
 */
export const MAX_EXPORTS = 5;
/** Maximum number of graphs in one file. It is low, because one request makes the whole file. */
const GRAPHS_PER_FILE = 50;
const ORGANIZATION_FILE = "organization.zip";

export class ExportRepository {
  readonly #database: Database;
  readonly #organization: string;

  constructor(database: Database, organization: string) {
    this.#database = database;
    this.#organization = organization;
  }

  /** Returns undefined if the organization has the maximum number of exports. */
  async create(
    created: Pick<StoredExport, "id" | "person" | "job" | "createdAt" | "expiresAt">,
  ): Promise<OrganizationExport | undefined> {
    const row: StoredExport = {
      ...{ ...created, organization: this.#organization, state: "planning", files: [] },
    };
    const held = sql`select count(*) from organization_export
      where organization = ${this.#organization} and expires_at > ${created.createdAt}`;
    const limit = MAX_EXPORTS;
    const isStored = await insertWithin(this.#database, organizationExport, row, { held, limit });
    return isStored ? toExport(row) : undefined;
  }

  async list(now: number): Promise<OrganizationExport[]> {
    const rows = await this.#database
      .select()
      .from(organizationExport)
      .where(this.#live(now))
      .orderBy(desc(organizationExport.createdAt), desc(organizationExport.id));
    return rows.map(toExport);
  }

  /** Returns undefined if the export does not exist, is not ready, or has expired. */
  async file(id: string, name: string, now: number): Promise<ExportFile | undefined> {
    const [row] = await this.#database
      .select()
      .from(organizationExport)
      .where(and(this.#live(now), eq(organizationExport.id, id)));
    return row?.files.find((file) => file.name === name);
  }

  async delete(id: string): Promise<boolean> {
    const rows = await this.#database
      .delete(organizationExport)
      .where(
        and(eq(organizationExport.organization, this.#organization), eq(organizationExport.id, id)),
      )
      .returning({ id: organizationExport.id });
    return rows.length > 0;
  }

  async about() {
    const [[named], people, projects] = await this.#database.batch([
      this.#database
        .select({ id: organization.id, name: organization.name })
        .from(organization)
        .where(eq(organization.id, this.#organization)),
      this.#database
        .select({ id: user.id, name: user.name, email: user.email, role: member.role })
        .from(member)
        .innerJoin(user, eq(user.id, member.userId))
        .where(eq(member.organizationId, this.#organization))
        .orderBy(user.email),
      this.#database
        .select({ id: project.id, name: project.name })
        .from(project)
        .where(eq(project.organization, this.#organization))
        .orderBy(project.name),
    ]);
    return { ...named, people, projects };
  }

  /** Returns the ids of the projects, except those that are being deleted. */
  async projects(): Promise<string[]> {
    const rows = await this.#database
      .select({ id: project.id })
      .from(project)
      .where(and(eq(project.organization, this.#organization), sql`${project.deletedAt} is null`))
      .orderBy(project.id);
    return rows.map(({ id }) => id);
  }

  /** Lists a project's files. The first file also contains everything outside the graphs. */
  async filesOf(of: string): Promise<ExportFile[]> {
    const rows = await this.#database.all<{ id: string; number: number }>(sql`
      select id, number from (
        select id, row_number() over (order by id) as number from ${graph} where project = ${of})
      where number % ${GRAPHS_PER_FILE} = 0 or number = (
        select count(*) from ${graph} where project = ${of})
      order by number`);
    const ends = rows.length === 0 ? [{ id: null, number: 0 }] : rows;
    return ends.map(({ number }, index) => ({
      name: `${of}-${`${index + 1}`.padStart(4, "0")}.zip`,
      project: of,
      graphs: number - (ends[index - 1]?.number ?? 0),
      after: ends[index - 1]?.id ?? null,
    }));
  }

  async graphsOf({ project: of, after, graphs }: ExportFile): Promise<string[]> {
    if (of === null || graphs === 0) return [];
    const rows = await this.#database
      .select({ id: graph.id })
      .from(graph)
      .where(and(eq(graph.project, of), after === null ? undefined : gt(graph.id, after)))
      .orderBy(graph.id)
      .limit(graphs);
    return rows.map(({ id }) => id);
  }

  async plan(id: string, files: readonly ExportFile[]): Promise<void> {
    const all = [{ name: ORGANIZATION_FILE, project: null, graphs: 0, after: null }, ...files];
    await this.#change(id, { state: "ready", files: all });
  }

  async fail(id: string): Promise<void> {
    await this.#change(id, { state: "failed" });
  }

  async #change(id: string, set: Partial<StoredExport>): Promise<void> {
    await this.#database
      .update(organizationExport)
      .set(set)
      .where(
        and(eq(organizationExport.organization, this.#organization), eq(organizationExport.id, id)),
      );
  }

  #live(now: number): SQL | undefined {
    return and(
      eq(organizationExport.organization, this.#organization),
      gt(organizationExport.expiresAt, now),
    );
  }
}

export async function deleteExpiredExports(database: Database, now: number): Promise<void> {
  await database.delete(organizationExport).where(lt(organizationExport.expiresAt, now));
}

function toExport(row: StoredExport): OrganizationExport {
  const { id, state, job, person, files, createdAt, expiresAt } = row;
  return {
    ...{ id, state, job, person },
    files: files.map(({ name, project: of, graphs }) => ({ name, project: of, graphs })),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
