/** `memtrace cases`: lists wrong answers with their verdicts. */
import { CASE_FILTER_HELP, CASE_FILTER_OPTIONS, caseFilterOf } from "../case-filter.ts";
import {
  type Command,
  clientOf,
  commandOptions,
  countOf,
  EXIT,
  noArguments,
  SERVICE_HELP,
  SERVICE_OPTIONS,
} from "../command.ts";
import { caseTable } from "../text/case-table.ts";

const OPTIONS = {
  ...SERVICE_OPTIONS,
  ...CASE_FILTER_OPTIONS,
  graph: { type: "string" },
  user: { type: "string" },
  limit: { type: "string", default: "50" },
} as const;

export const cases: Command = {
  usage: "[options]",
  summary: "list wrong answers with their verdicts",
  help: `Lists cases. The case with the latest answer comes first.

  --graph GRAPH      only cases of this graph
  --user ID          only cases of this end user's graphs
${CASE_FILTER_HELP}
  --limit N          maximum number of cases; default: 50
${SERVICE_HELP}`,
  async run(args, terminal) {
    const { values, positionals } = commandOptions("cases", OPTIONS, args);
    noArguments("cases", positionals);
    const limit = countOf("cases", "--limit", values.limit);
    const { graph, user } = values;
    const filter = { ...caseFilterOf("cases", values), graph, user };
    const found = await clientOf("cases", values, terminal).cases(filter, limit);
    if (values.json) terminal.printJson(found);
    else if (found.length > 0) terminal.print(caseTable(found, terminal));
    else terminal.note("No case matches.");
    return EXIT.done;
  },
};
