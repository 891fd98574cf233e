import type { RunInTurns } from "../../database/giving-way.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { type Bead, type FlowOfRange, flowOf, type Lane } from "../../graph/flow/flow.ts";
import type { UnitLife } from "../../graph/flow/unit-lives.ts";
import { VariableRecord } from "../../graph/records.ts";
import {
  FLOW_BINS,
  type Flow,
  type FlowBead,
  type FlowLane,
  type FlowLife,
  type FlowQuery,
  MAX_BEAD_CHARS,
  MAX_FLOW_BEADS,
  MAX_LIFE_MARKS,
} from "../../protocol/api/explorer/flow.ts";
import { BEAD_ROLES, MAX_FLOW_LANES } from "../../protocol/api/explorer/flow-bounds.ts";
import { boundedWork } from "../bounded-work.ts";
import { isoTime, opNameOf } from "./graph-views.ts";

const BOUNDS = {
  bins: FLOW_BINS,
  lanes: MAX_FLOW_LANES,
  beads: MAX_FLOW_BEADS,
  marks: MAX_LIFE_MARKS,
};

export async function flowAnswer(
  graph: EvolutionGraph,
  query: FlowQuery,
  run?: RunInTurns,
): Promise<Flow> {
  const { from, to, lanes, units } = query;
  const roles = new Set<string>(query.roles ?? BEAD_ROLES);
  const work = flowOf(graph, { from, to, roles, lanes, units }, BOUNDS);
  const flow = await boundedWork(work, "Ask for a shorter time (`from`, `to`).", run);
  if (flow === undefined) return EMPTY;
  return {
    graph: { from: isoTime(flow.graph.from), to: isoTime(flow.graph.to) },
    from: isoTime(flow.range.from),
    to: isoTime(flow.range.to),
    lanes: flow.lanes.map((lane) => viewLane(graph, lane)),
    beads: flow.beads.map((bead) => viewBead(graph, bead)),
    lives: flow.lives.map((life) => viewLife(graph, flow, life)),
    bins: [...flow.bins],
    counts: flow.counts,
  };
}

const EMPTY: Flow = {
  ...{ graph: null, from: null, to: null, lanes: [], beads: [], lives: [], bins: [] },
  counts: { lanes: 0, messages: 0, units: 0 },
};

function viewLane(graph: EvolutionGraph, lane: Lane): FlowLane {
  const session = graph.rows.table.labels.at(lane.session);
  const known = session === undefined ? undefined : graph.sessions.get(session);
  return {
    session: session ?? null,
    name: known?.name ?? null,
    category: known?.category ?? null,
    from: isoTime(lane.from),
    to: isoTime(lane.to),
    messages: lane.messages,
    cells: [...lane.cells],
  };
}

function viewBead(graph: EvolutionGraph, { row, role, lane }: Bead): FlowBead {
  const { id, at, value } = new VariableRecord(graph.rows, row);
  return {
    variable: id,
    role: BEAD_ROLES.find((each) => each === role) ?? "message",
    lane,
    at: isoTime(at),
    text: value.slice(0, MAX_BEAD_CHARS).toWellFormed(),
  };
}

function viewLife(graph: EvolutionGraph, { range }: FlowOfRange, life: UnitLife): FlowLife {
  const held = life.held
    .filter(([from, to]) => from <= range.to && (to ?? range.to) >= range.from)
    .map(([from, to]): [string, string | null] => [
      isoTime(from),
      to === undefined ? null : isoTime(to),
    ]);
  return {
    name: life.fullName,
    touches: life.touches,
    held,
    marks: life.marks.map(({ kind, row, op, at, count }) => ({
      kind,
      variable: graph.rows.variableId(row),
      op: op ?? null,
      opName: op === undefined ? null : opNameOf(graph, op),
      at: isoTime(at),
      count,
    })),
    unlisted: life.unlisted,
  };
}
