/**
 * Following a detail forward from the messages that state it, in execution order, across versions,
 * merges and splits: which variables carry it, and where a carrier handed it to nobody.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";
import { CARRIED, type CarryTest } from "./carry.ts";
import { executionOrder } from "./execution-order.ts";
import type { Tracing } from "./finding.ts";
import type { Carried } from "./hand-over.ts";
import type { Need } from "./needs.ts";
import type { Roles } from "./roles.ts";

export interface Step {
  /** Link id; null where a later version replaced the variable without a recorded link. */
  readonly link: string | null;
  readonly op: string;
  readonly from: string;
  readonly to: string;
  readonly category: string | undefined;
}

/** A carrier whose readers all dropped the detail. */
export interface Loss {
  readonly carrier: string;
  readonly steps: readonly Step[];
  readonly op: string;
  /** Position in execution order. */
  readonly at: number;
}

export interface Flow {
  /** Carriers in the order in which the detail reached them, with the step that brought it. */
  readonly reached: ReadonlyMap<string, Step | null>;
  /** The need in the words of each carrier, where they are not the message's. */
  readonly wordings: ReadonlyMap<string, Need>;
  readonly losses: readonly Loss[];
  /** Carriers that nothing read before the question. */
  readonly unread: readonly string[];
}

export function followForward(need: Need, tracing: Tracing): Flow {
  const { graph, roles, handOver, restates } = tracing;
  const order = executionOrder(graph);
  const at = (op: string) => order.get(op) ?? 0;
  const reached = new Map<string, Step | null>();
  const arrival = new Map<string, number>();
  const carried = new Map<string, Carried>();
  const open: string[] = [];
  const enter = (id: string, step: Step | null, when: number) => {
    if ((arrival.get(id) ?? Number.POSITIVE_INFINITY) <= when) return;
    arrival.set(id, when);
    if (!reached.has(id)) reached.set(id, step);
    open.push(id);
  };
  for (const source of sourcesOf(roles.messages, need, restates)) enter(source, null, -1);
  for (const id of open) {
    const since = arrival.get(id) ?? -1;
    for (const step of stepsFrom(graph, roles, id)) {
      const target = graph.variables.get(step.to);
      if (target === undefined || at(step.op) < since) continue;
      const before = carried.get(id) ?? { wording: need, sentences: [] };
      const after = handOver(need, before, step, target);
      if (after === undefined) continue;
      if (!carried.has(step.to)) carried.set(step.to, after);
      enter(step.to, step, at(step.op));
    }
  }
  const wordings = new Map([...carried].map(([id, { wording }]) => [id, wording]));
  return { reached, wordings, ...endsOf(graph, roles, reached, at) };
}

/** The evidence, and every other message that says the same again. */
export function sourcesOf(
  messages: readonly Variable[],
  need: Need,
  restates: CarryTest,
): string[] {
  const again = messages.filter((m) => restates(m, need) >= CARRIED).map((m) => m.id);
  return [...new Set([...need.sources, ...again])];
}

function endsOf(
  graph: EvolutionGraph,
  roles: Roles,
  reached: ReadonlyMap<string, Step | null>,
  at: (op: string) => number,
): Pick<Flow, "losses" | "unread"> {
  const losses: Loss[] = [];
  const unread: string[] = [];
  for (const id of reached.keys()) {
    const steps = stepsFrom(graph, roles, id);
    if (steps.some((step) => reached.has(step.to))) continue;
    if (steps.length === 0) unread.push(id);
    for (const op of new Set(steps.map((step) => step.op))) {
      losses.push({ carrier: id, steps: steps.filter((s) => s.op === op), op, at: at(op) });
    }
  }
  losses.sort((a, b) => a.at - b.at);
  return { losses, unread };
}

/** The steps that read the variable before the question was asked. */
export function stepsFrom(graph: EvolutionGraph, roles: Roles, id: string): Step[] {
  const order = executionOrder(graph);
  const before = (op: string) => (order.get(op) ?? 0) < roles.askedAt;
  const steps: Step[] = [];
  for (const link of graph.linksFrom(id)) {
    if (before(link.op))
      steps.push({
        link: link.id,
        op: link.op,
        from: link.from,
        to: link.to,
        category: link.category,
      });
  }
  const next = nextVersion(graph, id);
  if (next !== undefined && !steps.some((step) => step.to === next.id)) {
    const writer = graph.linksTo(next.id).find((link) => before(link.op));
    if (writer !== undefined)
      steps.push({ link: null, op: writer.op, from: id, to: next.id, category: writer.category });
  }
  return steps;
}

export function nextVersion(graph: EvolutionGraph, id: string): Variable | undefined {
  const variable = graph.variables.get(id);
  if (variable === undefined) return undefined;
  return graph.versionsOf(variable.fullName).find((v) => v.version > variable.version);
}
