/**
 * Finds the database that contains a project's packs, and the bucket with packs of graphs that are
 * not used any more. The project's row names the binding of the database.
 */
import { eq } from "drizzle-orm";
import type { ColdBucket } from "../cold/cold-bucket.ts";
import type { Database } from "../database.ts";
import { project } from "../schema/project.ts";

/** The binding of the main database. Projects without another binding have their packs there. */
export const MAIN_DATABASE = "DB";
/** Maximum projects whose binding is cached. */
const MOST_BINDINGS = 10_000;

/** The places where packs are stored. */
export interface PackPlaces {
  /** Returns the database with the project's packs. */
  of(project: string): Promise<Database>;
  /** The bucket for packs of graphs that are not used any more, if one is bound. */
  readonly bucket?: ColdBucket | undefined;
}

/** @throws if no bucket is bound, but packs are in one */
export function boundBucket({ bucket }: Pick<PackPlaces, "bucket">): ColdBucket {
  if (bucket !== undefined) return bucket;
  throw new Error(
    "No R2 bucket is bound as COLD_PACKS. Bind it in wrangler.toml; packs are in it.",
  );
}

export class PackDatabases implements PackPlaces {
  readonly bucket: ColdBucket | undefined;
  readonly #main: Database;
  readonly #open: (binding: string) => Database;
  /** The binding of each project. The binding of a project never changes. */
  readonly #bindings = new Map<string, string>();

  /** @param open throws if no binding has this name */
  constructor(main: Database, open: (binding: string) => Database, bucket?: ColdBucket) {
    this.bucket = bucket;
    this.#main = main;
    this.#open = open;
  }

  async of(projectId: string): Promise<Database> {
    const binding = await this.bindingOf(projectId);
    return binding === MAIN_DATABASE ? this.#main : this.#open(binding);
  }

  /**
   * The project's binding. An unknown project gets the main database.
   *
   * @throws if the project names a binding that does not exist
   */
  async bindingOf(projectId: string): Promise<string> {
    const known = this.#bindings.get(projectId);
    if (known !== undefined) return known;
    const [row] = await this.#main
      .select({ binding: project.packDatabase })
      .from(project)
      .where(eq(project.id, projectId));
    if (row === undefined) return MAIN_DATABASE;
    // Cache the name only if its database exists: an operator may correct a wrong row.
    if (row.binding !== MAIN_DATABASE) this.#open(row.binding);
    this.remember(projectId, row.binding);
    return row.binding;
  }

  remember(projectId: string, binding: string): void {
    if (this.#bindings.size === MOST_BINDINGS) this.#bindings.clear();
    this.#bindings.set(projectId, binding);
  }
}
