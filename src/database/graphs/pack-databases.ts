/** Which database holds the packs of a project: its row names the binding. */
import { eq } from "drizzle-orm";
import type { Database } from "../database.ts";
import { project } from "../schema/project.ts";

/** The binding of the main database. It also holds the packs of projects that name no other one. */
export const MAIN_DATABASE = "DB";
/** Maximum projects whose binding is cached. */
const MOST_BINDINGS = 10_000;

export class PackDatabases {
  readonly #main: Database;
  readonly #open: (binding: string) => Database;
  /** The binding of each project. A project's packs never move. */
  readonly #bindings = new Map<string, string>();

  /** @param open throws if nothing is bound under this name */
  constructor(main: Database, open: (binding: string) => Database) {
    this.#main = main;
    this.#open = open;
  }

  async of(projectId: string): Promise<Database> {
    const binding = await this.bindingOf(projectId);
    return binding === MAIN_DATABASE ? this.#main : this.#open(binding);
  }

  /**
   * The main database if the project is unknown.
   *
   * @throws if nothing is bound under the project's name
   */
  async bindingOf(projectId: string): Promise<string> {
    const known = this.#bindings.get(projectId);
    if (known !== undefined) return known;
    const [row] = await this.#main
      .select({ binding: project.packDatabase })
      .from(project)
      .where(eq(project.id, projectId));
    if (row === undefined) return MAIN_DATABASE;
    // Cached only if the database exists, because somebody may correct a wrong row.
    if (row.binding !== MAIN_DATABASE) this.#open(row.binding);
    this.remember(projectId, row.binding);
    return row.binding;
  }

  remember(projectId: string, binding: string): void {
    if (this.#bindings.size === MOST_BINDINGS) this.#bindings.clear();
    this.#bindings.set(projectId, binding);
  }
}
