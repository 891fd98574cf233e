/** `memtrace import`: imports graph files and folders of graph files into the project. */

import type { ImportProgress } from "../../large-file/import-large-file.ts";
import type { ProjectClient } from "../../local/client/project-client.ts";
import { settledGraph } from "../../local/demo/completion.ts";
import { graphFiles } from "../../local/graph-files.ts";
import { type ImportedFile, importFiles } from "../../local/import-files.ts";
import type { CaseSummary } from "../../protocol/api/api.ts";
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
import { caseTable } from "../text/case-table.ts";
import { harmless, oneLine } from "../text/shown-text.ts";
import { outcomeText } from "../text/verdict-text.ts";

/** Maximum cases to list. Further cases are only counted. */
const MAX_LISTED = 20;

const MEMORY_OPTIONS = {
  git: { type: "boolean", default: false },
  since: { type: "string" },
  from: { type: "string" },
  "from-url": { type: "string" },
  agent: { type: "string" },
  namespace: { type: "string" },
  graph: { type: "string" },
  user: { type: "string" },
} as const;

export const importGraphs: Command = {
  usage: "PATH… [options], --git PATH [options], or --from VENDOR [options]",
  summary: "send graph files of smartcomment or MemTraceBench, or folders of them",
  help: `Sends graph files: smartcomment's exports, and MemTraceBench files, whose annotations become
cases. PATH is a file, plain (.json) or compressed (.json.gz), or a folder of such files at any depth.
Files named index.json are skipped. A file may have any size: the command sends a file with more than
16 MiB of JSON in parts. Importing a file again changes nothing, or continues an interrupted import.
Importing a later export of the same graph adds the new records.

With --git, PATH is a Git repository, a folder in a Git repository, or a plain folder of Markdown
memory, such as the memory of Claude Code or Letta. Each file and each section becomes a memory
unit, and each commit becomes an operation. Only new commits are sent. No code of the repository is
run.

With --from, the command reads the memory of a user in mem0 or Zep, of an agent in Letta, or of a
profile in Cloudflare Agent Memory. The command needs a key of that service: MEM0_API_KEY,
ZEP_API_KEY, LETTA_API_KEY, or CLOUDFLARE_API_TOKEN with CLOUDFLARE_ACCOUNT_ID. The command changes
nothing in that service. Run the command again to continue an interrupted import and to send new
records.

  --git              import the history of Markdown memory
  --since WHEN       with --git: only commits after a date (2026-03-04) or a commit
  --from VENDOR      mem0, zep, letta or cloudflare
  --agent ID         with --from letta: the agent whose memory is imported
  --namespace NAME   with --from cloudflare: the namespace that contains the profile
  --from-url URL     with --from: the address of your own installation of that service
  --graph ID         with --git or --from: the graph to import into; default: the folder's name, or
                     VENDOR-ID
  --user ID          the end user whose memory this is. With --from mem0 or zep: the user's id in that
                     service. With --from cloudflare: the user's profile
  --wait             wait until wrong answers are found and attributed, then list them
${SERVICE_HELP}

The exit code is also 1 if a file was refused; the other files are imported. With --wait, it is
also 1 if a case could not be attributed. The key needs the scope ingest, and the scope read with
--wait, --git or --from.`,
  async run(args, terminal) {
    const options = {
      ...{ ...SERVICE_OPTIONS, ...MEMORY_OPTIONS },
      wait: { type: "boolean", default: false },
    } as const;
    const { values, positionals } = commandOptions("import", options, args);
    if (values.from !== undefined) {
      if (values.git || values.wait || values.since !== undefined || positionals.length > 0)
        throw usageError(
          "import",
          "--from takes no PATH, and cannot be combined with --git, --since or --wait.",
        );
      const { chosenVendor, runVendorImport } = await import("../vendors/run-import.ts");
      const chosen = chosenVendor({ ...values, from: values.from });
      const api = clientOf("import", values, terminal);
      return runVendorImport(api, chosen, values, terminal);
    }
    for (const option of ["from-url", "agent", "namespace"] as const)
      if (values[option] !== undefined) throw usageError("import", `--${option} needs --from.`);
    if (values.git) {
      if (values.wait) throw usageError("import", "--wait and --git cannot be combined.");
      const path = onlyArgument("import", "the folder of the memory", positionals);
      const api = clientOf("import", values, terminal);
      const { runMemoryImport } = await import("../memory-files/run-import.ts");
      return runMemoryImport(api, { ...values, path }, terminal);
    }
    if (values.since !== undefined)
      throw usageError("import", "--since needs --git: a graph file is imported as a whole.");
    for (const option of ["graph", "user"] as const)
      if (values[option] !== undefined)
        throw usageError(
          "import",
          `--${option} needs --git or --from: a graph file already names its ${option}.`,
        );
    if (positionals.length === 0) throw usageError("import", "Name a file or a folder.");
    const api = clientOf("import", values, terminal);
    const say = (text: string) => (values.json ? terminal.note(text) : terminal.print(text));
    const imported = await importAll(api, graphFiles(positionals), terminal, say);
    const refused = imported.filter((file) => "refused" in file).length;
    const answer = { files: imported, refused };
    if (!values.wait) {
      if (values.json) terminal.printJson(answer);
      return refused === 0 ? EXIT.done : EXIT.refused;
    }
    const graphs = new Set(imported.flatMap((file) => ("graph" in file ? [file.graph] : [])));
    const { cases, isSettled } = await casesOf(api, [...graphs], terminal);
    if (values.json) terminal.printJson({ ...answer, cases, isSettled });
    else terminal.print(attributedText(cases, terminal));
    if (!isSettled)
      terminal.note("Some cases are not attributed yet. To see them later, run memtrace cases.");
    const isAllDone = isSettled && cases.every(({ state }) => state === "done");
    return refused === 0 && isAllDone ? EXIT.done : EXIT.refused;
  },
};

async function importAll(
  api: ProjectClient,
  files: readonly string[],
  terminal: Terminal,
  say: (text: string) => void,
): Promise<ImportedFile[]> {
  const imported: ImportedFile[] = [];
  const ofFiles = () => `${imported.length} of ${files.length} files`;
  const showProgress = () => terminal.progress(ofFiles());
  const started = new Map<string, number>();
  const showPart = (file: string, progress: ImportProgress) => {
    const key = `${file} ${progress.step}`;
    const since = started.get(key) ?? Date.now();
    started.set(key, since);
    terminal.progress(`${ofFiles()} · ${file}: ${progressText(progress, Date.now() - since)}`);
  };
  showProgress();
  try {
    for await (const file of importFiles(api, files, showPart)) {
      imported.push(file);
      say(`${harmless(file.file)}: ${outcomeOf(file)}`);
      showProgress();
    }
  } catch (error) {
    if (imported.length > 0) {
      terminal.note(
        `${imported.length} of ${files.length} files were processed. You can safely repeat the command.`,
      );
    }
    throw error;
  }
  return imported;
}

const MEBIBYTE = 1024 * 1024;
/** The rate is shown only after this many milliseconds. Before that, it would be too inexact. */
const FIRST_RATE_MS = 2_000;

/** @param ms milliseconds since the start of the current step */
function progressText(progress: ImportProgress, ms: number): string {
  const { done } = progress;
  if (progress.step === "reading") return `${Math.round(done / MEBIBYTE)} MiB read`;
  const { total } = progress;
  const events = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} events`;
  if (ms < FIRST_RATE_MS) return events;
  const rate = (1_000 * done) / ms;
  const left = Math.ceil((total - done) / rate);
  return `${events}, ${Math.round(rate).toLocaleString("en")} a second, ${left} s left`;
}

function outcomeOf(file: ImportedFile): string {
  if ("refused" in file) return `refused: ${oneLine(file.refused)}`;
  const { graph, events, duplicates, repeated, cut, cases } = file;
  const further = [
    repeated ? ["imported before: nothing changed"] : [],
    repeated ? [] : counted(duplicates, "already known", "already known"),
    counted(cut, "text cut", "texts cut"),
    counted(cases, "annotated case", "annotated cases"),
  ];
  return [`${events.toLocaleString("en")} events of ${oneLine(graph)}`, ...further.flat()].join(
    ", ",
  );
}

function counted(count: number, one: string, several: string): string[] {
  return count === 0 ? [] : [`${count.toLocaleString("en")} ${count === 1 ? one : several}`];
}

async function casesOf(
  api: ProjectClient,
  graphs: readonly string[],
  terminal: Terminal,
): Promise<{ cases: CaseSummary[]; isSettled: boolean }> {
  const cases: CaseSummary[] = [];
  for (const [index, graph] of graphs.entries()) {
    terminal.progress(`attributed ${cases.length} cases in ${index} of ${graphs.length} graphs`);
    const settled = await settledGraph(api, graph);
    cases.push(...settled.cases);
    if (!settled.isSettled) return { cases, isSettled: false };
  }
  return { cases, isSettled: true };
}

function attributedText(cases: readonly CaseSummary[], terminal: Terminal): string {
  if (cases.length === 0) return "No wrong answers were found.";
  const table = cases.length <= MAX_LISTED ? `\n\n${caseTable(cases, terminal)}` : "";
  const [count] = counted(cases.length, "wrong answer", "wrong answers");
  return `${count}: ${outcomeText(cases)}${table}`;
}
