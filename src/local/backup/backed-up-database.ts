import { UserError } from "../command-line.ts";
import type { BoundDatabase, DeploymentConfig } from "../setup/deployment-config.ts";
import type { Wrangler } from "../setup/wrangler.ts";

export interface BackupDeps {
  readonly config: DeploymentConfig;
  readonly wrangler: Wrangler;
  /**
   * Whether to use the databases in `.wrangler/state` next to the configuration, instead of the
   * databases on Cloudflare.
   */
  readonly isLocal: boolean;
  /** Folder of the backup. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** One D1 database, on Cloudflare or on this machine. */
export class BackedUpDatabase {
  readonly binding: string;
  readonly #wrangler: Wrangler;
  readonly #place: "--local" | "--remote";

  constructor({ wrangler, isLocal }: BackupDeps, { binding }: BoundDatabase) {
    this.binding = binding;
    this.#wrangler = wrangler;
    this.#place = isLocal ? "--local" : "--remote";
  }

  /** Runs the statements and returns the rows of each. */
  async query<Row>(statements: readonly string[]): Promise<Row[][]> {
    const sql = statements.join(";\n");
    const command = ["d1", "execute", this.binding, this.#place, "--json", "--command", sql];
    const printed = await this.#wrangler.run(command);
    const answers: { results: Row[] }[] = JSON.parse(printed);
    if (answers.length !== statements.length) {
      throw new UserError(`${this.binding} did not answer all statements.`);
    }
    return answers.map(({ results }) => results);
  }

  async export(file: string): Promise<void> {
    await this.#wrangler.run(["d1", "export", this.binding, this.#place, "--output", file]);
  }

  async execute(file: string): Promise<void> {
    await this.#wrangler.run(["d1", "execute", this.binding, this.#place, "--yes", "--file", file]);
  }
}
