/** A module of the app, which a command runs. */
import { Console } from "node:console";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "../local/command-line.ts";
import { usageError } from "./command.ts";

/** What the app's module may leave open does not keep the command from ending. */
const LINGER_MS = 2_000;

interface OwnModule {
  /** Name of the command. */
  readonly command: string;
  readonly path: string;
  /** Whether stdout is for JSON alone: what the app prints goes to stderr. */
  readonly json: boolean;
}

/** Does the work with what the module exports; the process ends soon after it. */
export async function withOwnModule<R>(
  { command, path, json }: OwnModule,
  work: (exported: Readonly<Record<string, unknown>>) => Promise<R>,
): Promise<R> {
  if (json) globalThis.console = new Console(process.stderr);
  try {
    return await work(await ownModule(command, path));
  } finally {
    setTimeout(() => process.exit(), LINGER_MS).unref();
  }
}

async function ownModule(
  command: string,
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  if (!existsSync(file)) throw usageError(command, `There is no module ${path}.`);
  return import(pathToFileURL(file).href).catch((error: unknown) => {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new UserError(`${path} cannot be loaded: ${why}`);
  });
}
