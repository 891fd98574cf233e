/** `memtrace attribute`: attributes a case, or all cases of a graph, again. */

import type { ProjectClient } from "../../local/client/project-client.ts";
import { isAttributed, untilSettled } from "../../local/demo/completion.ts";
import type { Case } from "../../protocol/api/api.ts";
import {
  type Command,
  clientOf,
  commandOptions,
  EXIT,
  noArguments,
  onlyArgument,
  SERVICE_HELP,
  SERVICE_OPTIONS,
} from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { verdictText } from "../text/verdict-text.ts";

export const attribute: Command = {
  usage: "CASE | --graph GRAPH [options]",
  summary: "attribute a case, or all cases of a graph, again, and print the verdicts",
  help: `Attributes the case again, and prints the new verdict. Meanwhile, the case keeps its earlier verdict.
CASE is the id of a case; memtrace cases lists the ids.

  --graph GRAPH      attribute all cases of this graph
${SERVICE_HELP}

The exit code is also 1 if a case could not be attributed. The key needs the scopes read and write.`,
  async run(args, terminal) {
    const options = { ...SERVICE_OPTIONS, graph: { type: "string" } } as const;
    const { values, positionals } = commandOptions("attribute", options, args);
    if (values.graph === undefined) onlyArgument("attribute", "a case", positionals);
    else noArguments("attribute", positionals);
    const api = clientOf("attribute", values, terminal);
    const ids = values.graph === undefined ? positionals : await idsOf(api, values.graph);
    for (const id of ids) await api.attributeAgain(id);
    const found = await attributed(api, ids, terminal);
    if (values.json) terminal.printJson(values.graph === undefined ? found[0] : found);
    else if (found.length === 0) terminal.note("The graph has no case.");
    else terminal.print(found.map((item) => verdictText(item, terminal)).join("\n\n"));
    const isAllDone = found.every(({ state }) => state === "done");
    if (!found.every(isAttributed))
      terminal.note("Some cases are not attributed yet. To see them later, run memtrace cases.");
    return isAllDone ? EXIT.done : EXIT.refused;
  },
};

/** Returns the ids of the graph's cases. Throws if the graph does not exist. */
async function idsOf(api: ProjectClient, graph: string): Promise<string[]> {
  await api.graph(graph);
  return (await api.cases({ graph })).map(({ id }) => id);
}

/** Waits for the cases one after another. Meanwhile the service attributes the later cases. */
async function attributed(
  api: ProjectClient,
  ids: readonly string[],
  terminal: Terminal,
): Promise<Case[]> {
  const cases: Case[] = [];
  for (const id of ids) {
    terminal.progress(`attributed ${cases.length} of ${ids.length} cases`);
    const { found, isSettled } = await untilSettled(
      () => api.case(id),
      () => 0,
      isAttributed,
    );
    cases.push(found);
    if (!isSettled) break;
  }
  return cases;
}
