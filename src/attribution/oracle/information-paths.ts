/**
 * Finds every path on which information from the evidence messages may have flowed to other
 * variables before the question was asked.
 */
import { executionOrder } from "../../graph/history/execution-order.ts";
import { isRemoval } from "../../graph/memory/removal.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import { type Step, stepsFrom } from "../flow/flow.ts";
import type { Tracing } from "../flow/trace-context.ts";

/**
 * The search for paths stops when it has found more than this number of variables. With so many,
 * nobody could tell which operation is at fault.
 */
const MAX_REACHED = 4_000;

export interface PathStep extends Step {
  /** Position of the operation in the execution order. */
  readonly at: number;
  /** Id of the message at which the path begins. */
  readonly source: string;
}

export class InformationPaths {
  /** Maps each operation's id to its steps on the paths. Operations are in execution order. */
  readonly steps: ReadonlyMap<string, readonly PathStep[]>;
  readonly #onward = new Map<string, PathStep[]>();
  readonly #below = new Map<string, ReadonlySet<string>>();

  constructor(sources: readonly string[], tracing: Tracing) {
    const { graph, roles } = tracing;
    const order = executionOrder(graph);
    const changesMemory = changingMemory(tracing);
    const found: PathStep[] = [];
    const open = sources.map((source) => ({ id: source, source, since: -1 }));
    const seen = new Set(sources);
    // This loop also visits the variables that it adds to `open`.
    for (const { id, source, since } of open) {
      if (seen.size > MAX_REACHED) break;
      for (const step of stepsFrom(graph, roles, id)) {
        const at = order.get(step.op) ?? 0;
        if (at < since || !graph.variables.has(step.to)) continue;
        if (!changesMemory(step.op)) continue;
        const taken = { ...step, at, source };
        found.push(taken);
        this.#onward.set(id, [...(this.#onward.get(id) ?? []), taken]);
        if (seen.has(step.to)) continue;
        seen.add(step.to);
        open.push({ id: step.to, source, since: at });
      }
    }
    found.sort((a, b) => a.at - b.at);
    this.steps = Map.groupBy(found, ({ op }) => op);
  }

  /** Returns the ids of the messages from which a path reaches the operation. */
  sourcesOf(op: string): ReadonlySet<string> {
    return new Set((this.steps.get(op) ?? []).map(({ source }) => source));
  }

  /** Whether `later` read an output of `earlier`, directly or indirectly. */
  leads(earlier: string, later: string): boolean {
    return earlier !== later && this.#opsBelow(earlier).has(later);
  }

  #opsBelow(op: string): ReadonlySet<string> {
    const known = this.#below.get(op);
    if (known !== undefined) return known;
    const ops = new Set<string>();
    const seen = new Set((this.steps.get(op) ?? []).map(({ to }) => to));
    for (const id of seen)
      for (const step of this.#onward.get(id) ?? []) {
        ops.add(step.op);
        seen.add(step.to);
      }
    this.#below.set(op, ops);
    return ops;
  }
}

/**
 * Returns a function that tells whether an operation can change the memory. The function returns
 * false only if all of these are true:
 * - The operation writes and removes no unit.
 * - The operation reads a question, or a value that was made from a question.
 * - In this case, an operation of the same kind searched the memory, answered the question, or
 *   judged the answer.
 */
function changingMemory({ graph, roles }: Tracing): (op: string) => boolean {
  const { ofVariable, ofOperation } = shapesOf(graph);
  const { query } = roles;
  const asking = query === undefined ? undefined : ofVariable(query);
  const messages = new Set(roles.messages.map(({ id }) => id));
  const asked = new Set(
    [...graph.variables.values()]
      .filter((each) => !messages.has(each.id) && ofVariable(each) === asking)
      .map(({ id }) => id),
  );
  const own = [...roles.retrievalOps, roles.answerOp, roles.judgeOp].flatMap((op) => op?.id ?? []);
  const kinds = new Set(own.map(ofOperation));
  const serving = new Set<string>();
  // This loop also visits the variables that it adds to `asked`.
  for (const id of asked)
    for (const { op, to } of graph.linksFrom(id)) {
      serving.add(op);
      if (!roles.isUnit(to) && !messages.has(to)) asked.add(to);
    }
  const writesMemory = (op: string) =>
    graph.linksOf(op).some((link) => roles.isUnit(link.to) || isRemoval(graph, link, roles.units));
  return (op) => writesMemory(op) || !(serving.has(op) && kinds.has(ofOperation(op)));
}
