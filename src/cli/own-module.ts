/** Loads a module of the user's app, and passes its exports to a command. */
import { Console } from "node:console";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../local/command-line.ts";
import { sourceProblem } from "../local/input-file.ts";
import { EXIT, usageError } from "./command.ts";

/**
 * After the work, the process ends within this many milliseconds. Timers or connections of the app
 * could otherwise keep it alive forever.
 */
const LINGER_MS = 2_000;

interface OwnModule {
  readonly command: string;
  readonly path: string;
  /** If true, stdout contains only the command's JSON, so the app's output goes to stderr. */
  readonly json: boolean;
}

export type Exported = Readonly<Record<string, unknown>>;

/** Calls `work` with the module's exports, and then ends the process within `LINGER_MS`. */
export async function withOwnModule<R>(
  { command, path, json }: OwnModule,
  work: (exported: Exported) => Promise<R>,
): Promise<R> {
  if (json) globalThis.console = new Console(process.stderr);
  // The user's module can call `process.exit` before the work is done, even with the code 0. The
  // command must then end with an error.
  const endedEarly = (code: number) => {
    if (code === EXIT.interrupted) return;
    process.stderr.write(`${path} ended the process before the work was done.\n`);
    process.exitCode = EXIT.refused;
  };
  // Ctrl-C and SIGTERM end the process at once, even if the user's module is still working.
  const interrupted = () => process.exit(EXIT.interrupted);
  process.once("exit", endedEarly);
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    return await work(await ownModule(command, path, () => process.off("exit", endedEarly)));
  } finally {
    process.off("exit", endedEarly);
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
    setTimeout(() => process.exit(), LINGER_MS).unref();
  }
}

async function ownModule(command: string, path: string, onUncaught: () => void): Promise<Exported> {
  const refused = await sourceProblem(path);
  if (refused !== undefined) throw usageError(command, `${path}: ${refused}`);
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    const { where, what, frames } = saidBy(error);
    const isPlaceless = error instanceof SyntaxError && where === "" && frames.length === 0;
    if (!isPlaceless) {
      const said = [where === "" ? ` ${what}` : `\n${where}${what}`, ...frames].join("\n");
      throw new UsageError(`${path} cannot be loaded:${said}${remedyFor(error)}`);
    }
    onUncaught();
    return uncaught(error, path);
  }
}

interface Said {
  /**
   * Node puts this text before the error's message. It shows the file, the line and the source.
   */
  readonly where: string;
  readonly what: string;
  /** Stack frames in the app's code, without those of Node and this command. */
  readonly frames: readonly string[];
}

function saidBy(error: unknown): Said {
  const what = String(error);
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    where: /^(?!\w*Error\b)[\s\S]*?\n(?=\w*Error\b)/.exec(stack)?.[0] ?? "",
    what,
    frames: frames.filter((line) => !line.includes("node:") && !line.includes(import.meta.url)),
  };
}

/**
 * Throws the error outside of any `catch`, so it ends the process. Node then prints the file and
 * the line of the syntax error. It does not print them for an error that is caught.
 */
function uncaught(error: SyntaxError, path: string): Promise<never> {
  process.once("exit", () => {
    process.exitCode = EXIT.usage;
  });
  process.stderr.write(`${path} cannot be loaded:\n`);
  // Replace the stack frames, which are inside Node, by one frame with the path of the module. With
  // no frame at all, Node would print the error in square brackets.
  error.stack = `${error}\n    at ${path}`;
  setImmediate(() => {
    throw error;
  });
  return new Promise(() => undefined);
}

function remedyFor(error: unknown): string {
  const { code = "", message = "" } = Object(error);
  if (code !== "ERR_UNKNOWN_FILE_EXTENSION" || !/"\.[cm]?ts"/.test(message)) return "";
  return `\nNode ${process.version} does not run TypeScript: use Node 22.18 or later, or give JavaScript.`;
}

/** Describes the module's exports for an error message. */
export function exportsOf(exported: Exported): string {
  const names = Object.keys(exported);
  return names.length === 0 ? "exports nothing" : `exports ${names.join(", ")}`;
}
