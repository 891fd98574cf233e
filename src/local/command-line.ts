/** What the commands of this folder have in common: options, and failures said in one line. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** A failure that its reader can do something about; printed without a stack. */
export class UserError extends Error {}

/** Parses the options; a wrong one is said with the help that names the right ones. */
export function readOptions<T extends ParseArgsOptionsConfig>(options: T, help: string) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

export function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) {
    throw new UserError(`--port is ${text}; give a number from 1 to 65000.`);
  }
  return port;
}

/** Runs the command and sets the exit code: what `main` returns, or 1 where it failed. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  }
}
