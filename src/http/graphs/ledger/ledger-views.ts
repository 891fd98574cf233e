import type { BlamedVariables } from "../../../database/cases/blamed-variables.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import type { FlowIndex } from "../../../graph/flow/flow-index.ts";
import { costOf, type InTurns } from "../../../graph/in-turns.ts";
import type { EmptySearch as FoundSearch } from "../../../graph/ledger/empty-searches.ts";
import type { LedgerUnit as Unit } from "../../../graph/ledger/ledger.ts";
import { messagesBehind } from "../../../graph/ledger/sources.ts";
import { unitRead } from "../../../graph/ledger/unit-reads.ts";
import { isReturnRow } from "../../../graph/memory/variable-links.ts";
import {
  type EmptySearch,
  type LedgerUnit,
  MAX_LEDGER_CHARS,
  MAX_LEDGER_ENDS,
  MAX_PROOF,
  type UnitRead,
} from "../../../protocol/api/explorer/ledger.ts";
import { isoTime } from "../graph-views.ts";

/** @param most maximum writers and reads to include; the default is for lists of units */
export function* viewUnit(
  graph: EvolutionGraph,
  index: FlowIndex,
  unit: Unit,
  cases: readonly BlamedVariables[],
  most = { writers: MAX_LEDGER_ENDS, reads: 1 },
): InTurns<LedgerUnit> {
  const { rows } = graph;
  const text = rows.values.readStart(unit.latest, MAX_LEDGER_CHARS).toWellFormed();
  const writers = yield* writersOf(graph, unit);
  const { messages, followed } = messagesBehind(graph, index, unit.latest);
  const lastRead = unit.reads.at(-1);
  yield costOf(followed) + text.length;
  return {
    name: unit.fullName,
    variable: rows.variableId(unit.latest),
    text,
    length: Math.max(0, rows.values.chars(unit.latest)),
    isHeld: unit.isHeld,
    firstAt: isoTime(unit.firstAt),
    changedAt: isoTime(unit.changedAt),
    lastReadAt: lastRead === undefined ? null : isoTime(rows.table.links.at.at(lastRead)),
    writers: writers
      .slice(0, most.writers)
      .map((op) => ({ op, name: graph.operations.get(op)?.name ?? op })),
    messages: messages.slice(0, MAX_LEDGER_ENDS).map((row) => rows.variableId(row)),
    reads: unit.reads
      .slice(-most.reads)
      .reverse()
      .map((use) => viewRead(graph, index, use)),
    counts: {
      versions: unit.versions.length,
      writers: writers.length,
      reads: unit.reads.length,
      removals: unit.removals,
      answers: unit.answers.length,
      wrong: cases.length,
    },
    flags: unit.flags.map(({ flag, proof }) => ({
      flag,
      proof: proof.slice(0, MAX_PROOF).map((row) => rows.variableId(row)),
    })),
  };
}

/** Writers of the latest version come first. */
function* writersOf(graph: EvolutionGraph, { versions }: Unit): InTurns<string[]> {
  const { rows } = graph;
  const writers = new Set<number>();
  for (const row of versions.toReversed()) {
    const entering = rows.linksTo.of(row);
    for (const link of entering)
      if (!isReturnRow(graph, link)) writers.add(rows.table.links.op.at(link));
    yield costOf(1 + entering.length);
  }
  return Array.from(writers, (op) => rows.operationId(op));
}

function viewRead(graph: EvolutionGraph, index: FlowIndex, use: number): UnitRead {
  const { op, at, version, query, rank, score } = unitRead(graph, index, use);
  return {
    op,
    opName: graph.operations.get(op)?.name ?? op,
    version: graph.rows.variableId(version),
    at: isoTime(at),
    query: query === undefined ? null : quote(graph, query),
    rank: rank ?? null,
    score: score ?? null,
  };
}

export function viewEmptySearch(graph: EvolutionGraph, search: FoundSearch): EmptySearch {
  const { op, at, query } = search;
  const operation = graph.operations.get(op);
  return {
    op,
    opName: operation?.name ?? op,
    at: isoTime(at),
    session: operation?.session ?? null,
    query: query === undefined ? null : quote(graph, query),
  };
}

export function quote({ rows }: EvolutionGraph, row: number) {
  return { variable: rows.variableId(row), text: excerpt(rows.values.read(row)) };
}

export function excerpt(text: string): string {
  return text.slice(0, MAX_LEDGER_CHARS).toWellFormed();
}
