/** Runs wrangler, Cloudflare's command-line program, in the project's root folder. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { UserError } from "../command-line.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const QUIET = { CI: "1", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", FORCE_COLOR: "0" };
const SHOWN_CHARS = 1_500;

interface Ended {
  readonly code: number | null;
  readonly printed: string;
  readonly said: string;
}

export class Wrangler {
  readonly #config: string;

  /** @param config path of wrangler.toml */
  constructor(config: string) {
    this.#config = config;
  }

  /**
   * Runs a wrangler command and returns its output.
   * @throws UserError with the last lines that wrangler printed
   */
  async run(args: readonly string[], input = ""): Promise<string> {
    const ended = await this.#end(args, input);
    if (ended.code !== 0) throw new UserError(failureOf(args, ended));
    return ended.printed;
  }

  /**
   * Runs a wrangler command and returns its output, or undefined if its error matches `absent`.
   * @throws UserError if it fails in any other way
   */
  async find(args: readonly string[], absent: RegExp): Promise<string | undefined> {
    const ended = await this.#end(args, "");
    if (ended.code === 0) return ended.printed;
    if (absent.test(ended.said + ended.printed)) return undefined;
    throw new UserError(failureOf(args, ended));
  }

  #end(args: readonly string[], input: string): Promise<Ended> {
    const env = {
      ...process.env,
      ...QUIET,
      PATH: `${ROOT}node_modules/.bin:${process.env.PATH}`,
    };
    const child = spawn("wrangler", [...args, "--config", this.#config], { cwd: ROOT, env });
    return new Promise((resolve, reject) => {
      let printed = "";
      let said = "";
      child.stdout.on("data", (data: Buffer) => (printed += data.toString("utf8")));
      child.stderr.on("data", (data: Buffer) => (said += data.toString("utf8")));
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, printed, said }));
      child.stdin.end(input);
    });
  }
}

function failureOf(args: readonly string[], { printed, said }: Ended): string {
  const lines = `${said}\n${printed}`.trim().slice(-SHOWN_CHARS);
  return `wrangler ${args.slice(0, 3).join(" ")} failed:\n${lines}`;
}
