/**
 * Finds the databases that contain a project's packs. Also gives access to the bucket with packs of
 * graphs that are not used any more. The project's row names the bindings of the databases.
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
/** Maximum projects whose bindings are cached. */
const MOST_PROJECTS = 10_000;
/**
 * Time after which a project's bindings are read again. While packs move, isolates may use the old
 * bindings for this long.
 */
export const BINDINGS_CACHED_MS = 5 * 60_000;

/** The bindings of a project's databases. */
export interface PackBindings {
  /** The database that gets new packs. */
  readonly current: string;
  /** The database from which packs move to the current database; null if no packs move. */
  readonly previous: string | null;
}

/** The databases of a project's packs. */
export interface ProjectDatabases {
  /** The database that gets new packs. */
  readonly current: Database;
  /**
   * Every database that may contain packs, in the order in which to read them: the previous
   * database comes first. A pack is deleted in the previous database only after the current
   * database contains it, so a reader that keeps this order finds every pack.
   */
  readonly all: readonly Database[];
}

/** The places where packs are stored. */
export interface PackPlaces {
  of(project: string): Promise<ProjectDatabases>;
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

interface PackDatabasesDeps {
  readonly main: Database;
  /** Opens the database of a binding; throws if no binding has this name. */
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
   * Returns the databases of the project. For an unknown project, returns all databases, so that a
   * graph of a deleted project can be deleted wherever its packs are.
   *
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
    // Cache the names only after the database was opened. If the row names a missing binding, an
    // operator may correct the row.
    this.#open(row.current);
    this.remember(projectId, row);
    return row;
  }

  /** Caches the bindings of a project, for a caller that knows them. */
  remember(projectId: string, { current, previous }: PackBindings): void {
    if (this.#cached.size >= MOST_PROJECTS) this.#cached.clear();
    const until = this.#deps.now() + BINDINGS_CACHED_MS;
    this.#cached.set(projectId, { current, previous, until });
  }

  #open(binding: string): Database {
    return binding === MAIN_DATABASE ? this.#deps.main : this.#deps.open(binding);
  }
}
