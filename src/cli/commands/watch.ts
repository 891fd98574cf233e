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
  help: `Watches a folder of Markdown memory, such as the memory of Claude Code, and records what changed:
each file and each section is a memory unit. It begins with the changes since it last ran. Ctrl-C
ends it, after it has sent everything. A Git repository is watched as files, not as commits: use
another graph than that of memtrace import --git.

  --graph ID         the graph (the name of the folder)
  --user ID          the end user whose memory this is
  --transcripts DIR  also record the messages of Claude Code's sessions in this folder (*.jsonl), such
                     as ~/.claude/projects/NAME
  --settle SECONDS   how long the files must be quiet before a change is recorded (2)
  --once             record what changed until now, and end
${SERVICE_HELP}

With --json, each change is a line of JSON. The key needs the scopes ingest and read.`,
  async run(args, terminal) {
    const { values, positionals } = commandOptions("watch", OPTIONS, args);
    const path = onlyArgument("watch", "the folder of the memory", positionals);
    const settleMs = countOf("watch", "--settle", values.settle) * 1_000;
    const api = clientOf("watch", values, terminal);
    // Load this module only here: the other commands do not need it.
    const { watchMemory } = await import("../memory-files/watch-memory.ts");
    return watchMemory(api, { ...values, path, settleMs }, terminal);
  },
};
