/** The possible paths of a detail from its messages on, and the likeliest of them. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { executionOrder } from "../../graph/history/execution-order.ts";
import { kindOf } from "../../graph/memory/record-categories.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { Variable } from "../../graph/model.ts";
import { type CarryParts, shownText } from "../carry/carry.ts";
import { sourcesOf, stepsFrom } from "../flow/flow.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";

/** Maximum variables per detail; a detail that spread further has no clear path. */
const MAX_REACHED = 4_000;
/** Maximum whole paths to ask about. */
const MAX_WAYS = 2;
/**
 * A text with a smaller share of the statement than this, relative to a better text, is no
 * candidate.
 */
const FAR_BEHIND = 0.6;

interface Arrival {
  readonly from: string | null;
  readonly at: number;
  /** The text's share of the statement's words. */
  readonly likeness: number;
  /** The smallest share on the path so far: a path is as likely as its unlikeliest text. */
  readonly strength: number;
}

/** Every variable that one detail can have reached before the question was asked. */
export class Ways {
  readonly #graph: EvolutionGraph;
  readonly #tracing: Tracing;
  readonly #likeness: (variable: Variable) => number;
  readonly #reached = new Map<string, Arrival>();

  constructor(graph: EvolutionGraph, need: Need, tracing: Tracing, parts: CarryParts) {
    this.#graph = graph;
    this.#tracing = tracing;
    this.#likeness = likenessTo(need, parts);
    const sources = sourcesOf(tracing.roles.messages, need, tracing.restates);
    this.#walk(sources);
  }

  /** Units in memory at the question that can come from the messages; likeliest first. */
  stored(limit: number): Variable[] {
    const ranked = this.#tracing.store
      .flatMap((unit) => {
        const arrival = this.#reached.get(unit.id);
        return arrival === undefined || arrival.likeness === 0 ? [] : [{ unit, ...arrival }];
      })
      .sort(byLikelihood);
    const best = ranked[0]?.likeness ?? 0;
    return ranked
      .filter(({ likeness }) => likeness >= FAR_BEHIND * best)
      .slice(0, limit)
      .map(({ unit }) => unit);
  }

  /** The texts, in their order, that have about as many of the unit's words as the best of them. */
  holding(unit: Variable, texts: readonly Variable[]): Variable[] {
    const words = this.#stemsOf(unit);
    const shared = texts.map(
      (variable) => [...this.#stemsOf(variable)].filter((stem) => words.has(stem)).length,
    );
    const enough = Math.max(1, FAR_BEHIND * Math.max(0, ...shared));
    return texts.filter((_, index) => (shared[index] ?? 0) >= enough);
  }

  /** The variables from the message to the variable, both included. */
  routeTo(id: string): Variable[] {
    const route: Variable[] = [];
    let at: string | null = id;
    while (at !== null) {
      const variable = this.#graph.variables.get(at);
      const arrival = this.#reached.get(at);
      if (variable === undefined || arrival === undefined || arrival.from === null) break;
      route.unshift(variable);
      at = arrival.from;
    }
    return route;
  }

  /** Whole paths: each to the text most like the detail, and on from there. */
  whole(): Variable[][] {
    const { roles } = this.#tracing;
    const ends = [...this.#reached]
      .filter(([, { from }]) => from !== null)
      .flatMap(([id, arrival]) => {
        const variable = this.#graph.variables.get(id);
        return variable === undefined ? [] : [{ variable, ...arrival }];
      })
      .sort(byLikelihood);
    const units = ends.filter(({ variable }) => roles.isMemory(variable));
    const best = (units[0] ?? ends[0])?.strength ?? 0;
    const ways: Variable[][] = [];
    for (const { variable, strength } of [...units, ...ends]) {
      if (ways.length >= MAX_WAYS) break;
      if (ways.length > 0 && strength < FAR_BEHIND * best) continue;
      if (ways.some((way) => way.some((v) => v.fullName === variable.fullName))) continue;
      ways.push([...this.routeTo(variable.id), ...this.onwards(variable)]);
    }
    return ways;
  }

  /**
   * Other variables made from the variable; likeliest first, without those much less like the
   * detail.
   */
  branches(variable: Variable, except: Variable | undefined, limit: number): Variable[] {
    const likeness = this.#reached.get(variable.id)?.likeness ?? 0;
    return stepsFrom(this.#graph, this.#tracing.roles, variable.id)
      .flatMap(({ to }) => {
        const target = this.#graph.variables.get(to);
        const arrival = this.#reached.get(to);
        const isOther = target !== undefined && arrival !== undefined && to !== except?.id;
        return isOther && arrival.likeness >= FAR_BEHIND * likeness ? [{ target, ...arrival }] : [];
      })
      .sort(byLikelihood)
      .slice(0, limit)
      .map(({ target }) => target);
  }

  /** Later versions before the question. */
  onwards(variable: Variable): Variable[] {
    const later: Variable[] = [];
    let next = nextVersion(this.#graph, variable.id);
    while (next !== undefined && this.#reached.has(next.id)) {
      later.push(next);
      next = nextVersion(this.#graph, next.id);
    }
    return later;
  }

  #stemsOf(variable: Variable): ReadonlySet<string> {
    return new Set(this.#tracing.sentences(variable).flatMap(({ stems }) => stems));
  }

  /** Continues the likeliest path first, so that each text is reached by its likeliest path. */
  #walk(sources: readonly string[]): void {
    const order = executionOrder(this.#graph);
    const { roles } = this.#tracing;
    let open: (Arrival & { readonly id: string })[] = sources.map((id) => ({
      ...{ id, from: null, at: -1, likeness: 1, strength: 1 },
    }));
    while (open.length > 0 && this.#reached.size < MAX_REACHED) {
      const next = open.reduce((best, other) => (byLikelihood(other, best) < 0 ? other : best));
      open = open.filter((other) => other.id !== next.id);
      this.#reached.set(next.id, next);
      for (const step of stepsFrom(this.#graph, roles, next.id)) {
        const at = order.get(step.op) ?? 0;
        const target = this.#graph.variables.get(step.to);
        if (target === undefined || at < next.at || this.#reached.has(step.to)) continue;
        const likeness = this.#likeness(target);
        const strength = Math.min(next.strength, likeness);
        open.push({ id: step.to, from: next.id, at, likeness, strength });
      }
    }
  }
}

function byLikelihood(
  a: Pick<Arrival, "strength" | "likeness" | "at">,
  b: Pick<Arrival, "strength" | "likeness" | "at">,
): number {
  return b.strength - a.strength || b.likeness - a.likeness || a.at - b.at;
}

/** The values that the steps between question and answer wrote, in execution order. */
export function retrieved(graph: EvolutionGraph, { roles }: Tracing): Variable[] {
  const seen = new Set<string>([roles.query?.id ?? ""]);
  return roles.retrievalOps.flatMap((op) =>
    graph.linksOf(op.id).flatMap((link) => {
      const variable = graph.variables.get(link.to);
      if (variable === undefined || seen.has(link.to) || roles.isMemory(variable)) return [];
      if (kindOf(variable) === "prompt") return [];
      seen.add(link.to);
      return [variable];
    }),
  );
}

/** The best share of the statement's words in any passage of the text; 0 to 1. */
function likenessTo(need: Need, parts: CarryParts): (variable: Variable) => number {
  const wanted = new Map([...need.around, ...need.core].map(({ stem, weight }) => [stem, weight]));
  const total = [...wanted.values()].reduce((sum, weight) => sum + weight, 0);
  return (variable) => {
    const sentences = parts.reading.sentencesOf(shownText(variable, parts));
    let best = 0;
    for (let start = 0; start < sentences.length; start++) {
      const stems = new Set(
        sentences.slice(start, start + need.sentences).flatMap((sentence) => sentence.stems),
      );
      let found = 0;
      for (const stem of stems) found += wanted.get(stem) ?? 0;
      best = Math.max(best, found);
    }
    return total === 0 ? 0 : Math.min(1, best / total);
  };
}
