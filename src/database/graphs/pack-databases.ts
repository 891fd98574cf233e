/**
 * Finds the databases with a project's packs, by the bindings in the project's row. Also gives
 * access to the R2 bucket for packs of graphs that are no longer used.
 */
import { eq } from "drizzle-orm";
import type { ColdBucket } from "../cold/cold-bucket.ts";
import type { Database } from "../database.ts";
import { project } from "../schema/project.ts";

/**
 * Binding of the main database. A project's packs are in this database unless the project's row
 * names another binding.
 */
export const MAIN_DATABASE = "DB";
/** Maximum number of projects whose bindings are cached. */
const MOST_PROJECTS = 10_000;
/**
 * After this time, a project's bindings are queried again. Until then, an isolate can use old
 * bindings.
 */
export const BINDINGS_CACHED_MS = 5 * 60_000;

export interface PackBindings {
  /** Binding of the database that gets new packs. */
  readonly current: string;
  /**
   * Binding of the database from which packs move to the current one; null if no packs are moving.
   */
  readonly previous: string | null;
}

export interface ProjectDatabases {
  /** The database that gets new packs. */
  readonly current: Database;
  /**
   * All databases that can contain packs: the previous one, then the current one. Read them in this
   * order. A moving pack is first copied to the current database, and only then deleted from the
   * previous one. So a reader finds each pack in at least one of them.
   */
  readonly all: readonly Database[];
}

/** The databases and the bucket that can contain packs. */
export interface PackPlaces {
  of(project: string): Promise<ProjectDatabases>;
  /** R2 bucket for packs of graphs that are no longer used; absent if the installation has none. */
  readonly bucket?: ColdBucket | undefined;
}

/**
 * @throws if the installation has no bucket. Packs have been moved to a bucket, so the installation
 * must bind it again.
 */
export function boundBucket({ bucket }: Pick<PackPlaces, "bucket">): ColdBucket {
  if (bucket !== undefined) return bucket;
  throw new Error(
    "No R2 bucket is bound as COLD_PACKS. Bind it in wrangler.toml; packs are in it.",
  );
}

interface PackDatabasesDeps {
  readonly main: Database;
  /** Throws if no binding has this name. */
  open(binding: string): Database;
  /** Names of the bindings of all databases, including the main database. */
  readonly bindings: readonly string[];
  readonly bucket: ColdBucket | undefined;
  now(): number;
}

export class PackDatabases implements PackPlaces {
  readonly bucket: ColdBucket | undefined;
  readonly #deps: PackDatabasesDeps;
  readonly #cached = new Map<string, PackBindings & { readonly until: number }>();

  constructor(deps: PackDatabasesDeps) {
    this.bucket = deps.bucket;
    this.#deps = deps;
  }

  /**
   * Returns the databases of the project's packs. For an unknown project, returns all databases: a
   * deleted project's graphs can be in any of them.
   * @throws if the project's row names a binding that does not exist
   */
  async of(projectId: string): Promise<ProjectDatabases> {
    const bindings = await this.#bindingsOf(projectId);
    if (bindings === undefined) {
      const { main } = this.#deps;
      return { current: main, all: this.#deps.bindings.map((name) => this.#open(name)) };
    }
    const current = this.#open(bindings.current);
    const previous = bindings.previous === null ? [] : [this.#open(bindings.previous)];
    return { current, all: [...previous, current] };
  }

  async #bindingsOf(projectId: string): Promise<PackBindings | undefined> {
    const { main, now } = this.#deps;
    const known = this.#cached.get(projectId);
    if (known !== undefined && known.until > now()) return known;
    const [row] = await main
      .select({ current: project.packDatabase, previous: project.previousPackDatabase })
      .from(project)
      .where(eq(project.id, projectId));
    if (row === undefined) return undefined;
    // Try to open the database before its binding is cached. If the binding does not exist, this
    // throws and nothing is cached. So when an operator has corrected the project's row, the next
    // call reads the corrected row.
    this.#open(row.current);
    this.remember(projectId, row);
    return row;
  }

  /** Call this after reading or changing the project's row. */
  remember(projectId: string, { current, previous }: PackBindings): void {
    if (this.#cached.size >= MOST_PROJECTS) this.#cached.clear();
    const until = this.#deps.now() + BINDINGS_CACHED_MS;
    this.#cached.set(projectId, { current, previous, until });
  }

  #open(binding: string): Database {
    return binding === MAIN_DATABASE ? this.#deps.main : this.#deps.open(binding);
  }
}
