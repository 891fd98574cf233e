/** `memtrace`: runs a command, and turns errors into a message and an exit code. */

import { RefusedRequest, UnreachableService } from "../local/client/requests.ts";
import { UsageError, UserError } from "../local/command-line.ts";
import { nearest } from "../protocol/nearest.ts";
import { type Command, DEFAULT_URL, EXIT, UnreachableVendor } from "./command.ts";
import { ask } from "./commands/ask.ts";
import { attribute } from "./commands/attribute.ts";
import { cases } from "./commands/cases.ts";
import { evaluation } from "./commands/evaluation.ts";
import { experiment } from "./commands/experiment.ts";
import { exportGraph } from "./commands/export.ts";
import { health } from "./commands/health.ts";
import { impact } from "./commands/impact.ts";
import { importGraphs } from "./commands/import.ts";
import { replay } from "./commands/replay.ts";
import { report } from "./commands/report.ts";
import { tail } from "./commands/tail.ts";
import { verify } from "./commands/verify.ts";
import { watch } from "./commands/watch.ts";
import { whoami } from "./commands/whoami.ts";
import { dataset } from "./datasets/dataset.ts";
import { Terminal } from "./terminal.ts";
import { harmless } from "./text/shown-text.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  import: importGraphs,
  watch,
  export: exportGraph,
  tail,
  cases,
  attribute,
  ask,
  report,
  health,
  impact,
  replay,
  dataset,
  experiment,
  eval: evaluation,
  verify,
  whoami,
};

const EXIT_CODES = `Exit codes: 0 the work is done; 1 the service refused a request, or some work was not done; 2 the
command line is invalid; 3 the service cannot be reached, or the service failed.`;

const HELP = `memtrace COMMAND [options]

Sends the graphs of a memory system to MemTrace, and shows which memory operation made an answer wrong.

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join("\n")}

memtrace COMMAND --help describes a command. The project's key is read from MEMTRACE_API_KEY, the
service's address from MEMTRACE_URL.

${EXIT_CODES}

Documentation: ${docsPage("")}`;

/** Links to the user's service, because it publishes the documentation of its own version. */
function docsPage(page: string): string {
  return `${process.env.MEMTRACE_URL || DEFAULT_URL}/docs${page}`;
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const isAsked = name !== undefined;
    if (isAsked) terminal.print(HELP);
    else terminal.note(HELP);
    return isAsked ? EXIT.done : EXIT.usage;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const meant = nearest(name, Object.keys(COMMANDS));
    const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
    throw new UsageError(
      `There is no command ${name}.${hint}\n\nmemtrace --help lists the commands.`,
    );
  }
  const end = rest.indexOf("--");
  const options = end < 0 ? rest : rest.slice(0, end);
  if (options.includes("--help") || options.includes("-h")) {
    const more = docsPage(`/${command.page ?? "command-line"}`);
    terminal.print(
      `memtrace ${name} ${command.usage}\n\n${command.help}\n\n${EXIT_CODES}\n\nDocumentation: ${more}`,
    );
    return EXIT.done;
  }
  return command.run(rest, terminal);
}

/**
 * Prints the error and returns the exit code. If the user can do something about the error, prints
 * only its message. Any other error is a bug, so its stack is printed.
 */
function codeOf(error: unknown, terminal: Terminal): number {
  if (error instanceof RefusedRequest) {
    terminal.note(error.reason);
    if (error.status === 403) terminal.note("Create a key with that scope in the UI, under Keys.");
    return error.status >= 500 ? EXIT.unreachable : EXIT.refused;
  }
  if (error instanceof UnreachableService) {
    terminal.note(
      `${error.message}\nIs this the address of MemTrace, and is MemTrace running? Set MEMTRACE_URL, or give --url.`,
    );
    return EXIT.unreachable;
  }
  if (error instanceof UserError) {
    terminal.note(error.message);
    if (error instanceof UnreachableVendor) return EXIT.unreachable;
    return error instanceof UsageError ? EXIT.usage : EXIT.refused;
  }
  terminal.note(harmless(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return EXIT.refused;
}

/** Exit without an error if a reader such as `head` closes the pipe. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.done);
    if (stream === process.stdout) process.stderr.write(`stdout: ${error.message}\n`);
    process.exit(EXIT.refused);
  });
}

const terminal = new Terminal(process.stdout, process.stderr, process.env);
process.exitCode = await run(process.argv.slice(2), terminal).catch((error) =>
  codeOf(error, terminal),
);
