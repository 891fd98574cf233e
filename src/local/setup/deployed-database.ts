import { UserError } from "../command-line.ts";
import type { Wrangler } from "./wrangler.ts";

interface Place {
  readonly wrangler: Wrangler;
  /**
   * True: databases in `.wrangler/state` next to the configuration. False: databases on Cloudflare.
   */
  readonly isLocal: boolean;
}

/** A D1 database, on Cloudflare or on this machine. wrangler runs its statements. */
export class DeployedDatabase {
  readonly binding: string;
  readonly #wrangler: Wrangler;
  readonly #place: "--local" | "--remote";

  constructor({ wrangler, isLocal }: Place, binding: string) {
    this.binding = binding;
    this.#wrangler = wrangler;
    this.#place = isLocal ? "--local" : "--remote";
  }

  /** Returns the rows of each statement. */
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
