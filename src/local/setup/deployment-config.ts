/** Reads and changes the settings in wrangler.toml that differ between deployments. */
import { readFileSync, writeFileSync } from "node:fs";
import { unstable_readConfig } from "wrangler";
import { UserError } from "../command-line.ts";

/** A database's id in wrangler.toml before `npm run setup` creates the database. */
export const NO_DATABASE_ID = "00000000-0000-0000-0000-000000000000";
const NO_PUBLIC_URL = "https://memtrace.example";

/** Binding of the R2 bucket with old packs. */
export const COLD_BUCKET = "COLD_PACKS";

export interface BoundDatabase {
  readonly binding: string;
  readonly name: string;
  readonly id: string;
}

/**
 * The fields of wrangler's configuration that this code uses. wrangler exports no exact types for
 * them.
 */
export interface Bindings {
  readonly d1_databases: readonly {
    readonly binding: string;
    readonly database_name?: string;
    readonly database_id?: string;
  }[];
  readonly r2_buckets: readonly { readonly binding: string; readonly bucket_name?: string }[];
  readonly queues: {
    readonly producers?: readonly { readonly binding: string; readonly queue: string }[];
    readonly consumers?: readonly { readonly queue: string }[];
  };
  readonly vars: Readonly<Record<string, unknown>>;
  readonly durable_objects: { readonly bindings: readonly { readonly name: string }[] };
  readonly ratelimits: readonly { readonly name: string }[];
  readonly version_metadata?: { readonly binding: string };
  readonly assets?: {
    readonly binding?: string;
    readonly run_worker_first?: readonly string[] | boolean;
  };
  readonly send_email: readonly unknown[];
  readonly triggers: { readonly crons?: readonly string[] };
  readonly compatibility_date?: string;
  readonly compatibility_flags: readonly string[];
}

export class DeploymentConfig {
  readonly path: string;
  #text: string;

  /** @throws UserError if the file cannot be read */
  constructor(path: string) {
    this.path = path;
    try {
      this.#text = readFileSync(path, "utf8");
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      throw new UserError(`The configuration cannot be read: ${why}`);
    }
  }

  read(): Bindings {
    return unstable_readConfig({ config: this.path }, { hideWarnings: true });
  }

  databases(): BoundDatabase[] {
    return this.read().d1_databases.map(({ binding, database_name: name, database_id: id }) => {
      if (name === undefined)
        throw new UserError(`${binding} in ${this.path} has no database_name.`);
      return { binding, name, id: id ?? NO_DATABASE_ID };
    });
  }

  queues(): string[] {
    return (this.read().queues.producers ?? []).map(({ queue }) => queue);
  }

  /** Returns the name of the bucket for old packs. Undefined if no bucket is bound. */
  coldBucket(): string | undefined {
    return this.read().r2_buckets.find(({ binding }) => binding === COLD_BUCKET)?.bucket_name;
  }

  /** Returns the service's address. Undefined before `npm run setup` sets it. */
  publicUrl(): string | undefined {
    const url = this.read().vars.PUBLIC_URL;
    return typeof url === "string" && url !== NO_PUBLIC_URL ? url : undefined;
  }

  setDatabaseId({ binding }: BoundDatabase, id: string): void {
    const table = this.#text
      .split(/^(?=\[)/m)
      .map((part) =>
        part.startsWith("[[d1_databases]]") && part.includes(`binding = "${binding}"`)
          ? part.replace(/^database_id = ".*"$/m, () => `database_id = "${id}"`)
          : part,
      );
    this.#write(table.join(""));
  }

  setPublicUrl(url: string): void {
    this.#write(this.#text.replace(/^PUBLIC_URL = ".*"$/m, () => `PUBLIC_URL = "${url}"`));
  }

  #write(text: string): void {
    this.#text = text;
    writeFileSync(this.path, text);
  }
}
