/** `memtrace export`: writes a graph as a smartcomment file. */
import { createWriteStream } from "node:fs";
import { realpath, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { checkFolderOf, UserError } from "../../local/command-line.ts";
import {
  type Command,
  clientOf,
  commandOptions,
  EXIT,
  onlyArgument,
  SERVICE_HELP,
  SERVICE_OPTIONS,
  usageError,
} from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { harmlessParts } from "../text/shown-text.ts";

export const exportGraph: Command = {
  usage: "GRAPH [options]",
  summary: "write a graph as a smartcomment file",
  help: `Writes the graph in the format of smartcomment's export. The export of an imported graph contains every
field of the imported file. Without --out, the command writes to stdout.

  --labels           also write the labels of the graph's cases, as annotations for memtrace eval
  --out FILE         write to this file; if its name ends in .gz, the file is compressed
${SERVICE_HELP.replace("print the answer as JSON", "with --out: print {graph, file, bytes} as JSON")}`,
  async run(args, terminal) {
    const options = {
      ...SERVICE_OPTIONS,
      labels: { type: "boolean", default: false },
      out: { type: "string" },
    } as const;
    const { values, positionals } = commandOptions("export", options, args);
    const graph = onlyArgument("export", "the graph", positionals);
    if (values.out === "") throw usageError("export", "Give the name of the file: --out FILE.");
    checkFolderOf("--out", values.out);
    const content = clientOf("export", values, terminal).exportGraph(graph, {
      labels: values.labels,
    });
    if (values.out === undefined) {
      const shown = process.stdout.isTTY ? harmlessParts(content) : content;
      await pipeline(Readable.from(shown), process.stdout, { end: false });
      return EXIT.done;
    }
    const bytes = await writeFile(values.out, counted(content, terminal));
    if (values.json) terminal.printJson({ graph, file: values.out, bytes });
    else terminal.print(`${values.out}: ${bytes.toLocaleString("en")} bytes of the graph ${graph}`);
    return EXIT.done;
  },
};

interface Counted extends AsyncIterable<Uint8Array> {
  readonly bytes: number;
}

function counted(content: AsyncIterable<Uint8Array>, terminal: Terminal): Counted {
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    async *[Symbol.asyncIterator]() {
      for await (const part of content) {
        bytes += part.byteLength;
        terminal.progress(`${bytes.toLocaleString("en")} bytes`);
        yield part;
      }
    },
  };
}

/** If writing fails, an existing file stays unchanged. Returns the JSON's size in bytes. */
async function writeFile(path: string, content: Counted): Promise<number> {
  const { file, isReplaced } = await targetOf(path);
  const written = isReplaced ? `${file}.${process.pid}.part` : file;
  try {
    const parts = Readable.from(content);
    const target = createWriteStream(written);
    if (path.endsWith(".gz")) await pipeline(parts, createGzip(), target);
    else await pipeline(parts, target);
    if (isReplaced) await rename(written, file);
  } catch (error) {
    if (isReplaced) await rm(written, { force: true });
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new UserError(`${path} cannot be written: ${error.message}`);
  }
  return content.bytes;
}

/**
 * Returns the file to write to. For a symbolic link, this is the file to which the link points.
 * `isReplaced` is true if the file is a regular file or does not exist yet. The caller must then
 * write a temporary file, and rename it when it is complete. Devices and pipes cannot be replaced,
 * so the caller must write to them directly.
 */
async function targetOf(path: string): Promise<{ file: string; isReplaced: boolean }> {
  const file = await realpath(path).catch(() => path);
  const found = await stat(file).catch(() => undefined);
  return { file, isReplaced: found === undefined || found.isFile() };
}
