/** A module of the app, which a command runs. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "../local/command-line.ts";
import { usageError } from "./command.ts";

export async function ownModule(
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
