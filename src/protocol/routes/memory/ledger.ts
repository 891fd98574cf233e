/** Routes for a graph's ledger: its memory units, and what was derived from a value. */
import * as z from "zod";
import { Page } from "../../api/api.ts";
import { DerivedFigures, DerivedQuery, DerivedValue } from "../../api/explorer/derived.ts";
import {
  EmptySearch,
  LedgerEntry,
  LedgerFigures,
  LedgerQuery,
  LedgerUnit,
} from "../../api/explorer/ledger.ts";
import {
  GraphMemory,
  MemoryFigures,
  MemoryQuery,
  UncountedGraphs,
} from "../../api/explorer/memory.ts";
import { declare, json, PageQuery, UNCHANGED } from "../declaration.ts";

const GraphParam = z.object({ graph: z.string() });

const tags = ["Memory ledger"];

const FLAGS = `Each flag comes with variables that show it:

- \`never-read\`: no step read or returned any version. Shown by the latest version.
- \`duplicate\`: another held unit has the same content words in the same order. Shown by the others.
- \`contradicts\`: another held unit has the same content words, but one of them is negated, or a number differs. Shown by the others.
- \`loop\`: the text repeats a unit that was recalled to write it, and no message behind the step states it. Shown by the recalled unit.
- \`reverted\`: a version repeats an earlier one that another version had replaced. Shown by the earlier and the repeating version.
- \`said-by-nobody\`: no message leads to the latest version, or none of the messages that lead to it shares a content word with it. Shown by the latest version.
- \`overwritten\`: a later query asks for a word that a change of the unit dropped and that no held unit states. Shown by the version that had the word, and the query.`;

export const listLedger = declare("read", ["not_found", "too_costly", "preparing"], {
  method: "get",
  path: "/graphs/{graph}/ledger",
  tags,
  summary: "List the memory units of a graph with their use, answers and flags",
  description: `${FLAGS}

If a graph has 100,000 or more operations, variables and links, a worker makes its ledger: when the graph has received no events for a minute, or when somebody requests it. Until the first ledger is ready, the answer is \`503\` with the code \`preparing\` and \`Retry-After\`. Later, \`figures.isCurrent\` says whether the latest events are part of it.`,
  request: { params: GraphParam, query: LedgerQuery.extend(PageQuery.shape) },
  responses: {
    200: json(Page(LedgerUnit).extend({ figures: LedgerFigures }), "One page of the units."),
    ...UNCHANGED,
  },
});

export const showLedgerEntry = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/ledger/{name}",
  tags,
  summary: "Show one memory unit: writers, messages, reads, answers and wrong answers",
  description:
    "`name` is the unit's full name. If the unit has very many reads and answers, the answer lists only the latest; `counts` has the total numbers.",
  request: { params: GraphParam.extend({ name: z.string() }) },
  responses: { 200: json(LedgerEntry, "The unit."), ...UNCHANGED },
});

export const listEmptySearches = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/empty-searches",
  tags,
  summary: "List the searches that found nothing",
  description:
    "A search found nothing if every value that it wrote is empty or a placeholder for a missing value.",
  request: { params: GraphParam, query: PageQuery },
  responses: { 200: json(Page(EmptySearch), "The searches, latest first."), ...UNCHANGED },
});

export const listDerived = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/derived/{variable}",
  tags,
  summary: "List what was derived from a message or memory unit",
  description:
    "Lists memory units, prompts and answers that were derived from the variable, nearest first, and which of its words each still contains. `variable` is an id, or a full name for all versions. After an app has deleted a message or unit, the list is its erasure report.",
  request: {
    params: GraphParam.extend({ variable: z.string() }),
    query: DerivedQuery.extend(PageQuery.shape),
  },
  responses: {
    200: json(Page(DerivedValue).extend({ figures: DerivedFigures }), "One page of the values."),
    ...UNCHANGED,
  },
});

export const listMemory = declare("read", [], {
  method: "get",
  path: "/memory",
  tags,
  summary: "List the memory figures of the project's graphs, last counted first",
  description:
    "A graph is counted after its wrong answers were attributed, ten minutes after its last event, and whenever its ledger is listed without a filter. A graph with 20,000 or more operations, variables and links is counted a minute after its last event.",
  request: { query: MemoryQuery.extend(PageQuery.shape) },
  responses: {
    200: json(Page(GraphMemory).extend({ figures: MemoryFigures }), "One page of the graphs."),
    ...UNCHANGED,
  },
});

export const listUncounted = declare("read", [], {
  method: "get",
  path: "/memory/uncounted",
  tags,
  summary: "List graphs whose memory was never counted",
  description: "The list is limited. To count a graph, list its ledger.",
  request: { query: z.object({ limit: PageQuery.shape.limit }) },
  responses: { 200: json(UncountedGraphs, "Their ids.") },
});
