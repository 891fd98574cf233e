import { and, asc, eq, not, sql } from "drizzle-orm";
import type { SavedView, UpdateView } from "../../protocol/api/sharing/views.ts";
import { MAX_VIEWS } from "../../protocol/limits.ts";
import { insertWithin } from "../conditional-insert.ts";
import type { Database } from "../database.ts";
import { publicLink, savedView } from "../schema/sharing.ts";

type Row = typeof savedView.$inferSelect;

export class ViewRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  async list(): Promise<SavedView[]> {
    const rows = await this.#database
      .select()
      .from(savedView)
      .where(eq(savedView.project, this.#project))
      .orderBy(asc(savedView.name))
      .limit(MAX_VIEWS);
    return rows.map(toView);
  }

  async find(id: string): Promise<SavedView | undefined> {
    const [row] = await this.#database.select().from(savedView).where(this.#own(id));
    return row && toView(row);
  }

  async isNamed(name: string): Promise<boolean> {
    const isNamed = and(eq(savedView.project, this.#project), eq(savedView.name, name));
    const rows = await this.#database.select({ id: savedView.id }).from(savedView).where(isNamed);
    return rows.length > 0;
  }

  /** Returns false if the project has the maximum number of views, or a view with this name. */
  create(view: Omit<Row, "project">): Promise<boolean> {
    const held = sql`select count(*) from saved_view where project = ${this.#project}`;
    const row = { ...view, project: this.#project };
    return insertWithin(this.#database, savedView, row, { held, limit: MAX_VIEWS });
  }

  /** Returns undefined if the view does not exist. */
  async change(
    id: string,
    { name, filter }: UpdateView,
  ): Promise<SavedView | "name taken" | undefined> {
    if (name === undefined && filter === undefined) return this.find(id);
    const other = sql`exists (select 1 from saved_view other where other.project = ${this.#project} and other.name = ${name ?? null} and other.id <> ${id})`;
    const [row] = await this.#database
      .update(savedView)
      .set({ ...(name === undefined ? {} : { name }), ...(filter === undefined ? {} : { filter }) })
      .where(and(this.#own(id), not(other)))
      .returning();
    if (row !== undefined) return toView(row);
    return (await this.find(id)) && "name taken";
  }

  /** Deletes the view and its public links. Returns false if the view does not exist. */
  async delete(id: string): Promise<boolean> {
    const isItsLink = and(
      eq(publicLink.project, this.#project),
      eq(publicLink.kind, "view"),
      eq(publicLink.target, id),
    );
    const [, deleted] = await this.#database.batch([
      this.#database.delete(publicLink).where(isItsLink),
      this.#database.delete(savedView).where(this.#own(id)).returning({ id: savedView.id }),
    ]);
    return deleted.length > 0;
  }

  #own(id: string) {
    return and(eq(savedView.project, this.#project), eq(savedView.id, id));
  }
}

function toView({ id, name, filter, createdBy, createdAt }: Row): SavedView {
  return { id, name, filter, createdBy, createdAt: new Date(createdAt).toISOString() };
}
