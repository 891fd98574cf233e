/**
 * Describes a graph as plain data, for comparison. Reads every field by name, because two equal
 * graphs may store their records differently.
 */
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import type {
  GraphHeader,
  Link,
  Operation,
  Session,
  Variable,
  Verdict,
} from "../../../src/graph/model.ts";

const describeHeader = (header: GraphHeader) => ({
  id: header.id,
  at: header.at,
  user: header.user,
  system: header.system,
  strict: header.strict,
  metadata: header.metadata,
  origin: header.origin,
});

const describeCommon = (record: Session | Operation | Variable | Link) => ({
  id: record.id,
  at: record.at,
  category: record.category,
  comment: record.comment,
  metadata: record.metadata,
  source: record.source && { file: record.source.file, line: record.source.line },
  origin: record.origin,
});

const describeSession = (session: Session) => ({
  ...describeCommon(session),
  name: session.name,
  user: session.user,
});

export const describeOperation = (operation: Operation) => ({
  ...describeCommon(operation),
  name: operation.name,
  session: operation.session,
  startedAt: operation.startedAt,
  endedAt: operation.endedAt,
  status: operation.status,
  error: operation.error,
});

export const describeVariable = (variable: Variable) => ({
  ...describeCommon(variable),
  fullName: variable.fullName,
  name: variable.name,
  className: variable.className,
  version: variable.version,
  value: variable.value,
  length: variable.length,
  session: variable.session,
  mutates: variable.mutates,
});

export const describeLink = (link: Link) => ({
  ...describeCommon(link),
  op: link.op,
  session: link.session,
  from: link.from,
  to: link.to,
});

const describeVerdict = (verdict: Verdict) => ({
  id: verdict.id,
  at: verdict.at,
  session: verdict.session,
  query: verdict.query,
  queryId: verdict.queryId,
  prediction: verdict.prediction,
  predictionId: verdict.predictionId,
  expected: [...verdict.expected],
  score: verdict.score,
  evidence: [...verdict.evidence],
  reason: verdict.reason,
  metadata: verdict.metadata,
});

/** Returns all data of a graph, in the graph's order. */
export const describeGraph = (graph: EvolutionGraph) => ({
  header: describeHeader(graph.header),
  sessions: [...graph.sessions.values()].map(describeSession),
  operations: [...graph.operations.values()].map(describeOperation),
  variables: [...graph.variables.values()].map(describeVariable),
  links: [...graph.links.values()].map(describeLink),
  verdicts: graph.verdicts.map(describeVerdict),
  warnings: graph.warnings.map(({ code, subject, message }) => ({ code, subject, message })),
  pending: graph.pending.map(({ event, waitsFor }) => ({ event, waitsFor })),
});

export type GraphDescription = ReturnType<typeof describeGraph>;
