/** `memtrace tail`: shows new events of a graph as they arrive. */
import {
  type Command,
  commandOptions,
  EXIT,
  onlyArgument,
  SERVICE_HELP,
  SERVICE_OPTIONS,
  serviceOf,
  usageError,
} from "../command.ts";
import { eventLine } from "../text/event-line.ts";

const OPTIONS = {
  ...SERVICE_OPTIONS,
  "since-start": { type: "boolean", default: false },
  cursor: { type: "string" },
} as const;

export const tail: Command = {
  usage: "GRAPH [options]",
  summary: "show new events of a graph, until Ctrl-C",
  help: `Shows each event of the graph when the service accepts it, in the order of acceptance. After a lost
connection, the command connects again and neither misses nor repeats an event. Ctrl-C ends the
command and prints a cursor. To continue later, give this cursor to memtrace tail.

  --since-start      begin with the first event of the graph
  --cursor CURSOR    continue the earlier tail that printed this cursor
${SERVICE_HELP.replace("print the answer as JSON", "print an event as JSON on each line")}`,
  async run(args, terminal) {
    const { values, positionals } = commandOptions("tail", OPTIONS, args);
    const graph = onlyArgument("tail", "the graph", positionals);
    const fromStart = values["since-start"];
    if (fromStart && values.cursor !== undefined) {
      throw usageError("tail", "Give --since-start or --cursor, not both.");
    }
    const requests = serviceOf("tail", values, terminal);
    const interrupted = new AbortController();
    const stop = () => interrupted.abort();
    process.once("SIGINT", stop).once("SIGTERM", stop);
    let cursor: string | undefined;
    // Load this module only now, because no other command needs a WebSocket.
    const { followGraph, OF_THE_CURSOR } = await import("../live-feed.ts");
    const following = followGraph({
      ...{ requests, graph, fromStart, cursor: values.cursor, signal: interrupted.signal },
      onEvents: (events) => {
        for (const event of events) {
          if (values.json) terminal.printJson(event, 0);
          else terminal.print(eventLine(event, terminal.columns));
        }
      },
      onCursor: (reached) => {
        if (cursor === undefined)
          terminal.note(`Watching the graph ${graph}. Press Ctrl-C to stop.`);
        cursor = reached;
      },
      onLost: (reason, retryMs) =>
        terminal.note(`${reason} Connecting again in ${Math.round(retryMs / 1_000)} s.`),
    });
    const ended = await following.finally(() => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      if (cursor !== undefined) terminal.note(`To continue later: --cursor ${cursor}`);
    });
    if (ended === undefined) return EXIT.done;
    terminal.note(ended.reason);
    if (OF_THE_CURSOR.has(ended.code))
      terminal.note("Run the command again without --cursor, or with --since-start instead.");
    return EXIT.refused;
  },
};
