/**
 * Follows a detail forward from its messages, in execution order. A variable that states the detail
 * is called a carrier. The result also has the carriers at which the detail ended, because no
 * operation passed it on.
 */

import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { encloses } from "../../graph/history/enclosing.ts";
import { executionOrder } from "../../graph/history/execution-order.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import { isRemoval } from "../../graph/memory/removal.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { Carried } from "../carry/step-transfer.ts";
import { LINK } from "../effort.ts";
import type { Need } from "../needs/need.ts";
import type { Roles } from "../roles/roles.ts";
import { SIDE_BRANCH } from "../thresholds.ts";
import { shareOfWays } from "./branch-width.ts";
import type { Tracing } from "./trace-context.ts";

export interface Step {
  /**
   * Id of the link that the step follows. It is null if a new version replaced the variable, but no
   * link between the two versions was recorded.
   */
  readonly link: string | null;
  readonly op: string;
  readonly from: string;
  readonly to: string;
  readonly category: string | undefined;
}

/** The loss of a detail: `op` read it from `carrier` but did not pass it on. */
export interface Loss {
  readonly carrier: string;
  readonly steps: readonly Step[];
  readonly op: string;
  /** Position of the operation in the execution order. */
  readonly at: number;
}

export interface Flow {
  /**
   * The ids of the carriers: the variables that contain the detail. The first carrier that the
   * detail reached comes first. Each id maps to the step that brought the detail into this carrier,
   * or to null if the carrier is a message.
   */
  readonly reached: ReadonlyMap<string, Step | null>;
  /**
   * Maps the id of a carrier to the needed detail as this carrier words it. Messages have no entry.
   */
  readonly wordings: ReadonlyMap<string, Need>;
  readonly losses: readonly Loss[];
  /** Ids of carriers that no operation read before the question. */
  readonly unread: readonly string[];
}

export function* followForward(need: Need, tracing: Tracing): InTurns<Flow> {
  const walk = new Walk(need, tracing);
  for (const source of yield* sourcesOf(need, tracing)) walk.enter(source, null);
  yield* walk.goOn();
  const wordings = new Map([...walk.carried].map(([id, { wording }]) => [id, wording]));
  return { reached: walk.reached, wordings, ...endsOf(walk) };
}

class Walk {
  readonly reached = new Map<string, Step | null>();
  readonly carried = new Map<string, Carried>();
  /**
   * Maps a variable's id to the earliest operation that wrote the detail into it; null for a
   * message.
   */
  readonly #arrival = new Map<string, string | null>();
  readonly #open: string[] = [];
  readonly #steps = new Map<string, readonly Step[]>();
  readonly #need: Need;
  readonly #tracing: Tracing;
  readonly #order: ReadonlyMap<string, number>;

  constructor(need: Need, tracing: Tracing) {
    this.#need = need;
    this.#tracing = tracing;
    this.#order = executionOrder(tracing.graph);
  }

  at(op: string): number {
    return this.#order.get(op) ?? 0;
  }

  #at(op: string | null): number {
    return op === null ? -1 : this.at(op);
  }

  /**
   * Whether `op` can have read a value that the operation `since` wrote. This is possible if `op`
   * began later than `since`, or if `since` ran inside `op`.
   */
  #follows(op: string, since: string | null): boolean {
    if (since === null || this.at(op) >= this.at(since)) return true;
    return encloses(this.#tracing.graph, op, since);
  }

  stepsFrom(id: string): readonly Step[] {
    const known = this.#steps.get(id);
    if (known !== undefined) return known;
    const steps = stepsFrom(this.#tracing.graph, this.#tracing.roles, id);
    this.#steps.set(id, steps);
    return steps;
  }

  /**
   * Whether the detail was lost at this variable:
   * - No step passed the detail on: it was lost.
   * - All steps passed the detail on: it was not lost.
   * - Only some steps passed it on: it was lost if each of these steps is a narrow side branch
   *   (see `branch-width.ts`) and none of them led the detail to the memory.
   */
  endsAt(id: string): boolean {
    const steps = this.stepsFrom(id);
    this.#tracing.effort.spend(steps.length);
    const on = steps.filter((step) => this.reached.has(step.to));
    if (on.length === 0 || on.length === steps.length) return on.length === 0;
    const { graph, roles } = this.#tracing;
    // `shareOfWays` is slow, because it compares texts of the whole graph. So it is tested last.
    return on.every(
      (step) =>
        step.link !== null &&
        !this.#reachesMemory(step.to) &&
        shareOfWays(graph, roles, step) < SIDE_BRANCH,
    );
  }

  /** Whether this variable is a memory unit, or the needed detail flowed on from it to a unit. */
  #reachesMemory(from: string): boolean {
    const seen = new Set([from]);
    for (const id of seen) {
      if (this.#tracing.roles.isUnit(id)) return true;
      this.#tracing.effort.spend(LINK);
      for (const { to } of this.stepsFrom(id)) if (this.reached.has(to)) seen.add(to);
    }
    return false;
  }

  /**
   * Returns the steps that removed this memory unit, or replaced it without the detail. Steps that
   * only read the unit are left out, because the memory still has the unit afterwards. A removal
   * counts even if the value that it wrote repeats the text of the removed unit.
   */
  removalsOf(id: string): Step[] {
    const { graph, roles } = this.#tracing;
    if (!roles.isUnit(id)) return [];
    const next = nextVersion(graph, id)?.id;
    return this.stepsFrom(id).filter(
      (step) =>
        isRemoval(graph, step, roles.units) || (step.to === next && !this.reached.has(step.to)),
    );
  }

  /**
   * Returns the steps that read the variable `id`, which states the detail, but wrote a variable
   * that does not state it.
   */
  dropsOf(id: string): Step[] {
    return this.stepsFrom(id).filter((step) => !this.reached.has(step.to));
  }

  enter(id: string, step: Step | null): void {
    const when = step?.op ?? null;
    const before = this.#arrival.get(id);
    if (before !== undefined && this.#at(before) <= this.#at(when)) return;
    this.#arrival.set(id, when);
    if (!this.reached.has(id)) this.reached.set(id, step);
    this.#open.push(id);
  }

  /**
   * Follows the detail to all later variables that state it. Starts from the variables that `enter`
   * added.
   */
  *goOn(): InTurns<void> {
    // This loop also visits variables that `enter` adds meanwhile.
    for (const id of this.#open) {
      yield this.#tracing.effort.sinceLastTurn();
      const since = this.#arrival.get(id) ?? null;
      const before = this.#stated(id);
      for (const step of this.stepsFrom(id)) {
        this.#tracing.effort.spend(LINK);
        const target = this.#tracing.graph.variables.get(step.to);
        if (target === undefined || !this.#follows(step.op, since)) continue;
        if (this.#removes(step)) continue;
        const after = this.#tracing.transfer(this.#need, before, step, target);
        if (after === undefined) continue;
        if (!this.carried.has(step.to)) this.carried.set(step.to, after);
        this.enter(step.to, step);
      }
    }
    this.#open.length = 0;
  }

  /**
   * Whether the step removed a memory unit. The detail is not followed into the output of such a
   * step, because the memory does not contain the unit any more.
   */
  #removes(step: Step): boolean {
    const { graph, roles } = this.#tracing;
    return roles.isUnit(step.from) && isRemoval(graph, step, roles.units);
  }

  #stated(id: string): Carried {
    return this.carried.get(id) ?? { wording: this.#need, sentences: [] };
  }
}

/**
 * Returns the ids of the evidence messages that state the detail, and of other messages that repeat
 * the statement.
 */
export function* sourcesOf(
  need: Need,
  { restatements }: Pick<Tracing, "restatements">,
): InTurns<string[]> {
  const again = yield* restatements.of(need);
  return [...new Set([...need.sources, ...again.map(({ id }) => id)])];
}

function endsOf(walk: Walk): Pick<Flow, "losses" | "unread"> {
  const losses: Loss[] = [];
  const unread: string[] = [];
  for (const id of walk.reached.keys()) {
    const ends = walk.endsAt(id);
    const steps = ends ? walk.dropsOf(id) : walk.removalsOf(id);
    if (ends && walk.stepsFrom(id).length === 0) unread.push(id);
    for (const op of new Set(steps.map((step) => step.op))) {
      losses.push({
        carrier: id,
        steps: steps.filter((s) => s.op === op),
        op,
        at: walk.at(op),
      });
    }
  }
  losses.sort((a, b) => a.at - b.at);
  return { losses, unread };
}

/**
 * Returns the steps that read the variable before the question. The operation that wrote the next
 * version of the variable counts as a reader too, even if no link shows that it read the variable.
 */
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
    const writer = graph.linksTo(next).find((link) => before(link.op));
    if (writer !== undefined)
      steps.push({ link: null, op: writer.op, from: id, to: next.id, category: writer.category });
  }
  return steps;
}
