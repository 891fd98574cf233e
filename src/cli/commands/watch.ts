/** `memtrace watch`: watches a folder of memory files and records each change. */
import {
  type Command,
  clientOf,
  commandOptions,
  countOf,
  onlyArgument,
  SERVICE_HELP,
  SERVICE_OPTIONS,
} from "../command.ts";

const OPTIONS = {
  ...SERVICE_OPTIONS,
  graph: { type: "string" },
  user: { type: "string" },
  transcripts: { type: "string" },
  settle: { type: "string", default: "2" },
  once: { type: "boolean", default: false },
} as const;

export const watch: Command = {
  usage: "PATH [options]",
  summary: "record changes of a folder of Markdown memory as they happen",
  help: `Watches a folder of Markdown memory, such as the memory of Claude Code, and records each change. Each
file and each section is a memory unit. The command begins with the changes since its last run. After
Ctrl-C, it sends all changes and ends. In a Git repository, it watches the files, not the commits. So
do not record into the graph of memtrace import --git.

  --graph ID         the graph to record into; default: the name of the folder
  --user ID          the end user whose memory this is
  --transcripts DIR  also record the messages of Claude Code's sessions in this folder (*.jsonl), such
                     as ~/.claude/projects/NAME
  --settle SECONDS   record a change when no file has changed for this long; default: 2
  --once             record the changes since the last run, and end
${SERVICE_HELP}

With --json, the command prints each change as a line of JSON. The key needs the scopes ingest and read.`,
  async run(args, terminal) {
    const { values, positionals } = commandOptions("watch", OPTIONS, args);
    const path = onlyArgument("watch", "the folder of the memory", positionals);
    const settleMs = countOf("watch", "--settle", values.settle) * 1_000;
    const api = clientOf("watch", values, terminal);
    // Load this module only now, because no other command needs it.
    const { watchMemory } = await import("../memory-files/watch-memory.ts");
    return watchMemory(api, { ...values, path, settleMs }, terminal);
  },
};
