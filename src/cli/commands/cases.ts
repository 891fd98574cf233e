/** `memtrace cases`: lists wrong answers with their verdicts. */
import { oneOf } from "../../local/command-line.ts";
import type { AgreementFilter } from "../../protocol/api/annotation/labels.ts";
import type { CaseState } from "../../protocol/api/api.ts";
import type { ReplayOutcome } from "../../protocol/api/replays.ts";
import { ALL_SUB_KINDS, ERROR_TYPES, OUTCOMES } from "../../protocol/error-types.ts";
import {
  type Command,
  checkTime,
  clientOf,
  commandOptions,
  countOf,
  EXIT,
  noArguments,
  SERVICE_HELP,
  SERVICE_OPTIONS,
} from "../command.ts";
import { caseTable } from "../text/case-table.ts";

const STATES = ["queued", "running", "done", "failed"] satisfies CaseState[];

const PROOFS = ["proved", "refuted", "inconclusive"] satisfies ReplayOutcome[];

const AGREEMENTS = ["agrees", "differs", "disputed"] satisfies AgreementFilter[];

const OPTIONS = {
  ...SERVICE_OPTIONS,
  graph: { type: "string" },
  outcome: { type: "string" },
  type: { type: "string" },
  "sub-kind": { type: "string" },
  operation: { type: "string" },
  system: { type: "string" },
  state: { type: "string" },
  proof: { type: "string" },
  labelled: { type: "string" },
  agreement: { type: "string" },
  author: { type: "string" },
  search: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  limit: { type: "string", default: "50" },
} as const;

export const cases: Command = {
  usage: "[options]",
  summary: "list wrong answers with their verdicts",
  help: `Lists cases, last answered first.

  --graph GRAPH      of one graph
  --type TYPE        of one error type: ${ERROR_TYPES.slice(0, 3).join(", ")},
                     ${ERROR_TYPES.slice(3).join(", ")}
  --sub-kind KIND    in which the operation failed in this way, such as "ranked out"
  --outcome OUTCOME  ${OUTCOMES.join(" or ")}
  --operation NAME   with a decisive operation of this name
  --system NAME      of one memory system
  --state STATE      queued, running, done or failed
  --proof OUTCOME    with this replay outcome: ${PROOFS.join(", ")}
  --labelled BOOL    true: labelled by somebody; false: by nobody
  --agreement WHAT   whose label agrees or differs; disputed: labels differ
  --author ID        with a label by this author, such as person:u_1
  --search WORDS     with these words in question, expected or given answer
  --from, --to TIME  answered within this time, in ISO 8601, such as 2026-03-04T00:00:00Z
  --limit N          maximum number of cases (50)
${SERVICE_HELP}`,
  async run(args, terminal) {
    const { values, positionals } = commandOptions("cases", OPTIONS, args);
    noArguments("cases", positionals);
    const limit = countOf("cases", "--limit", values.limit);
    checkTime("cases", "--from", values.from);
    checkTime("cases", "--to", values.to);
    const { graph, operation, system, search, author, from, to } = values;
    const filter = {
      ...{ graph, system, search, author, from, to, opName: operation },
      errorType: chosen("--type", values.type, ERROR_TYPES),
      subKind: chosen("--sub-kind", values["sub-kind"], ALL_SUB_KINDS),
      outcome: chosen("--outcome", values.outcome, OUTCOMES),
      state: chosen("--state", values.state, STATES),
      proof: chosen("--proof", values.proof, PROOFS),
      labelled: chosen("--labelled", values.labelled, ["true", "false"]),
      agreement: chosen("--agreement", values.agreement, AGREEMENTS),
    };
    const found = await clientOf("cases", values, terminal).cases(filter, limit);
    if (values.json) terminal.printJson(found);
    else if (found.length > 0) terminal.print(caseTable(found, terminal));
    else terminal.note("No such case.");
    return EXIT.done;
  },
};

function chosen<T extends string>(option: string, text: string | undefined, all: readonly T[]) {
  return text === undefined ? undefined : oneOf(option, text, all);
}
