/**
 * How much content usually passes through a kind of link. If a step lost a detail on several links,
 * the link that usually passes content on is the one that failed. The reset of a buffer, for
 * example, never passes content on.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import type { Link } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";

/** Maximum links of one kind that are compared. */
const MAX_SAMPLES = 5;

interface Transmissions {
  readonly kinds: ReadonlyMap<string, readonly Link[]>;
  readonly kindOf: (op: string, from: string, to: string) => string;
  readonly usual: Map<string, number>;
}

/** Mean share of the source's words that reach the target, over links of this kind. */
export function usualTransmission(
  graph: EvolutionGraph,
  step: { readonly op: string; readonly from: string; readonly to: string },
): number {
  const known = graph.derived(collect);
  const kind = known.kindOf(step.op, step.from, step.to);
  const usual = known.usual.get(kind);
  if (usual !== undefined) return usual;
  const links = spreadOver(known.kinds.get(kind) ?? [], MAX_SAMPLES);
  let total = 0;
  for (const link of links)
    total += shared(graph.variables.get(link.from)?.value, graph.variables.get(link.to)?.value);
  const mean = links.length === 0 ? 0 : total / links.length;
  known.usual.set(kind, mean);
  return mean;
}

/** The kind of a step from one variable to another, and all links of this kind. */
export function stepsLike(
  graph: EvolutionGraph,
  step: { readonly op: string; readonly from: string; readonly to: string },
): { readonly kind: string; readonly links: readonly Link[] } {
  const known = graph.derived(collect);
  const kind = known.kindOf(step.op, step.from, step.to);
  return { kind, links: known.kinds.get(kind) ?? [] };
}

function collect(graph: EvolutionGraph): Transmissions {
  const shapes = shapesOf(graph);
  const shape = (id: string) => {
    const variable = graph.variables.get(id);
    return variable === undefined ? "" : shapes.ofVariable(variable);
  };
  const kindOf = (op: string, from: string, to: string) =>
    `${shapes.ofOperation(op)} ${shape(from)}>${shape(to)}`;
  const kinds = new Map<string, Link[]>();
  for (const link of graph.links.values()) {
    const kind = kindOf(link.op, link.from, link.to);
    const list = kinds.get(kind);
    if (list) list.push(link);
    else kinds.set(kind, [link]);
  }
  return { kinds, kindOf, usual: new Map() };
}

function shared(from: string | undefined, to: string | undefined): number {
  const source = new Set(contentStems((from ?? "").slice(0, 4000)));
  if (source.size === 0) return 0;
  const target = new Set(contentStems(to ?? ""));
  let found = 0;
  for (const word of source) if (target.has(word)) found += 1;
  return found / source.size;
}

/** At most `most` of the items, evenly spread. */
export function spreadOver<T>(items: readonly T[], most: number): T[] {
  const stride = Math.max(1, Math.floor(items.length / most));
  return items.filter((_, index) => index % stride === 0).slice(0, most);
}
