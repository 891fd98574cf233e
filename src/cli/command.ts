/** The type of a command, and the options that several commands share. */

import type { ParseArgsOptionsConfig } from "node:util";
import { ProjectClient } from "../local/client/project-client.ts";
import type { Requests } from "../local/client/requests.ts";
import { readOptions, UsageError, UserError } from "../local/command-line.ts";
import type { Terminal } from "./terminal.ts";

export const EXIT = {
  done: 0,
  /** The service refused a request, or the command finished only a part of its task. */
  refused: 1,
  /** The arguments are invalid. */
  usage: 2,
  /** The service does not answer, or it answers with a server error. */
  unreachable: 3,
  /** The user pressed Ctrl-C. Shells use this code as well. */
  interrupted: 130,
} as const;

export interface Command {
  /** The arguments as in the help text. */
  readonly usage: string;
  /** One line for the list of all commands. */
  readonly summary: string;
  /** Describes the command and its own options. The shared options follow automatically. */
  readonly help: string;
  /** Path of the command's documentation page. Default: the page about the command line. */
  readonly page?: string;
  /** Returns the exit code. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** A vendor's service does not answer. The exit code is `EXIT.unreachable`. */
export class UnreachableVendor extends UserError {}

export const DEFAULT_URL = "http://localhost:8787";

/** Options of every command that calls the service. */
export const SERVICE_OPTIONS = {
  url: { type: "string" },
  "api-key": { type: "string" },
  json: { type: "boolean", default: false },
} as const;

export const SERVICE_HELP = `  --json             print the answer as JSON, and nothing else, on stdout
  --url URL          address of the service; default: MEMTRACE_URL, or ${DEFAULT_URL}
  --api-key KEY      the project's key; default: MEMTRACE_API_KEY. Other users of this machine can see
                     the option's value, but not the variable's`;

/** If an option is unknown, the error tells the user how to list the options. */
export function commandOptions<T extends ParseArgsOptionsConfig>(
  name: string,
  options: T,
  args: readonly string[],
) {
  return readOptions(options, `memtrace ${name} --help lists the options.`, args);
}

/** Makes the error for a missing, unexpected or invalid argument. */
export function usageError(name: string, what: string): UsageError {
  return new UsageError(`${what}\n\nmemtrace ${name} --help shows how it is used.`);
}

export function onlyArgument(name: string, what: string, given: readonly string[]): string {
  const [first, second] = given;
  if (first === undefined || first === "") throw usageError(name, `Name ${what}.`);
  if (second !== undefined)
    throw usageError(name, `Unexpected argument ${second}: name only ${what}.`);
  return first;
}

/** Throws if there are arguments. */
export function noArguments(name: string, given: readonly string[]): void {
  if (given[0] !== undefined) throw usageError(name, `Unexpected argument ${given[0]}.`);
}

/** Parses a whole number greater than 0. Throws for any other text. */
export function countOf(name: string, option: string, text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count > 0 && Number.isSafeInteger(count)) return count;
  throw usageError(name, `${option} is ${text}; give a whole number from 1.`);
}

interface ServiceChoice {
  readonly url?: string | undefined;
  readonly "api-key"?: string | undefined;
}

/** Throws if the text is not a time in UTC, such as 2026-03-04T00:00:00Z. */
export function checkTime(name: string, option: string, text: string | undefined): void {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text ?? "");
  if (text === undefined || (isTime && !Number.isNaN(Date.parse(text)))) return;
  throw usageError(name, `${option} is ${text}; give a time such as 2026-03-04T00:00:00Z.`);
}

/** @throws UsageError if the service's address or the project's key is missing or invalid */
export function serviceOf(name: string, choice: ServiceChoice, terminal: Terminal): Requests {
  const url = choice.url ?? (process.env.MEMTRACE_URL || DEFAULT_URL);
  const key = choice["api-key"] ?? process.env.MEMTRACE_API_KEY ?? "";
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw usageError(
      name,
      `The address of the service is ${url}; give an address that begins with http:// or https://.`,
    );
  }
  const { username, password, search, hash } = new URL(url);
  if (`${username}${password}${search}${hash}` !== "") {
    throw usageError(
      name,
      "The address of the service may contain only a host and a path. Remove a user name, and everything from ? or # on.",
    );
  }
  if (key === "") {
    throw usageError(
      name,
      "The project's key is missing. Create a key in the UI, under Keys, and set MEMTRACE_API_KEY.",
    );
  }
  // The key is sent in an HTTP header. Only printable ASCII characters are safe in a header, and a
  // key contains no spaces.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw usageError(
      name,
      "The key contains characters that a key cannot contain. Project keys begin with mt_live_.",
    );
  }
  return {
    url,
    headers: () => ({ Authorization: `Bearer ${key}` }),
    onWait: (seconds) =>
      terminal.note(
        `The service asks for a pause of ${seconds} s. After the pause, the command continues.`,
      ),
    onSilence: (seconds, atMost) =>
      terminal.note(
        `${url} has not answered for ${seconds} s. The command gives up after ${atMost} s.`,
      ),
  };
}

export function clientOf(name: string, choice: ServiceChoice, terminal: Terminal): ProjectClient {
  return new ProjectClient(serviceOf(name, choice, terminal));
}
