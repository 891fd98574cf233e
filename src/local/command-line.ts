/**
 * Functions for all commands: they parse options and print errors. A `UserError` is printed without
 * a stack.
 */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { nearest } from "../protocol/nearest.ts";

/** An error that the user can act on. Printed without a stack. */
export class UserError extends Error {}

export class UsageError extends UserError {}

/**
 * Parses the options. If the user gave an unknown option, throws an error that suggests a similar
 * one and contains the help.
 */
export function readOptions<T extends ParseArgsOptionsConfig>(
  options: T,
  help: string,
  args: readonly string[] = process.argv.slice(2),
) {
  try {
    return parseArgs({ allowPositionals: true, options, args: [...args] });
  } catch (error) {
    const what = error instanceof Error ? wrongOption(error, Object.keys(options)) : error;
    throw new UsageError(`${what}\n\n${help}`);
  }
}

function wrongOption(error: Error, known: readonly string[]): string {
  const isUnknown = "code" in error && error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
  const name = /'(?<dashes>--?)(?<name>[^']*)'/.exec(error.message)?.groups;
  if (!isUnknown || name === undefined) return error.message;
  const meant = name.dashes === "--" ? nearest(name.name ?? "", known) : undefined;
  const hint = meant === undefined ? "" : ` Did you mean --${meant}?`;
  return `There is no option ${name.dashes}${name.name}.${hint}`;
}

/** Returns the option's value. Throws if the value is not known. */
export function oneOf<T extends string>(option: string, given: string, known: readonly T[]): T {
  const found = known.find((value) => value === given);
  if (found !== undefined) return found;
  const meant = nearest(given, known);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new UsageError(`${option} is ${given}; give one of ${known.join(", ")}.${hint}`);
}

export function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) {
    throw new UserError(`--port is ${text}; give a number from 1 to 65000.`);
  }
  return port;
}

/**
 * Throws if the output file's folder does not exist. Call it before the work: afterwards, the
 * result would be lost.
 */
export function checkFolderOf(option: string, file: string | undefined): void {
  const folder = dirname(resolve(file ?? ""));
  if (!existsSync(folder)) throw new UsageError(`${option}: there is no folder ${folder}.`);
}

/** Runs the command. The exit code is the number from `main`, or 1 if `main` rejects. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  }
}
