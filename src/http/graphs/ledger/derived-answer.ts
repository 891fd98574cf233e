import { runGivingWay } from "../../../database/giving-way.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import {
  type Derived,
  derivedFrom,
  removersOf,
  sharedWords,
  startWords,
} from "../../../graph/ledger/derived.ts";
import {
  type DerivedFigures,
  type DerivedQuery,
  type DerivedValue,
  MAX_DERIVED,
  MAX_DERIVED_CHARS,
  MAX_SHARED_WORDS,
} from "../../../protocol/api/explorer/derived.ts";
import { TURN } from "../../bounded-work.ts";
import { type PageWanted, pageOfList } from "../../list-page.ts";
import { isoTime } from "../graph-views.ts";
import { missingVariable } from "../missing-record.ts";

/** @param wanted the id of one variable, or a full name. A full name stands for all its versions */
export async function derivedPage(
  graph: EvolutionGraph,
  wanted: string,
  query: DerivedQuery & PageWanted,
) {
  const own = graph.variables.get(wanted);
  const start = (own === undefined ? graph.versionsOf(wanted) : [own]).slice(0, MAX_DERIVED);
  if (start.length === 0) throw missingVariable(graph, wanted);
  const rows = start.map(({ id }) => graph.rows.findVariable(id));
  const work = derivedFrom(graph, rows, MAX_DERIVED);
  const { values, statedUnits, isComplete } = await runGivingWay(work, TURN);
  const words = startWords(graph, rows);
  const shown = values.filter(({ role }) => query.roles?.includes(role) !== false);
  const page = pageOfList(
    shown,
    query,
    ({ row }) => graph.rows.variableId(row),
    (value) => viewDerived(graph, value, words),
  );
  const count = (wantedRole: string) => values.filter(({ role }) => role === wantedRole).length;
  const figures: DerivedFigures = {
    start: start.slice(0, MAX_STARTS).map(({ id }) => id),
    text: start.at(-1)?.value.slice(0, MAX_DERIVED_CHARS).toWellFormed() ?? "",
    units: count("unit"),
    heldUnits: values.filter(({ isHeld }) => isHeld === true).length,
    statedUnits,
    prompts: count("prompt"),
    answers: count("answer"),
    isComplete,
  };
  return { ...page, figures };
}

const MAX_STARTS = 100;

function viewDerived(
  graph: EvolutionGraph,
  { row, role, depth, isHeld }: Derived,
  words: ReadonlyMap<string, string>,
): DerivedValue {
  const { rows } = graph;
  const text = rows.values.read(row);
  return {
    variable: rows.variableId(row),
    name: rows.table.names.at(rows.table.variables.fullName.at(row)),
    ...{ role, depth, isHeld: isHeld ?? null },
    at: isoTime(rows.table.variables.at.at(row)),
    text: text.slice(0, MAX_DERIVED_CHARS).toWellFormed(),
    length: text.length,
    removedBy: role === "unit" ? removersOf(graph, row).slice(0, MAX_STARTS) : [],
    sharedWords: sharedWords(graph, row, words, MAX_SHARED_WORDS),
  };
}
