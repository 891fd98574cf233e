/**
 * Finds the database that contains a project's packs. Also gives access to the bucket with packs of
 * graphs that are not used any more. The project's row names the binding of the database.
 */
import { eq } from "drizzle-orm";
import type { ColdBucket } from "../cold/cold-bucket.ts";
import type { Database } from "../database.ts";
import { project } from "../schema/project.ts";

/**
 * Name of the main database's binding. The packs of a project are there unless the project's row
 * names another binding.
 */
export const MAIN_DATABASE = "DB";
/** Maximum projects whose binding is cached. */
const MOST_BINDINGS = 10_000;

/** The places where packs are stored. */
export interface PackPlaces {
  /** Returns the database with the project's packs. */
  of(project: string): Promise<Database>;
  /** The bucket for packs of graphs that are not used any more; absent if no bucket is bound. */
  readonly bucket?: ColdBucket | undefined;
}

/** @throws if no bucket is bound, although a bucket must contain the packs */
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
  /** Maps a project to the binding of its database. The binding of a project never changes. */
  readonly #bindings = new Map<string, string>();

  /** @param open opens the database of a binding; throws if no binding has this name */
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
   * Returns the binding of the project's database. For an unknown project, returns the main
   * database's binding.
   *
   * @throws if the project's row names a binding that does not exist
   */
  async bindingOf(projectId: string): Promise<string> {
    const known = this.#bindings.get(projectId);
    if (known !== undefined) return known;
    const [row] = await this.#main
      .select({ binding: project.packDatabase })
      .from(project)
      .where(eq(project.id, projectId));
    if (row === undefined) return MAIN_DATABASE;
    // Cache the name only after the database was opened. If the row names a missing binding, an
    // operator may correct the row.
    if (row.binding !== MAIN_DATABASE) this.#open(row.binding);
    this.remember(projectId, row.binding);
    return row.binding;
  }

  remember(projectId: string, binding: string): void {
    if (this.#bindings.size === MOST_BINDINGS) this.#bindings.clear();
    this.#bindings.set(projectId, binding);
  }
}
