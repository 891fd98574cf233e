/** Converts a graph into events from which `buildGraph` makes the same graph. */
import type { TraceEvent, VerdictEvent } from "../../protocol/events/events.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Described, Link, Operation, Variable, Verdict } from "../model.ts";
import { defined } from "../omit-undefined.ts";

/**
 * Yields the events of the graph. The id of an event contains the id of the record that the event
 * describes, for example `variable:a@2`. So if two files contain the same record, both events have
 * the same id. The event of a link or verdict has the id of the link or verdict.
 *
 * @param digest identifies the file. The id of the header event contains it, so that each file
 * keeps its own header.
 * @param records the records to convert; by default all
 */
export function* eventsOf(
  graph: EvolutionGraph,
  digest: string,
  records: RecordLists = listsOf(graph),
): Generator<TraceEvent> {
  const { id, at, user, system, strict, metadata, origin } = graph.header;
  let last = at;
  let seq = 0;
  const base = (record: Described) => {
    last = Math.max(last, record.at);
    const { category, comment, metadata, source, origin } = record;
    return { graph: id, at: record.at, seq: seq++, category, comment, metadata, source, origin };
  };
  for (const session of graph.sessions.values()) {
    const { name, user } = session;
    const own = { type: "session", id: `session:${session.id}`, session: session.id } as const;
    yield defined({ ...own, name, user, ...base(session) });
  }
  for (const variable of records.variables) {
    const { name, className, version, value, length, session, mutates } = variable;
    const own = { type: "variable", id: `variable:${variable.id}`, ref: variable.id } as const;
    yield defined({
      ...{ ...own, session, name, class: className, version, value, length, mutates },
      ...base(variable),
    });
  }
  for (const operation of records.operations) {
    const { name, session, startedAt, endedAt, status, error } = operation;
    const own = { type: "operation", id: `operation:${operation.id}`, op: operation.id } as const;
    yield defined({ ...own, session, name, startedAt, endedAt, status, error, ...base(operation) });
  }
  for (const link of records.links) {
    const { id, op, session, from, to } = link;
    yield defined({ type: "link", id, op, session, from, to, ...base(link) });
  }
  for (const verdict of graph.verdicts) {
    last = Math.max(last, verdict.at);
    yield verdictEvent(verdict, id, seq++);
  }
  yield defined({
    ...{ type: "graph", id: `graph:${digest}`, graph: id, at: last },
    ...{ user, system, strict, metadata, origin },
  });
}

/** Records of a graph, in the graph's order. */
interface RecordLists {
  readonly variables: Iterable<Variable>;
  readonly operations: Iterable<Operation>;
  readonly links: Iterable<Link>;
}

function listsOf({ variables, operations, links }: EvolutionGraph): RecordLists {
  return { variables: variables.values(), operations: operations.values(), links: links.values() };
}

export function verdictEvent(verdict: Verdict, graph: string, seq: number): VerdictEvent {
  const { id, at, session, query, prediction, expected, score, evidence, reason } = verdict;
  return defined({
    ...{ type: "verdict", id, graph, at, seq, session, query, prediction, score, reason },
    ...{ queryRef: verdict.queryId, predictionRef: verdict.predictionId },
    ...{ expected: [...expected], evidence: [...evidence], metadata: verdict.metadata },
  });
}
